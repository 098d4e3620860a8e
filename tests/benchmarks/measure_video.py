"""How well filmed rounds and snap races are watched, on decks and seeds that nothing was tuned on.

`make measure-video` films and watches them one by one and goes on where it was stopped, as long as the code is the
same; `ARGS='--rounds 20 --races 200'` takes the first of them only. Films are thrown away, what was seen is kept.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.progress import track

from kibitz_models.video_measure import MEASURING, measure, races, results_json, rounds
from kibitz_models.video_result import RoundResult

REPOSITORY = Path(__file__).resolve().parents[2]
_SAVE_EVERY = 20


def _git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=REPOSITORY, capture_output=True, text=True, check=True
    ).stdout.strip()


def main() -> None:
    """Measure what is asked and write the figures, again and again on the way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100, help="rounds of at most 45 s, of five packs in turn")
    parser.add_argument("--races", type=int, default=1000, help="snap races of 3 s with gaps from 5 to 400 ms")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes, one for each core")
    parser.add_argument("--out", type=Path, default=REPOSITORY / "docs" / "measured" / "video.json")
    asked = parser.parse_args()
    commit = _git("rev-parse", "HEAD")
    folder = REPOSITORY / "build" / "video" / commit[:12]
    head = {
        "commit": commit,
        "changed_since": bool(_git("status", "--porcelain", "--untracked-files=no")),
        "rounds_asked": asked.rounds,
        "races_asked": asked.races,
        "seeds": f"from {MEASURING} on, decks of the split for measuring",
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
    }
    # Rounds and races in turn, so that a measurement that is stopped has some of both.
    shots = [*rounds(asked.rounds), *races(asked.races)]
    shots.sort(key=lambda shot: (shot.config.seed - MEASURING) / (asked.races if shot.racers else asked.rounds))
    results: list[RoundResult] = []
    console = Console(stderr=True)
    found = measure(shots, folder, asked.workers)
    for result in track(found, "Watching", total=len(shots), console=console, disable=not console.is_terminal):
        results.append(result)
        if len(results) % _SAVE_EVERY == 0:
            _write(asked.out, head, results)
    _write(asked.out, head, results)
    print(asked.out)


def _write(path: Path, head: dict[str, object], results: list[RoundResult]) -> None:
    figures = {**head, "date": datetime.now(UTC).date().isoformat(), **results_json(results)}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
