"""Landed: a card that has come to a place which is not at rest yet, and what it lies on."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz_vision.tracking.frames.frame_history import HistoryFrame
from kibitz_vision.tracking.slots.card_observation import Sight


@dataclass(frozen=True, slots=True, eq=False)
class Landed:
    """A card told to have landed.

    `sight`: what it seems to be, `seen`: the frame in which it was seen, `upon`: that in which another was that had
    landed before and lies beneath it, None where none had.
    """

    sight: Sight | None
    seen: HistoryFrame
    upon: HistoryFrame | None

    def is_seen_as(self, sight: Sight) -> bool:
        """Whether it was seen, and may be what is seen now."""
        return self.sight is not None and not self.sight.differs(sight)

    def beneath(self, sight: Sight) -> HistoryFrame | None:
        """In which frame the card was seen that a card seen now covers, None where none had landed before."""
        return self.upon if self.sight is None or self.is_seen_as(sight) else self.seen
