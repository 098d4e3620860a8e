"""The rules of the table, each in words with a field."""
