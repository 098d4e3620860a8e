"""A game of the evening: who sits where, who deals, its sheets and what it comes to."""
