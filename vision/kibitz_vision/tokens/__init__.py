"""Tokens that add to a card or take from it: what they look like, finding them, and whose card each lies on."""
