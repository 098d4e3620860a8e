"""Which hand brought which card, and how sure that is."""
