from __future__ import annotations

import re
from html.parser import HTMLParser

from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.house_rules import with_house_rules
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.rules.rule_pack import HouseRule
from kibitz_server.evening.live import Live
from kibitz_server.views.sharing.score_sheet import score_sheet
from kibitz_server.views.standings import outcome_words

from ...games import begin, play


class Text(HTMLParser):
    """The texts of a page, one for each cell or line."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data.strip())


def texts(page: str) -> list[str]:
    parser = Text()
    parser.feed(page)
    return parser.texts


def test_the_sheet_has_every_round_with_its_reasons_the_places_and_why_the_game_is_over(live: Live) -> None:
    begin(live, load_pack("kaboo", {"game.rounds": 2}))
    game = play(live, (("AH", "9C"), "Ann"), (("2H", "5C"), None))
    found = texts(score_sheet(game))
    assert "Kaboo: score sheet" in found
    for played in game.rounds:
        assert played.tally is not None
        assert all(f"{player}: {reason}" in found for player, reason in played.tally.reasons.items())
    assert "1. Ann, 3 points, wins" in found
    assert outcome_words(game) in found


def test_house_rules_are_told_in_words_and_never_by_their_keys(live: Live) -> None:
    kamikaze = {"cards": [12, 12, 13, 13], "holder": 0, "others": 50}
    changed = {"score.kamikaze": kamikaze, "score.fives": True, "score.fail": "add_10", "game.rounds": None}
    rules = [HouseRule(key=key, value=value, author="Ann", reason="so") for key, value in changed.items()]
    begin(live, with_house_rules(load_pack("kaboo"), rules))
    told = [text for text in texts(score_sheet(play(live, (("AH", "9C"), None)))) if text.endswith("(Ann: so)")]
    assert len(told) == len(changed)
    assert "none" in told[-1]
    assert not re.search(r"\w\.\w|_|None|null|True| = ", " ".join(told))


def test_a_name_is_a_text_and_never_a_part_of_the_page(live: Live) -> None:
    begin(live, players=(PlayerId("<b>Ann</b>"), PlayerId("B&B")))
    page = score_sheet(play(live, (("AH", "9C"), None)))
    assert "<b>" not in page
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page
