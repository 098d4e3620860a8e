"""What a token looks like: a dark disc with a light ring, and a light plus or minus in its dark middle.

Lengths are shares of the disc's radius. The ring is found in any turn and tilt, the sign by how often the middle is
light on the way round: four times or twice.
"""

from __future__ import annotations

from typing import Final

DISC_MM: Final = 28.0
OUTER_RING, INNER_RING = 0.84, 0.62
"""Where the light ring ends and begins."""
SIGN_LENGTH, SIGN_WIDTH = 0.46, 0.12
"""How far a stroke of the sign reaches from the middle, and to each side of its axis."""
DARK, LIGHT = (24, 22, 34), (255, 253, 244)
"""Red, green and blue as printed."""
