"""What is known of the card at one place."""
