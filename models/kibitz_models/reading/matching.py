"""Which predicted card belongs to which labelled one, and what that counts as."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

import numpy as np

from kibitz_datasets.real import ANY, LabelledFace, LabelledPhoto
from kibitz_models.reading.back_matching import LEAST_IOU, count_backs
from kibitz_models.reading.difficulty import FaceLook
from kibitz_vision.detections import CardReading, Face, Quad
from kibitz_vision.reading.overlap import contains, iou


class Outcome(StrEnum):
    """What became of a labelled face; or a card was named where none lies."""

    RIGHT = "right"
    WRONG = "wrong"
    ABSTAINED = "abstained"
    MISSED = "missed"
    EXTRA = "extra"


@dataclass(frozen=True, slots=True, eq=False)
class FaceResult:
    """One labelled face, or one card named where none lies.

    `wanted` is None for an extra card, `got` where nothing was named; `quad` is the label's, `seen` the outline
    that was found; `look` is filled in by whoever has the picture.
    """

    photo: Path
    wanted: str | None
    got: str | None
    outcome: Outcome
    confidence: float
    full: bool
    quad: Quad | None
    seen: Quad | None
    look: FaceLook | None = None

    @property
    def place(self) -> Quad | None:
        """Where the face lies, as far as anybody said."""
        return self.quad if self.quad is not None else self.seen

    @property
    def failed(self) -> bool:
        """Whether this counts against the reader: all but right, and parts only where they were read wrong."""
        if self.full or self.outcome == Outcome.EXTRA:
            return self.outcome != Outcome.RIGHT
        return self.outcome == Outcome.WRONG


@dataclass(slots=True)
class Tally:
    """Counts over photos; a face is `full` or `part`, and right, wrong, abstained or missed."""

    counts: Counter[str] = field(default_factory=Counter)
    faces: list[FaceResult] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take another tally's counts in."""
        self.counts += other.counts
        self.faces += other.faces

    @property
    def failures(self) -> list[FaceResult]:
        """Everything that counts against the reader."""
        return [face for face in self.faces if face.failed]

    @property
    def trust(self) -> list[tuple[float, bool]]:
        """Confidence of every named card, and whether it was right."""
        return [(face.confidence, face.outcome == Outcome.RIGHT) for face in self.faces if face.got is not None]


def _name(card: CardReading, label: LabelledFace) -> str:
    if label.rank_only and card.card is not None:
        return str(card.card.rank)
    return str(card.card)


def _candidates(label: LabelledFace, cards: Sequence[CardReading], free: set[int], *, alone: bool) -> list[int]:
    """Cards that may be the labelled one, best first."""
    if label.quad is not None:
        overlaps = sorted(((iou(label.quad, cards[i].quad), i) for i in free), reverse=True)
        return [i for overlap, i in overlaps if overlap >= LEAST_IOU][:1]
    if label.box is not None:
        x0, y0, x1, y1 = label.box
        inside = [i for i in free if x0 <= cards[i].quad[:, 0].mean() <= x1 and y0 <= cards[i].quad[:, 1].mean() <= y1]
    elif label.point is not None:
        inside = [i for i in free if contains(cards[i].quad, label.point)]
    else:
        inside = sorted(free)
    same = [i for i in inside if _name(cards[i], label) == label.name]
    # A label without a place belongs to any card of its name, and to another only where it is the picture's only one.
    return same or (inside if label.box or label.point or alone else [])


def compare(photo: LabelledPhoto, cards: Sequence[CardReading]) -> Tally:
    """Count one photo: a face is right when a named face-up card lies there and names the same card."""
    tally = Tally()
    named = [card for card in cards if card.face == Face.UP and card.card is not None]
    unnamed = [card for card in cards if card.card is None and not card.is_back]
    free = set(range(len(named)))
    alone = len(photo.faces) == 1
    for label in photo.faces:
        found = _candidates(label, named, free, alone=alone)
        free -= set(found[:1])
        if label.name != ANY:
            cards_there = [named[k] for k in found] or [
                unnamed[k] for k in _candidates(label, unnamed, set(range(len(unnamed))), alone=alone)
            ]
            tally.faces.append(_face_result(photo, label, cards_there[0] if cards_there else None))
    for i in free:
        card = named[i]
        extra = FaceResult(photo.path, None, str(card.card), Outcome.EXTRA, card.confidence, False, None, card.quad)
        tally.faces.append(extra)
    _count(tally, len(named))
    tally.counts += count_backs(photo, cards, [named[k] for k in free])
    return tally


def _face_result(photo: LabelledPhoto, label: LabelledFace, card: CardReading | None) -> FaceResult:
    if card is None:
        return FaceResult(photo.path, label.name, None, Outcome.MISSED, 0.0, label.full, label.quad, None)
    if card.card is None:
        return FaceResult(photo.path, label.name, None, Outcome.ABSTAINED, 0.0, label.full, label.quad, card.quad)
    got = _name(card, label)
    outcome = Outcome.RIGHT if got == label.name else Outcome.WRONG
    return FaceResult(photo.path, label.name, got, outcome, card.confidence, label.full, label.quad, card.quad)


def _count(tally: Tally, named: int) -> None:
    counts = tally.counts
    for face in tally.faces:
        if face.outcome == Outcome.EXTRA:
            counts["extra"] += 1
            continue
        kind = "full" if face.full else "part"
        counts[kind] += 1
        counts[f"{kind}_{face.outcome}"] += 1
    counts["named"] += named
    counts["photos"] += 1
    counts["photos_exact"] += all(face.outcome == Outcome.RIGHT for face in tally.faces if face.full)


def precision(counts: Counter[str]) -> float:
    """Share of named faces that name what lies there: 1 - (wrong + extra) / named."""
    bad = counts["extra"] + counts["full_wrong"] + counts["part_wrong"]
    return 1 - bad / max(1, counts["named"])


def calibration_error(trust: Sequence[tuple[float, bool]], bins: int = 10) -> float:
    """Expected calibration error: mean gap of confidence and accuracy over equal bins of confidence."""
    if not trust:
        return 0.0
    confidence = np.array([c for c, _ in trust])
    right = np.array([r for _, r in trust], float)
    place = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [abs(confidence[place == b].mean() - right[place == b].mean()) * (place == b).mean() for b in set(place)]
    return float(np.sum(gaps))
