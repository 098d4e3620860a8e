"""How well cards are found and read: figures, charts, the model card."""
