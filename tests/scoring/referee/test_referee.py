"""The referee: table events in, game events out."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.events import Discarded, Drew, Looked, Snapped, Swapped, Took, Verdict
from kibitz_scoring.game.playout import play_out
from kibitz_scoring.game.projection import public_event
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.referee.questions import act_id
from kibitz_scoring.referee.referee import flush, observe, tell
from kibitz_scoring.referee.settlement import Finding, Referee
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.table import (
    CardFlipped,
    CardLanded,
    CardLifted,
    CardPlaced,
    CardReturned,
    CardRevealed,
    DrawPileTouched,
    HandOver,
    Heap,
    Interval,
    PileRefilled,
    PileShuffled,
    PileTopChanged,
    SlotEmptied,
    SlotFilled,
    SlotId,
    TableEvent,
)

from ..emissions import emissions
from ..eye import (
    A1,
    ANN,
    B1,
    BEN,
    BEN_A1,
    BEN_X1,
    CAMBIO,
    CLEO,
    KABOO,
    PLAYERS,
    SCAMBODIA,
    Eye,
    lines,
    table,
    watch,
    watch_all,
)


@pytest.fixture
def see() -> Eye:
    return Eye()


@settings(max_examples=30)
@given(st.sampled_from(pack_ids()), st.integers(0, 10**6))
def test_every_act_that_is_seen_plainly_is_read_right(pack_id: str, seed: int) -> None:
    rng = random.Random(seed)
    pack = load_pack(pack_id)
    see = Eye()
    history = list(play_out(pack, PLAYERS[: max(2, min(3, pack.max_players))], rng.randrange, rounds=1))
    state = history[0][0].now
    before, taken = state, list[TableEvent]()
    for game, event in history:
        public = public_event(game.now, event)
        see.stride = 30 if isinstance(public, Looked) else 1
        seen = emissions(state, public, see)
        if isinstance(public, Took):
            before, taken = state, seen
        else:
            start = before if isinstance(public, Swapped) else state
            sights_so_far = (*(taken if start is before else ()), *seen)
            finding = watch_all(start, *sights_so_far) if seen else tell(Referee(start), public)
            waits = finding.referee.waiting or finding.referee.question
            last = finding.events[-1:]
            if last and isinstance(last[0], Snapped) and last[0].verdict is Verdict.BLOCKED:
                # Random play snaps while a card is looked at; the judge lets nobody pay for that.
                last = (replace(last[0], verdict=public.verdict),)
            assert waits or last == (public,), (public, finding.events)
            before, taken = apply(state, public), []
        state = apply(state, public)


def test_a_card_from_the_deck_laid_off_is_a_draw_and_a_discard(see: Eye) -> None:
    found = watch_all(table(KABOO), DrawPileTouched(see(ANN)), PileTopChanged(see(ANN), parse_card("3C")))
    assert lines(found) == ["p1 draws", "p1 discards 3C"]


def test_a_swap_is_read_in_any_order_of_its_parts(see: Eye) -> None:
    state = table(KABOO)
    first = SlotEmptied(see(ANN), A1)
    parts = [PileTopChanged(see(ANN), parse_card("3C"), A1), SlotFilled(see(ANN), A1)]
    for order in (parts, parts[::-1]):
        assert lines(watch(state, CardLifted(see(ANN), Heap.DRAW), first, *order)) == ["p1 draws", "p1 swaps p1.a1 3C"]


def test_a_card_taken_from_the_pile_is_known_by_the_swap(see: Eye) -> None:
    found = watch(
        table(KABOO),
        CardLifted(see(ANN), Heap.DISCARD),
        CardLifted(see(ANN), A1),
        CardPlaced(see(ANN), A1, Heap.DISCARD),
        CardPlaced(see(ANN), Heap.DISCARD, A1, parse_card("3C")),
    )
    assert lines(found) == ["p1 takes", "p1 swaps p1.a1 3C"]


def test_a_pile_card_put_back_was_nothing(see: Eye) -> None:
    found = watch(table(KABOO), CardLifted(see(ANN), Heap.DISCARD), CardReturned(see(ANN), Heap.DISCARD))
    assert found.events == ()
    assert flush(found.referee).referee.waiting == ()


def rules(found: Finding) -> list[str]:
    """The rule that decided each event, empty where it was no snap."""
    return [timed.rule for timed in found.timed]


@pytest.mark.parametrize(
    ("verdict", "rule"), [(Verdict.CORRECT, "snap.enabled"), (Verdict.LATE, "")], ids=["as the judge says", "otherwise"]
)
def test_what_people_say_of_a_snap_names_a_rule_only_where_the_judge_says_it_too(
    verdict: Verdict, rule: str, see: Eye
) -> None:
    contact = PileTopChanged(see(BEN), parse_card("7C"), BEN_A1)
    said = Snapped(BEN, BEN_A1, parse_card("7C"), verdict)
    referee = replace(Referee(table(KABOO, " | top p1 snaps 0")), said={act_id([contact]): (said,)})
    found = observe(referee, contact)
    assert (found.events, rules(found)) == ((said,), [rule])


def test_a_snap_is_a_card_from_a_slot_onto_its_rank(see: Eye) -> None:
    found = watch(table(KABOO, " | top p1 snaps 0"), PileTopChanged(see(BEN), parse_card("7C"), BEN_A1))
    assert lines(found) == ["p2 snaps p2.a1 7C"]
    assert rules(found) == ["snap.enabled"]


def test_a_wrong_snap_is_judged_at_once_and_the_card_then_goes_back(see: Eye) -> None:
    state = table(KABOO, " | top p1 snaps 0")
    placed = watch(state, CardLifted(see(BEN), BEN_A1), PileTopChanged(see(BEN), parse_card("8C"), BEN_A1))
    assert lines(placed) == ["p2 snaps p2.a1 8C wrong"]
    back = observe(placed.referee, CardReturned(see(BEN), BEN_A1))
    assert back.events == ()
    assert not back.referee.waiting
    assert not back.referee.astray
    through_pile = watch(
        state,
        CardLifted(see(BEN), BEN_A1),
        PileTopChanged(see(BEN), parse_card("8C"), BEN_A1),
        PileTopChanged(see(BEN), parse_card("7H")),
        SlotFilled(see(BEN), BEN_A1, Heap.DISCARD),
    )
    assert lines(through_pile) == ["p2 snaps p2.a1 8C wrong"]
    assert rules(placed) == rules(through_pile) == ["snap.wrong_penalty"]


def test_a_wrong_card_of_another_player_goes_to_who_snapped(see: Eye) -> None:
    found = watch(
        table(CAMBIO, " | top p1 snaps 0"),
        PileTopChanged(see(CLEO), parse_card("8C"), BEN_A1),
        SlotFilled(see(CLEO), SlotId("p3.x1"), Heap.DISCARD),
    )
    assert lines(flush(found.referee)) or found.referee.question or found.events


def test_a_second_snap_of_the_same_rank_is_late(see: Eye) -> None:
    state = table(KABOO, " | top p1 snaps 1")
    found = watch(
        state,
        CardLifted(see(BEN), BEN_A1),
        PileTopChanged(see(BEN), parse_card("7C"), BEN_A1),
        CardReturned(see(BEN), BEN_A1),
    )
    assert lines(found) == ["p2 snaps p2.a1 7C late"]
    assert rules(found) == ["snap.per_discard"]


def test_two_players_acts_do_not_mix(see: Eye) -> None:
    state = table(KABOO, " | top p1 snaps 0")
    found = watch_all(
        state,
        CardLifted(see(BEN), BEN_A1),
        CardLifted(see(ANN), Heap.DRAW),
        PileTopChanged(see(BEN), parse_card("7C"), BEN_A1),
        PileTopChanged(see(ANN), parse_card("3C")),
    )
    assert lines(found) == ["p1 draws", "p2 snaps p2.a1 7C late", "p1 discards 3C"]


def test_a_draw_ends_the_time_for_snaps_at_the_table_as_in_a_replay(see: Eye) -> None:
    state = table(KABOO, " | top p3 snaps 0")
    snap = CardLifted(see(BEN), BEN_A1), PileTopChanged(see(BEN), parse_card("7C"), BEN_A1)
    drawn = CardLifted(see(ANN), Heap.DRAW)
    in_time = watch_all(state, *snap, drawn)
    assert lines(in_time) == ["p2 snaps p2.a1 7C", "p1 draws"], "the draw waits for the card that came before it"
    late = PileTopChanged(see(CLEO), parse_card("7D"), SlotId("p3.a1"))
    after_draw = watch_all(state, drawn, late)
    assert lines(after_draw) == ["p1 draws", "p3 snaps p3.a1 7D late"]
    assert rules(after_draw) == ["", "snap.closes_on_draw"]
    told = tell(Referee(state), Drew(ANN), Interval(60.0, 90.0)).referee
    assert lines(observe(told, late)) == ["p3 snaps p3.a1 7D late"]
    any_time = table(KABOO, " | top p3 snaps 0", snap__closes_on_draw=False)
    assert lines(watch_all(any_time, drawn, late)) == ["p1 draws", "p3 snaps p3.a1 7D"]


def test_a_discard_that_is_said_begins_another_contest_before_what_is_still_seen(see: Eye) -> None:
    state = table(CAMBIO, " | top p3 snaps 0 | hand p1 ? deck")
    snapped = watch(state, PileTopChanged(see(BEN), parse_card("7C"), BEN_A1)).referee
    see.wait()
    told = tell(snapped, Discarded(ANN, parse_card("8C")), Interval(900.0, 933.0)).referee
    found = observe(told, PileTopChanged(see(CLEO), parse_card("8D"), SlotId("p3.a1")))
    assert lines(flush(found.referee)) or lines(found) == ["p3 snaps p3.a1 8D"]


def test_a_look_is_told_from_a_snap_that_came_to_nothing(see: Eye) -> None:
    may_look = table(KABOO, " | power p1 8C")
    lifted, at_once = CardLifted(see(ANN), A1), CardReturned(see(ANN), A1)
    see.wait()
    later = CardReturned(see(ANN), A1)
    assert lines(watch(may_look, lifted, later)) == ["p1 looks p1.a1"]
    assert lines(watch(table(KABOO, " | top p2 snaps 0"), lifted, at_once)) == ["p1 snaps p1.a1 returned"]


def test_an_exchange_is_two_cards_that_change_places(see: Eye) -> None:
    state = table(KABOO, " | power p1 JC")
    found = watch(
        state,
        SlotEmptied(see(ANN), A1),
        SlotEmptied(see(ANN), BEN_A1),
        SlotFilled(see(ANN), BEN_A1, A1),
        SlotFilled(see(ANN), A1, BEN_A1),
    )
    assert lines(found) == ["p1 exchanges p1.a1 p2.a1"]


def test_a_penalty_card_comes_from_the_deck(see: Eye) -> None:
    state = table(KABOO, " | due p2 penalty snap.wrong_penalty")
    found = watch(state, CardLifted(see(BEN), Heap.DRAW), SlotFilled(see(BEN), BEN_X1))
    assert lines(found) == ["p2 penalty p2.x1"]


def test_a_forced_exchange_turns_the_own_card_first(see: Eye) -> None:
    found = watch(
        table(SCAMBODIA),
        CardFlipped(see(ANN), A1, parse_card("3C")),
        CardLifted(see(ANN), Heap.DISCARD),
        PileTopChanged(see(ANN), parse_card("3C"), A1),
        SlotFilled(see(ANN), A1, Heap.DISCARD),
    )
    assert lines(found) == ["p1 matches p1.a1 3C"]


def test_a_match_is_a_card_of_the_player_on_turn(see: Eye) -> None:
    found = watch(table(SCAMBODIA), PileTopChanged(see(ANN), parse_card("7C"), A1))
    assert lines(found) == ["p1 matches p1.a1 7C"]


def test_a_pair_is_two_own_cards_while_one_is_held(see: Eye) -> None:
    state = table(KABOO, " | hand p1 ? deck", pairs__enabled=True)
    found = watch(state, PileTopChanged(see(ANN), parse_card("5C"), A1), PileTopChanged(see(ANN), parse_card("5D"), B1))
    assert lines(found) == ["p1 pairs p1.a1 5C p1.b1 5D"]


def test_a_pair_with_the_drawn_card_is_two_cards_of_which_one_came_from_a_slot(see: Eye) -> None:
    state = table(KABOO, " | hand p1 ? deck", pairs__enabled=True, pairs__with_drawn_card=True, snap__enabled=False)
    found = watch(state, PileTopChanged(see(ANN), parse_card("5C"), A1), PileTopChanged(see(ANN), parse_card("5D")))
    assert lines(found) == ["p1 pairs p1.a1 5C hand 5D"]


def test_a_snap_with_a_card_in_hand_is_told_apart_by_what_follows(see: Eye) -> None:
    state = table(KABOO, " | hand p1 ? deck | top p3 snaps 0")
    snapped = PileTopChanged(see(ANN), parse_card("7C"), A1)
    found = watch_all(state, snapped, PileTopChanged(see(ANN), parse_card("9D"), B1), SlotFilled(see(ANN), B1))
    assert lines(found) == ["p1 snaps p1.a1 7C late", "p1 swaps p1.b1 9D"]
    laid_off = watch(state, snapped, PileTopChanged(see(ANN), parse_card("9D")))
    assert lines(laid_off) + lines(flush(laid_off.referee)) == ["p1 snaps p1.a1 7C late", "p1 discards 9D"]


def test_a_snap_and_the_card_given_for_it_can_be_seen_at_once(see: Eye) -> None:
    state = table(CAMBIO, " | top p3 snaps 0")
    seen = (
        SlotEmptied(see(ANN), BEN_A1),
        SlotEmptied(see(ANN), A1),
        PileTopChanged(see(ANN), parse_card("7C"), BEN_A1),
        SlotFilled(see(ANN), BEN_A1, A1),
    )
    assert lines(watch_all(state, *seen)) == ["p1 snaps p2.a1 7C", "p1 gives p1.a1 p2.a1"]


def test_a_card_given_may_not_have_been_followed(see: Eye) -> None:
    state = table(CAMBIO, " | due p1 give p2.x1")
    found = watch(state, SlotEmptied(see(ANN), A1), SlotFilled(see(ANN), BEN_X1))
    assert lines(found) == ["p1 gives p1.a1 p2.x1"]


def test_the_reveal_the_refill_and_the_starter_are_read(see: Eye) -> None:
    reveal = parse_table(
        "round 1 reveal p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 46 | ended call", load_pack(KABOO), PLAYERS[:2]
    )
    assert lines(watch(reveal, CardRevealed(see(), A1, parse_card("7C")))) == ["reveal p1.a1 7C"]
    empty = parse_table(
        f"round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 0 | pile{' ?' * 46}", load_pack(CAMBIO), PLAYERS[:2]
    )
    assert lines(watch(empty, PileRefilled(see()))) == ["refill"]
    dealt = parse_table("round 1 initial_peek p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 46", load_pack(CAMBIO), PLAYERS[:2])
    assert lines(watch_all(dealt, PileTopChanged(see(), parse_card("7C")))) == ["starter 7C"]


def test_a_hand_over_a_place_and_a_shuffle_mean_nothing(see: Eye) -> None:
    state = table(KABOO)
    found = watch(
        state,
        HandOver(see(ANN), A1),
        CardLanded(see(ANN), A1),
        PileShuffled(see(ANN), Heap.DRAW),
        CardLifted(see(ANN), Heap.ASIDE),
    )
    assert found.events == ()
    assert found.referee.waiting
    assert flush(found.referee).referee.waiting == ()
