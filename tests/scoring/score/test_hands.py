from __future__ import annotations

import pytest

from kibitz_scoring.cards import FRENCH52
from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.hands import Hands, binding_deck, check_hands, deck_cards, numeric_rank
from kibitz_scoring.score.points import card_value


def hands(**texts: str) -> Hands:
    return {PlayerId(player): parse_hand(text) for player, text in texts.items()}


# Section 4 of the rules paper, and the card counts of the rule texts.
@pytest.mark.parametrize(
    ("pack_id", "cards", "total", "best", "worst"),
    [
        ("scambodia", 52, 338, 2, 50),
        ("dragons_gambit", 52, 338, 2, 50),
        ("kaboo", 54, 290, -2, 50),
        ("cameo", 52, 338, 2, 50),
        ("cambio", 54, 378, -2, 100),
    ],
)
def test_each_deck_has_its_cards_sum_and_extreme_hands(
    pack_id: str, cards: int, total: int, best: int, worst: int
) -> None:
    pack = load_pack(pack_id)
    values = sorted(card_value(pack, card) for card in deck_cards(pack))
    assert len(values) == cards
    assert sum(values) == total
    assert sum(values[:4]) == best
    assert sum(values[-4:]) == worst


def test_a_french_deck_stands_for_the_numeric_deck_card_by_card() -> None:
    pack = load_pack("dragons_gambit")
    assert sorted(numeric_rank(card) for card in FRENCH52) == sorted(card.rank for card in deck_cards(pack))
    assert all(card_value(pack, card) == int(numeric_rank(card)) for card in FRENCH52)


@pytest.mark.parametrize("pack_id", pack_ids())
def test_a_whole_deck_on_the_table_is_accepted(pack_id: str) -> None:
    pack = load_pack(pack_id)
    text = " ".join(map(str, deck_cards(pack)))
    check_hands(pack, hands(Ann=text))


def test_the_dragons_gambit_takes_both_notations_at_one_table() -> None:
    check_hands(load_pack("dragons_gambit"), hands(Ann="QH 12 0", Ben="12+1 KH QS-2"))


@pytest.mark.parametrize(
    ("pack_id", "ann", "ben", "sentence"),
    [
        ("kaboo", "10H 3C", "10H", "hands: 10H stands twice in the hands: Kaboo's deck has one."),
        ("kaboo", "JK JK", "JK", "hands: JK stands 3 times in the hands: Kaboo's deck has 2."),
        ("scambodia", "JK", "", "hands.Ann: JK is not in Scambodia's deck, which has no jokers."),
        ("cameo", "7", "", "hands.Ann: 7 is not in Cameo's deck: expected a rank and a suit, as in 7H."),
        ("cameo", "13", "", "hands.Ann: 13 is not in Cameo's deck: expected a rank and a suit, as in 10H."),
        ("cambio", "", "7H+1", "hands.Ben: 7H+1: Cambio has no +1 and -1: expected 7H."),
        ("dragons_gambit", "0 0", "0", "hands: 0 stands 3 times in the hands: The Dragon's Gambit's deck has 2."),
        (
            "dragons_gambit",
            "13 KS",
            "KC",
            "hands: 13 (in either notation) stands 3 times in the hands: The Dragon's Gambit's deck has 2.",
        ),
        ("dragons_gambit", "5H", "5H", "hands: 5H stands twice in the hands: The Dragon's Gambit's deck has one."),
    ],
)
def test_hands_that_the_deck_cannot_make_give_one_sentence(pack_id: str, ann: str, ben: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        check_hands(load_pack(pack_id), hands(Ann=ann, Ben=ben))
    assert str(caught.value) == sentence


def test_the_numeric_deck_takes_jokers_where_the_house_adds_them() -> None:
    pack = load_pack("dragons_gambit", {"deck.jokers": 1, "values.joker": -1})
    check_hands(pack, hands(Ann="JK 0"))
    with pytest.raises(InputError, match="JK stands twice"):
        check_hands(pack, hands(Ann="JK 0", Ben="JK"))


def test_the_dragons_gambit_with_a_french_deck_takes_suited_cards_only() -> None:
    pack = load_pack("dragons_gambit", {"deck.base": "french52"})
    check_hands(pack, hands(Ann="QH-2"))
    with pytest.raises(InputError, match="expected a rank and a suit"):
        check_hands(pack, hands(Ann="12"))


def test_more_players_than_the_pack_allows_give_one_sentence_and_fewer_are_accepted() -> None:
    pack = load_pack("cameo")
    check_hands(pack, hands(Ann="5H"))
    with pytest.raises(InputError) as caught:
        check_hands(pack, hands(Ann="5H", Ben="6H", Cleo="7H"))
    assert str(caught.value) == "hands: found 3 players: Cameo is for 2 at most."


def test_no_players_give_one_sentence() -> None:
    with pytest.raises(InputError) as caught:
        check_hands(load_pack("cameo"), {})
    assert str(caught.value) == "hands: found no player: expected at least one."


def test_any_two_equal_suited_cards_are_too_many() -> None:
    for pack_id in pack_ids():
        pack = load_pack(pack_id)
        for card in FRENCH52:
            with pytest.raises(InputError, match="stands twice"):
                check_hands(pack, hands(Ann=f"{card} {card}"))


@pytest.mark.parametrize("pack_id", pack_ids())
def test_a_french_deck_binds_a_table_and_a_deck_that_french_cards_stand_for_does_not(pack_id: str) -> None:
    pack = load_pack(pack_id)
    assert binding_deck(pack) == (None if pack_id == "dragons_gambit" else deck_cards(pack))
