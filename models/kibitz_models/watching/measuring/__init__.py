"""How well films are watched: truth beside what was seen, and the figures."""
