"""Unsettled cards: a card that has come to a place which is not at rest yet, and what it lies on."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz_vision.tracking.frames.frame_history import HistoryFrame
from kibitz_vision.tracking.slots.card_observation import CardObservation


@dataclass(frozen=True, slots=True, eq=False)
class Landed:
    """A card told to have landed.

    `observation`: what it seems to be, `seen`: the frame in which it was seen, `upon`: that in which another was that
    had landed before and lies beneath it, None where none had.
    """

    observation: CardObservation | None
    seen: HistoryFrame
    upon: HistoryFrame | None

    def is_seen_as(self, observation: CardObservation) -> bool:
        """Whether it was seen, and may be what is seen now."""
        return self.observation is not None and not self.observation.differs(observation)

    def beneath(self, observation: CardObservation) -> HistoryFrame | None:
        """In which frame the card was seen that a card seen now covers, None where none had landed before."""
        return self.upon if self.observation is None or self.is_seen_as(observation) else self.seen
