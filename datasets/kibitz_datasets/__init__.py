"""Training material: decks, rendered scenes, labels and splits."""
