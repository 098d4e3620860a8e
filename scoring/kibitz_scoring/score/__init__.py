"""What hands are worth, the tally of a round and the totals of a game."""
