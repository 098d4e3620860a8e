"""A game that is over: it plays on only by one more round, or not at all."""

from __future__ import annotations

import pytest

from kibitz_scoring.errors import InputError
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import GameEnded, GameExtended, SheetOpened, Undone
from kibitz_server.journal.play_entries import RoundWatched
from kibitz_server.views.evening_view import Role, project

from ..acts import confirmed, picture, seen
from ..conftest import ANN, BEN


def score(live: Live) -> None:
    live.record(picture(seen("9H", ANN), seen("4D", BEN)))
    live.record(confirmed("9H", "4D"))


def is_over(live: Live) -> bool:
    game = project(live.evening, Role.TABLE).game
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
    undo = project(live.evening, Role.TABLE).undo
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
