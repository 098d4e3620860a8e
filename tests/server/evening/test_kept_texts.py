"""No name or text is kept that nobody would write."""

from __future__ import annotations

import json

import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import HandedOver, Joined
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.players import PlayerId
from kibitz_server.evening.import_file import import_games
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.play_entries import ActSaid
from kibitz_server.views.sharing.exports import export_evening

from ..conftest import ANN, BEN, PACK

HUGE = PlayerId("x" * 900_000)


def refused(live: Live, entry: GameStarted | ActSaid) -> str:
    before = live.newest
    with pytest.raises(InputError) as caught:
        live.record(entry)
    assert live.newest is before
    return str(caught.value)


@pytest.mark.parametrize("name", [HUGE, PlayerId("x" * 41), PlayerId("\x1b[2J\n" * 41)])
def test_no_game_begins_with_a_name_that_is_too_long(live: Live, name: PlayerId) -> None:
    sentence = refused(live, GameStarted(PACK, PACK.content_hash, (name, BEN)))

    assert len(sentence) < 200
    assert sentence.isprintable()


def test_nobody_joins_or_takes_over_under_such_a_name(live: Live) -> None:
    for event in (Joined(HUGE, 2), HandedOver(ANN, HUGE)):
        assert "characters" in refused(live, ActSaid(0.0, format_event(event, (ANN, BEN))))


def test_no_game_is_imported_that_has_such_a_name(live: Live) -> None:
    told = json.loads(json.dumps(export_evening(live.evening)).replace("Ann", "x" * 900_000))
    told["games"][0]["begun"] = "2020-01-01T00:00:00+00:00"

    with pytest.raises(InputError, match="Nothing was imported"):
        import_games(live, json.dumps(told).encode())
