"""Cards on the table, grouped into hands by place and given to the seats."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from kibitz_vision.geometry import CARD_HEIGHT_MM, Points, project, table_from_image
from kibitz_vision.table.discovery.grids import turn_of

_LEAST_GAP_MM = 20.0
_LEAST_GAP_DEALT_MM = 5.0
"""As dealt no hand has more cards than the others: what is close to one may still be a pile."""
_WIDEST_GAP_MM = 90.0
_ALL_BACKS_COST = 3.0
_PILES = 2
_SAME_SIDE = np.radians(20.0)
_APART_MM = 300.0
"""Draw and discard pile lie no further apart."""
_BESIDE_MM = 1.5 * CARD_HEIGHT_MM
"""From middle to middle, so close to the draw pile lies a discard pile that is beside it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Which card belongs to which hand, as indices into the cards that were given.

    `hands` has one entry per seat, clockwise, from the seat nearest the lower edge of the picture, of several along it
    the one at the right; a hand reads row by row as on the picture and may be empty. `leftovers` lie in no hand: piles
    in the middle, stray cards. Of them `draw` is the draw pile, a back, and `discard` the discard pile, a face.
    `strange` is how far the cards are from lying in such hands, by card expected: 0 where they do.
    """

    hands: tuple[tuple[int, ...], ...]
    leftovers: tuple[int, ...]
    draw: int | None = None
    discard: int | None = None
    strange: float = 0.0


def assign(quads_px: Points, *, seats: int, hand_size: int = 4, backs: Collection[int] = ()) -> Layout:
    """Hands of `seats` players from card quads in pixels, shape (n, 4, 2), clockwise; `backs` are the cards face down.

    Cards are grouped by the free space between them in millimetres; of all gaps that could divide the hands the one is
    taken whose groups come nearest to `seats` hands of `hand_size` cards with the piles beside them.
    """
    if not len(quads_px):
        return Layout(hands=((),) * seats, leftovers=())
    quads = np.asarray(quads_px, dtype=np.float64)
    return assign_on_table(project(quads, table_from_image(quads)), seats=seats, hand_size=hand_size, backs=backs)


def assign_on_table(quads_mm: Points, *, seats: int, hand_size: int, backs: Collection[int]) -> Layout:
    """The same from card quads (n, 4, 2) in mm on the table, n >= 1."""
    expected = _Expected(seats, hand_size, frozenset(backs), dealt=2 * len(backs) > len(quads_mm))
    groups = _best_groups(quads_mm, expected)
    chosen = _without_piles(_choose_hands(groups, quads_mm, expected), quads_mm, expected)
    hands = _clockwise(chosen, quads_mm)
    taken = {index for hand in hands for index in hand}
    leftovers = tuple(index for index in range(len(quads_mm)) if index not in taken)
    draw, discard = piles(leftovers, quads_mm, middle_of(hands, quads_mm), expected.backs)
    empty: tuple[tuple[int, ...], ...] = ((),) * (seats - len(hands))
    return Layout(
        hands=tuple(_row_by_row(hand, quads_mm) for hand in hands) + empty,
        leftovers=leftovers,
        draw=draw,
        discard=discard,
        strange=_strangeness(groups, expected) / (seats * hand_size) + _in_columns(leftovers, quads_mm) / 2 / hand_size,
    )


def middle_of(hands: Sequence[Sequence[int]], quads_mm: Points) -> Points:
    """The middle (2,) of a table between its hands, given as indices into card quads (n, 4, 2)."""
    centres = np.array([quads_mm[list(hand)].mean(axis=(0, 1)) for hand in hands if hand])
    middle: Points = (centres.min(axis=0) + centres.max(axis=0)) / 2
    return middle


@dataclass(frozen=True, slots=True)
class _Expected:
    seats: int
    hand_size: int
    backs: frozenset[int]
    dealt: bool
    """Whether the hands lie face down: most cards do."""

    def unlike_hand(self, group: Collection[int]) -> float:
        """How little a group is like a hand; at the reveal, where a card face down is rare, one of backs is none."""
        share = 0.0 if self.dealt else len(self.backs.intersection(group)) / len(group)
        return abs(len(group) - self.hand_size) + _ALL_BACKS_COST * share


def _best_groups(quads_mm: Points, expected: _Expected) -> list[list[int]]:
    gaps = _gaps_mm(quads_mm)
    least = _LEAST_GAP_DEALT_MM if expected.dealt else _LEAST_GAP_MM
    between = np.unique(np.clip(gaps[np.triu_indices(len(gaps), 1)], least, _WIDEST_GAP_MM))
    candidates = [_linked(gaps, cut) for cut in (_LEAST_GAP_MM, *between.tolist())]
    return min(candidates, key=lambda groups: _strangeness(groups, expected))


def _strangeness(groups: list[list[int]], expected: _Expected) -> float:
    """How far the groups are from the hands expected; cards beyond a draw and a discard pile are strange, too."""
    order = sorted(groups, key=expected.unlike_hand)
    hands, others = order[: expected.seats], order[expected.seats :]
    missing = expected.hand_size * (expected.seats - len(hands))
    strays = sum(len(group) for group in others)
    return sum(map(expected.unlike_hand, hands)) + missing + 0.1 * strays + 0.4 * max(0, strays - _PILES)


def _in_columns(cards: Sequence[int], quads_mm: Points) -> int:
    """How many cards cover, or are covered by, more than half of another."""
    centres = quads_mm[list(cards)].mean(axis=1)
    apart = np.linalg.norm(centres[:, None] - centres[None], axis=-1) + np.eye(len(centres)) * CARD_HEIGHT_MM
    return int((apart < CARD_HEIGHT_MM / 2).any(axis=1).sum())


def _gaps_mm(quads_mm: Points) -> Points:
    """Free space between any two cards, shape (n, n): the shortest distance from edge points of one to the other."""
    steps = np.linspace(0, 1, 5)[:-1, None]
    following = np.roll(quads_mm, -1, axis=1)
    edges = (quads_mm[:, :, None] * (1 - steps) + following[:, :, None] * steps).reshape(len(quads_mm), -1, 2)
    distances = np.linalg.norm(edges[:, None, :, None] - edges[None, :, None, :], axis=-1)
    centres = quads_mm.mean(axis=1)
    overlap = np.linalg.norm(centres[:, None] - centres[None], axis=-1) < CARD_HEIGHT_MM / 2
    gaps: Points = np.where(overlap, 0.0, distances.min(axis=(2, 3)))
    return gaps


def _linked(gaps: Points, cut: float) -> list[list[int]]:
    """Groups of cards that hang together by gaps of at most `cut` millimetres."""
    waiting, groups = set(range(len(gaps))), []
    while waiting:
        reached, edge = set[int](), {min(waiting)}
        while edge:
            reached |= edge
            edge = {int(near) for index in edge for near in np.flatnonzero(gaps[index] <= cut)} - reached
        groups.append(sorted(reached))
        waiting -= reached
    return groups


def _choose_hands(groups: list[list[int]], quads_mm: Points, expected: _Expected) -> list[list[int]]:
    """The groups that are hands: most like a hand first, then far from the middle, where the piles lie."""
    centres = np.array([quads_mm[group].mean(axis=(0, 1)) for group in groups])
    middle = (centres.min(axis=0) + centres.max(axis=0)) / 2
    reach = np.linalg.norm(centres - middle, axis=1)
    order = sorted(range(len(groups)), key=lambda at: (expected.unlike_hand(groups[at]), -reach[at]))
    return [groups[at] for at in order[: expected.seats]]


def _without_piles(hands: list[list[int]], quads_mm: Points, expected: _Expected) -> list[list[int]]:
    """The hands at the reveal without the piles: a back too many, and the face too many that lies beside it."""
    full = [hand for hand in hands if len(hand) <= expected.hand_size]
    backs = sorted(expected.backs - {card for hand in full for card in hand})
    faces = sorted(set(range(len(quads_mm))) - expected.backs)
    if expected.dealt or not backs or not faces:
        return hands
    centres = quads_mm.mean(axis=1)
    draw, _ = piles(backs, quads_mm, middle_of(hands, quads_mm), expected.backs)
    if draw is None:
        return hands
    without = [[card for card in hand if card != draw] for hand in hands]
    away = {card: float(np.hypot(*(centres[card] - centres[draw]))) for card in faces}
    discard = min(faces, key=away.__getitem__)
    if away[discard] > _BESIDE_MM:
        return without
    return [[card for card in hand if card != discard or len(hand) <= expected.hand_size] for hand in without]


def _clockwise(hands: list[list[int]], quads_mm: Points) -> list[list[int]]:
    middle = middle_of(hands, quads_mm)
    centres = np.array([quads_mm[hand].mean(axis=(0, 1)) for hand in hands])
    across, down = (centres - middle).T
    turns = np.array([turn_of(quads_mm[hand], middle) for hand in hands])
    lowest = int(np.argmax(down))
    beside = np.abs(np.angle(np.exp(1j * (turns - turns[lowest])))) < _SAME_SIDE
    beside &= down > down[lowest] - CARD_HEIGHT_MM
    start = int(np.argmax(np.where(beside, across, -np.inf)))
    angles = np.arctan2(down, across)
    order = np.mod(angles - angles[start], 2 * np.pi)
    order[start] = 0.0
    return [hands[int(at)] for at in np.argsort(order, kind="stable")]


def piles(
    leftovers: Sequence[int], quads_mm: Points, middle_mm: Points, backs: Collection[int]
) -> tuple[int | None, int | None]:
    """The draw pile, of all backs nearest to the middle, and the discard pile, the nearest face to it."""
    centres = quads_mm.mean(axis=1)

    def nearest(cards: Sequence[int], to_mm: Points) -> int | None:
        near = [card for card in cards if np.hypot(*(centres[card] - to_mm)) < _APART_MM]
        return min(near, key=lambda card: float(np.hypot(*(centres[card] - to_mm)))) if near else None

    draw = nearest([card for card in leftovers if card in backs], middle_mm)
    faces = [card for card in leftovers if card not in backs]
    return draw, nearest(faces, middle_mm if draw is None else centres[draw])


def _row_by_row(hand: list[int], quads_mm: Points) -> tuple[int, ...]:
    """Cards of a hand as they are read on the picture: rows from the top, each from the left."""
    centres = quads_mm.mean(axis=1)
    rows: list[list[int]] = []
    for index in sorted(hand, key=lambda card: centres[card, 1]):
        if rows and centres[index, 1] - centres[rows[-1][0], 1] < CARD_HEIGHT_MM / 2:
            rows[-1].append(index)
        else:
            rows.append([index])
    return tuple(card for row in rows for card in sorted(row, key=lambda card: centres[card, 0]))
