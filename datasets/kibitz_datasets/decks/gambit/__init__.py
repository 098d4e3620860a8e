"""The Dragon's Gambit deck of our own: cards, back and tokens, drawn in mm as vector art."""
