"""Search for change points: in which frame of the past a card left a place, came to lie there, or lay there again."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from kibitz_vision.table.patches import CARD_AREA, Atlas, Mask, alike, texture
from kibitz_vision.tracking.frames.change_points import (
    Weights,
    covering,
    is_carried,
    laid,
    showing,
    stopped,
    stopped_with,
    uncovered,
)
from kibitz_vision.tracking.frames.frame_history import FrameHistory, HistoryFrame
from kibitz_vision.tracking.slots.slot_track import SlotTrack

_LEAST_PX, _LEAST_SHARE = 80, 0.05
"""Pixels, and share, of a patch by which it can be told since when it looks so."""
_UNSEEN_MS, _PASSING_MS = 133.0, 400.0
"""How long neither card nor table is seen before a card of which nobody saw when it came, and how long at most other
hands pass over one before all of it shows."""


def parted(history: FrameHistory, track: SlotTrack, settled: Atlas | None = None) -> HistoryFrame:
    """The first frame in which a card does not lie any more as it rested, given how it lies by now if otherwise."""
    return _parted(history, track, track.bare, settled)


def bared(history: FrameHistory, track: SlotTrack, patch: Atlas) -> HistoryFrame:
    """The same, given the patch of the table where it lay."""
    return _parted(history, track, patch)


def _parted(history: FrameHistory, track: SlotTrack, bare: Atlas | None, settled: Atlas | None = None) -> HistoryFrame:
    weights = track.weights
    if bare is not None:
        # A place is not quite where its card lies: what the table beside it shows is there when the card has gone, too.
        telling = weights * ~alike(bare, track.rested)
        weights = telling if np.count_nonzero(telling) >= _LEAST_PX else weights
    return history.parted(track.number, track.busy_since or 0, track.rested, weights, settled)


def came(history: FrameHistory, track: SlotTrack, patch: Atlas, part: Mask) -> HistoryFrame:
    """The first frame in which part of a place shows what its patch shows now."""
    since = track.gone_index if track.gone is not None else track.busy_since or 0
    bare = track.rested if track.lying is None else track.bare if track.was_bared else None
    before = track.rested if bare is None else bare
    telling, weights = _telling(patch, before, part)
    if bare is not None:
        return _came_to_bare(history, track.number, since, (patch, bare), weights)
    moment = (history.landed if track.gone is None else history.returned)(track.number, since, patch, weights)
    covered = _covered(history, track, (patch, telling), (since, moment))
    if covered is not None and covered.is_narrow:
        return covered.likely
    is_turned = track.observation is not None and not track.observation.is_back
    if track.lying is not None and track.lying.is_back and not is_turned:
        moment = _came_under_hand(history, track, (patch, weights), (since, moment))
    return moment if covered is None else min(moment, covered.last, key=lambda one: one.at_ms)


def _telling(patch: Atlas, before: Atlas, part: Mask) -> tuple[Mask, Weights]:
    """What of a part of a patch looks otherwise than before, and its pixels weighed by how much they tell."""
    telling = part & ~alike(patch, before)
    return telling, texture(patch) * (telling if telling.sum() >= _LEAST_PX else part)


def came_upon(history: FrameHistory, track: SlotTrack, patch: Atlas, upon: HistoryFrame) -> HistoryFrame:
    """The first frame in which a place shows what its patch shows now, after one in which another card was seen."""
    _, weights = _telling(patch, upon.atlas[track.number], CARD_AREA)
    return history.landed(track.number, upon.index, patch, weights)


class _Covered(NamedTuple):
    """When a card covered the table seen where one had lain: most likely, at the latest, and whether that is close."""

    likely: HistoryFrame
    last: HistoryFrame
    is_narrow: bool


def _covered(
    history: FrameHistory, track: SlotTrack, now: tuple[Atlas, Mask], when: tuple[int, HistoryFrame]
) -> _Covered | None:
    """When a card covered the table that was seen where one had lain, if that was shortly before all of it was shown.

    Where hands hide both for some frames, it is likely half way. Given the patch of the card now with the part that
    tells it from the one before, and from which frame until when it may be.
    """
    if track.bare is None:
        return None
    (patch, telling), (start, patches) = now, _patches_in(history, track.number, when)
    weights = texture(patch) * (telling & ~alike(patch, track.bare))
    window = (
        covering(patches, patch, track.bare, weights, history.pace) if np.count_nonzero(weights) >= _LEAST_PX else None
    )
    unseen, passing = history.pace.frames(_UNSEEN_MS), history.pace.frames(_PASSING_MS)
    if window is None or len(patches) - window[1] > passing:
        return None
    first, last = window
    half_way, latest = history.moments[start + (first + last + 1) // 2], history.moments[start + last]
    is_narrow = last - first <= unseen and len(patches) - first <= passing
    return _Covered(half_way, latest, is_narrow)


def _came_under_hand(
    history: FrameHistory, track: SlotTrack, now: tuple[Atlas, Weights], when: tuple[int, HistoryFrame]
) -> HistoryFrame:
    """When the hand stopped that laid a back where another had lain, if that was before all of it was shown.

    Or else shortly before the hand leaves beneath which it was laid.
    """
    start, patches = _patches_in(history, track.number, when)
    stop = stopped_with(patches, now[0], track.rested, now[1], history.pace)
    if stop is None:
        stop = uncovered(patches, *now, history.pace)
    return when[1] if stop is None else history.moments[start + stop]


def _patches_in(history: FrameHistory, number: int, when: tuple[int, HistoryFrame]) -> tuple[int, Atlas]:
    """Which moment is the first from a frame on, and the patches of a place from it until another moment."""
    since, until = when
    start = history.position(since)
    return start, history.patches(number, since)[: history.position(until.index) - start + 1]


def _came_to_bare(
    history: FrameHistory, number: int, since: int, looks: tuple[Atlas, Atlas], weights: Weights
) -> HistoryFrame:
    """The same where no card lay, given how it looks with the card and how it did without.

    Where hands hid the place as the card came, it came when the hand stopped that laid it.
    """
    start = history.position(since)
    patches = history.patches(number, since)
    hidden, shown = showing(patches, *looks, weights, history.pace)
    stop = None
    if is_unseen := shown - hidden >= history.pace.frames(_UNSEEN_MS):
        first, last = _while_dealt(history, number, start + hidden, start + shown)
        first = max(first - 1, start)  # so that a hand is seen to come to rest
        stop = stopped(patches[first - start : last - start + 1], history.pace)
        shown = shown if stop is None else first - start + stop
    was_bare_before = shown == hidden > 0
    if stop is None and (was_bare_before or is_carried(patches, shown)):
        is_shortly = is_unseen and start + shown - first <= history.pace.frames(_PASSING_MS)
        reckoned = _reckoned(history, number, first, start + shown) if is_shortly else None
        shown = laid(patches, looks, weights, shown, history.pace) if reckoned is None else reckoned - start
    moment = history.moments[min(start + shown, len(history.moments) - 1)]
    history.dealt.came_ms[number] = moment.at_ms
    return moment


def came_in_part(
    history: FrameHistory, track: SlotTrack, patch: Atlas, is_seen: Callable[[Atlas], bool]
) -> tuple[HistoryFrame, HistoryFrame]:
    """Since when a card may lie in a bare place, and when it does, of which so far `is_seen` finds a part in a patch.

    Hands may have rested over it meanwhile: what looks as it did before the card was seen tells nothing.
    """
    assert track.bare is not None
    since = track.busy_since or 0
    patches, start = history.patches(track.number, since), history.position(since)
    unseen = next((k for k in range(len(patches) - 1, -1, -1) if not is_seen(patches[k])), 0)
    part = CARD_AREA & ~alike(patch, patches[unseen])
    weights = texture(patch) * (part if part.mean() >= _LEAST_SHARE else CARD_AREA)
    hidden, _ = showing(patches, patch, track.bare, weights, history.pace)
    _, shown = showing(patches[unseen:], patch, track.bare, weights, history.pace)
    first, moment = history.moments[start + min(hidden, unseen)], history.moments[start + unseen + shown]
    history.dealt.came_ms[track.number] = moment.at_ms
    return first, moment


def _while_dealt(history: FrameHistory, number: int, hidden: int, shown: int) -> tuple[int, int]:
    """Between which moments a card can have come that was hidden, narrowed by what else was dealt meanwhile."""
    window = history.dealt.window(number, history.moments[hidden].before_ms, history.moments[shown].at_ms)
    if window is None:
        return hidden, shown
    first, last = (next(k for k, moment in enumerate(history.moments) if moment.at_ms >= ms) for ms in window)
    return min(max(first, hidden), shown), min(last + 2, shown)


def _reckoned(history: FrameHistory, number: int, first: int, shown: int) -> int | None:
    """In which moment a hidden card came that another arm uncovers as it goes, by how long others were in the air."""
    at_ms = history.dealt.likely_ms(number, history.moments[first].at_ms, history.moments[shown].at_ms)
    return None if at_ms is None else next((k for k in range(first, shown) if history.moments[k].at_ms >= at_ms), shown)


def back(history: FrameHistory, track: SlotTrack) -> HistoryFrame:
    """The first frame in which a card that had left its rest lies again as it did."""
    return history.returned(track.number, track.gone_index, track.rested, track.weights)
