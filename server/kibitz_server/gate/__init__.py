"""What every request passes before the app answers it: whose it is, how large and how slow it may be, what it is told."""
