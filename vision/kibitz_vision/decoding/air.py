"""Hands: the cards that are in the air, and what it means when one of them comes to lie somewhere."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from kibitz_scoring.cards import JOKER, Card
from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import (
    FACE_DOWN,
    CardLifted,
    CardPlaced,
    CardReturned,
    DrawPileTouched,
    Face,
    Heap,
    Interval,
    PileRefilled,
    PileShuffled,
    Place,
    SlotFilled,
    TableEvent,
)
from kibitz_vision.decoding.attribution.ambiguity import brings_no_other, contested, is_lost
from kibitz_vision.decoding.attribution.contact_attribution import RACE_MS, came_with
from kibitz_vision.decoding.attribution.ownership import Owners
from kibitz_vision.decoding.attribution.whereabouts import lay_then
from kibitz_vision.decoding.draws import Draws
from kibitz_vision.decoding.in_flight import (
    InFlightCard,
    by_free_hands,
    is_before,
    is_earlier,
    is_just_drawn,
    is_knock,
    is_pair,
    is_while_carrying,
    latest,
    same_rank,
    seen_of,
    taken_before,
    when_ms,
)
from kibitz_vision.tracking.changes import Change, Kind, was_laid
from kibitz_vision.tracking.slots.card_observation import SURELY_READ, CardObservation

_SHUFFLED_MS = 600.0
"""Cards that are only laid down are not held for so long where the draw pile lies."""
_RACED_MS = 2500.0
_CARRIED_MS = 4000.0
"""A card for which another came into its slot is laid down before."""


@dataclass(slots=True, eq=False)
class Hands:
    """Cards in the air, the discard pile from the bottom up, faces that lie open in slots, and slots found empty.

    `began_ms`: when the table was seen first. `was_drawn`: whether a card seems to have been taken from the draw pile.
    """

    cards: tuple[Card, ...]
    in_flight: list[InFlightCard] = field(default_factory=list)
    pile: list[Face] = field(default_factory=list)
    open_faces: dict[Place, Card] = field(default_factory=dict)
    empty: set[Place] = field(default_factory=set)
    was_drawn: bool = False
    began_ms: float = float("-inf")
    owners: Owners = field(default_factory=Owners)
    draws: Draws = field(default_factory=Draws)
    _vacated: list[Place] = field(default_factory=list)
    _laid_ms: dict[PlayerId, float] = field(default_factory=dict)
    _taken: dict[Place, InFlightCard] = field(default_factory=dict)

    def doubted(self, change: Change, lift: InFlightCard | None, rivals: Iterable[InFlightCard] = ()) -> Change:
        """A card laid on the pile, with little confidence where somebody else may have been there before.

        So it is where the hand of a player of whom no card is known came to rest with it, or where it is a snap of a
        card (`lift`) that nobody saw leave its place. `rivals`: cards that are told beside it.
        """
        by = lift.change.by if lift is not None and lift.change.by else change.by
        raced = {player for player, ms in self._laid_ms.items() if change.at.end_ms - ms < _RACED_MS}
        # One that seems to have been taken up later does not tell what its hand did there before.
        told = [one for one in self.in_flight if (one.is_sure or one.told) and is_before(one.change, change)]
        theirs = change.by if lift is not None and brings_no_other(lift, change, self.in_flight) else by
        laid = theirs.players & change.by.players or by.players
        known = raced.union(laid, *(one.change.by.players for one in (*told, *rivals) if one is not lift))
        is_strange = (lift is None and is_pair(self.pile)) or not came_with(change) <= known
        is_strange |= any(is_lost(one, by, change) for one in self.in_flight if one is not lift)
        is_contested = is_strange and self.may_match(change)
        is_contested |= self._is_first_right(change)
        self._laid_ms |= dict.fromkeys(by.players, change.at.end_ms)
        return contested(change) if is_contested else change

    def _is_first_right(self, change: Change) -> bool:
        """Whether a card is the first to match only if that of another hand just before it was read aright."""
        beneath, face = self.pile[-2:-1], self.face(change.lying)
        if change.before is None or not beneath or same_rank(face, beneath[0]):
            return False
        is_sure = change.before.certainty >= SURELY_READ and self.face(change.before) == beneath[0]
        is_soon = any(0 <= change.at.end_ms - ms < RACE_MS for ms in self._laid_ms.values())
        return not is_sure and is_soon and any(same_rank(face, one) for one in self.pile[-4:-2])

    def may_match(self, change: Change) -> bool:
        """Whether a card on the pile may be of the rank of the one before, and so be a snap."""
        return same_rank(self.face(change.before), self.face(change.lying))

    def has_all(self, player: PlayerId, came: Change, is_hidden: Callable[[Place], bool]) -> bool:
        """Whether all cards that a player may have brought as one came to the pile lie where they lay.

        But for any others took. Where players take anybody's, those of others count that could not be seen then.
        """
        places, takes_any = self.owners.places_of(player), self.owners.takes_anybodys
        in_air = [one for one in self.in_flight if one.change.by.may_be_one_with(HandPosterior.sole(player))]
        gone = [one for one in in_air if takes_any or one.place in places]
        taken = (one for one in self._taken.values() if one.place in places)
        gone += [one for one in taken if came.at.end_ms - when_ms(one) < RACE_MS]
        hidden = [one.place for one in came.hidden if takes_any and is_before(one, came)]
        is_seen = not any(is_hidden(place) for place in (*places, *hidden))
        return bool(places) and is_seen and all(lay_then(one, player, came) for one in gone)

    def refilled(self, change: Change) -> Iterator[TableEvent]:
        """The draw pile ran out, or a new one lies there that somebody made of the discard pile but its top card."""
        if change.kind is Kind.EMPTIED:
            self.empty.add(Heap.DRAW)
        elif Heap.DRAW in self.empty and change.lying is not None and change.lying.is_back and change.by:
            self.empty.remove(Heap.DRAW)
            del self.pile[:-1]
            if change.left is not None and change.at.end_ms - change.left.start_ms >= _SHUFFLED_MS:
                during = Interval(change.left.start_ms, change.at.start_ms)
                yield PileShuffled(seen_of(replace(change, at=during)), Heap.DRAW)
            yield PileRefilled(seen_of(change))

    def holds_for(self, place: Place) -> bool:
        """Whether a card is in the air from elsewhere than a place."""
        return any(one.is_sure and one.place != place for one in self.in_flight)

    def awaits(self, landed: Change) -> bool:
        """Whether a card may have come for the one that lay there: one is in the air of that hand from elsewhere.

        Drawn cards are laid into own slots.
        """
        owner = self.owners.owner_of(landed.place)
        others = [one for one in self.in_flight if one.is_sure and one.place != landed.place]
        return any(
            landed.by
            and is_before(one.change, landed)
            and one.change.by.may_be_one_with(landed.by)
            and (not isinstance(one.place, Heap) or landed.by[0][0] == owner)
            for one in others
        )

    def vacated(self) -> list[Place]:
        """Places whose card was found to have gone elsewhere, since this was asked last."""
        vacated, self._vacated = self._vacated, []
        return vacated

    def face(self, observation: CardObservation | None) -> Face:
        """What a card seen shows; one that may as well be another is not named."""
        if observation is None or not observation.is_named:
            return FACE_DOWN
        return self.cards[int(np.argmax(observation.probabilities[: len(self.cards)]))]

    def read_among(self, change: Change) -> Change:
        """A card that shows on the pile, read as none of those that are known to lie there; jokers look alike."""
        face, seen = self.face(change.lying), change.lying
        if seen is None or not isinstance(face, Card) or change.confidence < round(seen.certainty, 3):
            return change
        others = {one for one in self.pile if isinstance(one, Card)} - {face, JOKER}
        elsewhere = sum(float(seen.probabilities[self.cards.index(one)]) for one in others)
        return replace(change, confidence=round(seen.certainty / (1 - elsewhere), 3))

    def _own(self, place: Place) -> InFlightCard | None:
        """The card in the air that left a place last."""
        return max(
            (one for one in self.in_flight if one.place == place), key=lambda one: not one.replaced, default=None
        )

    def _timed(self, own: InFlightCard | None, change: Change) -> InFlightCard | None:
        """The card in the air that left a place where one has come, with when it did as far as that is known by now."""
        if own is not None and change.left is not None and not own.told:
            own.change = replace(own.change, at=change.left)
        return own

    def _lift(self, change: Change) -> InFlightCard:
        lift = self._own(change.place)
        free = by_free_hands(change, self.in_flight, is_for_anybodys=self.owners.takes_anybodys)
        change = free if change.by else self.owners.owned(change)
        if lift is None or lift.replaced:
            lift = InFlightCard(change.place, change)
            self.in_flight.append(lift)
        if change.is_sure and not lift.told:
            lift.change = change
        lift.is_sure |= change.is_sure
        return lift

    def _tell(self, lift: InFlightCard) -> Iterator[TableEvent]:
        if not lift.told:
            lift.told = True
            self.open_faces.pop(lift.place, None)
            if lift.place is Heap.DRAW:
                self.draws.told_ms.append(when_ms(lift))
                yield DrawPileTouched(seen_of(lift.touched or lift.change))
            yield CardLifted(seen_of(lift.change), lift.place)

    def _lay_there(self, change: Change) -> bool:
        """Whether a hand that goes away only shows what lay in a slot before anybody watched."""
        unknown = change.before is None and change.place not in self.empty
        was_in_hand = change.by and taken_before(change).at.start_ms >= self.began_ms
        return unknown and not (self.was_drawn or self.in_flight or was_in_hand)

    def _returned(self, change: Change, own: InFlightCard) -> Iterator[TableEvent]:
        self.in_flight.remove(own)
        self.empty.discard(change.place)
        if not is_knock(own, change):
            # It may be another's that is taken for it: its hand may have brought it to the pile.
            self._taken[own.place] = own
            yield from self._tell(own)
            yield CardReturned(seen_of(change), change.place)

    def _placed(self, change: Change, face: Face, lift: InFlightCard | None) -> Iterator[TableEvent]:
        if lift is None:
            lift = InFlightCard(Heap.DRAW, taken_before(change), is_sure=True)
        origin = yield from self._take_from(lift)
        self.empty.discard(change.place)
        own = self._own(change.place)
        if own is not None:
            own.replaced = True
        yield CardPlaced(seen_of(change), change.place, origin, face)
        if not isinstance(change.place, Heap):
            yield SlotFilled(seen_of(change), change.place, origin, face)

    def _take_from(self, lift: InFlightCard) -> Generator[TableEvent, None, Place]:
        self.in_flight = [one for one in self.in_flight if one is not lift and not is_while_carrying(one, lift)]
        yield from self._tell(lift)
        self._taken[lift.place] = lift
        if not isinstance(lift.place, Heap) and not lift.replaced:
            self.empty.add(lift.place)
            self._vacated.append(lift.place)
        return lift.place

    def _origin(self, change: Change, own: InFlightCard | None) -> InFlightCard | None:
        """The card in the air that it is most likely: of the same hand, from elsewhere, taken up last.

        One that nobody was seen to take is rather another's where anybody's cards are taken.
        """
        taken = [one for one in self.in_flight if one.is_sure and one is not own and is_before(one.change, change)]
        if hidden := self._hidden(change):
            taken = [one for one in taken if not is_just_drawn(one, change)]
        taken = [one for one in taken if not any(is_while_carrying(one, other) for other in taken)]
        taken = [one for one in taken if not (one.replaced and change.at.end_ms - when_ms(one) > _CARRIED_MS)]
        in_flight = [one for one in taken if self._may_be(one, change, own)]
        same = [one for one in in_flight if one.change.by.may_be_one_with(change.by)]
        if not same and own is not None:
            return own
        if not same and hidden:
            return None
        last = latest(same or in_flight)
        if last is None or last.change.by or not self.owners.takes_anybodys:
            return last
        if theirs := [one for one in same if one.change.by.is_one_with(change.by)]:
            return max(theirs, key=lambda one: (one.change.by.together(change.by), when_ms(one)))
        # Of several that nobody was seen to take, the one taken up first is laid first.
        return min((one for one in same or in_flight if not one.change.by), key=when_ms)

    def _may_be(self, lift: InFlightCard, change: Change, own: InFlightCard | None) -> bool:
        """Whether a card in the air may be one that lies now; what only goes up and down is not carried to a slot."""
        if change.place is Heap.DISCARD:
            return lift.place is not Heap.DISCARD
        if isinstance(lift.place, Heap):
            return own is None or self._is_own(change)
        if own is None or lift.place in self.empty:
            return True
        return was_laid(change) and lift.change.by.is_one_with(own.change.by)

    def _is_own(self, change: Change) -> bool:
        """Whether a slot is of the player whose hand is there, as far as is known: others only look or exchange."""
        theirs = [place for player in change.by.players for place in self.owners.places_of(player)]
        return not theirs or change.place in theirs

    def _hidden(self, change: Change) -> list[InFlightCard]:
        # The first card on the pile, before any was drawn, was in a hand already when anybody began to watch.
        if change.place not in (Heap.DISCARD, Heap.ASIDE) or (len(self.pile) < 2 and not self.was_drawn):
            return []
        tilted = [one for one in self.in_flight if not one.is_sure]
        hidden = [InFlightCard(one.place, one) for one in change.hidden if one.place not in self.empty]
        theirs = [one for one in (*tilted, *hidden) if one.change.by.may_be_one_with(change.by)]
        in_time = [one for one in theirs if is_before(one.change, change)]
        # One that shows in part, with a hand at it, is less likely the one than one that its hand hid until then.
        if {one.place for one in in_time} - {one.place for one in change.reached}:
            return in_time
        return [one for one in theirs if one in in_time or (one in hidden and is_earlier(one.change, change))]
