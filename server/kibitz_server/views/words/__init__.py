"""What the table shows, in words for people."""
