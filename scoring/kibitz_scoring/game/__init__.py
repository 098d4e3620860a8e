"""A game as it is played: events, the state of a round, what follows from what, and what a viewer may see of it."""
