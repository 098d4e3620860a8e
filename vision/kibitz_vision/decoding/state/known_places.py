"""Known places: which of them are empty, where faces lie open, and from where cards turned out to have gone."""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz_scoring.cards import Card
from kibitz_scoring.table import Face, Heap, Place
from kibitz_vision.decoding.cards.in_flight import InFlightCard


@dataclass(slots=True, eq=False)
class KnownPlaces:
    """The places found `empty`, the faces that lie open in slots, and the places left that nobody was told of yet."""

    empty: set[Place] = field(default_factory=set)
    open_faces: dict[Place, Card] = field(default_factory=dict)
    _vacated: list[Place] = field(default_factory=list)

    def fill(self, place: Place) -> None:
        """A card lies there."""
        self.empty.discard(place)

    def leave(self, place: Place) -> None:
        """The card of a slot turned out to have gone elsewhere."""
        self.empty.add(place)
        self._vacated.append(place)

    def vacated(self) -> list[Place]:
        """Places whose card was found to have gone elsewhere, since this was asked last."""
        vacated, self._vacated = self._vacated, []
        return vacated

    def close(self, place: Place) -> None:
        """No face lies open there any more."""
        self.open_faces.pop(place, None)

    def showing(self, face: Face) -> Place | None:
        """The slot in which a face lies open, if one does."""
        return next((place for place, lying in self.open_faces.items() if lying == face), None)

    def have_lost(self, lift: InFlightCard) -> bool:
        """Whether a card in the air does not lie in its slot again: that is empty, or another lies there."""
        return not isinstance(lift.place, Heap) and (lift.replaced or lift.place in self.empty)
