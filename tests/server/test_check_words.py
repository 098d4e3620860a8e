from __future__ import annotations

import pytest

from kibitz_scoring.cards import FRENCH52, JOKER, NUMERIC_DECK, parse_card
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.deck_check import check_deck
from kibitz_server.pages.table.checks.check_words import accuracy_words, deck_words, setup_words, side_by_side
from kibitz_vision.table.setup_score import SetupFault, SetupScore

KABOO = load_pack("kaboo")
BEN = PlayerId("Ben")


def deck(cards: list[object], unread: int = 0) -> str:
    return deck_words(KABOO, check_deck(KABOO, cards), unread)  # type: ignore[arg-type]


def test_a_whole_deck_is_right_in_a_sentence() -> None:
    assert deck([*FRENCH52, JOKER, JOKER]) == "54 cards counted. The deck is right: French cards and 2 jokers."


def test_what_is_missing_and_what_is_too_many_is_named() -> None:
    cards = [card for card in FRENCH52 if str(card) != "7H"] + [parse_card("KC"), JOKER]

    assert deck(cards, 1) == (
        "53 cards counted. 1 could not be read: lay them apart and read again. Missing: 7♥, joker. Too many: K♣."
    )


def test_a_deck_of_the_other_kind_is_named_with_what_to_do() -> None:
    assert "number cards, and Kaboo is played with French ones" in deck(list(NUMERIC_DECK))


@pytest.mark.parametrize("fault", list(SetupFault))
def test_every_fault_has_one_thing_to_change(fault: SetupFault) -> None:
    for at in (None, BEN):
        if at is None and fault in (SetupFault.SMALL, SetupFault.GLARE, SetupFault.SHADED):
            continue
        if at is not None and fault in (SetupFault.DARK, SetupFault.BRIGHT, SetupFault.SLOW):
            continue
        words = setup_words(SetupScore({}, None, fault, at))
        assert words.count(".") == 1
        assert at is None or words.startswith("Ben") or "Ben" in words


def test_laid_and_read_stand_side_by_side_what_is_missing_and_what_was_not_laid_apart() -> None:
    ace, king, two = (parse_card(text) for text in ("AH", "KC", "2D"))
    assert side_by_side([ace, king, ace], [two, ace, ace]) == [(ace, ace), (king, None), (ace, ace), (None, two)]
    assert side_by_side([ace], [ace, ace]) == [(ace, ace), (None, ace)]
    assert side_by_side([], []) == []


def test_the_figure_of_a_table_comes_with_its_interval() -> None:
    words = accuracy_words(10, 10, [parse_card("KC")])

    assert words == (
        "10 of 10 read: between 72% and 100% of cards on this table, with 95 % certainty. Read and not laid: K♣."
    )
