"""A round that is being played: the fold of what was seen and said, and all that people may tell of it."""
