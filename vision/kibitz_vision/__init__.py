"""From a picture of a table to cards: frames, detection, reading, geometry."""
