"""From one picture to its cards: detect, cut, read, decide."""
