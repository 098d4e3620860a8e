"""Table events gathered into acts, and what these may stand for."""
