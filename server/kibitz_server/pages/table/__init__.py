"""Before the deal: the game, who plays, the camera and the places of the table."""
