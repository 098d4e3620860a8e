"""The round that is watched, as everybody may see it."""
