"""Single pictures of the table: taken in, decoded, read, and the decks they are read with."""
