"""What is known of the table so far: cards in the air, on the discard pile and on heaps, and what places hold."""
