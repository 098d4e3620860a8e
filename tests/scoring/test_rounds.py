"""Rounds of the five games, told in notation; each sentence of the rule texts that a table can break has its story."""

from __future__ import annotations

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.check import check
from kibitz_scoring.errors import InputError
from kibitz_scoring.event_notation import format_event, parse_event
from kibitz_scoring.events import Drew, Revealed, Ruled
from kibitz_scoring.games import GameState, play, played_round, score_sheet
from kibitz_scoring.legal import legal_acts, to_turn_up
from kibitz_scoring.packs import load_pack
from kibitz_scoring.projection import public_event
from kibitz_scoring.round_state import Phase, RoundState, first_state
from kibitz_scoring.rounds import apply
from kibitz_scoring.table import PlayerId, SlotId
from kibitz_scoring.table_notation import format_table, parse_table
from kibitz_scoring.tally import RoundEnd

ANN, BEN, CLEO = (PlayerId(name) for name in ("Ann", "Ben", "Cleo"))
TWO, THREE = (ANN, BEN), (ANN, BEN, CLEO)


def told(pack_id: str, story: str, players: tuple[PlayerId, ...] = TWO, **house: object) -> RoundState:
    """The table after a story, one event a line, Ben having dealt."""
    options = {key.replace("__", "."): value for key, value in house.items()}
    return goes_on(first_state(load_pack(pack_id, options), players), f"p2 deals\n{story}")


def goes_on(state: RoundState, story: str) -> RoundState:
    for line in filter(None, map(str.strip, story.splitlines())):
        state = apply(state, parse_event(line, state.players))
    return state


def rules(state: RoundState, line: str) -> list[str]:
    """Rules that an event would break on this table."""
    return [violation.rule for violation in check(state, parse_event(line, state.players))]


def line(state: RoundState) -> str:
    return format_table(state)


def lists(state: RoundState, text: str) -> bool:
    return text in [format_event(act, state.players) for act in legal_acts(state)]


def breaks(state: RoundState, event: str, rule: str) -> None:
    assert rule in rules(state, event), (rules(state, event), line(state))


def allows(state: RoundState, *events: str) -> None:
    for event in events:
        assert not rules(state, event), (event, rules(state, event), line(state))


# Scambodia


SCAMBODIA = "starter 9H"


def test_scambodia_deals_four_cards_each_and_turns_one() -> None:
    """'Deal 4 cards face down to each player. [...] Flip the top card of the draw pile face up'."""
    state = told("scambodia", SCAMBODIA)
    assert line(state) == ("round 1 initial_peek p1 | dealer p2 | p1 ? ? ? ? | p2 ? ? ? ? | deck 43 | pile 9H")


def test_scambodia_looks_at_the_bottom_two_only_once() -> None:
    """'Each player secretly looks at their bottom two cards (only once)'."""
    state = told("scambodia", SCAMBODIA)
    allows(state, "p1 looks p1.b1", "p2 looks p2.b2")
    breaks(state, "p1 looks p1.a1", "peek.which")
    breaks(state, "p1 looks p2.b1", "peek.which")
    state = goes_on(state, "p1 looks p1.b1\np1 looks p1.b2")
    breaks(state, "p1 looks p1.b1", "peek.count")
    breaks(goes_on(state, "p1 draws"), "p1 looks p1.b1", "peek.count")
    assert state.hands[0][2] is not None
    assert state.hands[0][2].known_to == frozenset({0})


def test_scambodia_goes_clockwise_with_exactly_one_action_a_turn() -> None:
    """'Players take turns in a clockwise direction. On a player's turn, exactly one action can be performed.'"""
    state = told("scambodia", SCAMBODIA, THREE)
    assert state.turn == 2
    breaks(state, "p1 draws", "play.turn")
    state = goes_on(state, "p3 draws")
    breaks(state, "p3 takes", "play.turn")
    breaks(state, "p3 calls", "call.when")
    breaks(state, "p3 passes", "turn.pass")
    assert goes_on(state, "p3 discards 2C").turn == 0


def test_scambodia_exchanges_a_drawn_card_or_lays_it_off() -> None:
    """'Exchange: Replace (face down) one of their 4 cards [...] The replaced card is then discarded face up'."""
    state = goes_on(told("scambodia", SCAMBODIA), "p1 draws\np1 swaps p1.a2 5C")
    assert "p1 ? ?(1) ? ?" in line(state)
    assert "pile 9H 5C" in line(state)
    breaks(state, "p1 swaps p1.a1 2C", "play.turn")
    breaks(goes_on(state, "p2 draws"), "p2 swaps p1.a1 2C", "play.place")


def test_scambodia_s_discard_taken_has_to_be_exchanged() -> None:
    """'Must exchange one of their 4 face-down cards with the drawn discard card'."""
    state = goes_on(told("scambodia", SCAMBODIA), "p1 takes")
    breaks(state, "p1 discards 9H", "piles.drawn_discard_may_return")
    allows(state, "p1 swaps p1.b1 4C")
    state = goes_on(state, "p1 swaps p1.b1 4C")
    assert "p1 ? ? 9H(*) ?" in line(state)


def test_scambodia_s_match_lays_the_card_off_and_ends_the_turn() -> None:
    """'If it does match, the flipped card is immediately discarded. [...] hand size decreases by 1'."""
    state = goes_on(told("scambodia", SCAMBODIA), "p1 matches p1.a1 9C")
    assert "p1 - ? ? ?" in line(state)
    assert (state.turn, state.power) == (1, None)


def test_scambodia_s_wrong_match_is_a_forced_exchange() -> None:
    """'If it does not match, they forcibly exchange that newly revealed card with the top of the discard pile.'"""
    state = goes_on(told("scambodia", SCAMBODIA), "p1 matches p1.a1 2C")
    assert "p1 9H(*) ? ? ?" in line(state)
    assert state.turn == 1
    assert "pile 2C" in line(state)


@pytest.mark.parametrize(("wrong", "due"), [("penalty", 1), ("return", 0)])
def test_a_wrong_match_may_cost_a_card_or_nothing(wrong: str, due: int) -> None:
    state = goes_on(told("scambodia", SCAMBODIA, match__wrong=wrong), "p1 matches p1.a1 2C")
    assert "p1 2C(*) ? ? ?" in line(state)
    assert len(state.due) == due
    again = told("scambodia", SCAMBODIA, match__ends_turn_on_fail=False)
    assert goes_on(again, "p1 matches p1.a1 2C").turn == 0


def test_a_match_needs_the_own_turn_an_own_card_and_a_pile() -> None:
    state = told("scambodia", SCAMBODIA)
    breaks(state, "p2 matches p2.a1 9C", "play.turn")
    breaks(state, "p1 matches p2.a1 9C", "play.place")
    breaks(goes_on(state, "p1 draws"), "p1 matches p1.a1 9C", "play.turn")
    breaks(told("kaboo", "starter 9H"), "p1 matches p1.a1 9C", "match.enabled")
    breaks(told("scambodia", "", piles__starter=False), "p1 matches p1.a1 9C", "play.place")
    house = told("scambodia", SCAMBODIA, match__on_starter=False)
    breaks(house, "p1 matches p1.a1 9C", "match.on_starter")
    chained = told("scambodia", SCAMBODIA, match__ends_turn=False, match__powers=True)
    chained = goes_on(chained, "p1 matches p1.a1 9C")
    assert chained.turn == 0
    assert chained.power is not None
    assert goes_on(state, "p1 matches p1.x1 9C") == goes_on(state, "p1 looks p1.x1\np1 matches p1.x1")


def test_scambodia_ends_at_once_when_a_hand_is_empty() -> None:
    """'If a player successfully discards all their cards, the round ends immediately (no further turns).'"""
    state = parse_table("round 1 turns p1 | p1 2C - - - | p2 ? ? ? ? | deck 46 | pile 2H", load_pack("scambodia"), TWO)
    state = goes_on(state, "p1 matches p1.a1 2C")
    assert (state.phase, state.end) == (Phase.REVEAL, RoundEnd.EMPTY_HAND)
    final = goes_on(state, "reveal p2.a1 AC\nreveal p2.a2 AD\nreveal p2.b1 AH\nreveal p2.b2 AS")
    assert score_sheet(GameState((), final)).rounds[0].scores == {ANN: 0, BEN: 4}


def test_an_empty_hand_may_wait_for_the_final_turns_of_a_caller() -> None:
    pack = load_pack("scambodia", {"empty_hand.finish_turns": True})
    text = "round 1 final p1 | p1 2C - - - | p2 ? ? ? ? | deck 46 | pile 2H | called p2 | final p1"
    state = goes_on(parse_table(text, pack, TWO), "p1 matches p1.a1 2C")
    assert state.end is RoundEnd.CALL


def test_scambodia_s_powers_come_from_cards_drawn_and_discarded_in_one_turn() -> None:
    """'To use a power, the player must discard that special card on the same turn they drew it.'"""
    start = told("scambodia", SCAMBODIA)
    assert goes_on(start, "p1 draws\np1 discards 7C").power is not None
    assert goes_on(start, "p1 draws\np1 swaps p1.a1 7C").power is None
    assert goes_on(start, "p1 matches p1.a1 9C").power is None
    assert goes_on(start, "p1 draws\np1 discards").power is None


def test_scambodia_s_peeks_are_of_an_own_and_of_an_opponent_s_card() -> None:
    """'7 / 8: Peek at one of your own face-down cards. 9 / 10: Peek at one face-down card of an opponent's choice.'"""
    own = goes_on(told("scambodia", SCAMBODIA), "p1 draws\np1 discards 8C")
    allows(own, "p1 looks p1.a1", "p1 declines")
    breaks(own, "p1 looks p2.a1", "powers.8")
    breaks(own, "p2 looks p2.a1", "peek.count")
    breaks(own, "p1 exchanges p1.a1 p2.a1", "powers.trigger")
    other = goes_on(told("scambodia", SCAMBODIA), "p1 draws\np1 discards 10C")
    allows(other, "p1 looks p2.a1")
    breaks(other, "p1 looks p1.a1", "powers.10")
    assert goes_on(other, "p1 looks p2.a1").turn == 1
    assert goes_on(other, "p1 declines").turn == 1


def test_scambodia_s_blind_swap_is_of_an_own_and_an_opponent_s_card() -> None:
    """'J / Q: Blind Swap - choose one of your own face-down cards and one of an opponent's face-down cards.'"""
    state = goes_on(told("scambodia", f"p1 looks p1.b1 KH\n{SCAMBODIA}"), "p1 draws\np1 discards QC")
    allows(state, "p1 exchanges p1.b1 p2.a1")
    breaks(state, "p1 exchanges p1.a1 p1.b1", "powers.Q")
    breaks(state, "p1 exchanges p1.a1 p1.a1", "powers.Q")
    breaks(state, "p1 looks p2.a1", "powers.Q")
    after = goes_on(state, "p1 exchanges p1.b1 p2.a1")
    assert "p2 KH(1) ? ? ?" in line(after)
    assert after.turn == 1


def test_scambodia_s_king_looks_first_and_swaps_that_card() -> None:
    """'K (King): Seen Swap - first peek at one of an opponent's cards. Then decide if you wish to swap it'."""
    state = goes_on(told("scambodia", SCAMBODIA, THREE), "p3 draws\np3 discards KD")
    breaks(state, "p3 exchanges p3.a1 p1.a1", "powers.K.red")
    state = goes_on(state, "p3 looks p1.a1")
    allows(state, "p3 exchanges p3.b2 p1.a1", "p3 declines", "p1 draws")
    breaks(state, "p3 exchanges p3.a1 p1.a2", "powers.K.red")
    breaks(state, "p3 looks p1.a2", "powers.K.red")
    loose = goes_on(
        told("scambodia", SCAMBODIA, THREE, powers__swap_card="same_player"),
        "p3 draws\np3 discards KD\np3 looks p1.a1",
    )
    allows(loose, "p3 exchanges p3.a1 p1.a2")
    breaks(loose, "p3 exchanges p3.a1 p2.a2", "powers.K.red")


def test_scambodia_s_declarer_declares_before_anything_else_and_only_once() -> None:
    """'Only one Scambodia call can happen per round' and 'must declare before taking any other action that turn'."""
    state = told("scambodia", SCAMBODIA, THREE)
    allows(state, "p3 calls")
    breaks(state, "p1 calls", "play.turn")
    state = goes_on(state, "p3 calls")
    assert (state.phase, state.turn, state.final_left) == (Phase.FINAL, 0, (0, 1))
    breaks(state, "p1 calls", "call.final_turns")
    assert goes_on(state, "p1 calls") == state


def test_scambodia_gives_every_other_player_one_final_turn() -> None:
    """'every other player takes one more turn. Then the round stops.'"""
    state = goes_on(told("scambodia", SCAMBODIA, THREE), "p3 calls\np1 draws\np1 discards 2C\np2 draws\np2 discards 2D")
    assert (state.phase, state.end) == (Phase.REVEAL, RoundEnd.CALL)
    breaks(state, "p3 draws", "play.phase")
    allows(state, "reveal p1.a1 2H")


def test_scambodia_refills_the_deck_but_keeps_the_top() -> None:
    """'If the draw pile empties, reshuffle the discard pile into a new draw deck, preserving the top card'."""
    text = "round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 0 | pile " + " ".join(
        f"{rank}{suit}" for suit in "CDHS" for rank in ("A", *range(2, 12), "Q") if rank != 11
    )
    state = parse_table(text, load_pack("scambodia"), TWO)
    allows(state, "refill", "p1 draws")
    after = goes_on(state, "refill")
    assert (after.draw_pile, len(after.discard)) == (43, 1)
    breaks(after, "refill", "piles.when_empty")
    assert goes_on(state, "p1 draws").draw_pile == 42


# The Dragon's Gambit


def test_the_gambit_s_tokens_stay_on_the_card_and_drop_when_it_is_discarded() -> None:
    """'8: Add +1 to the value to any card of a player', '11: Subtract 1 of the value to any card of a player'."""
    state = goes_on(told("dragons_gambit", "starter 3"), "p1 draws\np1 discards 8")
    allows(state, "p1 marks p2.a1 +1")
    breaks(state, "p1 marks p2.a1 -1", "powers.8")
    state = goes_on(state, "p1 marks p2.a1 +1")
    assert "p2 ?+1 ? ? ?" in line(state)
    breaks(state, "p2 marks p2.a1 +1", "powers.trigger")
    moved = goes_on(state, "p2 draws\np2 discards 12\np2 exchanges p2.a1 p1.a1")
    assert "p1 ?+1 ? ? ?" in line(moved)
    gone = goes_on(moved, "p1 draws\np1 swaps p1.a1 5")
    assert "pile 3 8 12 5" in line(gone)


def test_tokens_may_belong_to_the_place() -> None:
    state = goes_on(
        told("dragons_gambit", "starter 3", powers__modifier_on="slot"),
        "p1 draws\np1 discards 8\np1 marks p2.a1 +1\np2 draws\np2 swaps p2.a1 5",
    )
    assert "p2 ?+1(2) ? ? ?" in line(state)
    assert "p2 ?+1 ? ? ?" in line(goes_on(state, "p1 draws\np1 discards 12\np1 exchanges p2.a1 p1.a1"))


def test_the_gambit_s_ranks_have_their_powers() -> None:
    """'9 peek at another players card', '10 inspect one of your own cards', '12 swap [...]', 0 unfinished."""
    start = told("dragons_gambit", "starter 3")
    allows(goes_on(start, "p1 draws\np1 discards 9"), "p1 looks p2.a1")
    allows(goes_on(start, "p1 draws\np1 discards 10"), "p1 looks p1.a1")
    allows(goes_on(start, "p1 draws\np1 discards 11"), "p1 marks p1.a1 -1")
    allows(goes_on(start, "p1 draws\np1 discards 12"), "p1 exchanges p1.a1 p2.a1")
    for plain in (0, 7, 13):
        assert goes_on(start, f"p1 draws\np1 discards {plain}").power is None


def test_the_gambit_s_caller_without_the_lowest_hand_adds_ten() -> None:
    """'If the player who called Final Gambit does not have the lowest hand, they receive a penalty (e.g., +10)'."""
    state = goes_on(told("dragons_gambit", "starter 3"), "p1 calls\np2 draws\np2 discards 2")
    for seat, cards in (("p1", "7 7 7 7"), ("p2", "1 1 1 1")):
        for place, card in zip(("a1", "a2", "b1", "b2"), cards.split(), strict=True):
            state = goes_on(state, f"reveal {seat}.{place} {card}")
    assert state.phase is Phase.SCORED
    assert score_sheet(GameState((), state)).totals == {ANN: 38, BEN: 4}


def test_tokens_count_in_the_gambit_only() -> None:
    text = "round 1 scored p1 | p1 2C+1^(*) | p2 3C^(*) | deck 52 | ended deck"
    kaboo = parse_table(text, load_pack("kaboo", {"table.hand_size": 1, "table.rows": 1}), TWO)
    assert played_round(kaboo).hands[ANN][0].modifier == 0


# Kaboo


KABOO = "starter 9H\np1 draws"


def test_kaboo_lets_everybody_look_at_any_two_own_cards() -> None:
    """'At the start, players may peek at 2 of their own cards.'"""
    state = told("kaboo", "starter 9H")
    allows(state, "p1 looks p1.a1", "p2 looks p2.b2")


def test_kaboo_s_effects_come_with_every_move_onto_the_pile() -> None:
    """'whether by discarding the drawn card or by swapping it with a card from your hand'."""
    state = told("kaboo", KABOO)
    assert goes_on(state, "p1 discards 7C").power is not None
    assert goes_on(state, "p1 swaps p1.a1 7C").power is not None
    taken = goes_on(told("kaboo", "starter 7H"), "p1 takes\np1 discards 7H")
    assert taken.power is None
    assert goes_on(state, "p1 swaps p1.x1 7C").power is None


def test_kaboo_s_jack_swaps_any_two_cards_on_the_table() -> None:
    """'Swap any two cards on the table (your own or opponents') without looking at them.'"""
    state = goes_on(told("kaboo", "starter 9H", THREE), "p3 draws\np3 discards JC")
    allows(state, "p3 exchanges p1.a1 p2.b2", "p3 exchanges p1.a1 p1.a2")
    breaks(state, "p3 exchanges p1.a1 p1.x1", "play.place")


def test_kaboo_s_queen_looks_at_an_opponent_s_card_and_may_swap_it() -> None:
    """'Look at an opponent's card, then decide whether to swap it with one of your cards.'"""
    state = goes_on(told("kaboo", "starter 9H"), "p1 draws\np1 discards QD\np1 looks p2.a1 KS")
    allows(state, "p1 exchanges p1.a1 p2.a1", "p1 declines")
    assert "p2 KS(1)" in line(state)


def test_kaboo_s_king_looks_at_two_cards_and_may_swap_them() -> None:
    """'Look at two cards (any combination), then decide whether to swap them.'"""
    state = goes_on(told("kaboo", "starter 9H"), "p1 draws\np1 discards KC\np1 looks p2.a1")
    breaks(state, "p1 exchanges p1.a1 p2.a1", "powers.K.black")
    breaks(state, "p1 looks p2.a1", "powers.K.black")
    state = goes_on(state, "p1 looks p1.a1")
    allows(state, "p1 exchanges p1.a1 p2.a1")
    breaks(state, "p1 exchanges p1.a2 p2.a1", "powers.K.black")


def test_kaboo_s_red_royals_keep_their_effect_unless_the_house_says_no() -> None:
    """'While Red Royals (J/Q/K) are worth 0 points, they still carry their Rank effects when discarded.'"""
    assert goes_on(told("kaboo", KABOO), "p1 discards QH").power is not None
    assert goes_on(told("kaboo", KABOO, powers__red_royals_effect=False), "p1 discards QH").power is None


def test_kaboo_snaps_own_cards_of_the_same_rank() -> None:
    """'Any player (even out of turn) can "Snap" if they have a card [...] that matches the rank of the top discard.'"""
    state = goes_on(told("kaboo", KABOO), "p1 discards 3C")
    allows(state, "p2 snaps p2.a1 3D", "p1 snaps p1.a1 3D", "p2 snaps p2.a1 4D wrong")
    breaks(state, "p2 snaps p1.a1 3D", "snap.whose")
    breaks(state, "p2 snaps p2.a1 4D", "snap.wrong_penalty")
    breaks(state, "p2 snaps p2.a1 3D wrong", "snap.wrong_penalty")
    state = goes_on(state, "p2 snaps p2.a1 3D")
    assert "p2 - ? ? ?" in line(state)
    assert state.turn == 1
    breaks(state, "p1 snaps p1.a1 3H", "snap.per_discard")
    allows(state, "p1 snaps p1.a1 3H late")


def test_kaboo_s_wrong_snap_costs_a_penalty_card_in_the_first_gap() -> None:
    """'Failure: If the card does not match, the player draws a Penalty Card.'"""
    state = goes_on(told("kaboo", KABOO), "p1 discards 3C\np2 snaps p2.a1 4D wrong")
    assert "due p2 penalty snap.wrong_penalty" in line(state)
    breaks(state, "p2 draws", "play.due")
    allows(state, "p2 penalty p2.x1")
    breaks(state, "p2 penalty p2.x2", "table.penalty_place")
    breaks(state, "p1 penalty p1.x1", "snap.wrong_penalty")
    state = goes_on(state, "p2 penalty p2.x1")
    assert "p2 4D(*) ? ? ? ?" in line(state)
    assert state.draw_pile == 43
    ended = goes_on(told("kaboo", KABOO, table__penalty_place="end"), "p1 discards 3C\np2 snaps p2.a1 3D")
    breaks(goes_on(ended, "p2 snaps p2.a2 4D wrong"), "p2 penalty p2.a1", "table.penalty_place")


def test_kaboo_snaps_neither_the_starter_nor_during_the_first_peek() -> None:
    """'After any player discards a card, a brief window opens.'"""
    state = told("kaboo", "starter 9H")
    breaks(state, "p2 snaps p2.a1 9D", "snap.on_starter")
    breaks(state, "p2 snaps p2.a1 9D", "snap.during_peek")
    breaks(told("kaboo", "", piles__starter=False), "p2 snaps p2.a1 9D", "play.place")
    breaks(first_state(load_pack("kaboo"), TWO), "p2 snaps p2.a1 9D", "play.phase")


def test_kaboo_ends_when_the_deck_runs_out_and_nobody_is_penalised() -> None:
    """'If the Deck is exhausted, the game ends immediately (Auto-Kaboo). No reshuffling occurs.'"""
    state = parse_table(f"round 1 turns p1 | {EIGHT_UNKNOWN} | deck 1 | pile {FORTY_FIVE}", load_pack("kaboo"), TWO)
    drawn = goes_on(state, "p1 draws")
    assert drawn.phase is Phase.TURNS
    done = goes_on(drawn, "p1 discards 8S\np1 looks p1.a1")
    assert (done.phase, done.end, done.caller) == (Phase.REVEAL, RoundEnd.DECK, None)
    breaks(goes_on(drawn, "p1 discards 8S"), "refill", "piles.when_empty")


EIGHT_UNKNOWN = "p1 ? ? ? ? | p2 ? ? ? ?"
FORTY_FIVE = " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in ("A", *range(2, 11), "J")) + " QC"


@pytest.mark.parametrize(
    ("when", "story"), [("at_once", "p1 draws"), ("failed_draw", "p1 draws\np1 discards\np2 draws")]
)
def test_the_end_of_the_deck_may_end_a_round_at_another_moment(when: str, story: str) -> None:
    pack = load_pack("kaboo", {"piles.end_round_at": when})
    state = parse_table(f"round 1 turns p1 | {EIGHT_UNKNOWN} | deck 1 | pile {FORTY_FIVE}", pack, TWO)
    *before, last = story.split("\n")
    state = goes_on(state, "\n".join(before))
    assert state.phase is Phase.TURNS
    assert goes_on(state, last).end is RoundEnd.DECK


def test_kaboo_s_caller_gives_every_other_player_exactly_one_more_turn() -> None:
    """'Every *other* player gets exactly one more turn.'"""
    state = goes_on(told("kaboo", "starter 9H"), "p1 calls\np2 draws\np2 discards 2C")
    assert state.phase is Phase.AFTER_LAST_TURN
    allows(state, "p1 snaps p1.a1 2D", "last-window-closes")
    breaks(state, "p2 draws", "play.phase")
    assert goes_on(state, "last-window-closes").phase is Phase.REVEAL
    assert goes_on(state, "reveal p1.a1 4C").phase is Phase.REVEAL
    assert goes_on(told("kaboo", KABOO), "last-window-closes").phase is Phase.TURNS
    breaks(told("kaboo", KABOO), "last-window-closes", "snap.final_window_ms")


@pytest.mark.parametrize("end", ["call p2", "empty_hand", "empty_hand p1", "deck"])
def test_a_round_whose_end_went_unseen_is_ended_by_word(end: str) -> None:
    state = told("kaboo", "")
    allows(state, f"round-ends {end}")
    after = goes_on(state, f"round-ends {end}")

    assert after.phase is Phase.REVEAL
    assert after.end == end.split(maxsplit=1)[0]
    assert (after.caller, after.forced) == {"call p2": (1, False), "empty_hand p1": (0, True)}.get(end, (None, False))


def test_before_the_deal_there_is_no_round_to_end() -> None:
    state = first_state(load_pack("kaboo"), TWO)
    assert goes_on(state, "round-ends deck") == state


def test_kaboo_s_empty_hand_calls_by_itself() -> None:
    pack = load_pack("kaboo")
    text = f"round 1 turns p2 | p1 2C - - - | p2 ? ? ? ? | deck 3 | pile {FORTY_FIVE} 2H | top p1 snaps 0"
    before = parse_table(text, pack, TWO)
    state = goes_on(before, "p1 snaps p1.a1 2C")
    assert (state.caller, state.forced, state.final_left) == (0, True, (1,))
    running = goes_on(before, "p2 draws\np1 snaps p1.a1 2C")
    assert running.final_left == (1, 1)
    assert goes_on(running, "p2 discards KC\np2 declines").final_left == (1,)
    by_call = goes_on(before, "p2 calls\np1 snaps p1.a1 2C")
    assert (by_call.caller, by_call.forced) == (1, False)


def test_kaboo_s_pairs_are_two_own_cards_after_drawing() -> None:
    """'If enabled, during your action phase, if you have a pair of cards with the same rank [...] discard both.'"""
    start = told("kaboo", KABOO, pairs__enabled=True)
    allows(start, "p1 pairs p1.a1 5C p1.b1 5D")
    breaks(start, "p1 pairs p1.a1 5C p1.a1 5C", "play.place")
    breaks(start, "p1 pairs p1.a1 5C hand 5D", "pairs.with_drawn_card")
    breaks(start, "p2 pairs p2.a1 5C p2.b1 5D", "pairs.enabled")
    breaks(told("kaboo", KABOO), "p1 pairs p1.a1 5C p1.b1 5D", "pairs.enabled")
    state = goes_on(start, "p1 pairs p1.a1 5C p1.b1 5D")
    assert "p1 - ? - ?" in line(state)
    assert len(state.held) == 1
    breaks(state, "p2 snaps p2.a1 5H", "snap.after_wrong")
    wrong = goes_on(start, "p1 pairs p1.a1 5C p1.b1 6D")
    assert "p1 5C(*) ? 6D(*) ?" in line(wrong)
    assert len(wrong.due) == 1
    assert goes_on(start, "p1 pairs p1.a1 5C p1.x1 6D") == goes_on(start, "p1 pairs p1.x1 5C p1.a1 6D") == start


def test_a_pair_may_take_the_drawn_card_where_the_house_says_so() -> None:
    start = told("kaboo", KABOO, pairs__enabled=True, pairs__with_drawn_card=True, pairs__powers=True)
    allows(start, "p1 pairs p1.a1 7C hand 7D")
    state = goes_on(start, "p1 pairs p1.a1 7C hand 7D")
    assert "p1 - ? ? ?" in line(state)
    assert state.power is not None
    wrong = goes_on(start, "p1 pairs p1.a1 7C hand 8D")
    assert len(wrong.held) == len(wrong.due) == 1
    bare = told("scambodia", "starter 2C")
    assert goes_on(bare, "p1 pairs p1.a1 7C hand 8D").draw_pile == bare.draw_pile


# Cameo


def test_cameo_has_no_pile_and_sets_cards_aside() -> None:
    """'Replace: Swap it with any of their 4 cards (without showing [...]). Discard: Place the drawn card aside'."""
    state = told("cameo", "")
    assert state.draw_pile == 44
    breaks(state, "starter 7C", "piles.starter")
    breaks(state, "p1 takes", "piles.draw_from_discard")
    swapped = goes_on(state, "p1 draws 4C\np1 swaps p1.a1")
    assert "aside ?_()" in line(swapped)
    laid = goes_on(state, "p1 draws\np1 discards 7C")
    assert "aside 7C" in line(laid)
    assert (laid.power, laid.turn) == (None, 1)
    open_face = told("cameo", "p1 draws 4C", piles__replaced_card="aside_face_up")
    assert "aside 9D" in line(goes_on(open_face, "p1 swaps p1.a1 9D"))


def test_cameo_keeps_one_to_six_and_red_kings_only() -> None:
    """'If Player 1 draws a card ranked 1 to 6 [...] Replace' and '[red King] can discard it or replace a card'."""
    for card, rule in (("7C", ["keep.ranks"]), ("KS", ["keep.ranks"]), ("KH", []), ("6C", [])):
        state = told("cameo", f"p1 draws {card}", turn__drawn_card="open")
        assert rules(state, "p1 swaps p1.a1") == rule
    assert rules(told("cameo", "p1 draws 7C"), "p1 swaps p1.a1") == []


def test_cameo_uses_a_power_by_saying_so() -> None:
    """'Use Power: Exercise the drawn card's special action (if applicable).'"""
    state = goes_on(told("cameo", "p1 draws"), "p1 uses 9C")
    allows(state, "p1 looks p2.a1")
    assert "power p1 9C begun" in line(state)
    breaks(told("cameo", "p1 draws"), "p1 uses KH", "powers.K.red")
    breaks(told("cameo", "p1 draws"), "p1 uses 2H", "powers.trigger")
    assert goes_on(told("cameo", "p1 draws"), "p1 uses KH").turn == 1
    breaks(told("kaboo", KABOO), "p1 uses", "powers.trigger")
    pending = goes_on(told("kaboo", KABOO), "p1 discards 7C\np1 uses")
    assert pending.power is not None
    assert pending.power.begun
    allows(goes_on(told("kaboo", KABOO), "p1 discards 7C"), "p1 uses")
    assert goes_on(told("kaboo", KABOO), "p1 uses") == told("kaboo", KABOO)


def test_cameo_s_black_king_looks_and_may_switch() -> None:
    """'Look at one of Player 2's cards for 2 seconds, then decide to swap it with one of their own cards'."""
    state = goes_on(told("cameo", "p1 draws"), "p1 uses KS\np1 looks p2.a1")
    allows(state, "p1 exchanges p1.a1 p2.a1", "p1 declines")


def test_cameo_ends_before_a_draw_and_reveals_at_once() -> None:
    """'When it's a player's turn and they haven't drawn a card yet, they can choose to "End Game"'."""
    state = goes_on(told("cameo", ""), "p1 calls")
    assert (state.phase, state.end, state.final_left) == (Phase.REVEAL, RoundEnd.CALL, ())
    breaks(told("cameo", "p1 draws"), "p1 calls", "call.when")


# Cambio


CAMBIO = "starter 2H"


def test_cambio_may_pass() -> None:
    """'Each turn, the player may pass or choose one of three actions'."""
    state = told("cambio", CAMBIO)
    allows(state, "p1 passes")
    assert goes_on(state, "p1 passes").turn == 1


def test_cambio_looks_at_others_with_seven_and_eight_and_at_own_with_nine_and_ten() -> None:
    """'Seven or eight - Optionally look at a card belonging to another player; Nine or ten - [...] your own'."""
    seven = goes_on(told("cambio", CAMBIO), "p1 draws\np1 discards 7C")
    allows(seven, "p1 looks p2.a1", "p1 declines")
    breaks(seven, "p1 looks p1.a1", "powers.7")
    nine = goes_on(told("cambio", CAMBIO), "p1 draws\np1 swaps p1.a1 9C")
    allows(nine, "p1 looks p1.b1")
    breaks(nine, "p1 looks p2.a1", "powers.9")


def test_cambio_s_jack_has_to_exchange() -> None:
    """'Jack - Exchange one of your cards for another player's without looking at either card'."""
    state = goes_on(told("cambio", CAMBIO), "p1 draws\np1 discards JC")
    breaks(state, "p1 declines", "powers.J.optional")
    breaks(state, "p2 draws", "powers.J.optional")
    allows(state, "p1 exchanges p1.a1 p2.a1")
    assert not lists(state, "p1 declines")
    required = goes_on(told("cambio", CAMBIO, powers__optional=False), "p1 draws\np1 discards 7C")
    breaks(required, "p1 declines", "powers.optional")


def test_cambio_s_queen_may_swap_another_card_than_the_one_looked_at() -> None:
    """'The card you look at does not need to be the one you swap.'"""
    state = goes_on(told("cambio", CAMBIO, THREE), "p3 draws\np3 discards QC\np3 looks p1.a1")
    allows(state, "p3 exchanges p3.a1 p2.b2", "p3 exchanges p1.a1 p3.b2")
    breaks(state, "p3 exchanges p1.a1 p2.b2", "powers.Q")


def test_cambio_snaps_any_time_even_while_peeking() -> None:
    """'This can happen any time, including [...] while peeking at the closest two cards at the game's start'."""
    state = told("cambio", CAMBIO)
    allows(state, "p2 snaps p2.a1 2C")
    state = goes_on(state, "p2 snaps p2.a1 2C")
    assert state.phase is Phase.INITIAL_PEEK
    breaks(state, "p1 snaps p1.a1 2D", "snap.per_discard")


def test_cambio_s_snapper_may_give_a_card_into_the_gap() -> None:
    """'If a player snaps correctly they can place one of their cards where the snapped card was.'"""
    state = goes_on(told("cambio", CAMBIO), "p2 snaps p1.a1 2C")
    assert "due p2 give p1.a1" in line(state)
    allows(state, "p2 gives p2.b1 p1.a1", "p2 declines", "p1 draws")
    breaks(state, "p2 gives p2.b1 p1.x1", "snap.give")
    breaks(state, "p1 gives p1.b1 p2.x1", "snap.give")
    given = goes_on(state, "p2 gives p2.b1 p1.a1")
    assert "p1 ? ? ? ? | p2 ? ? - ?" in line(given)
    assert goes_on(state, "p1 draws").due == ()
    required = goes_on(told("cambio", CAMBIO, snap__give="required"), "p2 snaps p1.a1 2C")
    breaks(required, "p2 declines", "snap.give")
    breaks(required, "p1 draws", "play.due")
    assert goes_on(required, "p1 draws").due
    none = goes_on(told("cambio", CAMBIO, snap__give="none"), "p2 snaps p1.a1 2C")
    assert none.due == ()
    late = goes_on(told("cambio", CAMBIO, snap__per_discard="many"), "p2 snaps p1.a1 2C")
    breaks(late, "p1 snaps p1.a2 2D", "play.due")


def test_cambio_s_wrong_snap_of_another_s_card_takes_it_and_a_penalty_card() -> None:
    """'But if they get it wrong, they have to take the player's card and a penalty card.'"""
    state = goes_on(told("cambio", CAMBIO), "p2 snaps p1.a1 4C wrong")
    breaks(state, "p2 collects p1.a1 p2.x1", "snap.wrong_other_takes_card")
    state = goes_on(state, "p2 penalty p2.x1")
    allows(state, "p2 collects p1.a1 p2.x2")
    breaks(state, "p2 collects p1.a1 p2.x3", "table.penalty_place")
    breaks(state, "p2 collects p1.a2 p2.x2", "snap.wrong_other_takes_card")
    state = goes_on(state, "p2 collects p1.a1 p2.x2")
    assert "p1 - ? ? ? | p2 ? ? ? ? ? 4C(*)" in line(state)
    assert state.due == ()


def test_cambio_s_lifts_that_come_to_nothing_cost_a_card() -> None:
    """'any other player that lifted a card off the table to snap takes a penalty'."""
    state = told("cambio", CAMBIO)
    for verdict, due in (("returned", 1), ("late", 1), ("too_close", 0), ("blocked", 0)):
        assert len(goes_on(state, f"p2 snaps p2.a1 {verdict}").due) == due
    assert "p2 ? ? ? ?" in line(goes_on(state, "p2 snaps p2.a1 returned"))


def test_a_snapped_card_has_no_power_and_play_returns_to_who_played() -> None:
    """'the action is not triggered a second time. Play returns to the player who originally played the card'."""
    state = goes_on(told("cambio", CAMBIO), "p1 draws\np1 discards 7C\np2 snaps p2.a1 7D")
    assert state.power is not None
    assert (state.power.seat, state.turn) == (0, 0)
    powered = told("cambio", "starter 7H", snap__powers=True)
    assert goes_on(powered, "p1 snaps p1.a1 7D").power is not None


def test_nobody_snaps_while_a_card_is_looked_at() -> None:
    state = goes_on(told("kaboo", KABOO), "p1 discards KC\np1 looks p2.a1")
    breaks(state, "p2 snaps p2.b1 KH", "snap.during_power")
    allows(state, "p2 snaps p2.b1 KH blocked")


def test_house_rules_close_snaps_to_some() -> None:
    story = "p1 draws\np1 discards 7C"
    closed = {
        "snap.discarder_may": ("p1 snaps p1.a1 7D", {"snap__discarder_may": False}, ""),
        "snap.on_power_cards": ("p2 snaps p2.a1 7D", {"snap__on_power_cards": False}, ""),
        "snap.caller_may": ("p2 snaps p2.a1 7D", {"snap__caller_may": False}, "p1 declines\np2 calls"),
        "snap.caller_protected": ("p1 snaps p2.a1 7D", {"snap__caller_protected": True}, "p1 declines\np2 calls"),
        "snap.after_wrong": ("p1 snaps p1.a1 7D", {"snap__after_wrong": "closes"}, "p2 snaps p2.a1 8D wrong"),
    }
    for rule, (event, house, then) in closed.items():
        breaks(goes_on(told("cambio", CAMBIO, **house), f"{story}\n{then}"), event, rule)
    breaks(goes_on(told("scambodia", SCAMBODIA), story), "p2 snaps p2.a1 7D", "snap.enabled")


def test_cambio_s_penalty_fills_an_empty_position_first() -> None:
    """'When drawing a penalty card, fill an empty position if one is available, otherwise [...] to one side'."""
    state = goes_on(told("cambio", CAMBIO), "p2 snaps p2.a2 2C\np2 snaps p2.a1 9C wrong")
    allows(state, "p2 penalty p2.a2")


def test_a_penalty_card_comes_from_a_refilled_deck_or_not_at_all() -> None:
    hands = "p1 ? ? ? ? | p2 ? ? ? ?"
    text = f"round 1 turns p1 | {hands} | deck 0 | pile {FORTY_FIVE} QD | top p2 snaps 0"
    for house, draw_pile in (("as_draw", 44), ("reshuffle", 44), ("pile_top", 0)):
        state = parse_table(text, load_pack("cambio", {"piles.penalty_when_empty": house}), TWO)
        state = goes_on(state, "p1 snaps p1.a1 9S wrong\np1 penalty p1.x1")
        assert (state.draw_pile, len(state.hands[0])) == (draw_pile, 5)
    none = parse_table(text, load_pack("cambio", {"piles.penalty_when_empty": "none"}), TWO)
    assert goes_on(none, "p1 snaps p1.a1 9S wrong").due == ()
    assert len(goes_on(none, "p1 snaps p1.a1 9S wrong\np1 penalty p1.x1").hands[0]) == 4
    full = told("cambio", CAMBIO, table__max_hand=4)
    assert goes_on(full, "p1 snaps p1.a1 9S wrong").due == ()


def test_cambio_s_empty_hand_calls_and_has_no_further_turn() -> None:
    text = f"round 1 turns p1 | p1 2C - - - | p2 ? ? ? ? | deck 3 | pile {FORTY_FIVE} 2H"
    state = goes_on(parse_table(text, load_pack("cambio"), TWO), "p1 snaps p1.a1 2C")
    assert (state.caller, state.forced, state.turn, state.final_left) == (0, True, 1, (1,))
    off = parse_table(text, load_pack("cambio", {"empty_hand.action": "none"}), TWO)
    assert goes_on(off, "p1 snaps p1.a1 2C").caller is None


def test_an_owner_s_empty_place_waits_for_the_card_given() -> None:
    text = f"round 1 turns p1 | p1 2C - - - | p2 ? ? ? ? | deck 3 | pile {FORTY_FIVE} 2H"
    state = goes_on(parse_table(text, load_pack("cambio"), TWO), "p2 snaps p1.a1 2C")
    assert state.caller is None
    assert goes_on(state, "p2 declines").caller == 0
    assert goes_on(state, "p2 gives p2.a1 p1.a1").caller is None


def test_open_hands_lie_face_up() -> None:
    """'"Open hands" shows everyone's cards face up at all times'."""
    state = told("cambio", "starter 2H\np1 draws 4C\np1 swaps p1.a1 9D", display__open_hands=True)
    assert "p1 4C^(*)" in line(state)
    allows(state, "reveal p1.b1 7C")
    dealt = first_state(load_pack("cambio", {"display.open_hands": True}), TWO)
    dealt = goes_on(dealt, "p2 deals 2C 3C 4C 5C / 2D 3D 4D 5D")
    assert "p1 2C^(*) 3C^(*) 4C^(*) 5C^(*)" in line(dealt)


# What belongs to no game


def test_a_face_that_lies_open_twice_is_a_violation() -> None:
    state = told("kaboo", KABOO)
    breaks(state, "p1 discards 9H", "deck.base")
    breaks(state, "p1 discards 13", "deck.base")
    allows(state, "p1 discards 9D")
    twice = goes_on(told("cameo", "p1 draws"), "p1 discards 7C\np2 draws")
    breaks(twice, "p2 discards 7C", "deck.base")
    up = goes_on(told("kaboo", KABOO), "reveal p1.a1 KC")
    breaks(up, "p1 discards KC", "deck.base")
    breaks(up, "reveal p1.a2 KD", "display.open_hands")


def test_a_deal_comes_between_rounds_and_goes_round() -> None:
    state = told("kaboo", "starter 9H", THREE)
    breaks(state, "p1 deals", "play.phase")
    breaks(first_state(load_pack("kaboo"), TWO), "p1 deals 2C / 3C", "table.hand_size")
    scored = parse_table("round 2 scored p1 | dealer p1 | p1 - - - - | p2 - - - - | deck 54", load_pack("kaboo"), TWO)
    breaks(scored, "p1 deals", "game.next_dealer")
    allows(scored, "p2 deals")
    assert goes_on(scored, "p2 deals").number == 3
    allows(parse_table(line(scored), load_pack("kaboo", {"game.next_dealer": "lowest"}), TWO), "p1 deals")
    assert goes_on(state, 'misdeal "a card was seen"').phase is Phase.SETUP


def test_the_starter_is_turned_once_and_before_the_first_turn() -> None:
    state = told("kaboo", "")
    breaks(state, "p1 draws", "piles.starter")
    breaks(told("kaboo", "starter 9H"), "starter 8H", "piles.starter")
    power = told("kaboo", "starter 7H", piles__starter_power=True)
    assert power.power is not None
    text = "round 1 turns p1 | p1 ? | p2 ? | deck 0 | pile " + " ".join(["?"] * 52)
    used = parse_table(text, load_pack("kaboo", {"table.hand_size": 1, "table.rows": 1}), TWO)
    assert goes_on(used, "starter 2C") == used


def test_calls_may_wait_for_a_round_and_come_at_another_moment() -> None:
    breaks(told("kaboo", "starter 9H", call__earliest_round=2), "p1 calls", "call.earliest_round")
    drawn = told("kaboo", KABOO, call__when="after_draw")
    allows(drawn, "p1 calls")
    breaks(drawn, "p2 calls", "call.when")
    assert goes_on(drawn, "p1 calls").final_left == (0, 1)
    at_end = told("kaboo", KABOO, call__when="turn_end")
    breaks(at_end, "p1 calls", "call.when")
    allows(goes_on(at_end, "p1 discards 2C"), "p1 calls")
    breaks(goes_on(at_end, "p1 discards 2C"), "p2 calls", "call.when")
    breaks(first_state(at_end.pack, TWO), "p1 calls", "play.phase")
    assert goes_on(told("kaboo", "starter 9H"), "p1 calls").phase is Phase.FINAL
    assert goes_on(goes_on(told("kaboo", KABOO), "p1 discards 7C"), "p2 calls").caller == 1


def test_a_protected_caller_keeps_the_cards() -> None:
    story = "p1 calls\np2 draws\np2 discards {}"
    swaps = told("kaboo", "starter 9H", THREE, powers__caller_protected="swaps")
    jack = goes_on(swaps, "p3 calls\np1 draws\np1 discards JC")
    breaks(jack, "p1 exchanges p1.a1 p3.a1", "powers.caller_protected")
    allows(jack, "p1 exchanges p1.a1 p2.a1")
    ten = goes_on(swaps, "p3 calls\np1 draws\np1 discards 10C")
    allows(ten, "p1 looks p3.a1")
    everything = told("kaboo", "starter 9H", powers__caller_protected="all")
    assert goes_on(everything, story.format("10C")).power is None


def test_a_power_without_a_card_to_use_it_on_is_skipped() -> None:
    text = "round 1 turns p1 | p1 - - - - | p2 ? - - - | deck 52 | hand p1 ? deck"
    pack = load_pack("cambio", {"empty_hand.action": "none"})
    state = parse_table(text, pack, TWO)
    assert goes_on(state, "p1 discards 10C").power is None
    assert goes_on(state, "p1 discards JC").power is None
    assert goes_on(state, "p1 discards 7C").power is not None
    alone = parse_table(text.replace("p2 ?", "p2 -").replace("52", "53"), pack, TWO)
    assert goes_on(alone, "p1 discards 7C").power is None


def test_looking_without_leave_may_cost_a_card() -> None:
    state = goes_on(told("kaboo", KABOO, peek__unlawful_penalty=1), "p1 looks p1.a1")
    assert "due p1 penalty peek.unlawful_penalty" in line(state)


def test_a_power_s_card_may_be_shown_to_all() -> None:
    state = told("kaboo", KABOO, powers__shown_to="all")
    assert "p1 KC(*)" in line(goes_on(state, "p1 discards 7C\np1 looks p1.a1 KC"))


def test_acts_out_of_turn_move_the_turn_on() -> None:
    state = told("kaboo", "starter 9H", THREE)
    assert goes_on(state, "p2 draws").turn == 1
    final = goes_on(state, "p3 calls\np2 draws")
    assert final.final_left == (1,)
    early = goes_on(state, "p3 calls\np3 draws")
    assert early.final_left == (2, 0, 1)
    both = goes_on(state, "p3 draws\np1 draws\np1 discards 2C")
    assert both.turn == 2
    breaks(goes_on(state, "p3 draws\np1 draws"), "p1 discards 2C", "play.turn")


def test_what_is_nowhere_to_be_had_changes_nothing() -> None:
    state = told("kaboo", KABOO)
    for event in ("p1 looks p1.x1", "p1 marks p1.x1 +1", "p1 snaps p1.x1 2C", "reveal p1.x1 2C", "p1 declines"):
        assert goes_on(state, event) == state
    assert goes_on(state, "move pile p1.x1\nmove pile p1.x2\np2 matches p2.a1").draw_pile == state.draw_pile
    no_pile = told("kaboo", "")
    breaks(no_pile, "p1 takes", "play.place")
    assert goes_on(no_pile, "p1 takes").held == ()
    empty = parse_table(
        "round 1 turns p1 | p1 ? | p2 ? | deck 0 | pile ? | aside " + " ".join(["?"] * 51),
        load_pack("cambio", {"table.hand_size": 1, "table.rows": 1}),
        TWO,
    )
    breaks(empty, "p1 draws", "piles.when_empty")
    for event in ("p1 draws", "p1 discards 2C", "p1 swaps p1.a1 2C", "p1 penalty p1.x1"):
        assert goes_on(empty, event).hands == empty.hands
    cameo = load_pack("cameo", {"table.hand_size": 1, "table.rows": 1, "piles.end_round_at": "failed_draw"})
    used_up = parse_table("round 1 turns p1 | p1 ? | p2 ? | deck 0 | aside " + " ".join(["?"] * 50), cameo, TWO)
    assert goes_on(used_up, "p1 uses 7C") == used_up
    assert not lists(empty, "p1 draws")


def test_a_player_without_cards_takes_nothing_from_the_pile() -> None:
    text = "round 1 turns p1 | p1 - - - - | p2 ? ? ? ? | deck 49 | pile 9H"
    state = parse_table(text, load_pack("cambio", {"empty_hand.action": "none"}), TWO)
    breaks(state, "p1 takes", "piles.draw_from_discard")
    breaks(state, "p1 declines", "play.turn")


def test_corrections_change_what_lies_there() -> None:
    state = goes_on(told("kaboo", KABOO), "p1 discards 2C\ncorrect pile 3C\ncorrect p1.a1 KH\ncorrect deck 2C")
    assert "p1 KH ? ? ?" in line(state)
    assert "pile 9H 3C" in line(state)
    assert goes_on(state, "correct p1.x1 2C\ncorrect aside 2C") == state
    aside = goes_on(told("cameo", "p1 draws\np1 discards 7C"), "correct aside 8C")
    assert "aside 8C" in line(aside)


def test_cards_can_be_moved_anywhere() -> None:
    state = goes_on(told("kaboo", KABOO), "move p1.a1 pile\nmove pile p2.x1\nmove deck p1.a1\nmove p1.b1 aside")
    assert "p1 ? ? - ? | p2 ? ? ? ? ?(*)" in line(state)
    back = goes_on(state, "move aside deck\nmove aside deck")
    assert back.draw_pile == 44
    assert goes_on(back, "move p1.b1 deck") == back
    taken = goes_on(back, "move p1.a1 p2.a1")
    assert "p2 ? ? ? ? ?(*) ?" in line(taken)


def test_rulings_change_a_key_from_here_on() -> None:
    state = told("kaboo", KABOO)
    ruled = goes_on(state, 'rule snap.wrong_penalty = 2 by "Ann" because "as at home"')
    assert len(goes_on(ruled, "p1 discards 3C\np2 snaps p2.a1 4C wrong").due) == 2
    assert ruled.pack.house_rules[0].author == "Ann"
    assert goes_on(state, 'rule snap.enabled by "Ann" because "never mind"') == state
    for wrong in ("deck.jokers = 0", "table.hand_size = 5", "table.rows = 1"):
        with pytest.raises(InputError, match="before the first deal"):
            goes_on(state, f'rule {wrong} by "Ann" because "no"')
    before = first_state(load_pack("kaboo"), TWO)
    assert goes_on(before, 'rule deck.jokers = 0 by "Ann" because "none here"').draw_pile == 52
    with pytest.raises(InputError, match=r"table\.hand_size"):
        goes_on(before, 'rule table.hand_size = 40 by "Ann" because "why not"')


def test_who_leaves_is_not_waited_for() -> None:
    state = told("kaboo", "starter 9H", THREE)
    gone = goes_on(state, "p3 draws\np3 leaves")
    assert (gone.turn, gone.held, len(gone.aside)) == (0, (), 5)
    assert goes_on(gone, "p1 passes\np2 passes").turn == 0
    assert goes_on(state, "p1 leaves").turn == 2
    final = goes_on(state, "p3 calls\np1 leaves")
    assert final.final_left == (1,)
    assert goes_on(final, "p2 leaves").phase is Phase.REVEAL
    last = goes_on(told("kaboo", "starter 9H", (*THREE, PlayerId("Dan"))), "p3 calls\np4 leaves\np1 passes\np2 leaves")
    assert last.phase is Phase.AFTER_LAST_TURN
    due = goes_on(state, "p3 draws\np3 discards 7C\np3 leaves\np1 leaves")
    assert (due.power, due.phase) == (None, Phase.REVEAL)
    assert goes_on(due, "p1 leaves").departed == {0, 2}
    redealt = goes_on(gone, "p1 deals")
    assert "p3 - - - -" in line(redealt)
    assert goes_on(gone, "p1 calls").final_left == (1,)


def test_a_game_without_those_who_left_is_tallied_for_the_rest() -> None:
    game = GameState((), told("kaboo", "starter 9H", THREE, game__rounds=2))
    story = ["p3 calls", "p1 draws", "p1 discards 2C", "p2 draws", "p2 discards 2D"]
    story += [f"reveal p{seat}.{place} ?" for seat in (1, 2, 3) for place in ("a1", "a2", "b1", "b2")]
    deck = iter(["3C", "4C", "5C", "6C", "3D", "4D", "5D", "6D", "3H", "4H", "5H", "6H"])
    for text in story:
        game = play(game, parse_event(text.replace("?", next(deck)) if "?" in text else text, THREE))
    assert game.now.phase is Phase.SCORED
    again = play(game, parse_event("p3 deals", THREE))
    assert len(again.past) == 1
    assert score_sheet(again).totals == {ANN: 18, BEN: 18, CLEO: 38}
    assert score_sheet(play(again, parse_event("p3 leaves", THREE))).totals == {ANN: 18, BEN: 18}
    assert score_sheet(play(again, parse_event("p1 leaves", THREE))).totals == {BEN: 18, CLEO: 38}


def test_a_name_that_is_not_at_the_table_is_bad_input() -> None:
    state = told("kaboo", KABOO)
    with pytest.raises(InputError, match="'Zoe' is not at the table: expected Ann or Ben"):
        apply(state, Drew(PlayerId("Zoe")))
    with pytest.raises(InputError, match=r"'p7.a1' is nobody's place"):
        goes_on(state, "reveal p7.a1 2C")
    with pytest.raises(InputError, match="'here' is not a place: expected a seat, a row and a number"):
        apply(state, Revealed(SlotId("here"), parse_card("2C")))
    with pytest.raises(InputError, match="not a place of the grid"):
        goes_on(state, "reveal p1.c1 2C")


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


def test_a_player_who_left_is_not_asked_to_act() -> None:
    state = goes_on(told("kaboo", "starter 9H", THREE), "p1 leaves")
    acts = [format_event(act, THREE) for act in legal_acts(state)]
    assert acts
    assert not any(act.startswith("p1") for act in acts)
    assert to_turn_up(state) == ()


def test_a_call_when_everybody_else_has_left_ends_the_turns() -> None:
    text = f"round 1 turns p1 | {EIGHT_UNKNOWN} | deck 0 | pile {FORTY_FIVE} QS | left p2"
    assert goes_on(parse_table(text, load_pack("kaboo"), TWO), "p1 calls").phase is Phase.AFTER_LAST_TURN


def test_a_second_empty_hand_waits_for_the_final_turns_too() -> None:
    pack = load_pack("scambodia", {"empty_hand.finish_turns": True})
    text = "round 1 final p1 | p1 2C - - - | p2 ? ? ? ? | p3 ? ? ? ? | deck 42 | pile 2H | called p2 | final p1 p3"
    state = goes_on(parse_table(text, pack, THREE), "p1 matches p1.a1 2C")
    assert (state.phase, state.final_left) == (Phase.FINAL, (2,))


def test_a_ruling_that_is_no_json_is_bad_input() -> None:
    with pytest.raises(InputError, match="is not JSON: expected a value such as 2 or true"):
        apply(told("kaboo", KABOO), Ruled("snap.wrong_penalty", "two"))


@pytest.mark.parametrize(
    ("event", "public"),
    [
        ("correct p1.a1 7C", "correct p1.a1 ?"),
        ("correct p1.b1 7C", "correct p1.b1 7C"),
        ("correct pile 7C", "correct pile 7C"),
        ("correct deck 7C", "correct deck ?"),
        ("correct aside 7C", "correct aside ?"),
        ("p1 snaps p1.a1 7C returned", "p1 snaps p1.a1 returned"),
        ("p1 snaps p1.a1 7C wrong", "p1 snaps p1.a1 7C wrong"),
        ("p2 penalty p2.x1 7C", "p2 penalty p2.x1"),
    ],
)
def test_a_sealed_face_is_taken_off_an_event(event: str, public: str) -> None:
    state = goes_on(told("kaboo", KABOO), "reveal p1.b1 KC")
    assert format_event(public_event(state, parse_event(event, TWO)), TWO) == public


def test_a_card_swapped_out_unseen_is_sealed_in_cameo_only() -> None:
    swap = parse_event("p1 swaps p1.a1 7C", TWO)
    assert format_event(public_event(told("cameo", "p1 draws"), swap), TWO) == "p1 swaps p1.a1"
    assert public_event(told("kaboo", KABOO), swap) == swap
