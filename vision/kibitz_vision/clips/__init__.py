"""A few seconds of a round in one file, with all that was made of them: cut, kept, read back, shown."""
