from __future__ import annotations

import dataclasses
import json
import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.cards import FRENCH52, Card, parse_card
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.tally import RoundEnd
from kibitz_server.access.viewer import Role
from kibitz_server.evening.folding import fold
from kibitz_server.evening.live import Live
from kibitz_server.journal.author import Author
from kibitz_server.journal.entries import (
    CallerNamed,
    CardAdded,
    CardMoved,
    CardNamed,
    Entry,
    GameStarted,
    PictureRead,
    Seq,
    SheetOpened,
)
from kibitz_server.pages.parts.cards.card_faces import correction, short_label, spoken_label
from kibitz_server.views.evening_view import View, project
from kibitz_vision.detections import Face

from ..acts import confirmed, entries, picture, seen
from ..conftest import ANN, BEN, PACK
from ..evening.test_evening import journal_of

START = GameStarted(PACK, PACK.content_hash, (ANN, BEN))
DOWN = picture(*(dataclasses.replace(seen(str(card), ANN), face=Face.DOWN) for card in FRENCH52[:8]))


def outlet(view: View) -> str:
    """All that leaves the server, as text, the rules of the game apart."""

    def plain(value: Any) -> Any:
        if isinstance(value, Card):
            return f"<{value}>"
        if isinstance(value, RulePack):
            return None
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
        if isinstance(value, dict):
            return {str(key): plain(item) for key, item in value.items()}
        return [plain(item) for item in value] if isinstance(value, (list, tuple)) else str(value)

    labels = [(short_label(card), spoken_label(card)) for card in view.sheet.cards] if view.sheet else []
    return json.dumps([plain(view), labels])


def cards_in(text: str) -> set[str]:
    return set(re.findall(r"<(\w+)>", text))


@given(st.sampled_from(Role), st.lists(st.sampled_from([SheetOpened(), CallerNamed(ANN, RoundEnd.CALL)]), max_size=3))
def test_a_face_that_lies_down_reaches_no_viewer(role: Role, acts: list[Entry]) -> None:
    view = project(fold(journal_of(START, *acts, DOWN)), role)

    assert cards_in(outlet(view)) == set()


@given(st.lists(entries.filter(lambda entry: not isinstance(entry, PictureRead)), max_size=12), st.sampled_from(Role))
def test_whatever_people_do_with_face_down_cards_only_named_cards_are_shown(acts: list[Entry], role: Role) -> None:
    named = {str(scored.card) for act in acts if hasattr(act, "hands") for _, hand in act.hands for scored in hand}
    named |= {str(act.card) for act in acts if hasattr(act, "card")}

    view = project(fold(journal_of(START, DOWN, *acts)), role)

    assert cards_in(outlet(view)) <= named


def test_a_spectator_sees_confirmed_rounds_but_no_open_sheet(live: Live) -> None:
    live.record(SheetOpened())
    live.record(confirmed("9H", "4D", BEN))
    live.record(picture(seen("KS", ANN)))

    view = project(live.evening, Role.SPECTATOR)

    assert view.sheet is None
    assert view.game
    assert view.game.totals == {ANN: 9, BEN: 4}
    assert project(live.evening, Role.HOST).sheet is not None


def test_the_tally_stands_once_nothing_is_left_to_ask(live: Live) -> None:
    live.record(picture(seen("9H", ANN), seen("4D", BEN)))
    before = project(live.evening, Role.HOST).sheet
    live.record(CallerNamed(BEN, RoundEnd.CALL))
    after = project(live.evening, Role.HOST).sheet

    assert before
    assert before.tally is None
    assert after
    assert after.tally
    assert after.tally.scores == {ANN: 9, BEN: 4}
    assert "called and is alone lowest" in after.tally.reasons[BEN]


def test_a_hand_with_another_number_of_cards_than_dealt_invites_a_look(live: Live) -> None:
    live.record(
        picture(*[seen(card, ANN) for card in ("9H", "4D", "5C")], *[seen(c, BEN) for c in ("2H", "3H", "4H", "5H")])
    )

    sheet = project(live.evening, Role.HOST).sheet

    assert sheet
    assert [hand.odd for hand in sheet.hands] == ["3 cards, 4 were dealt. Is one missing?", ""]


def test_many_faces_in_no_hand_are_asked_about(live: Live) -> None:
    live.record(picture(seen("9H", ANN), seen("4D", BEN), *(seen(card, None) for card in ("5C", "6C", "7C", "8C"))))

    sheet = project(live.evening, Role.HOST).sheet

    assert sheet
    assert sheet.spare == "4 face-up cards lie in no hand: does the picture show more hands than your 2?"


def test_a_pile_beside_the_hands_is_not_asked_about(live: Live) -> None:
    live.record(picture(seen("9H", ANN), seen("4D", BEN), seen("5C", None)))

    sheet = project(live.evening, Role.HOST).sheet

    assert sheet
    assert sheet.spare == ""


def test_the_evidence_of_a_round_marks_what_people_changed(live: Live) -> None:
    live.record(picture(seen("9H", ANN), seen("4D", BEN), seen("KC", None)))
    named, moved = (card.card_id for card in live.evening.games[0].sheet.cards[1:])  # type: ignore[union-attr]
    live.record(CardNamed(named, parse_card("5D")))
    live.record(CardMoved(moved, ANN))
    live.record(CardAdded(BEN, parse_card("2S")))
    live.record(confirmed("9H KC", "5D 2S", BEN))

    view, spectator = project(live.evening, Role.HOST), project(live.evening, Role.SPECTATOR)

    assert view.game
    assert view.game.rounds[0].evidence
    texts = [(spoken_label(card), correction(card)) for card in view.game.rounds[0].evidence.cards]
    assert texts == [
        ("Nine of hearts, Ann's hand", ""),
        ("Five of diamonds, Ben's hand, read as 4♦", "read as 4♦"),
        ("King of clubs, Ann's hand, put here by hand", "put here by hand"),
        ("Two of spades, Ben's hand", ""),
    ]
    assert view.game.pictures == 1
    assert spectator.game
    assert spectator.game.rounds[0].evidence is None


def test_the_evidence_says_who_corrected_and_typed_a_card_and_named_another_caller(live: Live) -> None:
    host, anns = Author(Role.HOST), Author(Role.PLAYER, ANN)
    live.record(picture(seen("9H", ANN), seen("4D", BEN), seen("KC", None)))
    named, moved = (card.card_id for card in live.evening.games[0].sheet.cards[1:])  # type: ignore[union-attr]
    live.record(CardNamed(named, parse_card("5D")), anns)
    live.record(CardMoved(moved, ANN), host)
    live.record(CardAdded(BEN, parse_card("2S")), Author(Role.REFEREE))
    live.record(CallerNamed(ANN, RoundEnd.CALL), host)
    live.record(CallerNamed(BEN, RoundEnd.CALL), anns)
    live.record(confirmed("9H KC", "5D 2S", BEN))

    game = project(live.evening, Role.HOST).game

    assert game
    assert (evidence := game.rounds[0].evidence)
    assert [(correction(card), card.by) for card in evidence.cards] == [
        ("", ""),
        ("read as 4♦, corrected by Ann", "Ann"),
        ("put here by the host", "the host"),
        ("", "the referee"),
    ]
    assert (evidence.heard, evidence.corrected_by) == (ANN, "Ann")


def test_what_cannot_be_scored_is_a_sentence_on_the_sheet(live: Live) -> None:
    live.record(SheetOpened())
    live.record(CardAdded(ANN, parse_card("1")))
    live.record(CallerNamed(ANN, RoundEnd.CALL))

    sheet = project(live.evening, Role.HOST).sheet

    assert sheet
    assert sheet.tally is None
    assert sheet.problem
    assert "not in Kaboo's deck" in sheet.problem


def test_an_undone_round_is_shown_without_a_number_or_a_score(live: Live) -> None:
    from kibitz_server.journal.entries import Undone

    live.record(SheetOpened())
    first = live.record(confirmed("9H", "4D", BEN))
    live.record(SheetOpened())
    live.record(confirmed("AH", "2D", ANN))
    live.record(Undone(first.seq))

    view = project(live.evening, Role.HOST)

    assert view.game
    assert [(played.number, played.removed_by is None) for played in view.game.rounds] == [(None, False), (1, True)]
    assert view.game.rounds[0].removed_by == Seq(6)
    assert view.game.totals == {ANN: 1, BEN: 2}


def test_a_face_down_card_is_sealed_whatever_the_sheet_knows(live: Live) -> None:
    live.record(picture(seen("9H", ANN)))
    game = live.evening.game
    assert game
    assert game.sheet
    glimpsed = dataclasses.replace(game.sheet.cards[0], face=Face.DOWN)
    assert glimpsed.card
    assert glimpsed.alternatives
    sheet = dataclasses.replace(game.sheet, cards=(glimpsed,))
    evening = dataclasses.replace(live.evening, games=(dataclasses.replace(game, sheet=sheet),))

    view = project(evening, Role.HOST)

    assert cards_in(outlet(view)) == set()
