"""Rules, points and tallies of the Cabo family: a pure core without pictures, clocks or files."""
