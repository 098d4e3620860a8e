"""What the tracker sees on a frame, to be drawn over it: hands, and places at which something goes on."""

from __future__ import annotations

from kibitz_vision.detections import HAND, Found
from kibitz_vision.geometry import Points
from kibitz_vision.tracking.tracker import Tracker

_MOST_POINTS = 60


def sighted(tracker: Tracker, index: int) -> tuple[Found, ...]:
    """All of a frame, nothing where nothing moves on it; how sure a place is says how sure it is what lies there."""
    moment, table = tracker.history.now, tracker.patches.table
    if moment.index != index:
        return ()
    outlines = tracker.attribution.outlines(moment)
    hands = [Found(HAND, _outline((quarter + 0.5) * 4 - 0.5), 1.0) for quarter in outlines]
    busy = (track for track in tracker.tracks if track.busy_since is not None)
    places = [Found(str(track.place), _outline(table.quad_px(track.place)), track.certainty) for track in busy]
    return (*hands, *places)


def _outline(points: Points) -> tuple[tuple[float, float], ...]:
    step = -(-len(points) // _MOST_POINTS)
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in points[::step])
