"""What people at a simulated table do, and when."""
