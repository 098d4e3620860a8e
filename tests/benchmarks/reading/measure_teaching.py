"""What teaching a deck gains: rendered designs never trained on, and real decks; writes docs/measured/teaching.json.

A rendered deck is taught from one picture of all its cards; a real one from one picture of each card, the first in its
set. Measured is on all other pictures, before and after, on the same faces. Real decks need sets beside the project.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

import cv2
import numpy as np

_REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(_REPOSITORY))

from tests.benchmarks.figures_file import write_figures  # noqa: E402
from tests.benchmarks.reading.taught_counts import before_after, sum_of  # noqa: E402
from tests.benchmarks.reading.teaching_rivals import rivals  # noqa: E402

from kibitz_datasets.decks.deck import Deck, cached_deck  # noqa: E402
from kibitz_datasets.pool import Split, numeric_designs, split_decks  # noqa: E402
from kibitz_datasets.real import LabelledFace, read_photos  # noqa: E402
from kibitz_datasets.scenes.laid_out import render_laid_out  # noqa: E402
from kibitz_datasets.scenes.reveal import RevealConfig, render_reveal  # noqa: E402
from kibitz_datasets.scenes.scene import Scene  # noqa: E402
from kibitz_models.reading.matching import FaceResult, compare  # noqa: E402
from kibitz_models.reading.rendered import labelled  # noqa: E402
from kibitz_models.shares import share  # noqa: E402
from kibitz_models.weights import load_pipeline  # noqa: E402
from kibitz_scoring.cards import FRENCH52, JOKER, Card, parse_card  # noqa: E402
from kibitz_scoring.errors import InputError  # noqa: E402
from kibitz_vision.detections import Face, Image, Quad  # noqa: E402
from kibitz_vision.frames import load_image  # noqa: E402
from kibitz_vision.reading.crops import cut_card  # noqa: E402
from kibitz_vision.reading.overlap import iou  # noqa: E402
from kibitz_vision.reading.pipeline import Pipeline  # noqa: E402
from kibitz_vision.reading.taught_head import TaughtHead  # noqa: E402
from kibitz_vision.teaching.certificate import certify  # noqa: E402
from kibitz_vision.teaching.fitting import VIEWS, fit_head, prototypes, views_of  # noqa: E402
from kibitz_vision.teaching.found_cards import FoundCard, confirmed, cut_grounds, find_cards  # noqa: E402
from kibitz_vision.teaching.taught_deck import TaughtDeck, cut_picture, shuffled_together  # noqa: E402
from kibitz_vision.whole_files import write_whole  # noqa: E402

_DESIGNS = (
    "plastic",
    "svg-standard",
    "tigullio",
    "svg-tigullio-international",
    "drawn-1000",
    "drawn-1001",
    "drawn-numeric-1000",
    "drawn-numeric-1001",
    "drawn-numeric-1003",
    "drawn-numeric-1005",
)
_SETS = ("avgustine13", "beleda", "nisbeth", "magnusbrok", "sbicen99", "jaxon", "notanumber11", "plaskod")
_TWO = ("drawn-1000", "drawn-1001")
_TABLES = 6
_SEED = 77
_MOST_PHOTOS = 24


def main() -> None:
    """Measure what was not measured yet, and write; with a number fewer tables of each design are rendered."""
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else _TABLES
    pipeline = load_pipeline()
    renders = split_decks(Split.MEASURE) | numeric_designs(range(1003, 1006))
    designs = [
        _kept(name, lambda name=name: _design(pipeline, cached_deck(name, renders[name]), tables))  # type: ignore[misc]
        for name in _DESIGNS
    ]
    two = [cached_deck(name, renders[name]) for name in _TWO]
    backs = _kept("two-backs", lambda: _backs_told_apart(pipeline, two))
    rows = [_kept(name, lambda name=name: _real(pipeline, name)) for name in _SETS]  # type: ignore[misc]
    real = [row for row in rows if row]
    write_figures(
        "teaching.json",
        {
            "tables_a_design": tables,
            "designs": designs,
            "real": real,
            "all": {kind: sum_of(rows) for kind, rows in (("designs", designs), ("real", real)) if rows},
            "methods": {
                method: share(*(sum(row["methods"][method][key] for row in designs) for key in ("count", "of")))
                for method in designs[0]["methods"]
            },
            "backs_of_two_decks": backs,
        },
        quietly=True,
    )


def _kept(name: str, measure: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """A row that was measured before, or is measured now: the program goes on where it was stopped."""
    path = _REPOSITORY / "build" / "teaching" / f"{name}.json"
    if path.is_file():
        row: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return row
    row = measure()
    write_whole(path, json.dumps(row))
    print(name, row, flush=True)
    return row


def _design(pipeline: Pipeline, deck: Deck, tables: int) -> dict[str, Any]:
    """The row of a rendered design."""
    scenes = [_table(deck, k) for k in range(tables)]
    shown = _as_taught(pipeline, deck, scenes)
    start = perf_counter()
    head = fit_head(pipeline.reader, shown)
    seconds = perf_counter() - start
    after = pipeline.taught(head)
    faces: dict[str, list[FaceResult]] = {"before": [], "after": []}
    backs = Counter[str]()
    for scene in scenes:
        for when, reader in (("before", pipeline), ("after", after)):
            cards = reader.read(scene.picture, deck.pack if when == "before" else shown.cards).cards
            counted = compare(labelled(scene, Path("table.png")), cards)
            faces[when] += counted.faces
            backs[f"{when}_right"] += counted.counts["backs_right"]
            backs[when] += counted.counts["backs"]
    return {
        "name": deck.name,
        "faces_taught": len(shown.faces),
        **before_after(faces["before"], faces["after"]),
        "backs": {when: share(backs[f"{when}_right"], backs[when]) for when in ("before", "after")},
        "seconds": round(seconds, 1),
        "trust": head.trust,
        "certificate": certify(pipeline.reader, shown, head).wrong_per_100,
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "methods": _methods(pipeline, shown, head, scenes),
    }


def _table(deck: Deck, number: int) -> Scene:
    rng = np.random.default_rng((_SEED, 2, number))
    players = int(rng.integers(2, 6))
    width, height = ((1280, 720), (1920, 1080))[int(rng.integers(2))]
    return render_reveal(rng, deck, RevealConfig(players, width, height, tilt_deg=float(rng.uniform(0, 45))))


def _back_of(scenes: Sequence[Scene]) -> Image | None:
    """The back as it lies on the first table."""
    down = [card for card in scenes[0].cards if card.card is None and card.visible > 0.9]
    return cut_picture(scenes[0].picture, down[0].quad) if down else None


def _as_taught(pipeline: Pipeline, deck: Deck, scenes: Sequence[Scene]) -> TaughtDeck:
    """The deck as a person would teach it: what is found on a picture, with the names that are right."""
    scene = render_laid_out(np.random.default_rng((_SEED, 1)), deck)
    found = find_cards(pipeline, [scene.picture])
    named = [replace(one, proposed=_truth(one, scene)) for one in found]
    back = _back_of(scenes)
    grounds = cut_grounds(named, [scene.picture])
    return confirmed(deck.name, named, deck.pack, grounds, [] if back is None else [back])


def _truth(found: FoundCard, scene: Scene) -> Card | None:
    best = max(scene.cards, key=lambda card: iou(card.quad, found.quad))
    return best.card if iou(best.quad, found.quad) > 0.5 else None


def _methods(pipeline: Pipeline, shown: TaughtDeck, fitted: TaughtHead, scenes: Sequence[Scene]) -> dict[str, Any]:
    """Faces named right by one look at each, by the taught head and by other ways of learning from the same views."""
    rng = np.random.default_rng(_SEED)
    views = views_of(rng, pipeline.reader, shown, VIEWS)
    head = prototypes(views, shown)
    crops, wanted = [], []
    for scene in scenes:
        for card in scene.cards:
            if card.card in head.cards and card.visible > 0.9:
                crops.append(cut_card(scene.picture, card.quad))
                wanted.append(head.cards.index(card.card))
    own, embeddings = pipeline.reader.look(crops)
    target = np.array(wanted)
    learnt = pipeline.reader.learnt
    told = {
        "not taught": np.array([_place(head.cards, learnt, k) for k in own.argmax(1)]),
        "prototypes in the spread of views": fitted.rows(own, learnt, embeddings).argmax(1),
        **{name: way(embeddings) for name, way in rivals(views, head).items()},
    }
    return {name: share(int((said == target).sum()), len(target)) for name, said in told.items()}


def _place(cards: Sequence[Card], learnt: Sequence[Card], column: int) -> int:
    card = learnt[column] if column < len(learnt) else None
    return cards.index(card) if card in cards else -1


def _backs_told_apart(pipeline: Pipeline, decks: Sequence[Deck]) -> dict[str, Any]:
    """Backs on tables of either of two decks that were taught to be shuffled together."""
    taught = [_as_taught(pipeline, deck, [_table(deck, 0)]) for deck in decks]
    reader = pipeline.taught(fit_head(pipeline.reader, shuffled_together(taught)))
    right = backs = 0
    for deck in decks:
        for number in range(1, 9):
            for card in reader.read(_table(deck, number).picture).cards:
                if card.face is Face.DOWN:
                    backs += 1
                    right += card.back_of == deck.name
    return share(right, backs)


def _real(pipeline: Pipeline, name: str) -> dict[str, Any]:
    """The row of a set of photographs of one deck, empty where it is not there."""
    folder = Path(os.environ.get("KIBITZ_SHARED", _REPOSITORY.parent / "shared")) / "real" / name
    if not folder.is_dir():
        print(f"{folder} is not there: not measured.")
        return {}
    photos = read_photos(folder)
    found = {photo.path: find_cards(pipeline, [load_image(photo.path)]) for photo in photos[: 2 * _MOST_PHOTOS]}
    shown: dict[Card, tuple[Path, Image]] = {}
    for photo in photos:
        for face in photo.faces:
            card = _card(face)
            if card is None or not face.full or card in shown:
                continue
            at = _at(face, found.get(photo.path, []))
            if at is not None:
                shown[card] = (photo.path, at.shown)
    if len(shown) < 2:
        return {}
    cards = tuple(card for card in (*FRENCH52, JOKER) if card in shown)
    taught = TaughtDeck(name, cards, {card: (shown[card][1],) for card in cards})
    start = perf_counter()
    head = fit_head(pipeline.reader, taught)
    seconds = perf_counter() - start
    after = pipeline.taught(head)
    others = [photo for photo in photos if any(_is_asked(photo.path, face, shown) for face in photo.faces)]
    faces: dict[str, list[FaceResult]] = {"before": [], "after": []}
    for photo in others[:: max(1, len(others) // _MOST_PHOTOS)]:
        picture = load_image(photo.path)
        for when, reader in (("before", pipeline), ("after", after)):
            results = compare(photo, reader.read(picture, FRENCH52 if when == "before" else taught.cards).cards).faces
            asked = [one for one in results if one.wanted and one.full]
            faces[when] += [one for one in asked if _is_asked(photo.path, _as_label(one), shown)]
    return {
        "name": name,
        "faces_taught": len(cards),
        **before_after(faces["before"], faces["after"]),
        "seconds": round(seconds, 1),
        "trust": head.trust,
    }


def _card(face: LabelledFace) -> Card | None:
    try:
        return parse_card(face.name)
    except InputError:
        return None


def _as_label(one: FaceResult) -> LabelledFace:
    return LabelledFace(one.wanted or "", one.full)


def _is_asked(photo: Path, face: LabelledFace, shown: Mapping[Card, tuple[Path, Image]]) -> bool:
    """Whether a face is one that was taught, by another photograph."""
    card = _card(face)
    return card in shown and shown[card][0] != photo and face.full


def _at(face: LabelledFace, found: Sequence[FoundCard]) -> FoundCard | None:
    """The card found where a face was labelled, or the only one on the picture."""
    if face.quad is not None:
        return next((one for one in found if iou(one.quad, face.quad) > 0.5), None)
    if face.point is not None:
        return next((one for one in found if _holds(one.quad, face.point)), None)
    return found[0] if len(found) == 1 else None


def _holds(quad: Quad, point: tuple[float, float]) -> bool:
    return cv2.pointPolygonTest(np.asarray(quad, np.float32), point, False) >= 0


if __name__ == "__main__":
    main()
