"""The deal as it is seen, and what is turned up after the score."""

from __future__ import annotations

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.round_state import RoundState, first_state
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.referee import observe, tell
from kibitz_scoring.referee.settlement import Referee
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.slots import slot_ids
from kibitz_scoring.table import (
    CardLifted,
    CardPlaced,
    CardReturned,
    CardRevealed,
    Heap,
    PileTopChanged,
    SlotEmptied,
    SlotId,
    TableEvent,
)

from ..sightings import A1, ANN, BEN, PLAYERS, SEVEN_CLUBS, at, follow, lines


def clear_and_deal(state: RoundState, player: PlayerId) -> list[TableEvent]:
    slots = [slot for seat in range(3) for slot in slot_ids(state.pack, seat, 4)]
    cleared = [SlotEmptied(at(100 + number), slot) for number, slot in enumerate(slots)]
    return [*cleared, *(CardPlaced(at(500 + n, player), slot, Heap.DRAW) for n, slot in enumerate(slots))]


def scored() -> RoundState:
    state = first_state(load_pack("kaboo"), PLAYERS)
    for line in ("p1 deals", "starter 2H", "round-ends deck"):
        state = tell(Referee(state), parse_event(line, PLAYERS)).referee.state
    for seat, suit in enumerate("CDS"):
        for slot, rank in zip(slot_ids(state.pack, seat, 4), ("7", "8", "9", "10"), strict=True):
            state = tell(Referee(state), parse_event(f"reveal {slot} {rank}{suit}", PLAYERS)).referee.state
    assert state.phase == "scored"
    return state


def test_after_the_score_the_table_is_cleared_and_dealt_again() -> None:
    state = scored()
    found = follow(state, *clear_and_deal(state, BEN), over=False)
    assert lines(found) == ["p2 deals"]
    assert found.referee.state.number == 2
    unseen = follow(
        state, *(event for event in clear_and_deal(state, BEN) if isinstance(event, SlotEmptied)), over=False
    )
    assert observe(unseen.referee, PileTopChanged(at(900), SEVEN_CLUBS)).events == ()


def test_a_card_brushed_by_the_hand_that_deals_does_not_end_the_deal_and_one_told_late_is_of_it() -> None:
    state = first_state(load_pack("kaboo"), PLAYERS)
    *dealt, last = (seen for seen in clear_and_deal(state, BEN) if isinstance(seen, CardPlaced))
    brushed = follow(state, *dealt, CardLifted(at(900, BEN), A1), over=False)
    assert brushed.events == ()
    assert lines(follow(brushed.referee, last, over=False)) == ["p2 deals"]
    over = follow(state, *dealt, CardLifted(at(900, ANN), A1), over=False)
    assert lines(over) == ["p2 deals"]
    late = follow(over.referee, last, CardReturned(at(1900, ANN), A1), over=False)
    assert lines(late) == ["p1 looks p1.a1"]
    assert late.referee.question is None


def test_a_deal_that_is_told_need_not_be_seen() -> None:
    state = first_state(load_pack("kaboo"), PLAYERS)
    assert lines(tell(Referee(state), parse_event("p3 deals", PLAYERS))) == ["p3 deals"]


def test_a_card_turned_up_after_all_others_belongs_to_its_hand_all_the_same() -> None:
    found = follow(scored(), CardRevealed(at(100), SlotId("p2.x1"), parse_card("4H")), over=False)
    assert lines(found) == ["move deck p2.x1", "reveal p2.x1 4H"]
    cleared = follow(
        scored(), SlotEmptied(at(50), A1), CardRevealed(at(100), SlotId("p2.x1"), parse_card("4H")), over=False
    )
    assert cleared.events == ()
