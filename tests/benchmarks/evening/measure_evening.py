"""How an evening goes: filmed rounds played at the page's own desk, with somebody who answers what the page asks.

`make measure-evening` films rounds of the five packs, half of them at usual tables and half at hard ones, of decks and
seeds for measuring only; the seeds follow from the commit. Each is played with every question answered at once, and, if
anything was asked, once more by what the film showed, with answers that come 20 s later and with all of them at the
reveal. At the same code it goes on where it was stopped; films, journals and the places that were found are in
`build/evening`. Figures go to docs/measured/evening.json and into docs/evening.md. Hands are photographs where
`KIBITZ_HANDS` names their folder, else drawn.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
from rich.console import Console
from rich.progress import track

REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(REPOSITORY))

from tests.benchmarks.evening.evening_desk import Answered, play_again, play_film  # noqa: E402
from tests.benchmarks.evening.evening_figures import figures  # noqa: E402
from tests.benchmarks.evening.evening_page import write_page  # noqa: E402
from tests.benchmarks.figures_file import git, write_figures  # noqa: E402
from tests.benchmarks.sources import filming_code, watching_code  # noqa: E402
from tests.benchmarks.trust.witness import Witness  # noqa: E402

from kibitz_datasets.films.trouble_kinds import USUAL  # noqa: E402
from kibitz_datasets.scenes.hands.hand_photos import hands_told  # noqa: E402
from kibitz_models.watching.measuring.measure import Shot, film, measuring_seed, rounds  # noqa: E402
from kibitz_models.watching.measuring.truth import FilmedRound, read_filmed  # noqa: E402
from kibitz_vision.table.places_file import write_places  # noqa: E402

_PART = "evening"
_RESULT = "played.json"


def main() -> None:
    """Play what is asked and write the figures, again after each round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--rounds", type=int, default=50, help="rounds of at most 45 s, at usual and hard tables in turn"
    )
    parser.add_argument("--commit", default=git("rev-parse", "HEAD"), help="commit that the seeds come of")
    parser.add_argument("--film", action="store_true", help="make the films and play none")
    parser.add_argument("--written", action="store_true", help="write the figures of what was played, and play none")
    asked = parser.parse_args()
    folder = REPOSITORY / "build" / "evening"
    seed = measuring_seed(asked.commit, _PART)
    shots = [_at_a_table(shot, number) for number, shot in enumerate(rounds(asked.rounds, seed))]
    films, played = folder / "films" / filming_code(), folder / evening_code()
    if asked.film:
        print(len(list(film(shots, films, 1))), "films in", films)
        return
    if not asked.written:
        cv2.setNumThreads(1)
        console = Console(stderr=True)
        made = film([shot for shot in shots if not (played / shot.name / _RESULT).is_file()], films, 1)
        for path in track(made, "Playing", total=len(shots), console=console, disable=not console.is_terminal):
            _play(path, played / path.name, shots)
            _write(played, shots, asked.commit, seed)
    _write(played, shots, asked.commit, seed)
    write_page()


def evening_code() -> str:
    """A hash of all that the watching depends on, and of the server."""
    return hashlib.sha256(f"{watching_code()}{git('rev-parse', 'HEAD:server')}".encode()).hexdigest()[:12]


def _at_a_table(shot: Shot, number: int) -> Shot:
    """Every other table has the usual troubles only."""
    return shot if number % 2 else replace(shot, config=replace(shot.config, kinds=USUAL))


def _table(name: str, shots: Sequence[Shot]) -> str:
    shot = next(shot for shot in shots if shot.name == name)
    return "usual" if shot.config.kinds == USUAL else "hard"


def _play(path: Path, kept: Path, shots: Sequence[Shot]) -> None:
    """Play a film in all ways that it takes, and keep what came of it."""
    started_s = time.monotonic()
    shutil.rmtree(kept, ignore_errors=True)
    filmed = read_filmed(path)
    played, shown = play_film(filmed, kept / Answered.AT_ONCE)
    if shown.places is not None:
        write_places(shown.places, kept / "places.json", "film")
    ways = {Answered.AT_ONCE.value: played.as_json(filmed)}
    if played.asked:
        for answered in (Answered.LATER, Answered.AT_THE_REVEAL):
            ways[answered.value] = play_again(filmed, kept / answered, answered, shown).as_json(filmed)
    told = {"name": path.name, "table": _table(path.name, shots), "true": _true(filmed), "ways": ways}
    told["wall_s"] = round(time.monotonic() - started_s)
    (kept / "played.partial").write_text(json.dumps(told, indent=1), encoding="utf-8")
    (kept / "played.partial").replace(kept / _RESULT)
    first = ways[Answered.AT_ONCE]
    words = "exact" if first["exact"] else f"NOT exact {first['problem']}"
    print(
        path.name, told["table"], words, len(first["asked"]), "asked", told["wall_s"], "s", file=sys.stderr, flush=True
    )


def _true(filmed: FilmedRound) -> dict[str, Any]:
    """What the round truly came to."""
    witness = Witness.of(filmed, 0.0)
    hands = {player: list(map(str, witness.hand(player))) for player in filmed.players}
    return {"sheet": filmed.sheet, "caller": witness.caller, "hands": hands}


def _played(folder: Path, shots: Sequence[Shot]) -> Iterator[dict[str, Any]]:
    for shot in shots:
        path = folder / shot.name / _RESULT
        if path.is_file():
            yield json.loads(path.read_text(encoding="utf-8"))


def _write(folder: Path, shots: Sequence[Shot], commit: str, seed: int) -> None:
    played = list(_played(folder, shots))
    head = {
        "code": commit,
        "seeds": {"first": seed, "count": len(played), "from": f"sha256 of the commit followed by '{_PART}'"},
        "hands": hands_told(),
        "cores": os.cpu_count(),
    }
    write_figures("evening.json", {**head, **figures(played)}, quietly=True)


if __name__ == "__main__":
    main()
