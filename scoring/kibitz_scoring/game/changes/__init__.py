"""How each kind of event changes a round."""
