"""What is stored of people, and how it is deleted without a trace."""
