"""The simulator: filmed rounds and snap races with the truth about them."""
