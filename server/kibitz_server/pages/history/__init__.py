"""What was played before: evenings, games and players."""
