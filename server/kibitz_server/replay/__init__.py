"""Looking again at a snap."""
