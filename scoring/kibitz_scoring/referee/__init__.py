"""From what is seen on the table to what happened in the game."""
