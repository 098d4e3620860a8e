"""The draw pile: a card taken from it leaves it looking the same, so it is told by the hand that rests on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.table import Heap, Interval
from kibitz_vision.table.patches import CARD_AREA, Atlas, alike, portions
from kibitz_vision.tracking.changes import Change, Kind
from kibitz_vision.tracking.durations import LEAST_FRAMES, SURELY_AT_REST_MS
from kibitz_vision.tracking.frames.frame_history import FrameHistory
from kibitz_vision.tracking.frames.frame_pace import FramePace
from kibitz_vision.tracking.frames.micro_motion import micro_motion_mm
from kibitz_vision.tracking.hands.hand_attribution import HandAttribution
from kibitz_vision.tracking.slots.slot_track import SlotTrack

_RESTS = 0.97
_NEARLY_RESTS = 0.95
_ARRIVES = 0.85
_MOVES = 0.93
_SLOW = 0.75
_CARRIED = 0.6
_COVERED = 0.95
_APART_MS, _FAR_APART_MS = 133.0, 267.0
"""Time between one card taken and the next hand that touches the pile, more where it does not rest."""
_UNTOUCHED = 0.985
_SAME, _LEAST_PLACES, _STANDS_OUT = 0.97, 3, 2.6
"""Backs that look so much the same nobody touched; of so many it is known how far they seem to have moved for noise,
light and focus alone, and a top card that seems to have moved by fewer times as much lies as it did. On five hard films
for development it was 3.2 to 9.4 times where a card was taken, and where arms had passed 0.3 to 2.5 times, once 3.4.
"""
_UNSTEADY_MM = 0.2
"""Where too few backs tell that, a top card that seems to have moved by less lies as it did: on 13 hard rounds for
development six false draws of eight were such (0.05 to 0.14 mm), and no true one of 48 (four of them less than 0.2 mm).
"""
_TABLE_LEVELS = 30
_TABLE = 0.7


@dataclass(slots=True, eq=False)
class DrawPile:
    """Follows hands on the draw pile; `by` is whose hand was there last. From one that `ran_out` nothing is taken."""

    by: HandPosterior = UNSEEN_HAND
    ran_out: bool = False
    touching: bool = False
    pace: FramePace = field(default_factory=FramePace)
    since_taken: int = field(init=False)
    rested: int = 0
    _arriving: bool = False
    _slow: int = 0
    _clear: Atlas | None = None
    _reached: int | None = None

    def __post_init__(self) -> None:
        self.since_taken = self.pace.frames(_APART_MS)

    def follow(
        self,
        tracks: Sequence[SlotTrack],
        seen: tuple[float, float],
        history: FrameHistory,
        attribution: HandAttribution,
    ) -> Iterator[Change]:
        """What the last frame shows of the pile at its place, given `at_rest` and `shown` as in `update`."""
        track = next(one for one in tracks if one.place is Heap.DRAW)
        now, (at_rest, shown) = history.now, seen
        patch = now.atlas[track.number]
        by: HandPosterior = attribution.touching(Heap.DRAW, now) if shown < _UNTOUCHED else UNSEEN_HAND
        for kind, moments_ago in self.update(by, at_rest, shown):
            moment = history.moments[max(-1 - moments_ago, -len(history.moments))]
            if kind is Kind.TAKEN:
                history.dealt.taken_ms.append(moment.at_ms)
            yield Change(kind, Heap.DRAW, moment.interval, moment.index, by or self.by)
        if by or (shown < _UNTOUCHED and attribution.at(Heap.DRAW, now)):
            self._reached = now.index if self._reached is None else self._reached
        elif track.resting and not track.looks_other(patch):
            if shown < _UNTOUCHED:
                track.settle(patch, track.lying)
            yield from self._cleared(track.number, [one.number for one in tracks if _shows_back(one)], history)

    def _cleared(self, number: int, others: Sequence[int], history: FrameHistory) -> Iterator[Change]:
        """No hand is over it: how far its top card lies from where one lay before."""
        before, reached, now = self._clear, self._reached, history.now
        self._clear, self._reached = now.atlas, None
        if reached is not None and before is not None:
            since = history.at(reached).interval
            during = Interval(since.start_ms, now.at_ms)
            moved_mm = micro_motion_mm(before[number], now.atlas[number])
            if moved_mm < _noise_mm(before[others], now.atlas[others]):
                moved_mm = 0.0
            yield Change(Kind.CLEAR, Heap.DRAW, during, now.index, self.by, left=since, moved_mm=moved_mm)

    def update(self, by: HandPosterior, at_rest: float, shown: float) -> Iterator[tuple[Kind, int]]:
        """What is found out with the next frame, and how many frames ago it was.

        `by`: whose hand ends at the pile. Of the pile's patch `at_rest` is the share that is as it was a frame ago,
        `shown` the one that is as it was when no hand was there.
        """
        self.since_taken += 1
        self.by = by or self.by
        if self.ran_out:
            return
        apart, far_apart = (self.pace.frames(ms) for ms in (_APART_MS, _FAR_APART_MS))
        slowly = self.pace.frames(SURELY_AT_REST_MS, LEAST_FRAMES)
        slow, self._slow = self._slow, self._slow + 1 if by and at_rest >= _SLOW and shown < _COVERED else 0
        if self.touching and at_rest < _MOVES:
            self.touching, self.since_taken = False, 0
            yield Kind.TOUCHED, self.rested + 1
            yield Kind.TAKEN, 1
        elif not self.touching and slow >= slowly and at_rest < _CARRIED and self.since_taken >= far_apart:
            # Some hands take a card without coming to rest: they slow down, and then much of the pile moves.
            self.since_taken = 0
            yield Kind.TOUCHED, slow
            yield Kind.TAKEN, 1
        elif self.touching and not by:
            self.touching = False
        elif not self.touching and by and self._rests(at_rest) and self.since_taken >= apart:
            self.touching, self.rested = True, 0
        self.rested += 1
        self._arriving = bool(by) and at_rest >= _ARRIVES

    def _rests(self, at_rest: float) -> bool:
        """Whether a hand has come to rest: it hardly moves, or was there before and moves little."""
        return at_rest >= _RESTS or (self._arriving and at_rest >= _NEARLY_RESTS)


def _shows_back(track: SlotTrack) -> bool:
    return track.lying is not None and track.lying.is_back and not isinstance(track.place, Heap)


def _noise_mm(before: Atlas, now: Atlas) -> float:
    """How far a top card may seem to have moved that nobody touched, by how far backs that lie still seem to have."""
    still = np.flatnonzero(portions(alike(now, before)) >= _SAME) if len(before) else ()
    if len(still) < _LEAST_PLACES:
        return _UNSTEADY_MM
    return _STANDS_OUT * float(np.median([micro_motion_mm(before[k], now[k]) for k in still]))


def is_bare(patch: Atlas) -> bool:
    """Whether where a card would lie it looks as it does around it."""
    around = np.median(patch[~CARD_AREA], axis=0)
    different = np.abs(patch[CARD_AREA] - around).max(-1)
    return float((different < _TABLE_LEVELS).mean()) > _TABLE
