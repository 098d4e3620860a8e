"""What light, lens, camera and codec make of a scene."""
