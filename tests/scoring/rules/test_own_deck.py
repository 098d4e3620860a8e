"""Decks of one's own: ranks with names, points, numbers and powers, from a rule pack in a file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.changes.powers import power_of
from kibitz_scoring.game.round_state import deck_size, first_state
from kibitz_scoring.notation.pack_json import pack_json, parse_pack_json
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import Power
from kibitz_scoring.rules.packs import load_pack, read_pack
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.rules.sheet_lines import sheet_sections
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.deck_check import check_deck
from kibitz_scoring.score.hands import binding_deck, check_hands, deck_cards
from kibitz_scoring.score.points import hand_points
from kibitz_scoring.score.tally import tally_round

from ...plain_words import plain_words
from ..stories import broken, told

ANN, BEN = PlayerId("Ann"), PlayerId("Ben")
DRAGONS = """
base = "kaboo"
id = "dragons"
name = "Dragons"

[deck]
base = "own"
jokers = 0
taught = "Dragon deck"

[[deck.cards]]
card = "#dragon"
value = 13
count = 2

[[deck.cards]]
card = "#EGG"
value = -1
count = 4
power = "peek_own"

[[deck.cards]]
card = "7"
value = 70
count = 40
"""


def pack_of(tmp_path: Path, text: str = DRAGONS) -> RulePack:
    path = tmp_path / "dragons.toml"
    path.write_text(text, encoding="utf-8")
    return read_pack(path)


def test_the_deck_has_every_card_as_often_as_listed(tmp_path: Path) -> None:
    pack = pack_of(tmp_path)
    assert Counter(map(str, deck_cards(pack))) == {"#DRAGON": 2, "#EGG": 4, "7": 40}
    assert deck_size(pack) == 46
    assert binding_deck(pack) == deck_cards(pack)
    assert pack.deck.taught == "Dragon deck"


def test_hands_are_scored_by_the_points_of_the_list(tmp_path: Path) -> None:
    pack = pack_of(tmp_path)
    assert hand_points(pack, parse_hand("#dragon #EGG 7")).sum_text == "13 - 1 + 70 = 82"
    tally = tally_round(pack, {ANN: parse_hand("#EGG #EGG"), BEN: parse_hand("#DRAGON 7")}, ANN, None)
    assert tally.winners == (ANN,)


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        ("#DRAGON #DRAGON #DRAGON", "#DRAGON stands 3 times in the hands: Dragons's deck has 2."),
        ("#OGRE", "#OGRE is not in Dragons's deck: expected #DRAGON, #EGG, 7."),
        ("AH", "AH is not in Dragons's deck"),
        ("JK", "JK is not in Dragons's deck"),
    ],
)
def test_what_the_deck_cannot_make_is_told(tmp_path: Path, hand: str, says: str) -> None:
    with pytest.raises(InputError) as error:
        check_hands(pack_of(tmp_path), {ANN: parse_hand(hand)})
    assert says in str(error.value)


def test_powers_and_matches_go_by_the_listed_name(tmp_path: Path) -> None:
    pack = pack_of(tmp_path)
    assert power_of(pack, parse_card("#EGG")) is Power.PEEK_OWN
    assert power_of(pack, parse_card("7")) is Power.NONE
    state = told(first_state(pack, (ANN, BEN)), "p1 deals", "starter 7", "p2 draws", "p2 discards #EGG")
    assert state.discard[-1].face == parse_card("#EGG")
    assert not broken(state, "p1 snaps p1.a1 #EGG")
    assert broken(state, "p1 snaps p1.a1 7") == broken(state, "p1 snaps p1.a1 #DRAGON") != []
    assert "deck.base" in broken(told(first_state(pack, (ANN, BEN)), "p1 deals"), "starter 9H")


def test_a_counted_deck_is_compared_with_the_list(tmp_path: Path) -> None:
    pack = pack_of(tmp_path)
    check = check_deck(pack, [card for card in deck_cards(pack) if str(card) != "#DRAGON"] + [parse_card("#EGG")])
    assert [str(card) for card in check.missing] == ["#DRAGON", "#DRAGON"]
    assert [str(card) for card in check.extra] == ["#EGG"]


def test_the_sheet_tells_every_kind_and_the_journal_keeps_it(tmp_path: Path) -> None:
    pack = pack_of(tmp_path)
    lines = [line.text for line in sheet_sections(pack)["Cards"]]
    assert lines[0] == "46 cards of 3 kinds:"
    assert "#EGG: 4 of them, -1 points each, look at an own card." in lines
    assert lines[-1] == "The camera reads them as the taught deck Dragon deck."
    assert parse_pack_json(pack_json(pack)) == pack
    powers = [line.text for line in sheet_sections(pack)["Powers"]]
    assert powers[0].startswith("A power comes ")
    assert not [*plain_words(powers[0])]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('base = "own"', 'base = "french52"', "line 11: 'deck.cards' lists cards, so 'deck.base' has to be \"own\""),
        ("jokers = 0", "jokers = 2", "list JK in 'deck.cards' instead"),
        ('"#EGG"', '"#DRAGON"', "'deck.cards' lists #DRAGON twice"),
        ('"#EGG"', '"dragon egg"', "number 2 of 'deck.cards' is"),
        ("value = -1", 'value = "none"', "number 2 of 'deck.cards' is"),
        ('power = "peek_own"', 'power = "fly"', "number 2 of 'deck.cards' is"),
        ("count = 40", "count = 1", "lists 7 cards: 2 players with 4 each and two piles need 10"),
        ('taught = "Dragon deck"', 'taught = "../x"', "expected the name of a taught deck or null"),
    ],
)
def test_a_list_that_makes_no_sense_is_told_with_its_place(tmp_path: Path, old: str, new: str, says: str) -> None:
    assert old in DRAGONS
    with pytest.raises(InputError) as error:
        pack_of(tmp_path, DRAGONS.replace(old, new))
    assert says in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["#", "#_A", "#A_", "#" + "A" * 21, "#A-B", "# A"])
def test_names_of_cards_are_letters_digits_and_lines_below(text: str) -> None:
    with pytest.raises(InputError, match="is not a card: expected after #"):
        parse_card(text)


def test_a_game_without_cards_of_its_own_knows_none() -> None:
    with pytest.raises(InputError, match=r"#OGRE is not in Kaboo's deck, which has no cards of its own"):
        check_hands(load_pack("kaboo"), {ANN: parse_hand("#OGRE"), BEN: parse_hand("7H")})


def test_the_sheet_says_how_many_such_decks_are_shuffled_together(tmp_path: Path) -> None:
    pack = pack_of(tmp_path, DRAGONS.replace("jokers = 0", "jokers = 0\ncopies = 2"))
    lines = [str(line.text) for section in sheet_sections(pack).values() for line in section]
    assert "2 such decks are shuffled together." in lines
