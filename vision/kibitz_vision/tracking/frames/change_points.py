"""Change points: the frame in which a card came to rest or left its rest, from the pixels of its place over time.

Each pixel of the settled card has an arrival: the frame from which on it shows what it shows in the end. Pixels under
a hand arrive as the hand goes; those in view arrive together, when the card touches down. So does a lift, backwards.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from kibitz_vision.table.patches import CARD_AREA, Atlas, Mask, alike, texture
from kibitz_vision.tracking.durations import LEAST_FRAMES, SURELY_AT_REST_MS
from kibitz_vision.tracking.frames.frame_pace import USUAL_PACE, FramePace

_TOGETHER = 0.12
"""Share of a card that has to arrive, or leave, at once."""
_MOST = 0.5
_GLIMPSED, _BARE = 0.06, 0.08
_HINTED, _CALM, _LETS_GO = 0.04, 0.1, 5
"""Share of a card that shows first as the hand over it leaves, or of what tells it from the one before past a hand at
rest, or of the table beside one that is laid; share of a place that changes at most while a hand over it rests; one in
so many frames of the rest is over when the card lies."""
_NEARLY, _FAR_MORE, _TAKES_MS = 0.8, 3, 200.0
"""How long a hand that takes a card up hides most of it first."""
_LIES, _WHOLE = 0.45, 0.8
"""Share of a card that shows where it lies, maybe with the hand on it that laid it back; and with nothing on it."""
_RESTS, _LAID_MS, _SLIDES_MS, _GOES_MS = 0.3, 100.0, 167.0, 200.0
"""Share of a place that changes less while a hand rests past which a card is glimpsed, and of a card that is seen to
rest; how long one that is laid down is in view at most before it lies, how long it slides over the table, and
after how long it shows past the hand that goes away."""
_STILL_BARE = 0.02
"""Share of a place in which table is seen at least while the card that comes there is not yet where it will lie."""

Weights = NDArray[np.float32]
"""What each pixel of a patch counts."""


def landing(patches: Atlas, settled: Atlas, weights: Weights) -> int:
    """Number of the first of the patches (m, height, width, 3), in order of time, in which the settled card lies still.

    0 where it lay there all along.
    """
    shares = _arrived(patches, settled, weights)
    steps = np.diff(shares, prepend=shares[0])
    found = np.flatnonzero((steps >= _TOGETHER) | (shares >= _MOST))
    return int(found[0]) if len(found) else int(np.argmax(steps))


def showing(
    patches: Atlas, settled: Atlas, bare: Atlas, weights: Weights, pace: FramePace = USUAL_PACE
) -> tuple[int, int]:
    """Numbers of the first of the patches (m, height, width, 3), in order of time, in which a card may, and does, lie.

    Hands may hide it at once and for long, and pass again; but once it lies on a bare place the table beneath is not
    seen again. Between the two numbers neither is seen.
    """
    is_card, is_table = (alike(patches, np.broadcast_to(like, patches.shape)) for like in (settled, bare))
    card, table = _shares(is_card, weights), _shares(is_table, weights)
    # Some arms look like the table; but beside them more of the card is seen, or it was seen to come to rest before.
    is_empty, rests = (table >= _BARE) & (card < table), _shares(_on_end(is_card, pace), weights) >= _RESTS
    empty = np.flatnonzero(is_empty & ~np.logical_or.accumulate(rests & np.logical_or.accumulate(is_empty)))
    since = int(empty[-1]) + 1 if len(empty) else 0
    found = np.flatnonzero(card[since:] >= _GLIMPSED)
    shown = since + int(found[0]) if len(found) else landing(patches, settled, weights)
    return min(since, shown), shown


def laid(patches: Atlas, looks: tuple[Atlas, Atlas], weights: Weights, first: int, pace: FramePace = USUAL_PACE) -> int:
    """Number of the patch (m, height, width, 3), in order of time, in which a card seen to come since `first` lies.

    Given how the place looks with the card and how it did without. While it is still carried the place changes with
    each frame; most of the card is there at once as it touches down, and one that slides covers table until it rests.
    """
    before = max(first - 1, 0)
    seen = patches[before : first + pace.frames(_SLIDES_MS) + 1]
    is_card, is_table = (alike(seen, np.broadcast_to(like, seen.shape)) for like in looks)
    covers = _shares(is_table[:-1] & is_card[1:] & ~is_table[1:], weights) >= _HINTED
    last = before + 1 + int(np.flatnonzero(covers)[-1]) if covers.any() else first
    is_bare = _shares(is_table[first - before][None], weights)[0] >= _STILL_BARE
    return max(last, _touched(patches, looks[0], weights, first, pace) if is_bare else first)


def _touched(patches: Atlas, settled: Atlas, weights: Weights, first: int, pace: FramePace) -> int:
    """The same, by when most of the card shows at once."""
    last = first + pace.frames(_LAID_MS)
    seen = patches[first : last + 1]
    shown = _shares(alike(seen, np.broadcast_to(settled, seen.shape)), weights)
    moving = np.logical_and.accumulate((_changed(seen) >= _RESTS) & (shown[:-1] < _WHOLE))
    coming = slice(first, first + 1 + int(moving.sum()))
    steps = _arriving(patches, settled, weights)[coming]
    if steps.max() < _GLIMPSED:  # other hands pass over it later
        steps = _arriving(patches[: last + 1], settled, weights)[coming]
    if steps.max() < _GLIMPSED:  # or at once
        steps = shown[: len(steps)]
    return first + int(np.argmax(steps >= _NEARLY * steps.max()))


def is_carried(patches: Atlas, shown: int) -> bool:
    """Whether a card seen first in one of the patches (m, height, width, 3), in order of time, came into view with it.

    A hand that uncovers one rested on it, and goes slowly at first.
    """
    return shown > 0 and float(_changed(patches[shown - 1 : shown + 1])[0]) >= _MOST


def stopped(patches: Atlas, pace: FramePace = USUAL_PACE) -> int | None:
    """Number of the patch (m, height, width, 3), in order of time, from which on a hand rested over the place.

    It is the last rest before the end that counts, and it has to be near: a hand that laid a card down goes away. None
    where there is none, or where the hand was there from the first patch on.
    """
    rest = next(_rests(patches, _CALM, pace), None)
    return None if rest is None else _stop(patches, rest) or None


def stopped_with(
    patches: Atlas, settled: Atlas, before: Atlas, telling: Weights, pace: FramePace = USUAL_PACE
) -> int | None:
    """The same of a hand that laid the settled card, which is glimpsed past it while it rests, on the place of another.

    Glimpsed is what looks no less like the settled card than like the one before, and far more so where they differ
    (`telling`), of which some must show: a card that is held up over its place looks like neither.
    """
    new, old = (alike(patches, np.broadcast_to(card, patches.shape)) for card in (settled, before))
    weights = texture(settled) * CARD_AREA
    is_seen = (_shares(new, weights) >= np.maximum(_GLIMPSED, _shares(old, weights))) & (
        _shares(new, telling) >= np.maximum(_HINTED, _FAR_MORE * _shares(old, telling))
    )
    rest = next((number for number in _rests(patches, _RESTS, pace) if is_seen[number]), None)
    return None if rest is None else _stop(patches, rest) or None


def covering(
    patches: Atlas, settled: Atlas, bare: Atlas, weights: Weights, pace: FramePace = USUAL_PACE
) -> tuple[int, int] | None:
    """Numbers of the first of the patches (m, height, width, 3), in order of time, in which a card may, and does, lie.

    It covers the table seen until then, and stays where it shows past the hands. None where they hid the one or the
    other.
    """
    is_card, is_table = (alike(patches, np.broadcast_to(like, patches.shape)) for like in (settled, bare))
    card, table = _shares(is_card, weights), _shares(is_table, weights)
    seen = np.flatnonzero((table >= _HINTED) & (card < _RESTS))
    if not len(seen) or table[max(seen[-1] - 2, 0) : seen[-1] + 1].max() < _BARE:
        return None
    since = int(seen[-1]) + 1
    stays = np.flatnonzero(((_shares(_on_end(is_card, pace), weights) >= _GLIMPSED) | (card >= _LIES))[since:])
    return (since, since + int(stays[0])) if len(stays) else None


def uncovered(patches: Atlas, settled: Atlas, weights: Weights, pace: FramePace = USUAL_PACE) -> int | None:
    """Number of the patch (m, height, width, 3), in order of time, in which a card lay that was laid beneath a hand.

    That hand had taken the one before away and rests over the place while another lays the settled card. When it leaves
    the card lies there, mostly not for long. None where it does not show as soon as the hand leaves, or where most of
    it comes at once when that has been leaving for some frames.
    """
    calm = np.flatnonzero(_changed(patches) < _CALM) + 1
    if len(calm) < 2 or calm[-1] + 1 == len(patches):
        return None
    last = int(calm[-1])
    seen = patches[last:]
    before, shown, *leaving = _shares(alike(seen, np.broadcast_to(settled, seen.shape)), weights)
    if len(leaving) >= pace.frames(SURELY_AT_REST_MS, LEAST_FRAMES) and leaving[-1] - leaving[-2] >= _MOST:
        return None
    frames = int((np.diff(calm[::-1]) == -1).cumprod().sum())
    return last - frames // _LETS_GO if frames and before < _HINTED <= shown else None


def _rests(patches: Atlas, most: float, pace: FramePace) -> Iterator[int]:
    """Numbers of the last patches in which less changes than before and after, and than `most`, the last one first."""
    changed = _changed(patches)
    for last in range(len(changed) - 2, max(len(changed) - pace.frames(_GOES_MS), 1) - 1, -1):
        if changed[last] <= min(most, changed[last - 1]) and changed[last] < changed[last + 1]:
            yield last + 1


def _stop(patches: Atlas, rest: int) -> int:
    return landing(patches[: rest + 1], patches[rest], texture(patches[rest]) * CARD_AREA)


def returning(patches: Atlas, rested: Atlas, weights: Weights) -> int:
    """Number of the first of the patches (m, height, width, 3), in order of time, in which a card lies as it rested.

    Other hands may pass over it when it lies there again.
    """
    lies = _shares(alike(patches, np.broadcast_to(rested, patches.shape)), weights) >= _LIES
    risen = np.flatnonzero(lies[2:] & lies[1:-1] & ~lies[:-2])
    hidden = np.flatnonzero(~lies[risen[0] + 2 :]) if len(risen) else risen
    last = int(risen[0]) + 2 + int(hidden[0]) if len(hidden) else len(patches)
    return landing(patches[:last], rested, weights)


def parting(
    patches: Atlas, rested: Atlas, weights: Weights, settled: Atlas | None = None, pace: FramePace = USUAL_PACE
) -> int:
    """Number of the last of the patches (m, height, width, 3) in which the card still lies as it rested.

    Where it lies otherwise by now, as `settled` shows, it is over soon after it was seen last to lie as it rested: one
    that comes to lie again looks in parts as it did.
    """
    like = alike(patches, np.broadcast_to(rested, patches.shape))
    telling = weights * (0 if settled is None else ~alike(settled, rested))
    if np.count_nonzero(telling):
        lies = np.flatnonzero(_shares(like, telling) >= _LIES)
        like = like[: (int(lies[-1]) if len(lies) else 0) + pace.frames(_TAKES_MS) + 1]
    there = np.logical_or.accumulate(like[::-1])[::-1]
    shares = _shares(there, weights)
    steps = -np.diff(shares, append=shares[-1])
    found = np.flatnonzero((steps >= _TOGETHER) | (shares >= _MOST))
    return int(found[-1]) if len(found) else int(np.argmax(steps))


def _changed(patches: Atlas) -> NDArray[np.float64]:
    """Share of a card's pixels that changed with each patch (m, height, width, 3) but the first."""
    if len(patches) < 2:
        return np.zeros(0)
    changed: NDArray[np.float64] = 1 - alike(patches[1:], patches[:-1])[:, CARD_AREA].mean(axis=1)
    return changed


def _arrived(patches: Atlas, settled: Atlas, weights: Weights) -> NDArray[np.float64]:
    """Share of the settled card that each of the patches (m, height, width, 3) shows, and all after it."""
    like = alike(patches, np.broadcast_to(settled, patches.shape))
    return _shares(np.logical_and.accumulate(like[::-1])[::-1], weights)


def _arriving(patches: Atlas, settled: Atlas, weights: Weights) -> NDArray[np.float64]:
    """Share of the settled card that each of the patches (m, height, width, 3) shows first, and all after it."""
    shares = _arrived(patches, settled, weights)
    return np.diff(shares, prepend=shares[0])


def _on_end(masks: NDArray[np.bool_], pace: FramePace) -> NDArray[np.bool_]:
    """Where something holds in each of the patches (m, height, width) and in the next ones."""
    numbers = np.arange(len(masks))
    on_end = [
        masks[np.minimum(numbers + later, numbers[-1])] for later in range(pace.frames(SURELY_AT_REST_MS, LEAST_FRAMES))
    ]
    return np.asarray(np.logical_and.reduce(on_end))


def _shares(masks: NDArray[np.bool_], weights: Weights) -> NDArray[np.float64]:
    flat = weights.ravel().astype(np.float64)
    shares: NDArray[np.float64] = masks.reshape(len(masks), -1) @ flat / flat.sum()
    return shares


def share(like: Mask, part: Mask, weights: Weights) -> float:
    """Share of a part of a patch that is alike, each pixel (height, width) weighed."""
    counted = weights * part
    return float((counted * like).sum() / max(float(counted.sum()), 1.0))
