"""How well filmed rounds and snap races are watched, on decks and seeds that nothing was tuned on.

Seeds are derived from the commit that is measured (`sha256(commit + part)`), so that nobody knows them before it is
made; troubles of camera and lamp come as often as in rounds, and near every race of a part of its own. Each table is
as hard as `drawn_kinds` of its seed makes it, with photographed hands where `KIBITZ_HANDS` names a folder of them.
`make measure-video` films and watches them one by one and, at the same commit, goes on where it was stopped; films and
what was seen are in `build/video` (some 3 GB of films in all). Changes that are not committed are said in the result.
Figures go to docs/measured/video.json and into docs/watching.md.
`ARGS='--rounds 20 --races 200'` takes the first of them only, `ARGS='--races 0'` leaves the figures of races as they
are, `ARGS=--film` only makes the films. Races for others' cards, and those with troubles, are measured apart.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from operator import itemgetter
from pathlib import Path

from rich.console import Console
from rich.progress import track

REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(REPOSITORY))


from tests.benchmarks.figures_file import git  # noqa: E402
from tests.benchmarks.sources import filming_code, watching_code  # noqa: E402

from kibitz_datasets.films.trouble_kinds import SUDDEN  # noqa: E402
from kibitz_datasets.scenes.hands.hand_photos import hands_told  # noqa: E402
from kibitz_models.watching.measuring.measure import (  # noqa: E402
    Part,
    Shot,
    film,
    measure,
    measuring_seed,
    races,
    results_json,
    rounds,
)
from kibitz_models.watching.measuring.result import RoundResult  # noqa: E402

RESULT = REPOSITORY / "docs" / "measured" / "video.json"
_SAVE_EVERY = 20


def main() -> None:
    """Measure what is asked and write the figures, again and again on the way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100, help="rounds of at most 45 s, of five packs in turn")
    parser.add_argument("--races", type=int, default=1000, help="snap races of 3 s with gaps from 5 to 400 ms")
    parser.add_argument("--others", type=int, default=100, help="such races for cards of anybody")
    parser.add_argument("--troubled", type=int, default=60, help="races each with a knock, a flicker or missing frames")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes, one for each core")
    parser.add_argument("--film", action="store_true", help="make the films and watch none")
    parser.add_argument("--out", type=Path, default=RESULT)
    asked = parser.parse_args()
    folder = REPOSITORY / "build" / "video"
    commit = git("rev-parse", "HEAD")
    seeds = {part: measuring_seed(commit, part) for part in Part}
    head = {
        "commit": commit,
        # The figures themselves do not count: they are written on the way, and stand when it is called again.
        "changed_since": bool(git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs/measured")),
        "decks": "of the split for measuring",
        "hands": hands_told(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
    }
    # Rounds and races in turn, so that a measurement that is stopped has some of each.
    sets = {
        Part.ROUNDS: rounds(asked.rounds, seeds[Part.ROUNDS]),
        Part.RACES: races(asked.races, seeds[Part.RACES]),
        Part.OTHERS: races(asked.others, seeds[Part.OTHERS], others=True),
        Part.TROUBLED: races(asked.troubled, seeds[Part.TROUBLED], trouble=SUDDEN),
    }
    heads = {part: head | {"seeds": _seeds(seeds[part], len(sets[part]), part)} for part in Part}
    shots = [shot for _, shot in sorted(chain(*map(_spread, sets.values())), key=itemgetter(0))]
    results: list[RoundResult] = []
    console = Console(stderr=True)
    bar = partial(track, total=len(shots), console=console, disable=not console.is_terminal)
    films = folder / "films" / filming_code()
    if asked.film:
        print(len(list(bar(film(shots, films, asked.workers), "Filming"))), "films in", films)
        return
    for result in bar(measure(shots, folder / watching_code(), films, asked.workers), "Watching"):
        results.append(result)
        if len(results) % _SAVE_EVERY == 0:
            _write(asked.out, heads, results)
    _write(asked.out, heads, results)
    print(asked.out)


def _seeds(first: int, count: int, part: Part) -> dict[str, object]:
    """The seeds of a part, as the result tells them: as many as were asked for, from the first one on."""
    return {"first": first, "count": count, "from": f"sha256 of the commit followed by '{part}'"}


def _spread(shots: list[Shot]) -> list[tuple[float, Shot]]:
    """Films of one kind, each with what share of them comes before it."""
    return [(number / len(shots), shot) for number, shot in enumerate(shots)]


def _write(path: Path, heads: Mapping[Part, dict[str, object]], results: list[RoundResult]) -> None:
    """Rounds and all sorts of races, each with when and on what they were measured; those not measured stay."""
    found, date = results_json(results), {"date": datetime.now(UTC).date().isoformat()}
    before = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    figures = {
        part.value: head | date | found[part] if found[part]["films"] else before.get(part)
        for part, head in heads.items()
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
