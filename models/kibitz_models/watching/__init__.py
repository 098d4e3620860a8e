"""Following films and cameras, and how well that is done."""
