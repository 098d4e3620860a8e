"""How many game events a second one core applies: `make measure-play` writes docs/measured/play-speed.json."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.benchmarks.figures_file import write_figures

from kibitz_scoring.game.playout import play_out
from kibitz_scoring.game.record import play
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack, pack_ids

PLAYERS = tuple(map(PlayerId, ("Ann", "Ben", "Cleo", "Dan")))
GAMES = 60


def events_per_second(pack_id: str) -> dict[str, float]:
    """Events and CPU seconds of applying random legal games, without playing them out."""
    pack = load_pack(pack_id)
    games = []
    for seed in range(GAMES):
        history = list(play_out(pack, PLAYERS[: pack.max_players], random.Random(seed).randrange, rounds=1))
        games.append((history[0][0], [event for _, event in history]))
    events, started = 0, time.process_time()
    for state, happened in games:
        game = state
        for event in happened:
            game = play(game, event)
        events += len(happened)
    seconds = time.process_time() - started
    return {"events": events, "cpu_s": round(seconds, 4), "events_per_s": round(events / seconds)}


def main() -> None:
    """Measure every game and write the figures."""
    write_figures("play-speed.json", {"games": {pack_id: events_per_second(pack_id) for pack_id in pack_ids()}})


if __name__ == "__main__":
    main()
