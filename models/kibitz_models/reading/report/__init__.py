"""What was measured of the reading, as files, charts, galleries and the model card."""
