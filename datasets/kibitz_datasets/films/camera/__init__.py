"""What a camera over a simulated table sees."""
