"""The evening as it follows from the journal."""
