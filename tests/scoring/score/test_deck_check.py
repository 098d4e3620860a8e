from __future__ import annotations

from kibitz_scoring.cards import FRENCH52, JOKER, NUMERIC_DECK, parse_card
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.deck_check import check_deck

KABOO, DRAGONS = load_pack("kaboo"), load_pack("dragons_gambit")


def test_the_whole_deck_lacks_nothing_and_has_nothing_too_many() -> None:
    check = check_deck(KABOO, [*reversed(FRENCH52), JOKER, JOKER])

    assert (check.counted, check.missing, check.extra, check.is_other_kind) == (54, (), (), False)


def test_a_card_that_is_there_twice_and_one_that_is_gone_are_named() -> None:
    cards = [card for card in FRENCH52 if str(card) != "7H"] + [parse_card("KC"), JOKER]

    check = check_deck(KABOO, cards)

    assert [str(card) for card in check.missing] == ["7H", "JK"]
    assert [str(card) for card in check.extra] == ["KC"]


def test_number_cards_are_no_deck_for_a_game_of_french_ones() -> None:
    assert check_deck(KABOO, NUMERIC_DECK).is_other_kind


def test_a_game_of_numbers_may_be_played_with_either_deck() -> None:
    for deck in (NUMERIC_DECK, FRENCH52):
        check = check_deck(DRAGONS, deck)
        assert (check.missing, check.extra, check.is_other_kind) == ((), (), False)
