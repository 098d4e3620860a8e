"""The round that is played, as each viewer may see it."""
