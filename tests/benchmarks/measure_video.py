"""How well filmed rounds and snap races are watched, on decks and seeds that nothing was tuned on.

`make measure-video` films and watches them one by one and goes on where it was stopped: what was seen is kept as long
as the code is the same, films as long as the code that makes them is (some 3 GB in all, in `build/video/films`).
Figures go to docs/measured/video.json and into docs/watching.md.
`ARGS='--rounds 20 --races 200'` takes the first of them only, `ARGS='--races 0'` leaves the figures of races as they
are, `ARGS=--film` only makes the films. Races for others' cards are measured apart.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from operator import itemgetter
from pathlib import Path

from rich.console import Console
from rich.progress import track

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY))


from kibitz_datasets.pool import Split, split_decks  # noqa: E402
from kibitz_models.watching.measure import MEASURING, Shot, film, measure, races, results_json, rounds  # noqa: E402
from kibitz_models.watching.result import RoundResult  # noqa: E402

RESULT = REPOSITORY / "docs" / "measured" / "video.json"
_SAVE_EVERY = 20


def _git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=REPOSITORY, capture_output=True, text=True, check=True
    ).stdout.strip()


_SOURCES = """
import sys, kibitz_datasets.films.races, kibitz_datasets.films.simulate
print(*sorted(module.__file__ for name, module in sys.modules.items() if name.startswith("kibitz")), sep="\\n")
"""


def _code() -> str:
    """A hash of all code and weights that watching depends on."""
    trees = _git("rev-parse", *(f"HEAD:{package}" for package in ("scoring", "vision", "datasets", "models")))
    return hashlib.sha256(trees.encode()).hexdigest()[:12]


def _filming_code() -> str:
    """A hash of all code that the films depend on, and of the names of the decks at hand."""
    listed = subprocess.run([sys.executable, "-c", _SOURCES], capture_output=True, text=True, check=True).stdout
    packs = sorted((REPOSITORY / "scoring" / "kibitz_scoring" / "rules" / "packs").glob("*.toml"))
    digest = hashlib.sha256(" ".join(split_decks(Split.MEASURE)).encode())
    for path in (*map(Path, listed.split()), *packs):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def main() -> None:
    """Measure what is asked and write the figures, again and again on the way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100, help="rounds of at most 45 s, of five packs in turn")
    parser.add_argument("--races", type=int, default=1000, help="snap races of 3 s with gaps from 5 to 400 ms")
    parser.add_argument("--others", type=int, default=100, help="such races for cards of anybody")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes, one for each core")
    parser.add_argument("--film", action="store_true", help="make the films and watch none")
    parser.add_argument("--out", type=Path, default=RESULT)
    asked = parser.parse_args()
    folder = REPOSITORY / "build" / "video"
    head = {
        "commit": _git("rev-parse", "HEAD"),
        # The figures themselves do not count: they are written on the way, and stand when it is called again.
        "changed_since": bool(_git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs/measured")),
        "seeds": f"from {MEASURING} on, decks of the split for measuring",
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
    }
    # Rounds and races in turn, so that a measurement that is stopped has some of each.
    sets = rounds(asked.rounds), races(asked.races), races(asked.others, others=True)
    shots = [shot for _, shot in sorted(chain(*map(_spread, sets)), key=itemgetter(0))]
    results: list[RoundResult] = []
    console = Console(stderr=True)
    bar = partial(track, total=len(shots), console=console, disable=not console.is_terminal)
    films = folder / "films" / _filming_code()
    if asked.film:
        print(len(list(bar(film(shots, films, asked.workers), "Filming"))), "films in", films)
        return
    for result in bar(measure(shots, folder / _code(), films, asked.workers), "Watching"):
        results.append(result)
        if len(results) % _SAVE_EVERY == 0:
            _write(asked.out, head, results)
    _write(asked.out, head, results)
    print(asked.out)


def _spread(shots: list[Shot]) -> list[tuple[float, Shot]]:
    """Films of one kind, each with what share of them comes before it."""
    return [(number / len(shots), shot) for number, shot in enumerate(shots)]


def _write(path: Path, head: dict[str, object], results: list[RoundResult]) -> None:
    """Rounds and both sorts of races, each with when and on what they were measured; those not measured stay."""
    found, head = results_json(results), head | {"date": datetime.now(UTC).date().isoformat()}
    parts = {
        "rounds": found["rounds"] | {"by_group": found["by_group"], "sheets_not_exact": found["sheets_not_exact"]},
        "races": found["races"] | {"wrong": found["races_wrong"]},
        "others": found["others"] | {"wrong": found["others_wrong"]},
    }
    before = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    figures = {kind: head | part if part["films"] else before.get(kind) for kind, part in parts.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
