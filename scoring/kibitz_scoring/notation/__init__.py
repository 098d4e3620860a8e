"""Tables, events, games and JSON lines as text, and events in words."""
