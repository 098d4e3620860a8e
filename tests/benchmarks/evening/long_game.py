"""How long a tap takes in a game of hundreds of rounds, and what is reckoned for it: `make measure-long-game`.

Figures go to docs/measured/long-game.json: the milliseconds of opening a sheet and of confirming it, written and backed
up, with the view that a page is drawn from, after so many rounds; and how often the game was tallied for it.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.benchmarks.figures_file import write_figures

from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.tally import RoundEnd
from kibitz_server.access.viewer import Role
from kibitz_server.evening.game import game
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import GameStarted, RoundConfirmed, SheetOpened
from kibitz_server.journal.journal import Journal
from kibitz_server.views.evening_view import project

ROUNDS = (10, 100, 500)
_TIMES = 7
_PLAYERS = tuple(map(PlayerId, ("Ann", "Ben", "Cleo", "Dan")))


def main() -> None:
    """Measure each length of a game, and write the figures."""
    write_figures("long-game.json", {"aim_ms": 300, "rounds": {str(rounds): measured(rounds) for rounds in ROUNDS}})


def measured(rounds: int, times: int = _TIMES) -> dict[str, Any]:
    """What a tap costs in a game of so many rounds."""
    with tempfile.TemporaryDirectory() as folder:
        live = played(Path(folder), rounds)
        project(live.evening, Role.HOST)
        with patch.object(game, "tally_game", side_effect=game.tally_game) as tallied:
            opened, confirmed = [], []
            for _ in range(times):
                opened.append(_ms(lambda: live.record(SheetOpened()), live))
                confirmed.append(_ms(lambda: live.record(_round()), live))
        live.close()
    return {
        "open_ms": round(median(opened), 1),
        "confirm_ms": round(median(confirmed), 1),
        "tallies_of_the_game": tallied.call_count / times,
    }


def played(folder: Path, rounds: int) -> Live:
    """An evening of one game of so many rounds, in a journal in a folder."""
    pack, journal = load_pack("kaboo", {"game.rounds": None}), Journal(folder)
    journal.append(GameStarted(pack, pack.content_hash, _PLAYERS), datetime.now(UTC), must_be_safe=False)
    for _ in range(rounds):
        for entry in (SheetOpened(), _round()):
            journal.append(entry, datetime.now(UTC), must_be_safe=False)
    return Live(journal)


def _round() -> RoundConfirmed:
    hands = zip(_PLAYERS, map(parse_hand, ("2H 3C", "KS 4D", "9C 9D", "AS 7H")), strict=True)
    return RoundConfirmed(tuple(hands), _PLAYERS[0], RoundEnd.CALL)


def _ms(act: Callable[[], object], live: Live) -> float:
    began_s = time.perf_counter()
    act()
    project(live.evening, Role.HOST)
    return (time.perf_counter() - began_s) * 1000


if __name__ == "__main__":
    main()
