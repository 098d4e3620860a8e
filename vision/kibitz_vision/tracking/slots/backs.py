"""Backs: whether a place shows the back of the pack where the detector finds no card, or takes it for a face.

All backs of a pack look alike, so that those which lie elsewhere tell how one looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import is_not

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.table import Heap
from kibitz_vision.geometry import Points
from kibitz_vision.table.discovery.printed_zones import is_like_any
from kibitz_vision.table.patches import (
    BORDER,
    HEIGHT_PX,
    INNER,
    LIKE,
    MARGIN_MM,
    MM_PER_PX,
    WIDTH_PX,
    Atlas,
    has_pattern,
    near,
    portion,
)
from kibitz_vision.tracking.slots.card_observation import CardObservation
from kibitz_vision.tracking.slots.slot_track import SlotTrack

_INSET_PX = round(MARGIN_MM / MM_PER_PX) + 5
_OFF_PX = 6
"""Cards lie so far beside the middle of their place."""
_TURNS_DEG = (-6.0, -3.0, 0.0, 3.0, 6.0)
_LIKE, _LIKE_FACE = 0.8, 0.65
"""Correlation from which on two patches show one pattern, and from which on what seems a face shows that of a back."""
_SAME_LEVELS = 48.0
"""By less than so much differs most of one back from another in any colour, of 0 to 255, in shadows as well."""
_AROUND_PX, _COLOURED, _BESIDE = 9, 0.88, 0.5
"""So many px around, what share of a card has a back's colours at least, and what share of the table beside it at most:
of 2,104 places without a card none was like two backs, and of 1,609 with one 1,489."""
KNOWN = 3
"""So many backs that lie elsewhere tell how one looks."""

Turned = tuple[Atlas, ...]
"""A back (height, width, 3) turned as others may lie, without its rim; empty where it has no pattern."""


@dataclass(slots=True, eq=False)
class Backs:
    """How the backs of a table look that lie in slots, and whether the last look at others showed such a one.

    `printed`: what is printed on the table that seems to be a back where no card hides it.
    """

    printed: Sequence[Atlas] = ()
    _turned: dict[int, tuple[Atlas, Turned]] = field(default_factory=dict)
    _compared: dict[int, tuple[tuple[Atlas | None, ...], bool]] = field(default_factory=dict)

    def observation_at(
        self, place_mm: Points, track: SlotTrack, patch: Atlas, tracks: Iterable[SlotTrack]
    ) -> CardObservation | None:
        """What lies in a slot at rest, by the last look at it or by how the backs of others look."""
        if self._is_printed(track, patch, tracks):
            return None
        is_seen = track.observation is not None and (track.observation.is_back or track.observation.is_sure)
        # An arm over a part of a card makes it seem to lie otherwise, and one that passes may look like a back.
        if isinstance(track.place, Heap) or is_seen or not track.resting:
            return track.observation
        known = _known(track, tracks)
        return CardObservation.straight_back(place_mm) if self._shows(track, patch, known) else track.observation

    def _is_printed(self, track: SlotTrack, patch: Atlas, tracks: Iterable[SlotTrack]) -> bool:
        """Whether what seems to be a back is none of the pack: where one lies it looks like what is printed there."""
        is_back = track.observation is not None and track.observation.is_back
        if not self.printed or not is_back or track.place is Heap.DRAW:
            return False
        if is_like_any(patch, (one.rested for one in _known(track, tracks))):
            return False
        return track.lying is None or is_like_any(patch, self.printed[:KNOWN])

    def _shows(self, track: SlotTrack, patch: Atlas, known: Sequence[SlotTrack]) -> bool:
        """Whether a place shows one of these backs; found out once for each look at it."""
        of = (track.looked, *(one.rested for one in known))
        before = self._compared.get(track.number)
        if before is None or len(before[0]) != len(of) or any(map(is_not, before[0], of)):
            least = _LIKE if track.observation is None else _LIKE_FACE
            before = of, any(shows(patch, self._of(one), least) for one in known)
            self._compared[track.number] = before
        return before[1]

    def _of(self, track: SlotTrack) -> Turned:
        kept = self._turned.get(track.number)
        if kept is None or kept[0] is not track.rested:
            kept = self._turned[track.number] = track.rested, turned(track.rested)
        return kept[1]


def shows(patch: Atlas, back: Turned, least: float = _LIKE) -> bool:
    """Whether a patch shows the pattern of a back that another patch shows, a little off and either way round."""
    inner = patch[_INSET_PX - _OFF_PX : _OFF_PX - _INSET_PX, _INSET_PX - _OFF_PX : _OFF_PX - _INSET_PX]
    return any(_is_in(inner, one, least) for one in back)


def _is_in(inner: NDArray[np.uint8], back: Atlas, least: float) -> bool:
    """Whether a pattern is found, and in its own colours: that of a table may be like it, fainter or in others."""
    _, likeness, _, (x, y) = cv2.minMaxLoc(cv2.matchTemplate(inner, back, cv2.TM_CCOEFF_NORMED))
    if likeness <= least:
        return False
    height, width = back.shape[:2]
    off = cv2.absdiff(inner[y : y + height, x : x + width], back).max(axis=-1)
    return float(np.median(off)) < _SAME_LEVELS


def has_colours(patch: Atlas, back: Atlas) -> bool:
    """Whether a patch shows the colours that another shows of a back near each pixel, and no such beside it.

    So are backs known that have no pattern, or one so fine that each looks otherwise.
    """
    if portion(near(patch, back, _AROUND_PX)[INNER]) < _COLOURED:
        return False
    least, most = np.percentile(back[INNER], (5, 95), axis=0)
    beside = patch[BORDER]
    return portion(((beside >= least - LIKE) & (beside <= most + LIKE)).all(axis=-1)) <= _BESIDE


def turned(back: Atlas) -> Turned:
    """A back as others may lie."""
    return tuple(_turns(back)) if has_pattern(_inner(back)) else ()


def _turns(back: Atlas) -> Iterator[Atlas]:
    middle = ((WIDTH_PX - 1) / 2, (HEIGHT_PX - 1) / 2)
    for degrees in (*_TURNS_DEG, *(180 + turn for turn in _TURNS_DEG)):
        turn = cv2.getRotationMatrix2D(middle, degrees, 1.0)
        lying = cv2.warpAffine(back, turn, (WIDTH_PX, HEIGHT_PX), borderMode=cv2.BORDER_REPLICATE)
        yield _inner(np.asarray(lying, np.uint8))


def _inner(patch: Atlas) -> NDArray[np.uint8]:
    return np.ascontiguousarray(patch[_INSET_PX:-_INSET_PX, _INSET_PX:-_INSET_PX])


def _known(track: SlotTrack, tracks: Iterable[SlotTrack]) -> list[SlotTrack]:
    """Some other places where a back lies, the draw pile first."""
    others = (one for one in tracks if one is not track and _is_known(one))
    return sorted(others, key=lambda one: one.place is not Heap.DRAW)[:KNOWN]


def _is_known(track: SlotTrack) -> bool:
    """Whether a back lies there, as always does on the draw pile."""
    return track.lying is not None and (track.lying.is_back or track.place is Heap.DRAW)
