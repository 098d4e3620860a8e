"""Where everything has its place on a table: the slots before each seat, and the heaps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.table import Heap, Place, SlotId
from kibitz_vision.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM, Homography, Points, inverse, project

_FOCAL = 0.85
"""Focal length in longer sides of the picture, as of usual webcams (60 degrees)."""


@dataclass(frozen=True, slots=True, eq=False)
class TablePlaces:
    """Every place of a table and where it lies.

    `players`: as found, clockwise on the picture, beginning on the side nearest its lower edge, there at the right; as
    people then say, in the order of their turns.
    `size_px`: (width, height) of the picture. `quads_mm`: one rectangle of a card, shape (4, 2), for every place,
    clockwise from the corner at the far left as the seat's player sees it (a heap: as it lies in the picture).
    Beside the slots of the pack's grid there are extra places, and `Heap.DRAW`, `Heap.DISCARD` and `Heap.ASIDE`.
    """

    players: tuple[PlayerId, ...]
    size_px: tuple[int, int]
    table_from_image: Homography
    quads_mm: Mapping[Place, Points]

    def on_table(self, points_px: Points) -> Points:
        """Where points (..., 2) of the picture lie on the table, in mm."""
        return project(np.asarray(points_px, np.float64), self.table_from_image)

    def in_picture(self, points_mm: Points) -> Points:
        """Where points (..., 2) of the table are in the picture, in pixels."""
        return project(points_mm, inverse(self.table_from_image))

    def quad_px(self, place: Place) -> Points:
        """Corners (4, 2) of a place in the picture, in the order of `quads_mm`; `InputError` where it is unknown."""
        return self.in_picture(self._quad_mm(place))

    def turn(self, place: Place) -> float:
        """Radians from the picture's x to the player's right hand on the table plane, clockwise; -pi to pi."""
        x, y = _right(self._quad_mm(place))
        return float(np.arctan2(y, x))

    def slots(self, player: PlayerId) -> tuple[SlotId, ...]:
        """A player's slots, the grid first, then the extra places."""
        seat = f"p{self.players.index(player) + 1}."
        return tuple(place for place in self.quads_mm if not isinstance(place, Heap) and place.startswith(seat))

    def grid(self, player: PlayerId) -> tuple[SlotId, ...]:
        """A player's slots without the extra places."""
        return tuple(slot for slot in self.slots(player) if ".x" not in slot)

    def in_quarter(self, points_mm: Points) -> Points:
        """The same points (.., 2) in px of a picture of quarter size."""
        quarter: Points = (self.in_picture(points_mm) + 0.5) / 4 - 0.5
        return quarter

    def camera_mm(self) -> tuple[Points, float]:
        """Where on the table the camera is above, (2,), and how high, as far as its unknown lens is a usual one.

        The columns of a plane's homography are two axes of the table and its origin as the camera sees them (Hartley
        and Zisserman, Multiple View Geometry, 8.1).
        """
        width, height = self.size_px
        focal_px = _FOCAL * max(width, height)
        lens = np.array([[focal_px, 0, width / 2], [0, focal_px, height / 2], [0, 0, 1]])
        seen = np.linalg.inv(lens) @ inverse(self.table_from_image)
        lengths = np.linalg.norm(seen[:, :2], axis=0)
        right, near = (seen[:, :2] / lengths).T
        axes = np.column_stack([right, near, np.cross(right, near)])
        x, y, z = -np.linalg.solve(axes, seen[:, 2] / lengths.mean())
        return np.array([x, y]), float(abs(z))

    def nearest(self, place: Place, others: Iterable[Place]) -> list[Place]:
        """Other places, those next to a place first."""
        middle = _middle(self.quads_mm[place])
        return sorted(others, key=lambda other: float(np.hypot(*(_middle(self.quads_mm[other]) - middle))))

    def moved(self, image_from_before: Homography) -> TablePlaces:
        """The same table after the camera moved; the homography maps pixels from before to pixels now."""
        return replace(self, table_from_image=self.table_from_image @ inverse(image_from_before))

    def with_place_moved(self, place: Place, to_mm: Points) -> TablePlaces:
        """The middle of one place moved to a point (2,) on the table."""
        quad = self._quad_mm(place)
        return replace(self, quads_mm={**self.quads_mm, place: quad + (np.asarray(to_mm, np.float64) - _middle(quad))})

    def with_seat_moved(self, player: PlayerId, by_mm: Points) -> TablePlaces:
        """All slots of a player moved by an offset (2,) on the table."""
        offset = np.asarray(by_mm, np.float64)
        return replace(
            self, quads_mm={**self.quads_mm, **{slot: self.quads_mm[slot] + offset for slot in self.slots(player)}}
        )

    def with_seats_exchanged(self, one: PlayerId, other: PlayerId) -> TablePlaces:
        """Two players have each other's places."""
        order = [other if player == one else one if player == other else player for player in self.players]
        return replace(self.in_order(order), players=self.players)

    def in_order(self, players: Sequence[PlayerId]) -> TablePlaces:
        """The same players with the same places, numbered in another order."""
        quads: dict[Place, Points] = {}
        for seat, player in enumerate(players):
            quads |= {
                SlotId(f"p{seat + 1}.{slot.partition('.')[2]}"): self.quads_mm[slot] for slot in self.slots(player)
            }
        quads |= {place: quad for place, quad in self.quads_mm.items() if isinstance(place, Heap)}
        return replace(self, players=tuple(players), quads_mm=quads)

    def clockwise(self) -> tuple[PlayerId, ...]:
        """The players as they sit, clockwise on the picture, from the first of `players` on."""
        middles = {
            player: np.mean([self.quads_mm[slot] for slot in self.grid(player)], axis=(0, 1)) for player in self.players
        }
        middle = np.mean(list(middles.values()), axis=0)
        angles = {player: float(np.arctan2(*(at - middle)[::-1])) for player, at in middles.items()}
        first = angles[self.players[0]]
        return tuple(sorted(self.players, key=lambda player: (angles[player] - first) % (2 * np.pi)))

    def _quad_mm(self, place: Place) -> Points:
        try:
            return self.quads_mm[place]
        except KeyError:
            raise InputError(
                Sentence(
                    "'{place}' is no place of this table; its places are {places}.",
                    place=place,
                    places=", ".join(self.quads_mm),
                )
            ) from None


def card_rectangle(middle_mm: Points, turn: float, width_mm: float = CARD_WIDTH_MM) -> Points:
    """Corners (4, 2) of a card, clockwise from the far left of a player whose right hand is at `turn`."""
    right = np.array([np.cos(turn), np.sin(turn)]) * width_mm / 2
    near = np.array([-np.sin(turn), np.cos(turn)]) * CARD_HEIGHT_MM / 2
    corners: Points = np.asarray(middle_mm) + np.array([-right - near, right - near, right + near, near - right])
    return corners


def _middle(quad_mm: Points) -> Points:
    middle: Points = quad_mm.mean(axis=0)
    return middle


def _right(quad_mm: Points) -> Points:
    """Direction (2,), of length 1, of the player's right hand."""
    side = quad_mm[1] - quad_mm[0]
    right: Points = side / np.hypot(*side)
    return right
