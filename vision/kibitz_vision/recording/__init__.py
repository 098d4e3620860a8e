"""A whole round kept in one folder, to be watched again: written while it is played, and read back."""
