"""What breaks a rule, and what may be done next."""
