"""Rounds told in notation: deals, turns, calls, ends, and what is bad input."""

from __future__ import annotations

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Drew, Revealed
from kibitz_scoring.game.record import GameState, score_sheet
from kibitz_scoring.game.round_state import Phase, first_state
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.tables import format_table, parse_table
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.table import SlotId

from ..reckonings import A, B
from ..stories import THREE, TWO, acts, allows, begun, breaks, told

SCAMBODIA = "starter 9H"
KABOO = "starter 9H\np1 draws"
EIGHT_UNKNOWN = "p1 ? ? ? ? | p2 ? ? ? ?"
FORTY_FIVE = " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in ("A", *range(2, 11), "J")) + " QC"


def test_scambodia_exchanges_a_drawn_card_or_lays_it_off() -> None:
    """'Exchange: Replace (face down) one of their 4 cards [...] The replaced card is then discarded face up'."""
    state = told(begun("scambodia", SCAMBODIA), "p1 draws\np1 swaps p1.a2 5C")
    assert "p1 ? ?(1) ? ?" in format_table(state)
    assert "pile 9H 5C" in format_table(state)
    breaks(state, "p1 swaps p1.a1 2C", "play.turn")
    breaks(told(state, "p2 draws"), "p2 swaps p1.a1 2C", "play.place")


def test_scambodia_ends_at_once_when_a_hand_is_empty() -> None:
    """'If a player successfully discards all their cards, the round ends immediately (no further turns).'"""
    state = parse_table("round 1 turns p1 | p1 2C - - - | p2 ? ? ? ? | deck 46 | pile 2H", load_pack("scambodia"), TWO)
    state = told(state, "p1 matches p1.a1 2C")
    assert (state.phase, state.end) == (Phase.REVEAL, RoundEnd.EMPTY_HAND)
    final = told(state, "reveal p2.a1 AC\nreveal p2.a2 AD\nreveal p2.b1 AH\nreveal p2.b2 AS")
    assert score_sheet(GameState((), final)).rounds[0].scores == {A: 0, B: 4}


def test_an_empty_hand_may_wait_for_the_final_turns_of_a_caller() -> None:
    pack = load_pack("scambodia", {"empty_hand.finish_turns": True})
    text = "round 1 final p1 | p1 2C - - - | p2 ? ? ? ? | deck 46 | pile 2H | called p2 | final p1"
    state = told(parse_table(text, pack, TWO), "p1 matches p1.a1 2C")
    assert state.end is RoundEnd.CALL


def test_scambodia_s_declarer_declares_before_anything_else_and_only_once() -> None:
    """'Only one Scambodia call can happen per round' and 'must declare before taking any other action that turn'."""
    state = begun("scambodia", SCAMBODIA, THREE)
    allows(state, "p3 calls")
    breaks(state, "p1 calls", "play.turn")
    state = told(state, "p3 calls")
    assert (state.phase, state.turn, state.final_left) == (Phase.FINAL, 0, (0, 1))
    breaks(state, "p1 calls", "call.final_turns")
    assert told(state, "p1 calls") == state


def test_scambodia_refills_the_deck_but_keeps_the_top() -> None:
    """'If the draw pile empties, reshuffle the discard pile into a new draw deck, preserving the top card'."""
    text = "round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 0 | pile " + " ".join(
        f"{rank}{suit}" for suit in "CDHS" for rank in ("A", *range(2, 12), "Q") if rank != 11
    )
    state = parse_table(text, load_pack("scambodia"), TWO)
    allows(state, "refill", "p1 draws")
    after = told(state, "refill")
    assert (after.draw_pile, len(after.discard)) == (43, 1)
    breaks(after, "refill", "piles.when_empty")
    assert told(state, "p1 draws").draw_pile == 42


def test_kaboo_ends_when_the_deck_runs_out_and_nobody_is_penalised() -> None:
    """'If the Deck is exhausted, the game ends immediately (Auto-Kaboo). No reshuffling occurs.'"""
    state = parse_table(f"round 1 turns p1 | {EIGHT_UNKNOWN} | deck 1 | pile {FORTY_FIVE}", load_pack("kaboo"), TWO)
    drawn = told(state, "p1 draws")
    assert drawn.phase is Phase.TURNS
    done = told(drawn, "p1 discards 8S\np1 looks p1.a1")
    assert (done.phase, done.end, done.caller) == (Phase.REVEAL, RoundEnd.DECK, None)
    breaks(told(drawn, "p1 discards 8S"), "refill", "piles.when_empty")


@pytest.mark.parametrize(
    ("when", "story"), [("at_once", "p1 draws"), ("failed_draw", "p1 draws\np1 discards\np2 draws")]
)
def test_the_end_of_the_deck_may_end_a_round_at_another_moment(when: str, story: str) -> None:
    pack = load_pack("kaboo", {"piles.end_round_at": when})
    state = parse_table(f"round 1 turns p1 | {EIGHT_UNKNOWN} | deck 1 | pile {FORTY_FIVE}", pack, TWO)
    *before, last = story.split("\n")
    state = told(state, "\n".join(before))
    assert state.phase is Phase.TURNS
    assert told(state, last).end is RoundEnd.DECK


def test_kaboo_s_caller_gives_every_other_player_exactly_one_more_turn() -> None:
    """'Every *other* player gets exactly one more turn.'"""
    state = told(begun("kaboo", "starter 9H"), "p1 calls\np2 draws\np2 discards 2C")
    assert state.phase is Phase.AFTER_LAST_TURN
    allows(state, "p1 snaps p1.a1 2D", "last-window-closes")
    breaks(state, "p2 draws", "play.phase")
    assert told(state, "last-window-closes").phase is Phase.REVEAL
    assert told(state, "reveal p1.a1 4C").phase is Phase.REVEAL
    assert told(begun("kaboo", KABOO), "last-window-closes").phase is Phase.TURNS
    breaks(begun("kaboo", KABOO), "last-window-closes", "snap.final_window_ms")


def test_kaboo_s_empty_hand_calls_by_itself() -> None:
    pack = load_pack("kaboo")
    text = f"round 1 turns p2 | p1 2C - - - | p2 ? ? ? ? | deck 3 | pile {FORTY_FIVE} 2H | top p1 snaps 0"
    before = parse_table(text, pack, TWO)
    state = told(before, "p1 snaps p1.a1 2C")
    assert (state.caller, state.forced, state.final_left) == (0, True, (1,))
    running = told(before, "p2 draws\np1 snaps p1.a1 2C")
    assert running.final_left == (1,)
    assert told(running, "p2 discards KC\np2 declines").phase is Phase.AFTER_LAST_TURN
    by_call = told(before, "p2 calls\np1 snaps p1.a1 2C")
    assert (by_call.caller, by_call.forced) == (1, False)


def test_cameo_has_no_pile_and_sets_cards_aside() -> None:
    """'Replace: Swap it with any of their 4 cards (without showing [...]). Discard: Place the drawn card aside'."""
    state = begun("cameo", "")
    assert state.draw_pile == 44
    breaks(state, "starter 7C", "piles.starter")
    breaks(state, "p1 takes", "piles.draw_from_discard")
    swapped = told(state, "p1 draws 4C\np1 swaps p1.a1")
    assert "aside ?_()" in format_table(swapped)
    laid = told(state, "p1 draws\np1 discards 7C")
    assert "aside 7C" in format_table(laid)
    assert (laid.power, laid.turn) == (None, 1)
    open_face = begun("cameo", "p1 draws 4C", piles__replaced_card="aside_face_up")
    assert "aside 9D" in format_table(told(open_face, "p1 swaps p1.a1 9D"))


def test_cambio_s_empty_hand_calls_and_has_no_further_turn() -> None:
    text = f"round 1 turns p1 | p1 2C - - - | p2 ? ? ? ? | deck 3 | pile {FORTY_FIVE} 2H"
    state = told(parse_table(text, load_pack("cambio"), TWO), "p1 snaps p1.a1 2C")
    assert (state.caller, state.forced, state.turn, state.final_left) == (0, True, 1, (1,))
    off = parse_table(text, load_pack("cambio", {"empty_hand.action": "none"}), TWO)
    assert told(off, "p1 snaps p1.a1 2C").caller is None


def test_open_hands_lie_face_up() -> None:
    """'"Open hands" shows everyone's cards face up at all times'."""
    state = begun("cambio", "starter 2H\np1 draws 4C\np1 swaps p1.a1 9D", display__open_hands=True)
    assert "p1 4C^(*)" in format_table(state)
    allows(state, "reveal p1.b1 7C")
    dealt = first_state(load_pack("cambio", {"display.open_hands": True}), TWO)
    dealt = told(dealt, "p2 deals 2C 3C 4C 5C / 2D 3D 4D 5D")
    assert "p1 2C^(*) 3C^(*) 4C^(*) 5C^(*)" in format_table(dealt)


def test_a_face_that_lies_open_twice_is_a_violation() -> None:
    state = begun("kaboo", KABOO)
    breaks(state, "p1 discards 9H", "deck.base")
    breaks(state, "p1 discards 13", "deck.base")
    allows(state, "p1 discards 9D")
    twice = told(begun("cameo", "p1 draws"), "p1 discards 7C\np2 draws")
    breaks(twice, "p2 discards 7C", "deck.base")
    up = told(begun("kaboo", KABOO), "reveal p1.a1 KC")
    breaks(up, "p1 discards KC", "deck.base")
    breaks(up, "reveal p1.a2 KD", "display.open_hands")


def test_a_deal_comes_between_rounds_and_goes_round() -> None:
    state = begun("kaboo", "starter 9H", THREE)
    breaks(state, "p1 deals", "play.phase")
    breaks(first_state(load_pack("kaboo"), TWO), "p1 deals 2C / 3C", "table.hand_size")
    scored = parse_table("round 2 scored p1 | dealer p1 | p1 - - - - | p2 - - - - | deck 54", load_pack("kaboo"), TWO)
    breaks(scored, "p1 deals", "game.next_dealer")
    allows(scored, "p2 deals")
    assert told(scored, "p2 deals").number == 3
    allows(parse_table(format_table(scored), load_pack("kaboo", {"game.next_dealer": "lowest"}), TWO), "p2 deals")
    assert told(state, 'misdeal "a card was seen"').phase is Phase.SETUP


def test_the_starter_is_turned_once_and_before_the_first_turn() -> None:
    state = begun("kaboo", "")
    breaks(state, "p1 draws", "piles.starter")
    breaks(begun("kaboo", "starter 9H"), "starter 8H", "piles.starter")
    power = begun("kaboo", "starter 7H", piles__starter_power=True)
    assert power.power is not None
    text = "round 1 turns p1 | p1 ? | p2 ? | deck 0 | pile " + " ".join(["?"] * 52)
    used = parse_table(text, load_pack("kaboo", {"table.hand_size": 1, "table.rows": 1}), TWO)
    assert told(used, "starter 2C").discard == used.discard


def test_calls_may_wait_for_a_round_and_come_at_another_moment() -> None:
    early = begun("kaboo", "starter 9H", call__earliest_round=2)
    breaks(early, "p1 calls", "call.earliest_round")
    allows(told(early, "p1 draws\np1 discards 2C\np2 draws\np2 discards 3C"), "p1 calls")
    at_end = begun("kaboo", "starter 9H\np1 draws\np1 discards 2C", call__earliest_round=2, call__when="turn_end")
    breaks(at_end, "p1 calls", "call.earliest_round")
    drawn = begun("kaboo", KABOO, call__when="after_draw")
    allows(drawn, "p1 calls")
    breaks(drawn, "p2 calls", "call.when")
    assert told(drawn, "p1 calls").final_left == (0, 1)
    at_end = begun("kaboo", KABOO, call__when="turn_end")
    breaks(at_end, "p1 calls", "call.when")
    allows(told(at_end, "p1 discards 2C"), "p1 calls")
    breaks(told(at_end, "p1 discards 2C"), "p2 calls", "call.when")
    breaks(first_state(at_end.pack, TWO), "p1 calls", "play.phase")
    assert told(begun("kaboo", "starter 9H"), "p1 calls").phase is Phase.FINAL
    assert told(told(begun("kaboo", KABOO), "p1 discards 7C"), "p2 calls").caller == 1


def test_acts_out_of_turn_move_the_turn_on() -> None:
    state = begun("kaboo", "starter 9H", THREE)
    assert told(state, "p2 draws").turn == 1
    final = told(state, "p3 calls\np2 draws")
    assert final.final_left == (1,)
    early = told(state, "p3 calls\np3 draws")
    assert early.final_left == (2, 0, 1)
    both = told(state, "p3 draws\np1 draws\np1 discards 2C")
    assert both.turn == 2
    breaks(told(state, "p3 draws\np1 draws"), "p1 discards 2C", "play.turn")


def test_what_is_nowhere_to_be_had_changes_nothing() -> None:
    state = begun("kaboo", KABOO)
    for event in ("p1 looks p1.x1", "p1 marks p1.x1 +1", "p1 snaps p1.x1 2C", "reveal p1.x1 2C", "p1 declines"):
        assert told(state, event) == state
    assert told(state, "move pile p1.x1\nmove pile p1.x2\np2 matches p2.a1").draw_pile == state.draw_pile
    no_pile = begun("kaboo", "")
    breaks(no_pile, "p1 takes", "play.place")
    assert told(no_pile, "p1 takes").held == ()
    empty = parse_table(
        "round 1 turns p1 | p1 ? | p2 ? | deck 0 | pile ? | aside " + " ".join(["?"] * 51),
        load_pack("cambio", {"table.hand_size": 1, "table.rows": 1}),
        TWO,
    )
    breaks(empty, "p1 draws", "piles.when_empty")
    for event in ("p1 draws", "p1 discards 2C", "p1 swaps p1.a1 2C", "p1 penalty p1.x1"):
        assert told(empty, event).hands == empty.hands
    cameo = load_pack("cameo", {"table.hand_size": 1, "table.rows": 1, "piles.end_round_at": "failed_draw"})
    used_up = parse_table("round 1 turns p1 | p1 ? | p2 ? | deck 0 | aside " + " ".join(["?"] * 50), cameo, TWO)
    assert told(used_up, "p1 uses 7C") == used_up
    assert "p1 draws" not in acts(empty)


def test_a_player_without_cards_takes_nothing_from_the_pile() -> None:
    text = "round 1 turns p1 | p1 - - - - | p2 ? ? ? ? | deck 49 | pile 9H"
    state = parse_table(text, load_pack("cambio", {"empty_hand.action": "none"}), TWO)
    breaks(state, "p1 takes", "piles.draw_from_discard")
    breaks(state, "p1 declines", "play.turn")


def test_a_name_that_is_not_at_the_table_is_bad_input() -> None:
    state = begun("kaboo", KABOO)
    with pytest.raises(InputError, match="'Zoe' is not at the table: expected A or B"):
        apply(state, Drew(PlayerId("Zoe")))
    with pytest.raises(InputError, match=r"'p7.a1' is nobody's place"):
        told(state, "reveal p7.a1 2C")
    with pytest.raises(InputError, match="'here' is not a place: expected a seat, a row and a number"):
        apply(state, Revealed(SlotId("here"), parse_card("2C")))
    with pytest.raises(InputError, match="not a place of the grid"):
        told(state, "reveal p1.c1 2C")


@pytest.mark.parametrize(
    ("players", "options", "complaint"),
    [
        (("Ann",), {}, "found 1: Kaboo is for 2 to 8 players"),
        (("Ann", "Ann"), {}, "expected every name once"),
        (("Ann", "Ben"), {"table.hand_size": 30}, "2 hands of 30 need more than 54 cards"),
    ],
)
def test_a_table_that_no_pack_is_made_for_is_bad_input(
    players: tuple[str, ...], options: dict[str, object], complaint: str
) -> None:
    with pytest.raises(InputError, match=complaint):
        first_state(load_pack("kaboo", options), tuple(map(PlayerId, players)))


def test_a_draw_may_be_tried_where_it_ends_the_round() -> None:
    pack = load_pack("kaboo", {"piles.end_round_at": "failed_draw"})
    state = parse_table(f"round 1 turns p1 | {EIGHT_UNKNOWN} | deck 0 | pile {FORTY_FIVE} QS", pack, TWO)
    allows(state, "p1 draws")


def test_a_second_empty_hand_waits_for_the_final_turns_too() -> None:
    pack = load_pack("scambodia", {"empty_hand.finish_turns": True})
    text = "round 1 final p1 | p1 2C - - - | p2 ? ? ? ? | p3 ? ? ? ? | deck 42 | pile 2H | called p2 | final p1 p3"
    state = told(parse_table(text, pack, THREE), "p1 matches p1.a1 2C")
    assert (state.phase, state.final_left) == (Phase.FINAL, (2,))
