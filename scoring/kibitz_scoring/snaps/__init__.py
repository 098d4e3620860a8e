"""The snap judge: whose snap counts, what it costs."""
