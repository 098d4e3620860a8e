"""Cards and hands on a simulated table, with their tracks."""
