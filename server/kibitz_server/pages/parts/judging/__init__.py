"""What the table is asked and disputes, and how it decides: inbox, replay, rulings."""
