"""Teaching a deck: from a few pictures of it to what the reader knows it by, and the file that keeps it."""
