"""What leaves the evening, cut to what the viewer may know."""
