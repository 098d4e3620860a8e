"""Cards of several hands that reach the discard pile together."""
