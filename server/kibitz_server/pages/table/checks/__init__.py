"""What is looked at before play: the camera, the seats and the deck."""
