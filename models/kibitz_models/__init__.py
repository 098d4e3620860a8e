"""Training, export, evaluation and the shipped weights."""
