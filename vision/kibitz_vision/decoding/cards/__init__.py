"""Single cards: in the air between two places, and as they show, with how fast hands carry them."""
