"""Drawings as pages to print in their true size: the deck with its tokens, and a mat for the table."""
