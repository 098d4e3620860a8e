"""The camera at the table and the rounds it watches."""
