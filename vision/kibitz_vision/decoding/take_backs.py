"""Take-backs: the top card goes back into its slot, and one shows on the pile that nobody saw come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kibitz_scoring.hand_posterior import UNSEEN_HAND
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Face, Interval, PileTopChanged, TableEvent
from kibitz_vision.decoding.arrivals.arrival_telling import ArrivalTelling
from kibitz_vision.decoding.arrivals.doubts import Doubts
from kibitz_vision.decoding.attribution.ambiguity import contested
from kibitz_vision.decoding.cards.carry_times import LONGEST_CARRY_MS, UNDECIDED_MS
from kibitz_vision.decoding.cards.faces import Faces, same_rank
from kibitz_vision.decoding.cards.in_flight import InFlightCard, is_just_drawn, seen_of, when_ms
from kibitz_vision.decoding.state.cards_in_air import CardsInAir
from kibitz_vision.decoding.state.discard_pile import DiscardPile
from kibitz_vision.decoding.state.hidden_arrivals import HiddenArrivals
from kibitz_vision.tracking.changes import Change


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A card that shows on the pile, also as it seemed to come, and the one in the air that it may be, from beneath.

    `lost` is None where nobody was seen to take that up.
    """

    change: Change
    face: Face
    seen: Change
    lost: InFlightCard | None


@dataclass(slots=True, eq=False)
class TakeBacks:
    """Tells what is taken back; `shown`: a card of which it is not known yet whether it lay there before."""

    faces: Faces
    air: CardsInAir
    pile: DiscardPile
    hidden: HiddenArrivals
    arrivals: ArrivalTelling
    doubts: Doubts
    shown: Shown | None = None

    def is_awaited(self, change: Change, face: Face, seen: Change) -> bool:
        """Whether a card that shows may have lain beneath the top one, and is waited for until that is known.

        `seen`: the change as it seemed to come, whichever hand came to rest there.
        """
        if not self._may_be_off(seen, face):
            return False
        in_air = [one for one in self.air.in_flight if one.is_sure and not is_just_drawn(one, seen)]
        # A top card of which it is not known where it came from may have come with another of that hand.
        is_beneath = self._is_lost(in_air, seen) if in_air else not self.hidden.on_top(self.pile)
        if not is_beneath:
            return False
        self.shown = Shown(change, face, seen, in_air[0] if in_air else None)
        return True

    def take(self) -> Shown | None:
        """The card that shows, which is told now as one on top of all: its hand laid none back into its slot."""
        shown, self.shown = self.shown, None
        return shown

    def is_over(self, now_ms: float) -> bool:
        """Whether a hand that takes a card back has been waited for long enough to lay that into its slot."""
        return self.shown is not None and now_ms - self.shown.seen.at.end_ms > UNDECIDED_MS

    def _may_be_off(self, change: Change, face: Face) -> bool:
        """Whether the hand that laid the top card is there again, and what shows matches what lay beneath both."""
        hand, faces = change.by.surely, self.pile.faces
        is_match = len(faces) > 1 and same_rank(face, faces[-2]) and self.faces.may_match(change)
        return is_match and bool(hand) and hand == self._top_hand()

    def _is_lost(self, in_air: Sequence[InFlightCard], change: Change) -> bool:
        """Whether the only card in the air was taken up just before the top one came, by another hand.

        That hand has not come to rest there since.
        """
        lost, hand = in_air[0], change.by.surely
        owner = lost.change.by.players
        is_anothers = len(owner) == 1 and owner == lost.change.by.surely and not hand & owner
        has_gone = lost.place in self.air.places.empty and 0 < self.pile.top_ms - when_ms(lost) < LONGEST_CARRY_MS
        came_since = any(stop.player in owner and stop.at.start_ms > self.pile.top_ms for stop in change.stops)
        return len(in_air) == 1 and is_anothers and has_gone and not came_since

    def _top_hand(self) -> set[PlayerId]:
        """Whose hand surely laid the top card."""
        if waiting := self.hidden.on_top(self.pile):
            return waiting[-1].change.by.surely
        return self.pile.last_hands()

    def put_back(self, change: Change) -> Iterator[TableEvent]:
        """A card comes to lie in a slot: if the top one had come from there, by this hand, it is that, taken back."""
        shown = self.shown
        if shown is None or not change.by.is_one_with(shown.seen.by):
            return
        if waiting := self.hidden.on_top(self.pile):
            hidden = [one for one in waiting[-1].hidden if one.place == change.place]
            if not hidden:
                return
            waiting[-1].hidden = hidden
            yield from self.arrivals.take_back(shown.seen)
        elif change.place not in self.air.places.empty:
            return
        yield from self._came_beneath(shown)

    def finish(self) -> Iterator[TableEvent]:
        """Nothing more is seen: what shows lay beneath the top card, unless nobody knows where that came from."""
        shown = self.shown
        if shown is not None and not self.hidden.on_top(self.pile):
            yield from self._came_beneath(shown)  # no other card of that hand is known of

    def _came_beneath(self, shown: Shown) -> Iterator[TableEvent]:
        """The card that shows came before the top one, which is taken off it: the lost one, or nobody knows whose."""
        self.shown, lost = None, shown.lost
        if lost is None:
            at = Interval(self.pile.beneath_ms, self.pile.top_ms)
            yield PileTopChanged(seen_of(contested(replace(shown.seen, at=at, by=UNSEEN_HAND, stops=()))), shown.face)
        else:
            yield from self._lost_came(shown, lost)
        self.pile.replace_top(shown.face)
        yield from self.air.uncover(shown.seen, shown.face)

    def _lost_came(self, shown: Shown, lost: InFlightCard) -> Iterator[TableEvent]:
        seen = replace(shown.seen, at=Interval(when_ms(lost), self.pile.top_ms), by=lost.change.by, stops=())
        laid = self.doubts.doubted(seen, lost)
        if self.air.owners.is_anothers(lost):
            laid = contested(laid)  # that its hand seemed to take it up is all that tells whose it was
        origin = yield from self.air.land(lost)
        yield PileTopChanged(seen_of(laid), shown.face, origin)
