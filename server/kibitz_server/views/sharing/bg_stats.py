"""A game as a play for the BG Stats app: a link, which a QR code takes to the phone that keeps the statistics.

The fields are those that independent implementations of the link agree on. Every boolean is sent, as the Android app
fails without, and numbers are numbers.
"""

from __future__ import annotations

import json
from datetime import UTC, timedelta
from typing import Any
from urllib.parse import quote

from kibitz_scoring.rules.packs import original_of
from kibitz_server.views.evening_view import GameView
from kibitz_server.views.standings import Standing, outcome_words, standings

MOST_OF_LOCATION = 60
"""Letters that a place is named by: the code has to hold it beside eight names."""
_CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html?data="


def bg_stats_link(game: GameView, location: str = "") -> str:
    """Link that offers the game to the app as a play, with where it was played if anybody said."""
    play = bg_stats_play(game, location)
    return _CREATE_PLAY + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe=":,")


def bg_stats_play(game: GameView, location: str = "") -> dict[str, Any]:
    """The play; who began the game was not seen, so nobody is its start player."""
    minutes = round(game.played_for / timedelta(minutes=1))
    known = {"durationMin": minutes, "location": location.strip()}
    original = original_of(game.pack)
    return {
        "sourceName": "Kibitz",
        "sourcePlayId": game.key,
        "playDate": f"{game.at.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        **{field: value for field, value in known.items() if value},
        "comments": outcome_words(game),
        "game": {
            "name": game.pack.name,
            "sourceGameId": original.id if original else game.pack.id,
            "highestWins": False,
            "noPoints": False,
        },
        "players": [_player(one) for one in standings(game)],
    }


def _player(one: Standing) -> dict[str, Any]:
    play = {
        "name": str(one.player),
        "sourcePlayerId": str(one.player),
        "startPlayer": False,
        "winner": one.is_winner,
        "score": one.total,
    }
    return play if one.rank is None else play | {"rank": one.rank}
