"""What makes no sense any more is refused: of a game that is over, and from a page that shows what was before."""

from __future__ import annotations

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.errors import InputError
from kibitz_scoring.score.tally import RoundEnd
from kibitz_server.access.viewer import Role
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import (
    CallerNamed,
    CardAdded,
    CardId,
    CardMoved,
    CardNamed,
    CardRemoved,
    Entry,
    GameEnded,
    GameExtended,
    HandsGiven,
    ModifierPut,
    RoundId,
    SheetDropped,
    SheetOpened,
    Undone,
)
from kibitz_server.journal.play_entries import RoundWatched
from kibitz_server.views.evening_view import project

from ..acts import confirmed, picture, score, seen
from ..conftest import ANN, BEN


def is_over(live: Live) -> bool:
    game = project(live.evening, Role.HOST).game
    assert game is not None
    return game.is_over


def test_when_the_table_has_stopped_no_round_is_begun_by_any_way(live: Live) -> None:
    score(live)
    live.record(GameEnded())
    assert is_over(live)
    for entry in (SheetOpened(), RoundWatched(ANN, is_dealt=False), picture(seen("9H", ANN))):
        with pytest.raises(InputError, match="The game is over"):
            live.record(entry)


def test_one_more_round_is_one_and_then_the_game_is_over_again(live: Live) -> None:
    score(live)
    live.record(GameEnded())
    live.record(GameExtended())
    assert not is_over(live)
    score(live)
    assert is_over(live)


def test_ending_the_evening_can_be_taken_back_and_says_so(live: Live) -> None:
    score(live)
    ended = live.record(GameEnded())
    undo = project(live.evening, Role.HOST).undo
    assert undo is not None
    assert (undo.seq, undo.words) == (ended.seq, "the evening ended")
    live.record(Undone(ended.seq))
    assert not is_over(live)


def test_a_round_of_a_game_that_is_over_is_still_corrected(live: Live) -> None:
    score(live)
    game = live.evening.game
    assert game is not None
    live.record(GameEnded())
    live.record(SheetOpened(game.rounds[0].round_id))
    live.record(picture(seen("2H", ANN), seen("4D", BEN)))
    live.record(confirmed("2H", "4D", edits=game.rounds[0].round_id))
    assert is_over(live)


@pytest.mark.parametrize(
    "entry",
    [CardAdded(ANN, parse_card("9H")), HandsGiven(((ANN, BEN),)), CallerNamed(ANN, RoundEnd.CALL), SheetDropped()],
)
def test_a_dialog_of_a_round_that_was_confirmed_elsewhere_makes_no_phantom_round(live: Live, entry: Entry) -> None:
    score(live)
    before = live.evening

    with pytest.raises(InputError, match="There is no open round: it was confirmed or given up on another page"):
        live.record(entry)

    assert live.evening is before


def test_a_dialog_about_a_card_that_is_gone_changes_no_other(live: Live) -> None:
    live.record(picture(seen("9H", ANN), seen("4D", BEN)))
    assert live.evening.game
    assert live.evening.game.sheet
    card = live.evening.game.sheet.cards[0].card_id
    live.record(SheetDropped())
    live.record(picture(seen("9H", ANN), seen("4D", BEN)))

    for entry in (
        CardNamed(card, parse_card("KS")),
        CardMoved(card, BEN),
        CardRemoved(card),
        ModifierPut(CardId("7"), 1),
    ):
        with pytest.raises(InputError, match="not on the sheet any more"):
            live.record(entry)


def test_another_round_is_not_opened_over_the_one_that_is_being_scored(live: Live) -> None:
    score(live)
    assert live.evening.game
    first = live.evening.game.rounds[0].round_id
    live.record(SheetOpened())
    live.record(CardAdded(ANN, parse_card("9H")))

    with pytest.raises(InputError, match="Another round is being scored already"):
        live.record(SheetOpened(first))

    live.record(SheetDropped())
    live.record(SheetOpened(RoundId(first)))
    with pytest.raises(InputError, match="Another round is being scored already"):
        live.record(SheetOpened())
