"""What may be done next is listed: turns, powers, what is due."""

from __future__ import annotations

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.changes.powers import open_to
from kibitz_scoring.game.legality.check import may_keep
from kibitz_scoring.game.legality.legal_acts import to_turn_up
from kibitz_scoring.game.round_state import RoundState, first_state
from kibitz_scoring.rules.choices import Power
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.table import FACE_DOWN

from ...stories import THREE, acts, broken, dealt, hand_sizes, table, told

KABOO, CAMBIO = load_pack("kaboo"), load_pack("cambio")


def of(state: RoundState, player: str, *, snaps: bool = False) -> list[str]:
    """What one player may do, by their seat."""
    mine = [act.removeprefix(f"{player} ") for act in acts(state) if act.startswith(f"{player} ")]
    return [act for act in mine if snaps or "snaps" not in act]


def test_a_deal_is_by_anybody_who_is_there_and_the_starter_comes_first() -> None:
    fresh = first_state(KABOO, THREE)
    assert acts(fresh) == ["p1 deals", "p2 deals", "p3 deals"]
    assert acts(told(fresh, "p2 leaves")) == ["p1 deals", "p3 deals"]
    assert "starter ?" in acts(told(fresh, "p3 deals"))
    assert broken(told(fresh, "p3 deals"), "starter 9H") == []


def test_the_first_peek_and_the_first_turn_are_listed_together() -> None:
    state = dealt(KABOO)
    looks = [f"looks p1.{place}" for place in ("a1", "a2", "b1", "b2")]
    assert of(state, "p1") == ["calls", "draws", "takes", *looks]
    assert of(state, "p2") == [look.replace("p1", "p2") for look in looks]


def test_with_a_card_in_hand_it_is_placed_and_pairs_are_laid_off_where_they_are_played() -> None:
    pairs: RulePack = load_pack("kaboo", {"pairs.enabled": True, "pairs.with_drawn_card": True})
    places = ("p1.a1", "p1.a2", "p1.b1", "p1.b2")
    swaps = [f"swaps {place}" for place in places]
    assert of(dealt(KABOO, "p1 draws"), "p1") == ["discards", *swaps]
    assert of(dealt(pairs, "p1 draws"), "p1") == [
        "discards",
        *swaps,
        *[f"pairs {first} {second}" for at, first in enumerate(places) for second in places[at + 1 :]],
        *[f"pairs {place} hand" for place in places],
    ]
    assert "uses" in of(dealt(load_pack("cameo"), "p1 draws"), "p1")


def test_own_cards_are_matched_where_matches_are_played() -> None:
    assert [act for act in of(dealt(load_pack("scambodia")), "p1") if "matches" in act] == [
        "matches p1.a1",
        "matches p1.a2",
        "matches p1.b1",
        "matches p1.b2",
    ]


def test_a_power_lists_its_looks_exchanges_and_tokens() -> None:
    looks = of(dealt(KABOO, "p1 draws", "p1 discards 9C"), "p1")
    assert looks == ["declines", "looks p2.a1", "looks p2.a2", "looks p2.b1", "looks p2.b2"]
    swaps = of(dealt(load_pack("scambodia"), "p1 draws", "p1 discards JC"), "p1")
    assert (swaps[:2], len(swaps)) == (["declines", "exchanges p1.a1 p2.a1"], 1 + 4 * 4)
    tokens = of(dealt(load_pack("dragons_gambit"), "p1 draws", "p1 discards 8", starter="5"), "p1")
    assert (tokens[:2], len(tokens)) == (["declines", "marks p1.a1 +1"], 1 + 8)
    less = of(dealt(load_pack("dragons_gambit"), "p1 draws", "p1 discards 11", starter="5"), "p1")
    assert less[1] == "marks p1.a1 -1"


def test_what_is_due_comes_before_the_next_turn() -> None:
    wrong = dealt(CAMBIO, "p1 draws", "p1 discards 2H", "p2 snaps p1.a1 9S wrong")
    assert of(wrong, "p2") == ["penalty p2.x1"]
    assert of(told(wrong, "p2 penalty p2.x1"), "p2") == ["collects p1.a1 p2.x2"]
    given = dealt(CAMBIO, "p1 draws", "p1 discards 2H", "p1 snaps p2.a1 2S")
    assert of(given, "p1") == ["declines", *[f"gives p1.{place} p2.a1" for place in ("a1", "a2", "b1", "b2")]]


def test_a_snap_is_listed_for_everybody_there_whatever_the_card_is() -> None:
    state = dealt(CAMBIO, "p1 draws", "p1 discards 2H", "p3 leaves", players=THREE)
    snaps = [act for player in ("p1", "p2", "p3") for act in of(state, player, snaps=True) if "snaps" in act]
    assert len(snaps) == 2 * sum(hand_sizes(state))
    assert not any("snaps" in act for act in acts(dealt(CAMBIO, "p1 calls", "p2 leaves")))
    assert not any("snaps" in act for act in acts(dealt(load_pack("scambodia"))))


def test_nothing_is_exchanged_with_a_gap() -> None:
    text = "round 1 turns p1 | p1 2C ? - ? | p2 ? 3C - ? | deck 47 | pile 9H"
    state = table(KABOO, text)
    for act in ("p1 exchanges p1.a1 p2.b1", "p1 exchanges p2.b1 p1.a1", "p1 exchanges p1.b1 p2.b1"):
        assert told(state, act).hands == state.hands
        assert "play.place" in broken(state, act)


def test_a_place_beside_the_grid_goes_with_its_card() -> None:
    state = dealt(KABOO, "p1 draws", "p1 discards 2H", "p2 snaps p2.a1 9S wrong", "p2 penalty p2.x1 2C")
    assert len(state.hands[1]) == 5
    assert len(told(state, "p2 snaps p2.x1 2C").hands[1]) == 4


def test_a_round_goes_on_with_an_empty_deck_until_somebody_cannot_draw_where_the_house_plays_so() -> None:
    late = load_pack("kaboo", {"piles.end_round_at": "failed_draw"})
    state = table(late, "round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 1 | pile" + " ?" * 44 + " 9H")
    state = told(state, "p1 draws", "p1 discards 3C")
    assert (state.phase, broken(state, "p2 draws"), broken(state, "p2 snaps p2.a1 3D")) == ("turns", [], [])
    assert told(state, "p2 draws").phase == "reveal"


def test_what_is_still_to_be_turned_up_is_listed_at_the_reveal_only() -> None:
    text = "round 1 {} p1 | p1 2C^ ?^ ? - | p2 ? ? ? ? | deck 46 | pile 9H"
    assert to_turn_up(table(KABOO, text.format("turns"))) == ()
    for phase in ("after_last_turn", "reveal"):
        left = to_turn_up(table(KABOO, text.format(phase)))
        assert left == ("p1.a2", "p1.b1", "p2.a1", "p2.a2", "p2.b1", "p2.b2")


@pytest.mark.parametrize(("card", "kept"), [("AC", True), ("6C", True), ("7C", False), ("KH", True), ("KS", False)])
def test_which_drawn_cards_may_be_kept_depends_on_rank_and_colour(card: str, kept: bool) -> None:
    assert may_keep(load_pack("cameo"), parse_card(card)) is kept
    assert may_keep(load_pack("cameo"), FACE_DOWN)
    assert may_keep(KABOO, parse_card(card))


def test_a_caller_s_cards_are_open_to_powers_as_far_as_the_house_says() -> None:
    for protected, looks, swaps in (("none", True, True), ("swaps", True, False), ("all", False, False)):
        pack = load_pack("cambio", {"powers.caller_protected": protected})
        called = dealt(pack, "p1 calls", "p2 draws")
        assert [open_to(called, 0, power) for power in (Power.PEEK_OTHER, Power.BLIND_SWAP)] == [looks, swaps]
        assert open_to(called, 1, Power.BLIND_SWAP)
    bare = table(CAMBIO, "round 1 turns p1 | p1 ? ? ? ? | p2 - - - - | deck 49 | pile 9H")
    assert not open_to(bare, 1, Power.PEEK_OTHER)
