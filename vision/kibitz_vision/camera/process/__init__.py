"""A camera in a process of its own, and what it shares with whoever looks."""
