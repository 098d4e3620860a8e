"""The page of one phone at the table."""
