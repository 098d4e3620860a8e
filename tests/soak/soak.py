"""Random legal games of every pack, and damaged game files and packs: each ends well or in one clear sentence.

`make soak` plays and damages many thousands; it goes on where it was stopped as long as the rules' code is the same,
and writes docs/measured/soak.json.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY))

from tests.benchmarks.figures_file import git  # noqa: E402
from tests.soak.damage import Damage  # noqa: E402
from tests.soak.disturbed_games import play_disturbed_game  # noqa: E402
from tests.soak.legal_games import play_legal_game  # noqa: E402

from kibitz_scoring.rules.packs import pack_ids  # noqa: E402

SEED = 20_261_121
_SAVE_EVERY = 500


class Progress:
    """Counts and crashes that survive a stop; other code or another seed begins anew."""

    def __init__(self, path: Path, origin: dict[str, Any]) -> None:
        saved = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        same = saved.get("origin", {}).items() >= {key: origin[key] for key in ("code", "seed")}.items()
        self._path = path
        self.origin = saved["origin"] if same else origin
        self.counts: Counter[str] = Counter(saved["counts"] if same else {})
        self.crashes: list[str] = saved["crashes"] if same else []
        self.cpu_s: float = saved["cpu_s"] if same else 0.0
        self._since_s = time.process_time()

    def count(self, name: str, number: int, attempt: Callable[[], str]) -> None:
        """Make an attempt and count its outcome; what is neither a result nor a sentence is a crash."""
        try:
            self.counts[attempt()] += 1
        except Exception as crash:
            self.crashes.append(f"{name} {number}: {crash!r}")
            print(f"\n{self.crashes[-1]}", file=sys.stderr)
        self.counts[name] += 1
        if self.counts[name] % _SAVE_EVERY == 0:
            self.save()
            print(f"\r{name}: {self.counts[name]} ", end="", flush=True)

    def save(self) -> None:
        """Write everything down."""
        now_s = time.process_time()
        self.cpu_s += now_s - self._since_s
        self._since_s = now_s
        self._path.parent.mkdir(parents=True, exist_ok=True)
        saved = {"origin": self.origin, "counts": self.counts, "crashes": self.crashes, "cpu_s": self.cpu_s}
        self._path.write_text(json.dumps(saved), encoding="utf-8")


def run(progress: Progress, games: int, mutations: int, seed: int) -> None:
    """Play and damage what is left to do."""

    def played(pack_id: str, number: int) -> str:
        play_legal_game(pack_id, seed + number)
        return f"sheets {pack_id}"

    def disturbed(pack_id: str, number: int) -> str:
        progress.counts[f"disturbances {pack_id}"] += play_disturbed_game(pack_id, seed + number)
        return f"disturbed to the end {pack_id}"

    for pack_id in pack_ids():
        name = f"games {pack_id}"
        for number in range(progress.counts[name], games):
            progress.count(name, number, lambda pack_id=pack_id, number=number: played(pack_id, number))
        name = f"disturbed {pack_id}"
        for number in range(progress.counts[name], games):
            progress.count(name, number, lambda pack_id=pack_id, number=number: disturbed(pack_id, number))
    with tempfile.TemporaryDirectory() as folder:
        damage = Damage(Path(folder), seed)
        for number in range(progress.counts["mutations"], mutations):
            progress.count("mutations", number, lambda number=number: damage.try_one(number))
    progress.save()


def origin_of(seed: int) -> dict[str, Any]:
    """The code that is soaked: its commit, and the hash of the rules' folder with whether it has changed since."""
    changed = "+changed" if git("status", "--porcelain", "--", "scoring", "tests/soak") else ""
    code = git("rev-parse", "HEAD:scoring", "HEAD:tests/soak").split()
    return {"commit": git("rev-parse", "HEAD") + changed, "code": "/".join(code) + changed, "seed": seed}


def results(progress: Progress) -> dict[str, Any]:
    """What the result file says."""
    counts = progress.counts
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": progress.origin["commit"],
        "seed": progress.origin["seed"],
        "python": platform.python_version(),
        "cpu_minutes": round(progress.cpu_s / 60, 1),
        "legal_games": {pack_id: counts[f"games {pack_id}"] for pack_id in pack_ids()},
        "of_them_with_a_valid_score_sheet": {pack_id: counts[f"sheets {pack_id}"] for pack_id in pack_ids()},
        "disturbed_games": {pack_id: counts[f"disturbed {pack_id}"] for pack_id in pack_ids()},
        "of_them_played_to_the_end": {pack_id: counts[f"disturbed to the end {pack_id}"] for pack_id in pack_ids()},
        "disturbances": {pack_id: counts[f"disturbances {pack_id}"] for pack_id in pack_ids()},
        "damaged_files": counts["mutations"],
        "of_them": {
            kind: {found: counts[f"{kind} {found}"] for found in ("error", "valid")} for kind in ("games", "packs")
        },
        "crashes": progress.crashes,
    }


def main() -> int:
    """Play and damage as many as asked, from where the last run stopped; 1 where anything crashed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="legal games of each pack")
    parser.add_argument("--mutations", type=int, default=100_000, help="damaged game files and packs")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=REPOSITORY / "docs" / "measured" / "soak.json")
    parser.add_argument("--progress", type=Path, default=REPOSITORY / "build" / "soak.json")
    asked = parser.parse_args()
    progress = Progress(asked.progress, origin_of(asked.seed))
    run(progress, asked.games, asked.mutations, asked.seed)
    asked.out.write_text(json.dumps(results(progress), indent=2) + "\n", encoding="utf-8")
    print(f"\n{asked.out}")
    return 1 if progress.crashes else 0


if __name__ == "__main__":
    sys.exit(main())
