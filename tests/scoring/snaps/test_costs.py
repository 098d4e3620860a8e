"""What snaps cost: penalty cards and the places they go to."""

from __future__ import annotations

import pytest

from kibitz_scoring.rules.choices import Place
from kibitz_scoring.rules.packs import load_pack

from .snap_attempts import ANN, BEN, CAMBIO, KABOO, costs, judge, lay


@pytest.mark.parametrize(
    ("hand", "place", "slots"),
    [
        (4, "first_gap", (Place.END, Place.END)),
        (3, "first_gap", (Place.FIRST_GAP, Place.END)),
        (1, "first_gap", (Place.FIRST_GAP, Place.FIRST_GAP)),
        (1, "end", (Place.END, Place.END)),
    ],
)
def test_penalty_cards_fill_gaps_first(hand: int, place: str, slots: tuple[Place, ...]) -> None:
    pack = load_pack("kaboo", {"snap.wrong_penalty": 2, "table.penalty_place": place})
    (verdict,) = judge(pack, lay(ANN, 600, "9S"), hands={ANN: hand})
    assert verdict.penalty_slots == slots


def test_the_gap_of_a_snapped_card_is_filled_by_a_later_penalty() -> None:
    first, second = judge(CAMBIO, lay(ANN, 600), lay(ANN, 900, "9S"))
    assert (first.verdict, second.penalty_slots) == ("correct", (Place.FIRST_GAP,))


def test_a_taken_card_comes_after_the_penalty_and_fills_a_gap() -> None:
    attempts = (lay(ANN, 600, "9S", owner=BEN), lay(ANN, 700, "9C"), lay(BEN, 800, "9D"))
    verdicts = judge(CAMBIO, *attempts, hands={ANN: 2})
    assert [verdict.penalty_slots for verdict in verdicts] == [(Place.FIRST_GAP,), (Place.END,), (Place.FIRST_GAP,)]


def test_a_card_that_must_be_given_leaves_a_gap_of_its_own() -> None:
    pack = load_pack("cambio", {"snap.give": "required"})
    verdicts = judge(pack, lay(ANN, 600, owner=BEN), lay(ANN, 900, "9S"), lay(BEN, 900, "9C"))
    assert [verdict.penalty_slots for verdict in verdicts] == [(), (Place.FIRST_GAP,), (Place.END,)]


@pytest.mark.parametrize(
    ("pack_id", "refill", "draw_pile", "discard_pile", "cards"),
    [
        ("kaboo", "as_draw", 0, 5, 0),
        ("kaboo", "as_draw", 1, 5, 1),
        ("kaboo", "reshuffle", 0, 5, 1),
        ("kaboo", "pile_top", 0, 5, 1),
        ("cambio", "as_draw", 0, 5, 1),
        ("cambio", "as_draw", 0, 2, 1),
        ("cambio", "as_draw", 0, 1, 0),
        ("cambio", "as_draw", 0, 0, 0),
        ("cambio", "none", 0, 5, 0),
    ],
)
def test_nothing_is_dealt_when_there_is_no_card(
    pack_id: str, refill: str, draw_pile: int, discard_pile: int, cards: int
) -> None:
    pack = load_pack(pack_id, {"piles.penalty_when_empty": refill})
    (verdict,) = judge(pack, lay(ANN, 600, "9S"), draw_pile=draw_pile, discard_pile=discard_pile)
    assert (verdict.verdict, verdict.penalty_cards) == ("wrong", cards)


def test_a_house_that_reshuffles_the_deck_deals_penalties_from_it() -> None:
    assert costs(load_pack("kaboo", {"piles.when_empty": "reshuffle"}), lay(ANN, 600, "9S"), draw_pile=0) == [1]


def test_the_last_card_goes_to_who_was_wrong_first() -> None:
    assert costs(KABOO, lay(ANN, 700, "9S"), lay(BEN, 600, "9C"), draw_pile=1) == [0, 1]


def test_a_house_may_bound_the_hand() -> None:
    pack = load_pack("cambio", {"table.max_hand": 8})
    assert costs(pack, lay(ANN, 600, "9S"), hands={ANN: 8}) == [0]
    assert costs(pack, lay(ANN, 600, "9S"), hands={ANN: 7}) == [1]
    assert costs(CAMBIO, lay(ANN, 600, "9S"), hands={ANN: 8}) == [1]
