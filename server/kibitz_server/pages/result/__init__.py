"""Scores: of the round, of the game and of games before."""
