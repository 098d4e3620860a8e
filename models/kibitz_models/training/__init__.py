"""Training, export and starting weights."""
