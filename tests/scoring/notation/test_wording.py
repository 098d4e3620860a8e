"""Events in words."""

from __future__ import annotations

import pytest

from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.notation.wording import describe
from kibitz_scoring.players import PlayerId

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
