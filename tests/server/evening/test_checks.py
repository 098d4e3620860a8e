from __future__ import annotations

import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.packs import load_pack
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import GameExtended, SheetOpened
from kibitz_server.journal.play_entries import RoundWatched

from ..conftest import ANN
from ..games import begin, play


def finished(live: Live) -> None:
    begin(live, load_pack("kaboo", {"game.rounds": 1}))
    play(live, (("AH", "9C"), "Ann"))


@pytest.mark.parametrize("entry", [SheetOpened(), RoundWatched(ANN, is_dealt=False)])
def test_no_round_follows_in_a_game_that_is_over(live: Live, entry: SheetOpened | RoundWatched) -> None:
    finished(live)
    with pytest.raises(InputError, match=r"The game is over \(the only round is played; Ann wins"):
        live.record(entry)


def test_a_table_that_plays_on_scores_further_rounds(live: Live) -> None:
    finished(live)
    live.record(GameExtended())
    assert play(live, (("AH", "9C"), None)).totals == {"Ann": 2, "Ben": 18}


def test_an_earlier_round_of_a_game_that_is_over_can_be_corrected(live: Live) -> None:
    finished(live)
    game = live.evening.game
    assert game is not None
    live.record(SheetOpened(game.rounds[0].round_id))
    assert live.evening.game is not None
    assert live.evening.game.sheet is not None
