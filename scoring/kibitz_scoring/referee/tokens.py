"""Tokens: points put on cards, followed with the cards by what is seen, whatever it means in the game.

A card that is laid off loses its token.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from kibitz_scoring.table import CardLifted, CardPlaced, CardReturned, PileTopChanged, Place, SlotId, TableEvent

NO_TOKENS: Mapping[SlotId, int] = MappingProxyType({})
"""None was seen."""


def counted(said: Mapping[Place, int], seen: Mapping[SlotId, int]) -> Mapping[Place, int]:
    """Points at each place at the reveal, given what was seen to lie at some: as seen, once any token was.

    Where none was, people may well use other tokens, or none: then it is as they said.
    """
    return dict(said) | dict(seen.items()) if any(seen.values()) else said


@dataclass(slots=True, eq=False)
class Tokens:
    """Points on what lies where; `at` has no entry for most cards, which have none."""

    _lying: dict[Place, int]
    _carried: dict[Place, int] = field(default_factory=dict)

    def copy(self) -> Tokens:
        """The tokens as they lie and go now, to be followed apart from these."""
        return Tokens(dict(self._lying), dict(self._carried))

    @property
    def at(self) -> Mapping[Place, int]:
        """Points on the card at each place that has a token."""
        return {place: points for place, points in self._lying.items() if points}

    def put(self, place: Place, points: int) -> None:
        """A token is put on the card at a place."""
        self._lying[place] = self._lying.get(place, 0) + points

    def follow(self, seen: TableEvent) -> None:
        """A token goes where its card goes."""
        match seen:
            case CardLifted():
                self._carried[seen.place] = self._lying.pop(seen.place, 0)
            case CardReturned():
                self._lying[seen.place] = self._carried.pop(seen.place, 0)
            case CardPlaced():
                self._lying[seen.place] = self._laid(seen.origin)
            case PileTopChanged():
                self._laid(seen.origin)
            case _:
                pass

    def _laid(self, origin: Place | None) -> int:
        return 0 if origin is None else self._carried.pop(origin, 0)
