"""How long after its first frame a thing is told, and how soon a card that comes is told of, against the truth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kibitz_models.watching.measuring.truth import FilmedRound
from kibitz_models.watching.measuring.wanted import TOLERANCE_MS
from kibitz_scoring.notation.seen_lines import type_name
from kibitz_scoring.table import (
    CardFlipped,
    CardLanded,
    CardLifted,
    CardPlaced,
    CardReturned,
    Heap,
    PileTopChanged,
    Place,
    TableEvent,
)
from kibitz_vision.camera.video import read_video
from kibitz_vision.table.patches import Atlas, likeness, patch_map
from kibitz_vision.table.places import TablePlaces
from kibitz_vision.tracking.frames.normalized_frame import MotionGate

_IN_VIEW = 0.5
_FRAME_MS = 34.0
"""A card that comes down lies a frame later: the word of it is not too early then."""


@dataclass(frozen=True, slots=True)
class Coming:
    """A card came to a place: the capture time of the first frame since it lies there, in ms of the film."""

    place: Place
    at_ms: float


@dataclass(slots=True)
class Delays:
    """What was told, and when, in ms of the film."""

    told: list[tuple[TableEvent, float]] = field(default_factory=list)

    def take(self, events: Iterable[TableEvent], now_ms: float) -> None:
        """Note what was told at a time."""
        self.told += [(event, now_ms) for event in events]

    def by_type(self) -> dict[str, Any]:
        """How long after the frame that the event itself names it was told, by type."""
        late: dict[str, list[float]] = defaultdict(list)
        for event, now_ms in self.told:
            late[type_name(event)].append(now_ms - event.seen.at.end_ms)
        return {kind: spread(values) for kind, values in sorted(late.items())}

    def first_word(self, coming: Coming) -> float | None:
        """When it was first told that a card had come, by a landing or whole; None where it never was."""
        words = (CardLanded, CardPlaced, PileTopChanged)
        times = [now for event, now in self._of(coming, words) if now >= coming.at_ms - _FRAME_MS]
        return min(times, default=None)

    def whole(self, coming: Coming) -> float | None:
        """When all was told of it."""
        return min((now for _, now in self._of(coming, (CardPlaced, PileTopChanged))), default=None)

    def _of(self, coming: Coming, kinds: tuple[type, ...]) -> list[tuple[TableEvent, float]]:
        return [
            (event, now)
            for event, now in self.told
            if isinstance(event, kinds)
            and place_of(event) == coming.place
            and event.seen.at.start_ms - TOLERANCE_MS < coming.at_ms < event.seen.at.end_ms + TOLERANCE_MS
        ]

    def landings(self, film: FilmedRound) -> dict[str, int]:
        """How many landings were told, and of what: a card that came, came back or was turned over, or of nothing."""
        kinds = {
            "of_cards_that_came": [(place_of(event), event.seen.at.end_ms) for event in placements(film.seen)],
            "of_cards_that_came_back": _happened(film, CardReturned),
            "of_cards_turned_over": _happened(film, CardFlipped),
        }
        found = dict.fromkeys(("told", *kinds, "of_nothing"), 0)
        for event, now in self.told:
            if isinstance(event, CardLanded):
                found["told"] += 1
                # Its own time may be off where hands hid the card: what counts is that one has come by then.
                of = next((kind for kind, truth in kinds.items() if _has_come(event, now, truth)), "of_nothing")
                found[of] += 1
        return found


def _happened(film: FilmedRound, kind: type[CardReturned | CardFlipped]) -> list[tuple[Place | None, float]]:
    return [(event.place, event.seen.at.end_ms) for event in film.seen if isinstance(event, kind)]


def _has_come(event: CardLanded, now_ms: float, truth: Sequence[tuple[Place | None, float]]) -> bool:
    since_ms, until_ms = event.seen.at.start_ms - TOLERANCE_MS, now_ms + _FRAME_MS
    return any(place == event.place and since_ms < at_ms <= until_ms for place, at_ms in truth)


def place_of(event: TableEvent) -> Place | None:
    """Where a card came to lie."""
    if isinstance(event, PileTopChanged):
        return Heap.DISCARD
    return event.place if isinstance(event, CardPlaced | CardLanded) else None


def placements(events: Sequence[TableEvent]) -> list[CardPlaced | PileTopChanged]:
    """Cards that came; where the pile's top was taken, the next one was there before."""
    taken = {event.seen.at for event in events if isinstance(event, CardLifted) and event.place is Heap.DISCARD}
    return [
        event
        for event in events
        if isinstance(event, CardPlaced) or (isinstance(event, PileTopChanged) and event.seen.at not in taken)
    ]


def comings(film: FilmedRound, places: TablePlaces, times_ms: Sequence[float]) -> list[Coming]:
    """The cards that truly came to places that are known, each at the first frame since it lies."""
    found = []
    for event in placements(film.seen):
        place = place_of(event)
        number = int(np.searchsorted(times_ms, event.seen.at.end_ms))
        if place in places.quads_mm and number < len(times_ms):
            assert place is not None
            found.append(Coming(place, times_ms[number]))
    return found


def in_view(film: FilmedRound, places: TablePlaces, told: Mapping[Coming, float]) -> dict[Coming, float]:
    """When half of each card was first in view as it lay when all of it was told, given when that was."""
    gate, patches = MotionGate(), patch_map(places)
    number = {place: k for k, place in enumerate(patches.places)}
    kept: dict[Coming, list[tuple[float, Atlas]]] = {coming: [] for coming in told}
    for frame in read_video(film.video):
        at_ms, normalized = frame.captured_ns / 1e6, gate.look(frame)
        here = [coming for coming in told if coming.at_ms <= at_ms <= told[coming]]
        if here:
            atlas = patches.cut(normalized.half)
            for coming in here:
                kept[coming].append((at_ms, atlas[number[coming.place]].copy()))
    return {coming: _first_in_view(frames) for coming, frames in kept.items() if frames}


def _first_in_view(frames: Sequence[tuple[float, Atlas]]) -> float:
    lying = frames[-1][1]
    return next(at for at, patch in frames if likeness(patch, lying) >= _IN_VIEW)


def told_json(film: FilmedRound, places: TablePlaces, delays: Delays, times_ms: Sequence[float]) -> dict[str, Any]:
    """How soon things were told, and what was told of landings."""
    came = comings(film, places, times_ms)
    whole = {coming: now for coming in came if (now := delays.whole(coming)) is not None}
    return {
        "placements": delays_json(delays, came, in_view(film, places, whole)),
        "landings": delays.landings(film),
        "told_after_ms": {kind: without_each(one) for kind, one in delays.by_type().items()},
    }


def delays_json(told: Delays, came: Sequence[Coming], shown_ms: Mapping[Coming, float]) -> dict[str, Any]:
    """How long after a card lies, and after half of it is in view, it was first told that it had come."""
    first = {coming: now for coming in came if (now := told.first_word(coming)) is not None}
    whole = {coming: now for coming in came if (now := told.whole(coming)) is not None}
    return {
        "cards_that_came": len(came),
        "never_told_of": len(came) - len(first),
        "first_told_after_it_lies_ms": spread([now - coming.at_ms for coming, now in first.items()]),
        "first_told_after_half_is_in_view_ms": spread(
            [max(0.0, first[coming] - shown_ms[coming]) for coming in first if coming in shown_ms]
        ),
        "told_whole_after_it_lies_ms": spread([now - coming.at_ms for coming, now in whole.items()]),
    }


def spread(values: Sequence[float]) -> dict[str, Any]:
    """How many, median, 95th percentile and most, and each of them."""
    if not values:
        return {"count": 0}
    shares = {f"p{share}": round(float(np.percentile(values, share)), 1) for share in (50, 95, 100)}
    return {"count": len(values), **shares, "each": [round(value) for value in sorted(values)]}


def brief(values: list[float]) -> dict[str, Any]:
    """Median, 95th percentile and most."""
    return without_each(spread(values))


def without_each(figures: dict[str, Any]) -> dict[str, Any]:
    """A spread without its single values."""
    return {name: value for name, value in figures.items() if name != "each"}
