"""Whose hand is where, and when it came to rest."""
