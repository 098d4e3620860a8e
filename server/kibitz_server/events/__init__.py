"""What happened, numbered for programs, and the webhooks that are told it."""
