"""Decks taught on the command line."""
