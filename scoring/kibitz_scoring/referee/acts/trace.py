"""What a group of table events comes to: which cards went from where to where, and whose hand it was."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import prod
from typing import assert_never

from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import (
    FACE_DOWN,
    CardFlipped,
    CardLanded,
    CardLifted,
    CardPlaced,
    CardReturned,
    CardRevealed,
    DrawPileTouched,
    Face,
    HandOver,
    Heap,
    Interval,
    PileRefilled,
    PileShuffled,
    PileTopChanged,
    Place,
    SlotEmptied,
    SlotFilled,
    TableEvent,
)

_STRANGER = 0.01
"""Probability of a hand that was not named beside others that were."""
_OWN_HAND = 0.6
"""Probability from which a hand that was seen says who did something."""


@dataclass(slots=True, eq=False)
class Move:
    """One card's way: from `origin` (None where that was not seen) to `target` (None while it is in a hand)."""

    origin: Place | None
    target: Place | None = None
    face: Face = FACE_DOWN
    lifted: Interval | None = None
    laid: Interval | None = None
    events: list[TableEvent] = field(default_factory=list)

    @property
    def hands(self) -> tuple[PlayerId, ...]:
        """Whose hand each of its events was, of those of which that was seen."""
        return tuple(hand for event in self.events if (hand := hand_of(event)) is not None)

    @property
    def hand(self) -> PlayerId | None:
        """Whose hand moved it, None where that was not seen."""
        return next(iter(self.hands), None)

    @property
    def is_back(self) -> bool:
        """Whether the card lies again where it was."""
        return self.target is not None and self.target == self.origin


@dataclass(slots=True)
class Trace:
    """Moves in the order in which they began, and what else was seen: cards turned over or up, hands on the deck."""

    moves: list[Move] = field(default_factory=list)
    flips: list[CardFlipped] = field(default_factory=list)
    revealed: list[CardRevealed] = field(default_factory=list)
    refills: list[PileRefilled] = field(default_factory=list)
    touches: list[DrawPileTouched] = field(default_factory=list)


def hand_of(event: TableEvent) -> PlayerId | None:
    """Whose hand did something, as far as that was seen."""
    player, probability = event.seen.by.likeliest
    return player if probability >= _OWN_HAND else None


def hand_weight(events: Iterable[TableEvent], player: PlayerId) -> float:
    """How likely it is that all of this was done by one player's hand, 1 where no hand was seen."""
    hands = [event.seen.by for event in events if event.seen.by]
    return prod(dict(named).get(player, _STRANGER) for named in hands)


def trace_of(events: Iterable[TableEvent]) -> Trace:
    """What these events add up to."""
    trace = Trace()
    for event in events:
        _add(trace, event)
    return trace


def _add(trace: Trace, event: TableEvent) -> None:
    match event:
        case CardLifted() | SlotEmptied():
            _lift(trace, event)
        case CardReturned():
            _return(trace, event)
        case PileTopChanged():
            _place(trace, event, Heap.DISCARD)
        case CardPlaced() | SlotFilled():
            _place(trace, event, event.place)
        case CardFlipped():
            trace.flips.append(event)
        case CardRevealed():
            trace.revealed.append(event)
        case DrawPileTouched():
            trace.touches.append(event)
        case PileRefilled():
            trace.refills.append(event)
        case PileShuffled() | HandOver() | CardLanded():
            pass
        case _:
            assert_never(event)


def _open(trace: Trace, origin: Place, hand: PlayerId | None = None) -> Move | None:
    """The card last taken from a place and not laid down yet, if it may be in this player's hand."""
    taken = [move for move in reversed(trace.moves) if move.target is None and move.origin == origin]
    if not isinstance(origin, Heap):
        return taken[0] if taken else None
    sure = (move for move in taken if hand is not None and move.hand == hand)
    return next(sure, next((move for move in taken if may_be_one(hand, move.hand)), None))


def may_be_one(first: PlayerId | None, second: PlayerId | None) -> bool:
    """Whether two hands may be the same player's, as far as they were seen."""
    return first is None or second is None or first == second


def _lift(trace: Trace, event: CardLifted | SlotEmptied) -> None:
    """A slot that is seen empty tells the same as the lift before it, and so do two lifts of the same card."""
    last = next((move for move in reversed(trace.moves) if event.place in (move.origin, move.target)), None)
    same = last is not None and (not isinstance(event.place, Heap) or may_be_one(hand_of(event), last.hand))
    told = last is not None and same and last.origin == event.place and not last.is_back
    if last is not None and told and (isinstance(event, SlotEmptied) or last.target is None):
        last.events.append(event)
    else:
        trace.moves.append(Move(event.place, lifted=event.seen.at, events=[event]))


def _return(trace: Trace, event: CardReturned) -> None:
    hand = hand_of(event)
    move = _open(trace, event.place, hand)
    if move is None and any(other.origin == event.place and other.target is Heap.DISCARD for other in trace.moves):
        # A card that was laid onto the pile is back in its slot: it was taken from there.
        move = _open(trace, Heap.DISCARD, hand)
        if move is None:
            move = Move(Heap.DISCARD, lifted=event.seen.at)
            trace.moves.append(move)
    if move is None:
        move = Move(event.place)
        trace.moves.append(move)
    _land(move, event, event.place)


def _land(move: Move, event: TableEvent, place: Place, face: Face = FACE_DOWN) -> None:
    move.target, move.laid, move.face = place, event.seen.at, face
    move.events.append(event)


def _place(trace: Trace, event: CardPlaced | SlotFilled | PileTopChanged, place: Place) -> None:
    if _told_already(trace, event, place):
        return
    move = _landing(trace, event, place)
    if move is not None and move.origin is Heap.DISCARD and place is Heap.DISCARD:
        # The pile shows the card below while its top is in a hand.
        move.events.append(event)
        return
    if move is None:
        move = Move(event.origin)
        trace.moves.append(move)
    _land(move, event, place, event.face)


def _told_already(trace: Trace, event: CardPlaced | SlotFilled | PileTopChanged, place: Place) -> bool:
    """Whether a card that is known to lie there is told of once more, perhaps with its face or where it came from."""
    last = next((move for move in reversed(trace.moves) if move.target == place), None)
    if last is None or last.laid is None or _is_taken_since(trace, place, last.laid):
        return False
    if place is Heap.DISCARD:
        same_way = event.origin is None or event.origin == last.origin
        same = same_way and (event.face == last.face or last.face is FACE_DOWN)
        if not same or (last.face is FACE_DOWN and event.face is FACE_DOWN):
            return False
    elif not (isinstance(event, SlotFilled) or isinstance(last.events[-1], SlotFilled)):
        return False
    last.events.append(event)
    last.face = event.face if last.face is FACE_DOWN else last.face
    last.origin = last.origin or event.origin
    return True


def _is_taken_since(trace: Trace, place: Place, laid: Interval) -> bool:
    """Whether a card is in a hand that was taken from a place after another had come to lie there."""
    taken = _open(trace, place)
    return taken is not None and (taken.lifted is None or taken.lifted.end_ms >= laid.end_ms)


def _landing(trace: Trace, event: CardPlaced | SlotFilled | PileTopChanged, place: Place) -> Move | None:
    """The card in a hand that has come to lie somewhere, the likeliest one where nobody saw which."""
    hand = hand_of(event)
    if event.origin is not None:
        return _open(trace, event.origin, hand)
    in_hand = [move for move in trace.moves if move.target is None and may_be_one(hand, move.hand)]
    in_hand = [move for move in in_hand if move.origin != place or place is Heap.DISCARD]
    # What the pile shows at the moment in which its top is taken lay beneath.
    beneath = [move for move in in_hand if move.origin is place is Heap.DISCARD and move.lifted == event.seen.at]
    ranked = sorted(in_hand, key=lambda move: (_unlikely(move, place), hand is None or move.hand is None))
    return next(iter(beneath or ranked), None)


def _unlikely(move: Move, place: Place) -> int:
    """Order among cards in a hand of which one has come to lie: slots' cards go to the pile, piles' cards to slots."""
    from_slot = not isinstance(move.origin, Heap)
    if place is Heap.DISCARD:
        return 0 if from_slot else 1 if move.origin is Heap.DRAW else 2
    if isinstance(place, Heap):
        return 0 if from_slot else 1
    return 1 if from_slot else 0
