"""Durations: how long what moves on a table takes, and rests, in ms: those that more than one module asks for.

They were chosen on films for development at 30 frames a second, not measured of people; `FramePace` counts them in the
frames of the camera at hand. As noise filters they need two frames at least, whatever the camera.
"""

from __future__ import annotations

AT_REST_MS = 67.0
"""What looks the same for so long is at rest: a card that comes lies then, one that is turned over only nearly stops.
A corner of a card, or bare table, that is seen for so long is not that of an arm that passes.
"""
SURELY_AT_REST_MS = 100.0
"""What looks the same for so long is at rest also where a hand may hold it; a fine pattern that is still carried is
like itself where it will lie, but not for so long.
"""
CALM_MS = 200.0
"""A place that shows for so long what it should is calm again; nobody touches it."""
LONG_MS = 800.0
"""No hand stays so still for so long over a card that lies flat."""
LEAST_FRAMES = 2
"""One frame alone may be noise."""
