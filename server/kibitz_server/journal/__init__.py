"""What people and the camera put in, kept so that nothing is lost."""
