"""What a request passes before the app answers it: whose it is, how large and slow it may be, what it is told."""
