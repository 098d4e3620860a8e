"""From frames to what each place of a table shows."""
