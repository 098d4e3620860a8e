"""Events: what changes at single places mean together: which card came from where, and by whose hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from kibitz_scoring.cards import JOKER, Card
from kibitz_scoring.table import (
    FACE_DOWN,
    CardFlipped,
    CardLanded,
    CardLifted,
    CardRevealed,
    Face,
    HandOver,
    Heap,
    PileTopChanged,
    Place,
    SlotEmptied,
    TableEvent,
)
from kibitz_vision.arrivals import Arrivals
from kibitz_vision.changes import Change, Kind
from kibitz_vision.hands import CONTESTED
from kibitz_vision.lifts import (
    Lift,
    gone_by,
    is_back,
    is_same,
    may_be_one_hand,
    same_hand,
    seen_of,
    was_laid,
)
from kibitz_vision.races import Race, by_arm, carried_since, race_of

_NOT_BACK_MS = 700.0
"""Until so long after a card came to the pile none that came with it can have been taken back into its slot."""


@dataclass(slots=True, eq=False)
class Ledger(Arrivals):
    """What is in the air and on the pile, and a race of which it is not known yet whose cards came."""

    race: Race | None = None
    piled_ms: float = 0.0

    def take(self, change: Change) -> list[TableEvent]:  # noqa: C901, PLR0911 - a case for each kind of change
        """The events that a change amounts to, in order of time."""
        match change.kind:
            case Kind.TOUCHED | Kind.TAKEN | Kind.CLEAR:
                return list(self._drawn(change))
            case Kind.GONE:
                if change.place not in self.empty:
                    self._lift(change)
                return []
            case Kind.OVER:
                return [HandOver(seen_of(change), change.place)]
            case Kind.LANDED:
                return [CardLanded(seen_of(change), change.place)]
            case Kind.EMPTIED | Kind.CAME if change.place is Heap.DRAW:
                return list(self.refilled(change))
            case Kind.EMPTIED:
                return list(self._emptied(change))
            case Kind.CAME if change.place is Heap.DISCARD:
                return list(self._on_pile(change))
            case Kind.CAME if change.place is Heap.ASIDE:
                return list(self._aside(change))
            case Kind.CAME | Kind.BACK:
                return [*self._end_doubt(change), *self._came(change)]

    def _drawn(self, change: Change) -> Iterator[TableEvent]:
        """A hand rests on the draw pile, goes with a card as it seems, or has left: then it is clear what it did."""
        if change.kind is Kind.TOUCHED:
            self.draws.touched = change
        elif change.kind is Kind.TAKEN:
            self.lifts = [one for one in self.lifts if not same_hand(one, change, Heap.DRAW)]
            self.lifts.append(self.draws.taken(change))
            self.was_drawn = True
        else:
            self.lifts, drawn = self.draws.cleared(change, self.lifts)
            if drawn is not None:
                yield from self._tell(drawn)

    def _emptied(self, change: Change) -> Iterator[TableEvent]:
        if change.place in self.empty:
            return
        lift = self._lift(change)
        lift.is_sure = True
        self.empty.add(change.place)
        yield from self._tell(lift)
        if change.place is Heap.DISCARD:
            self.pile.clear()
        elif not isinstance(change.place, Heap):
            yield SlotEmptied(seen_of(lift.change), change.place)

    def _came(self, change: Change) -> Iterator[TableEvent]:
        """A card lies in a slot that had lost its own, or shows another side than before."""
        place, face = change.place, self.face(change.lying)
        own = self._own(place)
        turned = change.before is not None and change.before.is_back == isinstance(face, Card)
        if self._may_have_come(change, own):
            yield from self._exchanged(change, own)
        elif own is None and place not in self.empty and (change.kind is Kind.BACK or is_same(change)):
            return
        elif own is not None and not own.replaced and (is_same(change) or is_back(change)):
            yield from self._returned(change, own)
        elif self._lay_there(change):
            return
        elif place in self.empty or change.before is None:
            lift = self._origin(change, own)
            yield from self._returned(change, own) if own and lift is own else self._placed(change, face, lift)
        elif turned and (isinstance(face, Card) or own is None or self._origin(change, own) is own):
            yield from self._turned(change, face, own)
        elif was_laid(change) and (own is None or self._was_brushed(own, change)):
            self._brushed(change, own)
        elif own is not None:
            lift = self._origin(change, own) if own.is_sure or was_laid(change) else own
            yield from self._returned(change, own) if lift is own else self._replaced(change, face, (own, lift))

    def _turned(self, change: Change, face: Face, own: Lift | None) -> Iterator[TableEvent]:
        """A slot shows another side: its card was turned over, or a hidden one was laid down for an open one."""
        brought = self._brought(change) if own is None and face is FACE_DOWN else None
        if own is not None:
            self.lifts.remove(own)
        if brought is None:
            yield from self._flipped(change, face)
        else:
            own = gone_by(change.place, change)
            self.lifts.append(own)
            yield from self._replaced(change, face, (own, brought))

    def _brought(self, change: Change) -> Lift | None:
        """The card off a heap that the hand has which lays one into a slot, None where it has none."""
        lift = self._origin(change, None)
        is_theirs = lift is not None and may_be_one_hand(lift.change.by, change.by)
        return lift if is_theirs and lift is not None and isinstance(lift.place, Heap) else None

    def _replaced(self, change: Change, face: Face, lifts: tuple[Lift, Lift | None]) -> Iterator[TableEvent]:
        own, other = lifts
        own.replaced = True
        yield from self._tell(own)
        yield from self._placed(change, face, other)

    def _flipped(self, change: Change, face: Face) -> Iterator[TableEvent]:
        yield CardFlipped(seen_of(change), change.place, face)
        self.open_faces.pop(change.place, None)
        if isinstance(face, Card) and not isinstance(change.place, Heap):
            self.open_faces[change.place] = face
            yield CardRevealed(seen_of(change), change.place, face)

    def _on_pile(self, change: Change) -> Iterator[TableEvent]:
        self.empty.discard(Heap.DISCARD)
        change = replace(change, hidden=tuple(self.owned(one) for one in change.hidden))
        change, face = by_arm(change, self.piled_ms), self.face(change.lying)
        if self.pile and self.pile[-1] == face and not self._is_second(change, face):
            return
        if self.race is not None and not self.race.goes_on(change):
            yield from self._end_race()
        if self.race is not None and carried_since(self.lifts, self.race.change.at.end_ms, change) is None:
            yield from (self._joined if self.race.is_joined(change) else self._race_uncovered)(self.race, change, face)
            return
        yield from self._end_race()
        unknown = len(self.pile) > 1 and self.pile[-2] is FACE_DOWN and self._origin(change, None) is None
        if unknown or (len(self.pile) > 1 and self.pile[-2] == face):
            self.pile[-2:] = [face]
            yield from self._uncovered(change, face)
            return
        self.pile.append(face)
        self.piled_ms = change.at.start_ms
        self.race = race_of(self.lifts, change, face)
        if self.race is not None and len(self.race.hands()) < 2 and not self.may_match(change):
            self.race = None
        if self.race is None:
            yield from self._on_top(change, face)

    def _is_second(self, change: Change, face: Face) -> bool:
        """Whether another card that looks the same was brought: a joker from a slot that was found empty."""
        lift = self._origin(change, None) if face == JOKER else None
        return lift is not None and lift.place in self.empty and may_be_one_hand(lift.change.by, change.by)

    def _uncovered(self, change: Change, face: Face) -> Iterator[TableEvent]:
        self.lifts.append(Lift(Heap.DISCARD, change, told=True, is_sure=True))
        yield CardLifted(seen_of(change), Heap.DISCARD)
        yield PileTopChanged(seen_of(change), face)

    def _joined(self, race: Race, change: Change, face: Face) -> Iterator[TableEvent]:
        """Another card of a race comes to lie on the one that is there."""
        top = race.top(race.change.by)
        race.leave_out(player for player, odds in change.by if odds == 1.0)
        # A card beneath that is not known yet to have gone is told too late to be taken for the first.
        race.is_doubted |= any(not one.is_sure for one in race.beneath(top))
        self.race = None
        yield from self._laid(race, race.face, top)
        self.pile.append(face)
        self.piled_ms = change.at.start_ms
        rest = [one for one in race.racers if not may_be_one_hand(one.change.by, top.change.by)]
        self.race = race_of([*self.lifts, *rest], change, face)
        if self.race is None:
            yield from self._on_top(change, face)

    def _race_uncovered(self, race: Race, change: Change, face: Face) -> Iterator[TableEvent]:
        """The top card of a race is taken back, so that the one shows that was laid before, if any was."""
        top = race.top(change.by)
        if race.is_doubtful(top):
            race.uncovered, race.since_ms = (change, face), change.at.end_ms
            return
        self.race = None
        if len(self.pile) < 2 or self.pile[-2] != face:
            rest = race.before(top, face, change)
            self.pile[-1:] = [face, race.face]
            if not rest.racers:
                # Whose card lies beneath is not known, nor who was first.
                race.is_doubted = True
            elif rest.is_over(change.at.end_ms):
                last = rest.top(())
                yield from self._laid(rest, face, last, race.racers)
            else:
                # It may be found out so late who laid the card beneath that this one is taken for the first by then.
                self.race = rest
                race.is_doubted |= not rest.is_sure()
        yield from self._laid(race, race.face, top)
        self.pile.pop()
        yield from self._uncovered(change, face)

    def _laid(self, race: Race, face: Face, lift: Lift, others: Sequence[Lift] = ()) -> Iterator[TableEvent]:
        change = self.doubted(race.contact(lift), lift, (*race.racers, *others))
        if race.is_doubted:
            change = replace(change, confidence=CONTESTED)
        yield PileTopChanged(seen_of(change), face, (yield from self._take_from(lift)))

    def _all_laid(self, race: Race) -> Iterator[TableEvent]:
        """The cards of a race lie on each other, and only the face of the top one is known."""
        top = race.top(race.change.by)
        for other in race.beneath(top):
            self.pile.insert(-1, FACE_DOWN)
            yield from self._laid(race, FACE_DOWN, other)
        yield from self._laid(race, race.face, top)

    def _end_race(self) -> Iterator[TableEvent]:
        """Tell what is known of a race of which no more will be found out."""
        race, self.race = self.race, None
        if race is not None and race.uncovered is not None and race.racers:
            race.racers = race.hands()
            yield from self._race_uncovered(race, *race.uncovered)
        elif race is not None and race.is_sure():
            yield from self._all_laid(race)
        elif race is not None:
            only = race.racers[0] if len(race.racers) == 1 and race.racers[0].place in race.contacts else None
            yield from self._on_top(race.change if only is None else race.contact(only), race.face)

    def _end_doubt(self, change: Change) -> Iterator[TableEvent]:
        """A card lies in a slot of a race of which nobody knew whether its own had gone."""
        race = self.race
        own = [one for one in race.racers if one.place == change.place] if race is not None else []
        if race is None or not own:
            return
        if len(race.hands()) < 2 and change.kind is Kind.CAME:
            yield from self._end_race()
        elif own[0].is_sure:
            return
        elif race.uncovered is not None:
            race.settle(change.place, has_gone=change.kind is Kind.CAME)
            if change.kind is Kind.CAME or not race.is_doubtful(race.top(race.uncovered[0].by)):
                yield from self._end_race()
        elif change.kind is Kind.CAME and any(one.place is Heap.DRAW for one in self.lifts):
            yield from self._end_race()
        else:
            race.settle(change.place, has_gone=False)

    def finish(self) -> Iterator[TableEvent]:
        """What waited for more to be seen, as far as it is known."""
        while self.race is not None:
            yield from self._end_race()

    def resolve(self, now_ms: float, is_hidden: Callable[[Place], bool]) -> Iterator[TableEvent]:
        """Events that had to wait until hidden places could be seen, or for as long as anybody would wait."""
        if self.race is not None:
            self.race.look(self.lifts, is_hidden)
            came_ms = self.race.change.at.end_ms
            if now_ms - came_ms < _NOT_BACK_MS:
                strangers = self.race.strangers()
                self.race.leave_out(player for player in strangers if self.has_all(player, came_ms, is_hidden))
            for racer in self.race.racers:
                if racer.is_sure:
                    yield from self._tell(racer)
            if self.race.is_over(now_ms):
                yield from self._end_race()
        yield from self._wait(now_ms, is_hidden)

    def _aside(self, change: Change) -> Iterator[TableEvent]:
        face = self.face(change.lying)
        if change.before is None or change.left is not None or self.face(change.before) != face:
            yield from self._on_top(change, face)
