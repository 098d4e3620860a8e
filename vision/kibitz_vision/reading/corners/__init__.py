"""Cards of which only a corner shows."""
