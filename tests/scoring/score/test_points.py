from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.cards import parse_card
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.score.card_text import parse_hand, parse_scored_card
from kibitz_scoring.score.hands import deck_cards
from kibitz_scoring.score.points import card_value, hand_points, scored_value


@pytest.mark.parametrize(
    ("pack_id", "values"),
    [
        ("scambodia", "AS 1, 2H 2, 10D 10, JC 11, JH 11, QS 12, QD 12, KS 13, KC 13, KH 0, KD 0"),
        ("dragons_gambit", "0 0, 1 1, 12 12, 13 13, AS 1, JC 11, JD 11, QC 12, QH 12, KS 13, KC 13, KH 0, KD 0"),
        ("kaboo", "AS 1, 10D 10, JS 11, JC 11, JH 0, JD 0, QS 12, QH 0, KC 13, KD 0, JK -1"),
        ("cameo", "AH 1, 10S 10, JH 11, QD 12, KC 13, KD 0"),
        ("cambio", "AC 1, 9S 9, JH 10, JS 10, QD 10, QC 10, KS -1, KC -1, KH 40, KD 40, JK 0"),
    ],
)
def test_cards_are_worth_what_the_rule_text_says(pack_id: str, values: str) -> None:
    pack = load_pack(pack_id)
    for pair in values.split(", "):
        card, value = pair.split()
        assert card_value(pack, parse_card(card)) == int(value), card


def test_a_house_value_changes_that_card_only() -> None:
    pack, house = load_pack("scambodia"), load_pack("scambodia", {"values.A": 0, "values.K.red": -2})
    changed = {str(card.rank) for card in deck_cards(pack) if card_value(pack, card) != card_value(house, card)}
    assert changed == {"A", "K"}
    assert card_value(house, parse_card("KS")) == 13


@pytest.mark.parametrize(
    ("text", "value"),
    [("7+1", 8), ("QH-2", 10), ("0-1", 0), ("KD-3", 0), ("13+1", 13), ("KS+1", 13), ("0+1", 1), ("12+2", 13)],
)
def test_a_modifier_changes_its_card_within_the_clamp(text: str, value: int) -> None:
    assert scored_value(load_pack("dragons_gambit"), parse_scored_card(text)) == value


def test_the_clamp_holds_the_card_and_never_the_hand() -> None:
    hand = hand_points(load_pack("dragons_gambit"), parse_hand("0-1 13+1 12"))
    assert (hand.points, hand.sum_text) == (25, "0 (0-1) + 13 (13+1) + 12 = 25")


def test_a_house_may_lift_the_clamp() -> None:
    pack = load_pack("dragons_gambit", {"score.modifier_clamp": None})
    assert hand_points(pack, parse_hand("0-1 13+1")).points == 13
    assert scored_value(pack, parse_scored_card("0-1")) == -1


@pytest.mark.parametrize(
    ("hand", "points", "text"),
    [
        ("5H 3S 2C AD", 31, "3 + 2 + 1 + 25 (one five) = 31"),
        ("5H 5S 3C 2D", -20, "3 + 2 - 25 (two fives) = -20"),
        ("5H 5S 5C 2D", 2, "2 + 0 (three fives) = 2"),
        ("5H 5S 5C 5D", 0, "0 (four fives) = 0"),
        ("4H 3S", 7, "4 + 3 = 7"),
    ],
)
def test_risky_fives_count_in_place_of_the_fives(hand: str, points: int, text: str) -> None:
    pack = load_pack("cambio", {"score.fives": True})
    assert hand_points(pack, parse_hand(hand)).points == points
    assert hand_points(pack, parse_hand(hand)).sum_text == text


def test_a_house_may_count_fives_otherwise() -> None:
    """Cambio, Options: one five adds 25 (the rule text), not 50 (another implementation); more than two are silent."""
    fifty = load_pack("cambio", {"score.fives": True, "score.fives_one": 50, "score.fives_two": -10})
    assert hand_points(fifty, parse_hand("5H 3S 2C AD")).points == 56
    assert hand_points(fifty, parse_hand("5H 5S 2C AD")).points == -7
    rest = load_pack("cambio", {"score.fives": True, "score.fives_more": "two_and_rest"})
    assert hand_points(rest, parse_hand("5H 5S 5C 2D")).sum_text == "2 - 20 (three fives) = -18"
    assert hand_points(rest, parse_hand("5H 5S 5C 5D")).points == -15


def test_fives_are_plain_fives_without_the_option() -> None:
    assert hand_points(load_pack("cambio"), parse_hand("5H 5S")).sum_text == "5 + 5 = 10"


def test_risky_fives_ignore_modifiers_on_the_fives() -> None:
    pack = load_pack("dragons_gambit", {"score.fives": True})
    assert hand_points(pack, parse_hand("5+1 5H 2")).points == 2 - 25


@pytest.mark.parametrize(("hand", "text"), [("", "no cards, 0"), ("9H", "9"), ("JK", "-1"), ("JK QH", "-1 + 0 = -1")])
def test_short_hands_are_written_without_a_needless_sum(hand: str, text: str) -> None:
    assert hand_points(load_pack("kaboo"), parse_hand(hand)).sum_text == text


@given(st.data(), st.sampled_from(pack_ids()))
def test_points_add_up_whatever_the_order_and_the_text_ends_in_them(data: st.DataObject, pack_id: str) -> None:
    pack = load_pack(pack_id)
    cards = data.draw(st.permutations(deck_cards(pack)).map(lambda deck: deck[:8]))
    hand = parse_hand(" ".join(map(str, cards)))
    result = hand_points(pack, hand)
    assert result.points == hand_points(pack, hand[:3]).points + hand_points(pack, hand[3:]).points
    assert result.points == hand_points(pack, tuple(reversed(hand))).points
    assert result.sum_text.endswith(f" = {result.points}")
