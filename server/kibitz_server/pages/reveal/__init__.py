"""Counting the hands: from the cards turned up to a round that is confirmed."""
