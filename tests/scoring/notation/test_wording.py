"""Events in words."""

from __future__ import annotations

import pytest

from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.notation.wording import describe, with_places
from kibitz_scoring.players import PlayerId
from kibitz_scoring.sentences import Sentence

PLAYERS = tuple(map(PlayerId, ("Ann", "Ben")))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("p1 times-out", "Ann ran out of time"),
        ("p1 times-out p1.b2 9C", "Ann ran out of time: the card drawn went to p1.b2"),
        ("p2 leaves", "Ben left the game"),
        ('p3 joins "Dora"', "Dora joined"),
        ('p2 hands-over "Eve"', "Ben handed over to Eve"),
        ('rule score.fail = "none" by "Ann" because "so"', "a rule was changed"),
        ("correct p1.a1 7C", "what lies at p1.a1 was corrected"),
        ("p1 marks p2.a1 +1", "Ann put +1 on p2.a1"),
        ("p1 uses QH", "Ann laid off the drawn card to use its power"),
        ("p1 calls", "Ann called"),
        ("p2 deals", "Ben dealt"),
        ("last-window-closes", "the time for snaps was over"),
        ('misdeal "a card was seen"', "it was misdealt"),
    ],
)
def test_what_people_say_is_told_in_words(line: str, words: str) -> None:
    assert describe([parse_event(line, PLAYERS)]) == words


def test_the_places_in_a_sentence_are_told_in_other_words_and_a_name_is_none() -> None:
    told = describe([parse_event("p1 looks p2.a1", PLAYERS), parse_event("p2 swaps p2.a1", PLAYERS)])
    question = Sentence("Which was it: {one}, or {other}?", one=told, other="what Ben says")
    assert with_places(question, lambda place: f"<{place}>") == (
        "Which was it: Ann looked at <p2.a1> and Ben swapped the card in hand for <p2.a1>, or what Ben says?"
    )
    assert with_places("Ann looked at p2.a1", lambda place: f"<{place}>") == "Ann looked at p2.a1"
