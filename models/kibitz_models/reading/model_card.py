"""The model card: written from an evaluation, never by hand."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kibitz_datasets.decks.deck import MEASURE_FAMILIES
from kibitz_datasets.pool import MEASURE_DRAWN
from kibitz_datasets.scenes.crops import crop_labels
from kibitz_models.reading.evaluate import SetResult, groups_json, overall, result_json
from kibitz_models.weights import READER
from kibitz_vision.reading.crops import CROP_HEIGHT_PX, CROP_WIDTH_PX
from kibitz_vision.reading.onnx_model import OnnxModel
from kibitz_vision.reading.reader import Reader

ABOUT = """# Model card

Written by `kibitz eval --card`; the figures below are what that run measured.

## What it is
Three networks that run on ONNX Runtime without a GPU. The detector (YOLO26n-obb, classes face, back and index corner)
finds cards and, of those that are covered, their corners; the corner finder (a small net of our own) moves its
rectangles to the cards' true corners; and the reader (YOLO26n-cls, {classes} classes: 52 cards, joker, the numbers 0 to
13, back, not readable) names each card or index corner from a rectified crop of {width} x {height} px of the picture.

The reader's scores are divided by its temperature of {temperature:.2f} before they become probabilities
(`kibitz calibrate`).

## What it is not for
It reads French suits with English, French, German, Swedish, Polish or Russian indices, jokers, and the numbers of decks
from 0 to 13, these learnt from our own drawings alone and never seen on a photograph. It has no classes for German,
Swiss or tarock suits, and takes a Dutch V (queen) for a French one (jack). A face of which no index is open is left
unread; one that is half covered often is too. It judges cards on a table, not people: hands and arms are drawn in
training only to be told from cards.

## Data
Trained by `kibitz train` on scenes that `kibitz render` draws: our own drawn decks and, where they were installed, free
vector decks (Debian gnome-cards-data, GPL-3+; kdegames-card-data-kf5, mostly GPL-2+; npm svg-cards, LGPL-2.1).
Never in training: the artwork families {held_out} and our designs {first} to {last}, French and numeric.
A tenth of the reader's crops came from two sets of photographs: EdjeElectronics' card photos (Apache-2.0) and
mspkvp/CardDetectorOpenCV (MIT; its test1, 2, 3, 5 and 6 left out). No other photograph entered training; those measured
below never did. They are the development sets: thresholds and weights were chosen by them, so that their figures are
slightly optimistic.
Starting weights: YOLO26n trained on COCO (ultralytics, AGPL-3.0). Detector and reader learnt in parts as the pictures
came to show more: index corners, numbers, worn and sleeved cards; `kibitz_models.training.train` says the steps.

## Licence
AGPL-3.0-or-later, as the starting weights are AGPL-3.0.

## Files
| file | bytes | sha256 |
|---|---|---|
"""

ELSEWHERE = """
Measured elsewhere: decks that never entered training against others, and their jokers, on rendered tables
(`docs/measured/reading-rendered.json`, `make measure-rendered`); milliseconds beside a one-stage detector
(`docs/measured/reading-speed.json`, `make bench`).
"""

COLUMNS = [
    "set",
    "photos",
    "faces",
    "recall (95 %)",
    "precision (95 %)",
    "exact photos",
    "wrong",
    "abstained",
    "missed",
    "extra",
    "part",
    "backs",
]
HEADER = f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|\n"


def write_card(out: Path, results: Sequence[SetResult], apart: Sequence[SetResult], weights: Path) -> None:
    """Write the card of the files in `weights` as measured in `results`; sets `apart` are not in the sum."""
    reader = Reader(OnnxModel(weights / READER.name))
    text = ABOUT.format(
        classes=len(crop_labels(reader.cards)),
        width=CROP_WIDTH_PX,
        height=CROP_HEIGHT_PX,
        temperature=reader.temperature,
        held_out=", ".join(sorted(MEASURE_FAMILIES)),
        first=MEASURE_DRAWN[0],
        last=MEASURE_DRAWN[-1],
    )
    for path in sorted(weights.glob("*.onnx")):
        text += f"| {path.name} | {path.stat().st_size} | `{hashlib.sha256(path.read_bytes()).hexdigest()}` |\n"
    together = overall(results)
    everything = result_json(together)
    text += "\n## Measured on labelled photographs that never entered training\n" + HEADER
    for row in [*(result_json(result) for result in results), everything]:
        text += _row(row)
    if apart:
        text += "\nNot in that sum, as their photos are nearly alike:\n\n" + HEADER
        text += "".join(_row(result_json(result)) for result in apart)
    ms = everything["ms"]
    text += (
        f"\nExpected calibration error over all: {everything['calibration_error']:.3f}. Median milliseconds a photo, in"
        f" that run: detect {ms['detect']:.0f}, read {ms['read']:.0f}, together {ms['total']:.0f}.\n"
    )
    text += ELSEWHERE
    text += "\n## Where it fails\nFully visible faces, all sets together; a place is unknown where none was labelled"
    text += " and nothing was named.\n"
    for title, rows in groups_json(together).items():
        text += f"\n| {title} | recall (95 %) | wrong | abstained |\n|---|---|---|---|\n"
        text += "".join(_group_row(row) for row in rows if row["recall"]["of"])
    out.write_text(text, encoding="utf-8")


def _row(row: dict[str, Any]) -> str:
    unread = [_of(row[key]) for key in ("wrong", "abstained", "missed")]
    cells = [row["set"], row["photos"], row["faces"], _percent(row["recall"]), _percent(row["precision"])]
    cells += [_of(row["exact"]), *unread, row["extra"], _of(row["part"]), _of(row["backs"])]
    return "| " + " | ".join(str(cell) for cell in cells) + " |\n"


def _group_row(row: dict[str, Any]) -> str:
    cells = [row["group"], _percent(row["recall"]), _of(row["wrong"]), _of(row["abstained"])]
    return "| " + " | ".join(cells) + " |\n"


def _percent(share: dict[str, Any]) -> str:
    if share["share"] is None:
        return "-"
    low, high = share["interval"]
    return f"{share['share']:.3f} ({low:.3f} to {high:.3f})"


def _of(share: dict[str, Any]) -> str:
    return f"{share['count']} of {share['of']}" if share["of"] else "-"
