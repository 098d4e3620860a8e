"""The decks of the table: printed ones, and those it is taught."""
