"""Discard pile: the faces of the cards on it, when the last ones were laid, and by whose hands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import FACE_DOWN, Face


@dataclass(slots=True, eq=False)
class DiscardPile:
    """The cards on the pile from the bottom up; `was_begun`: whether the first one has been told.

    `top_ms`, `beneath_ms`: when the card on top was laid, and the one before it. `laid_ms`: when each player's hand
    laid its last card.
    """

    faces: list[Face] = field(default_factory=list)
    was_begun: bool = False
    top_ms: float = 0.0
    beneath_ms: float = 0.0
    laid_ms: dict[PlayerId, float] = field(default_factory=dict)

    def shows(self, face: Face) -> bool:
        """Whether the card on top is this one."""
        return self.faces[-1:] == [face]

    def holds_beneath(self, face: Face) -> bool:
        """Whether the card beneath the top one is this one."""
        return self.faces[-2:-1] == [face]

    def is_unread_beneath(self) -> bool:
        """Whether nobody could read the card beneath the top one."""
        return len(self.faces) > 1 and self.faces[-2] is FACE_DOWN

    def lay(self, face: Face, at_ms: float) -> None:
        """A card comes to lie on top."""
        self.faces.append(face)
        self.beneath_ms, self.top_ms = self.top_ms, at_ms

    def slip_in(self, depth: int = 1) -> None:
        """A card that nobody could read lies beneath as many as that on top."""
        self.faces.insert(-depth, FACE_DOWN)

    def replace_top(self, *faces: Face, count: int = 1) -> None:
        """Others lie where as many as `count` lay on top."""
        self.faces[-count:] = faces

    def take_top(self) -> None:
        """The card on top is taken off."""
        self.faces.pop()

    def clear(self) -> None:
        """Nothing lies there any more."""
        self.faces.clear()

    def keep_top(self) -> None:
        """Somebody takes all but the card on top."""
        del self.faces[:-1]

    def begin(self) -> bool:
        """A card is told to lie there; whether it is the first one."""
        is_first, self.was_begun = not self.was_begun, True
        return is_first

    def note_laid(self, players: Iterable[PlayerId], at_ms: float) -> None:
        """These players' hands laid cards."""
        self.laid_ms |= dict.fromkeys(players, at_ms)

    @property
    def last_laid_ms(self) -> float:
        """When the last card came that is told, 0 where none did."""
        return max(self.laid_ms.values(), default=0.0)

    def last_hands(self) -> set[PlayerId]:
        """Whose hands laid the last card that is told."""
        last_ms = self.last_laid_ms
        return {player for player, ms in self.laid_ms.items() if ms == last_ms}
