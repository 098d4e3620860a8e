"""The deal as it is seen: cards from the draw pile into every slot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from kibitz_scoring.game.changes.turns import next_seat
from kibitz_scoring.game.events import Dealt, Event
from kibitz_scoring.game.round_state import Phase, RoundState
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.referee.acts.trace import hand_of
from kibitz_scoring.slots import slot_ids
from kibitz_scoring.table import (
    CardFlipped,
    CardLifted,
    CardPlaced,
    CardRevealed,
    DrawPileTouched,
    HandOver,
    Heap,
    Interval,
    PileRefilled,
    PileShuffled,
    SlotEmptied,
    SlotFilled,
    SlotId,
    TableEvent,
)

NOT_DEALT = (Phase.SETUP, Phase.SCORED)
"""Parts of a round in which the next cards that come are those of a deal."""
_NEXT_MS = 1000.0
"""Who deals lays the next card no later than this."""
_DEALING = (CardPlaced, SlotFilled, SlotEmptied, DrawPileTouched, HandOver, PileShuffled, PileRefilled)


def is_of_deal(state: RoundState, seen: TableEvent | Event, waiting: Iterable[TableEvent]) -> bool:
    """Whether something may be part of a deal, or of clearing the table for it, after what is `waiting`."""
    if isinstance(seen, CardLifted):
        return isinstance(seen.place, Heap) or _is_dealing(seen, waiting)
    if isinstance(seen, CardFlipped | CardRevealed):
        return state.phase is Phase.SCORED or state.pack.display.open_hands
    return isinstance(seen, _DEALING)


def _is_dealing(lifted: CardLifted, waiting: Iterable[TableEvent]) -> bool:
    """Whether a card seems lifted by the hand that has just dealt one: then it was only brushed."""
    hand, now_ms = hand_of(lifted), lifted.seen.at.end_ms
    laid = (seen for seen in waiting if isinstance(seen, CardPlaced) and seen.origin is Heap.DRAW)
    just_now = (one for one in laid if 0 <= now_ms - one.seen.at.end_ms < _NEXT_MS)
    return hand is not None and any(hand_of(one) == hand for one in just_now)


def dealt(state: RoundState, waiting: Iterable[TableEvent], *, complete: bool) -> TimedEvent | None:
    """The deal, once every slot has been filled, or, if it need not be `complete`, as far as it was seen.

    Who dealt is whose hands they were; where none was seen, whose turn it is to deal.
    """
    events = sorted(waiting, key=lambda seen: seen.seen.at.end_ms)
    wanted = {
        slot
        for seat in range(len(state.players))
        if seat not in state.departed
        for slot in slot_ids(state.pack, seat, state.pack.table.hand_size)
    }
    filled: set[SlotId] = set()
    for seen in events:
        match seen:
            case CardPlaced(place=place) | SlotFilled(place=place) if not isinstance(place, Heap):
                filled.add(place)
            case SlotEmptied(place=place):
                filled.discard(place)
            case _:
                pass
    missing = wanted - filled
    if missing and (complete or (state.phase is Phase.SCORED and len(missing) > len(wanted) / 2)):
        return None
    at = Interval(events[0].seen.at.start_ms, events[-1].seen.at.end_ms) if events else Interval(0.0, 0.0)
    hands = Counter(hand for seen in events if (hand := hand_of(seen)) in state.players and hand is not None)
    expected = state.dealer if state.phase is Phase.SETUP else next_seat(state, state.dealer)
    dealer = hands.most_common(1)[0][0] if hands else state.players[expected]
    return TimedEvent(at, Dealt(dealer))
