"""How a camera reads its rows, measured from a light that blinks."""
