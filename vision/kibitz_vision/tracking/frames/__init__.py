"""Frames compared with each other, pixel by pixel."""
