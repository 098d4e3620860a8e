"""Whether masked pictures leak: the reader itself reads every picture that left a desk while a round was watched.

`make measure-mask` looks at the pictures that `make measure-evening` kept: of the table live, of the inbox's films and
of replays of snaps. The whole reader, told which cards the deck has, names what it can. A leak is the face of a card
that lies face down in a hand, or is held, and that was not open to everybody within 3 s of the picture. Figures go to
docs/measured/mask.json and into docs/evening.md; it goes on where it was stopped.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from rich.console import Console
from rich.progress import track

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY))

from tests.benchmarks.evening_page import write_page  # noqa: E402
from tests.benchmarks.figures_file import write_figures  # noqa: E402
from tests.benchmarks.sealed_faces import sealed_faces  # noqa: E402
from tests.benchmarks.witness import Witness  # noqa: E402

from kibitz_models.reading.evaluate import share  # noqa: E402
from kibitz_models.watching.truth import read_filmed  # noqa: E402
from kibitz_models.weights import load_pipeline  # noqa: E402
from kibitz_scoring.cards import Card  # noqa: E402
from kibitz_scoring.score.hands import deck_cards  # noqa: E402
from kibitz_vision.reading.pipeline import Pipeline  # noqa: E402

_KINDS = ("live", "film", "replay")
_READ = "read.json"


def main() -> None:
    """Read what is there and write the figures."""
    cv2.setNumThreads(1)
    folder = REPOSITORY / "build" / "evening"
    pipeline = load_pipeline()
    rounds = sorted(path.parent for path in folder.glob("*/*/played.json"))
    console = Console(stderr=True)
    found = [
        one
        for played in track(rounds, "Reading", console=console, disable=not console.is_terminal)
        for one in _read(played, next(folder.glob(f"films/*/{played.name}")), pipeline)
    ]
    write_figures("mask.json", {"rounds": len(rounds), **_figures(found)}, quietly=True)
    write_page()


def _read(played: Path, film: Path, pipeline: Pipeline) -> Sequence[Mapping[str, Any]]:
    """Every picture of a round with the faces that are named in it, and those of them that nobody may know."""
    kept = played / _READ
    if not kept.is_file():
        kept.write_text(json.dumps(list(_read_anew(played, film, pipeline)), indent=1), encoding="utf-8")
    found: list[Mapping[str, Any]] = json.loads(kept.read_text(encoding="utf-8"))
    return found


def _read_anew(played: Path, film: Path, pipeline: Pipeline) -> Iterator[dict[str, Any]]:
    filmed = read_filmed(film)
    witness, deck = Witness.of(filmed, 0.0), deck_cards(filmed.pack)
    for path in sorted((played / "pictures").glob("*.jpg")):
        kind, since_ms, until_ms, _ = path.stem.split("-")
        image = np.asarray(cv2.imread(str(path)), np.uint8)
        named = {one.card: one.confidence for one in pipeline.read(image, deck).cards if isinstance(one.card, Card)}
        leaks = named.keys() & sealed_faces(witness, float(since_ms), float(until_ms))
        yield {
            "round": played.name,
            "picture": path.name,
            "kind": kind,
            "named": {str(card): round(float(confidence), 3) for card, confidence in named.items()},
            "leaks": sorted(map(str, leaks)),
        }


def _figures(found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """By kind, and of all: how many pictures there are, in how many a card is named, and in how many one leaks."""
    kinds = {kind: [one for one in found if one["kind"] == kind] for kind in _KINDS}
    return {
        "all": _of(found),
        "kinds": {kind: _of(some) for kind, some in kinds.items()},
        "leaks": [one for one in found if one["leaks"]],
    }


def _of(some: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {
        "pictures": len(some),
        "a_card_is_named": share(sum(bool(one["named"]) for one in some), len(some)),
        "leaks": share(sum(bool(one["leaks"]) for one in some), len(some)),
    }


if __name__ == "__main__":
    main()
