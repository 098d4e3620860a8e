"""Motion: where cards and hands are at any moment, from moves with exact times."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kibitz_datasets.scenes.optics.table_camera import CARD_MM, Points

Pose = NDArray[np.float64]
"""Shape (6,): x, y and height above the table in mm; turn, tilt (the far edge stays down) and roll in radians.

A card with roll 0 shows its back, with roll pi its face. Of hands only the first three count: the finger tips.
"""


def pose(spot: Sequence[float] | Points, height_mm: float = 0.0, turn: float = 0.0, *, up: bool = False) -> Pose:
    """A card lying flat, or finger tips."""
    return np.array([spot[0], spot[1], height_mm, turn, 0.0, np.pi if up else 0.0])


def half_turns_off(turn: float, wanted: float) -> float:
    """The turn nearest to the wanted one at which a card looks the same."""
    return wanted + (turn - wanted + np.pi / 2) % np.pi - np.pi / 2


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """A move from one pose to another between two times; it starts from rest.

    `lift_mm` is how far the way rises above the straight one, `bow_mm` how far it goes to the right of it, `brake` the
    speed at the end over the mean speed: at 0 it glides to rest, at 1 it stops hard.
    """

    start_ms: float
    end_ms: float
    start: Pose
    end: Pose
    lift_mm: float = 0.0
    bow_mm: float = 0.0
    brake: float = 0.6

    def at(self, time_ms: float) -> Pose:
        """Pose at a time; before the start and after the end it stands still."""
        share = min(max((time_ms - self.start_ms) / (self.end_ms - self.start_ms), 0.0), 1.0)
        done = (3 - self.brake) * share**2 + (self.brake - 2) * share**3
        now = self.start + (self.end - self.start) * done
        now[2] += self.lift_mm * 4 * share * (1 - share)
        way = self.end[:2] - self.start[:2]
        length = float(np.hypot(way[0], way[1]))
        if self.bow_mm and length > 1:
            now[:2] += np.array([-way[1], way[0]]) / length * self.bow_mm * np.sin(np.pi * done)
        return now


@dataclass(slots=True, eq=False)
class Track:
    """A thing's moves in order of their starts; a new move takes over from one that still runs."""

    first: Pose
    moves: list[Move] = field(default_factory=list)
    _starts: list[float] = field(default_factory=list)

    def add(self, move: Move) -> None:
        """Append a move; it may not start before the last one did."""
        if self._starts and move.start_ms < self._starts[-1]:
            raise ValueError(f"a move at {move.start_ms} ms before the last one at {self._starts[-1]} ms")
        self.moves.append(move)
        self._starts.append(move.start_ms)

    def at(self, time_ms: float) -> Pose:
        """Pose at a time."""
        index = bisect_right(self._starts, time_ms) - 1
        return self.first if index < 0 else self.moves[index].at(time_ms)


def card_in_space(at: Pose, aspect: float, height: float = CARD_MM[1]) -> Points:
    """Corners (4, 3) of a card, `height` mm long, as `image_from_space` takes them.

    They go round clockwise on the picture while its back shows.
    """
    half_w, half_h = height * aspect / 2, height / 2
    x, y, z, turn, tilt, roll = at
    along = np.array([-half_w, half_w, half_w, -half_w])
    down = np.array([-half_h, -half_h, half_h, half_h])
    # It rolls about an edge that stays above the table, and tilts about its far edge.
    above = along * np.sin(roll) + half_w * abs(np.sin(roll)) + (half_h + down) * np.sin(tilt) + z
    along = along * np.cos(roll)
    down = (half_h + down) * np.cos(tilt) - half_h
    cos, sin = np.cos(turn), np.sin(turn)
    return np.stack([x + along * cos - down * sin, y + along * sin + down * cos, -above], 1)
