"""Elements of any page: they know nothing of a game."""
