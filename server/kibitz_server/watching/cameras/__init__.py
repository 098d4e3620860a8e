"""The cameras of the table: which there are, which is taken, and how its shutter reads."""
