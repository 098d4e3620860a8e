"""The places of a table, found from its deal."""
