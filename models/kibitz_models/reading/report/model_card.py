"""The model card: written from an evaluation, never by hand."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from kibitz_datasets.decks.deck import MEASURE_FAMILIES
from kibitz_datasets.pool import MEASURE_DRAWN
from kibitz_datasets.scenes.crops import crop_labels
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
    "part wrong",
    "backs",
    "backs named",
    "backs told",
    "faces as backs",
]
HEADER = f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|\n"
MADE_UP = """
## Made up on pictures that show no card of ours
Names and backs told on pictures of other games and other things: at any table (free), and with the deck of a rule pack.

| set | pictures | names, free | pictures with any (95 %) | names, french54 | names, numeric | backs, free |
|---|---|---|---|---|---|---|
"""
BESIDE_BACKS = """
## One face among seven backs
Put together from labelled photographs, as hands lie in Cabo: a face and seven copies of a back that lay on one of them.

| deck | faces | right (95 %) | wrong | abstained | missed | backs | backs named |
|---|---|---|---|---|---|---|---|
"""


def write_card(out: Path, figures: dict[str, Any], weights: Path) -> None:
    """Write the card of the files in `weights` from the figures that `kibitz eval` measured."""
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
    text += "\n## Measured on labelled photographs that never entered training\n"
    text += "Told backs are those where none is labelled, among them backs of which a part is covered.\n\n" + HEADER
    text += "".join(_row(row) for row in [*figures["sets"], figures["all"]])
    if figures["apart"]:
        text += "\nNot in that sum, as their photos are nearly alike:\n\n" + HEADER
        text += "".join(_row(row) for row in figures["apart"])
    text += f"\nExpected calibration error over all: {figures['all']['calibration_error']:.3f}.\n"
    if figures["made_up"]:
        text += MADE_UP + "".join(_made_up_row(row) for row in figures["made_up"])
    if figures["beside_backs"]:
        text += BESIDE_BACKS + "".join(_beside_row(row) for row in figures["beside_backs"])
    text += ELSEWHERE
    text += "\n## Where it fails\nFully visible faces, all sets together; a place is unknown where none was labelled"
    text += " and nothing was named.\n"
    for title, rows in figures["groups"].items():
        text += f"\n| {title} | recall (95 %) | wrong | abstained |\n|---|---|---|---|\n"
        text += "".join(_group_row(row) for row in rows if row["recall"]["of"])
    out.write_text(text, encoding="utf-8")


def _made_up_row(row: dict[str, Any]) -> str:
    free = row["free"]
    cells = [row["set"], row["pictures"], free["names"], _percent(free["pictures_with_names"])]
    return _cells(*cells, row["french54"]["names"], row["numeric"]["names"], free["backs"])


def _beside_row(row: dict[str, Any]) -> str:
    unread = [_of(row[key]) for key in ("wrong", "abstained", "missed", "backs", "backs_named")]
    return _cells(row["deck"], row["faces"], _percent(row["right"]), *unread)


def _row(row: dict[str, Any]) -> str:
    unread = [_of(row[key]) for key in ("wrong", "abstained", "missed")]
    cells = [row["set"], row["photos"], row["faces"], _percent(row["recall"]), _percent(row["precision"])]
    cells += [_of(row["exact"]), *unread, row["extra"], _of(row["part"]), _of(row["part_wrong"])]
    return _cells(*cells, _of(row["backs"]), _of(row["backs_named"]), row["backs_told"], row["faces_down"])


def _group_row(row: dict[str, Any]) -> str:
    cells = [row["group"], _percent(row["recall"]), _of(row["wrong"]), _of(row["abstained"])]
    return "| " + " | ".join(cells) + " |\n"


def _cells(*cells: object) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |\n"


def _percent(share: dict[str, Any]) -> str:
    if share["share"] is None:
        return "-"
    low, high = share["interval"]
    return f"{share['share']:.3f} ({low:.3f} to {high:.3f})"


def _of(share: dict[str, Any]) -> str:
    return f"{share['count']} of {share['of']}" if share["of"] else "-"
