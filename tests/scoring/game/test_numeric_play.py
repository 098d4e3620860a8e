"""Play with French cards in a game of numbers: each stands for its number, and lies there once."""

from __future__ import annotations

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.changes.claims import same_rank
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.rules.choices import DeckBase
from kibitz_scoring.rules.packs import load_pack

from ..stories import TWO, broken, dealt, told

GAMBIT = "dragons_gambit"


def table(pile: str, **house: object) -> RoundState:
    pack = load_pack(GAMBIT, {key.replace("__", "."): value for key, value in house.items()})
    deck = 52 - 8 - len(pile.split())
    return parse_table(f"round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck {deck} | pile {pile}", pack, TWO)


def test_french_cards_break_no_rule_in_the_dragon_s_gambit() -> None:
    state = dealt(load_pack(GAMBIT), starter="QH")
    assert broken(state, "p1 draws") == []
    assert broken(told(state, "p1 draws"), "p1 discards KH") == []
    assert broken(told(state, "p1 draws"), "p1 swaps p1.a1 JS") == []
    assert broken(told(state, "p1 draws"), "p1 discards 11") == []


def test_a_french_card_lies_there_once_and_a_number_as_often_as_the_deck_has_it() -> None:
    state = told(table("QH"), "p1 draws")
    assert "deck.base" in broken(state, "p1 discards QH")
    assert broken(state, "p1 discards QS") == []
    numbers = told(table("12 12 12"), "p1 draws")
    assert broken(numbers, "p1 discards 12") == []
    assert "deck.base" in broken(told(table("13 13"), "p1 draws"), "p1 discards 13")


def test_kings_match_as_the_numbers_that_they_stand_for() -> None:
    assert not same_rank(parse_card("KH"), parse_card("KS"), DeckBase.NUMERIC)
    assert same_rank(parse_card("KH"), parse_card("0"), DeckBase.NUMERIC)
    assert same_rank(parse_card("KH"), parse_card("KS"))
    state = table("KS", snap__enabled=True, snap__on_starter=True)
    assert "snap.wrong_penalty" in broken(state, "p2 snaps p2.a1 KH")
    assert broken(state, "p2 snaps p2.a1 KC") == []
