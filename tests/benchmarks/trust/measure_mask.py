"""Whether masked pictures leak: the reader itself reads what leaves a desk as pictures while a round is watched.

`make measure-mask` goes through the films that `make measure-evening` played, with the places that were found there:
each second the table live, as its state was 2 s before, and about each snap the clips that are shown of it, of the
table and of the pile. The whole reader, told which cards the deck has, names what it can. A face leaks where it lies
face down in a hand, or is held, was not open to everybody within 3 s, and is read at the very place where it truly
shows: where the reader names it in the uncovered frame, too. Figures go to docs/measured/mask.json and into
docs/evening.md; it goes on where it was stopped.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from rich.console import Console
from rich.progress import track

REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(REPOSITORY))

from tests.benchmarks.evening.evening_page import write_page  # noqa: E402
from tests.benchmarks.figures_file import write_figures  # noqa: E402
from tests.benchmarks.trust.reading_attack import OnPicture, is_there, named_in  # noqa: E402
from tests.benchmarks.trust.sealed_faces import sealed_faces  # noqa: E402
from tests.benchmarks.trust.witness import Witness  # noqa: E402

from kibitz_models.shares import share  # noqa: E402
from kibitz_models.watching.measuring.truth import FilmedRound, read_filmed  # noqa: E402
from kibitz_models.weights import load_pipeline  # noqa: E402
from kibitz_scoring.game.events import Snapped  # noqa: E402
from kibitz_scoring.game.projection import lying_open  # noqa: E402
from kibitz_scoring.notation.tables import parse_table  # noqa: E402
from kibitz_scoring.score.hands import deck_cards  # noqa: E402
from kibitz_scoring.table import Interval  # noqa: E402
from kibitz_vision.clips.clip import Clip, ClipFrame, ClipKind  # noqa: E402
from kibitz_vision.clips.masked_clip import ClipView, MaskedClip  # noqa: E402
from kibitz_vision.frames import Frame, decode_image, encode_jpeg  # noqa: E402
from kibitz_vision.geometry import Points  # noqa: E402
from kibitz_vision.mask import masked_table  # noqa: E402
from kibitz_vision.reading.pipeline import Pipeline  # noqa: E402
from kibitz_vision.recording.round_table import RoundTable  # noqa: E402
from kibitz_vision.table.places import TablePlaces  # noqa: E402
from kibitz_vision.table.places_file import read_places  # noqa: E402
from kibitz_vision.watcher import SETTLED_MS  # noqa: E402

_LIVE = "live"
_KINDS = (_LIVE, *(str(view) for view in ClipView))
_READ = "read.json"
_EVERY_MS = 1000.0
_CLIP_EVERY_MS = 150.0
_BEFORE_MS, _AFTER_MS = 700.0, 400.0
"""So long before and after a snap its clip is looked at."""


@dataclass(frozen=True, slots=True)
class Masked:
    """A masked picture of a frame, and where a point of the frame is on it, None where it is out of view."""

    kind: str
    picture: bytes
    on_picture: OnPicture


def main() -> None:
    """Read what is there and write the figures."""
    cv2.setNumThreads(1)
    folder = REPOSITORY / "build" / "evening"
    pipeline = load_pipeline()
    rounds = sorted(path.parent for path in folder.glob("*/*/places.json"))
    console = Console(stderr=True)
    found: list[Mapping[str, Any]] = []
    for played in track(rounds, "Reading", console=console, disable=not console.is_terminal):
        found += _read(played, next(folder.glob(f"films/*/{played.name}")), pipeline)
        write_figures("mask.json", {"rounds": len({one["round"] for one in found}), **_figures(found)}, quietly=True)
    write_page()


def _read(played: Path, film: Path, pipeline: Pipeline) -> Sequence[Mapping[str, Any]]:
    """Every picture of a round with the faces that are named in it, and those of them that nobody may know."""
    kept = played / _READ
    if not kept.is_file():
        filmed = read_filmed(film)
        kept.write_text(
            json.dumps(list(_read_anew(filmed, read_places(played / "places.json"), pipeline)), indent=1), "utf-8"
        )
    found: list[Mapping[str, Any]] = json.loads(kept.read_text(encoding="utf-8"))
    return found


def _read_anew(film: FilmedRound, places: TablePlaces, pipeline: Pipeline) -> Iterator[dict[str, Any]]:
    witness, deck = Witness.of(film, 0.0), deck_cards(film.pack)
    for frame, masked in _pictures(film, witness, places, pipeline):
        at_ms = frame.captured_ns / 1e6
        named = named_in(decode_image(masked.picture, "the masked picture"), pipeline, deck)
        sealed = sorted(named.keys() & sealed_faces(witness, at_ms), key=str)
        truly = named_in(frame.image, pipeline, deck) if sealed else {}
        yield {
            "round": film.folder.name,
            "kind": masked.kind,
            "at_ms": round(at_ms),
            "named": {str(card): round(float(one.confidence), 3) for card, one in named.items()},
            "sealed": [str(card) for card in sealed],
            "leaks": [
                str(card) for card in sealed if card in truly and is_there(masked.on_picture, named[card], truly[card])
            ],
        }


def _pictures(
    film: FilmedRound, witness: Witness, places: TablePlaces, pipeline: Pipeline
) -> Iterator[tuple[Frame, Masked]]:
    """Every masked picture with its frame, up to the time at which cards are turned up for good."""
    snaps_ms = [one.at.end_ms for one in witness.happened if isinstance(one.event, Snapped)]
    live_ms = clip_ms = 0.0
    for frame in film.frames():
        at_ms = frame.captured_ns / 1e6
        is_live = at_ms >= live_ms
        is_clip = at_ms >= clip_ms and any(one - _BEFORE_MS <= at_ms <= one + _AFTER_MS for one in snaps_ms)
        if is_live:
            live_ms = at_ms + _EVERY_MS
            yield frame, _live(film, witness, places, frame, pipeline)
        if is_clip:
            clip_ms = at_ms + _CLIP_EVERY_MS
            yield from ((frame, _of_clip(film, places, frame, view, pipeline)) for view in ClipView)


def _live(film: FilmedRound, witness: Witness, places: TablePlaces, frame: Frame, pipeline: Pipeline) -> Masked:
    known_ms = frame.captured_ns / 1e6 - SETTLED_MS
    before = [state for one, state in zip(witness.happened, witness.states, strict=True) if one.at.end_ms <= known_ms]
    state = before[-1] if before else parse_table(film.start, film.pack, film.players)
    picture = masked_table(frame.image, places, pipeline, lying_open(state))
    scale = picture.shape[1] / frame.image.shape[1]
    return Masked(_LIVE, encode_jpeg(picture), lambda quad: quad * scale)


def _of_clip(film: FilmedRound, places: TablePlaces, frame: Frame, view: ClipView, pipeline: Pipeline) -> Masked:
    height, width = frame.image.shape[:2]
    one = ClipFrame(frame.index, 0, encode_jpeg(frame.image))
    table = RoundTable(film.pack, film.players, film.start)
    clip = Clip(ClipKind.SNAP, "", "", "", (width, height), 0.0, 0.0, Interval(0.0, 0.0), table, places, (one,))
    masked = MaskedClip(clip, view)

    def on_picture(quad: Points) -> Points | None:
        shown = masked.on_picture(quad)
        return None if shown is None else np.array(shown)

    return Masked(str(view), masked.picture(0, lambda: pipeline), on_picture)


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
        "misread_as_sealed": share(sum(bool(one["sealed"]) and not one["leaks"] for one in some), len(some)),
        "leaks": share(sum(bool(one["leaks"]) for one in some), len(some)),
    }


if __name__ == "__main__":
    main()
