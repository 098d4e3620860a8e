"""Players: their tiles, what they say, and how they stand."""
