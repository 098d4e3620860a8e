"""The grid of cards in front of one seat: which way its player sits, and which card lies in which row and column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kibitz_vision.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM, Points, lying_across

_GAP_MM = 9.0
"""Free space between the cards of a grid where nothing is seen that says otherwise."""


@dataclass(frozen=True, slots=True)
class GridShape:
    """`size` cards in rows of `columns`, the last row from the left as far as the cards go."""

    size: int
    columns: int

    @property
    def rows(self) -> int:
        """How many rows, the last perhaps shorter."""
        return -(-self.size // self.columns)

    def in_row(self, row: int) -> int:
        """How many places a row has."""
        return min(self.columns, self.size - row * self.columns)


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Where the places of a grid lie.

    `turn` as in `TablePlaces`; `cards` maps a place's index to the number of the card seen there. `origin`, shape (2,),
    is the first place's middle, as far right and near as its player sees it; `pitch`, (2,), from place to place.
    """

    turn: float
    cards: dict[int, int]
    origin: Points
    pitch: Points

    def spot(self, row: int, column: int) -> Points:
        """Middle (2,) in mm of a place by row from the farthest and column from the left, also beside the grid."""
        middle: Points = (self.origin + np.array([column, row]) * self.pitch) @ _axes(self.turn)
        return middle


def turn_of(quads_mm: Points, middle_mm: Points) -> float:
    """Turn of the player behind cards (n, 4, 2) that lie with a short side towards the player.

    The player is on the side of the cards that faces away from the table's middle.
    """
    following = np.roll(quads_mm, -1, axis=1) - quads_mm
    sides = following[np.arange(len(quads_mm)), lying_across(quads_mm).astype(int)]
    # Doubled angles: a side and the same side from its other end are one direction.
    turn = float(np.angle(np.sum(np.exp(2j * np.arctan2(sides[:, 1], sides[:, 0]))))) / 2
    towards = quads_mm.mean(axis=(0, 1)) - middle_mm
    return turn if _axes(turn)[1] @ towards >= 0 else float(np.angle(np.exp(1j * (turn + np.pi))))


def fit_grid(quads_mm: Points, turn: float, shape: GridShape) -> Grid | None:
    """The grid in which cards (n, 4, 2) lie, None where too few are seen to tell its rows and columns."""
    across, along = (quads_mm.mean(axis=1) @ _axes(turn).T).T
    # Counted from the player: what lies beyond the grid is a pile in the middle.
    rows = _fullest(_runs(along, CARD_HEIGHT_MM / 2)[::-1], shape.rows)[::-1]
    if len(rows) < shape.rows:
        return None
    ordered = [sorted(row, key=lambda card: across[card]) for row in rows]
    middles = _column_middles(ordered, across, shape)
    if middles is None:
        return None
    cards = {}
    for number, row in enumerate(ordered):
        for column, card in _in_columns([float(across[card]) for card in row], middles[: shape.in_row(number)]):
            cards[number * shape.columns + column] = row[card]
    cells = np.array([divmod(index, shape.columns) for index in cards])
    seen = list(cards.values())
    right, width = _line(cells[:, 1], across[seen], CARD_WIDTH_MM + _GAP_MM)
    near, depth = _line(cells[:, 0], along[seen], CARD_HEIGHT_MM + _GAP_MM)
    return Grid(turn, cards, np.array([right, near]), np.array([width, depth]))


def _axes(turn: float) -> Points:
    """Directions to the player's right and towards the player, the rows of a (2, 2) matrix."""
    cos, sin = np.cos(turn), np.sin(turn)
    return np.array([[cos, sin], [-sin, cos]])


def _runs(values: Points, reach: float) -> list[list[int]]:
    """Groups of numbers, from the least, of which none is further than `reach` from the middle of those before it."""
    runs: list[list[int]] = []
    for index in np.argsort(values, kind="stable").tolist():
        if runs and values[index] - values[runs[-1]].mean() < reach:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def _fullest(runs: list[list[int]], count: int) -> list[list[int]]:
    """So many runs side by side that together have the most cards, the first such."""
    starts = range(max(1, len(runs) - count + 1))
    best = max(starts, key=lambda start: sum(map(len, runs[start : start + count])))
    return runs[best : best + count]


def _column_middles(rows: Sequence[Sequence[int]], across: Points, shape: GridShape) -> list[float] | None:
    """How far right each column lies, from the rows that are complete, or else from all cards together."""
    complete = [across[list(row)] for row in rows if len(row) == shape.columns]
    if complete:
        return [float(middle) for middle in np.mean(complete, axis=0)]
    cards = np.array([card for row in rows for card in row])
    runs = _fullest(_runs(across[cards], CARD_WIDTH_MM / 2), shape.columns)
    if len(runs) < shape.columns:
        return None
    return [float(across[cards[run]].mean()) for run in runs]


def _in_columns(across: Sequence[float], middles: Sequence[float]) -> list[tuple[int, int]]:
    """Columns and the numbers of the cards in them: one by one where the row is complete, or else each nearest."""
    if len(across) == len(middles):
        return [(column, column) for column in range(len(middles))]
    found = []
    for column, middle in enumerate(middles):
        nearest = min(range(len(across)), key=lambda card: abs(across[card] - middle))
        if abs(across[nearest] - middle) < CARD_WIDTH_MM / 2:
            found.append((column, nearest))
    return found


def _line(steps: Points, values: Points, likely: float) -> tuple[float, float]:
    """Start and pitch of values at whole steps; where all are at one step, the likely pitch."""
    rows = np.concatenate([np.column_stack([np.ones(len(steps)), steps]), [[0.0, 0.1]]])
    start, pitch = np.linalg.lstsq(rows, np.append(values, 0.1 * likely), rcond=None)[0]
    return float(start), float(pitch)
