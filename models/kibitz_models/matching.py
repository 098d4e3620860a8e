"""Which predicted card belongs to which labelled one, and what that counts as."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from kibitz_datasets.real import ANY, LabelledFace, LabelledPhoto
from kibitz_vision.detections import CardReading, Face, Quad

LEAST_IOU = 0.4


@dataclass(frozen=True, slots=True)
class Failure:
    """One labelled face that was not read right: `got` is None where nothing was named there."""

    image: str
    wanted: str
    got: str | None
    confidence: float


@dataclass(slots=True)
class Tally:
    """Counts over photos; a face is `full` or `part`, and right, wrong, abstained or missed."""

    counts: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)
    trust: list[tuple[float, bool]] = field(default_factory=list)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Take another tally's counts in."""
        self.counts += other.counts
        self.failures += other.failures
        self.trust += other.trust
        self.confusions += other.confusions


def iou(first: Quad, second: Quad) -> float:
    """Overlap of two convex quads over their union."""
    a, b = cv2.convexHull(first), cv2.convexHull(second)
    both = float(cv2.intersectConvexConvex(a, b)[0])
    union = cv2.contourArea(a) + cv2.contourArea(b) - both
    return both / max(float(union), 1e-6)


def _contains(quad: Quad, point: tuple[float, float]) -> bool:
    return cv2.pointPolygonTest(cv2.convexHull(quad), point, False) >= 0


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
        inside = [i for i in free if _contains(cards[i].quad, label.point)]
    else:
        inside = sorted(free)
    same = [i for i in inside if _name(cards[i], label) == label.name]
    # A label without a place belongs to any card of its name, and to another only where it is the picture's only one.
    return same or (inside if label.box or label.point or alone else [])


def compare(photo: LabelledPhoto, cards: Sequence[CardReading]) -> Tally:
    """Count one photo: a face is right when a named face-up card lies there and names the same card."""
    tally = Tally()
    named = [card for card in cards if card.face == Face.UP and card.card is not None]
    unnamed = [card for card in cards if card.face == Face.UP and card.card is None]
    free = set(range(len(named)))
    exact = True
    for label in photo.faces:
        found = _candidates(label, named, free, alone=len(photo.faces) == 1)
        hit = found[0] if found else None
        if hit is not None:
            free.discard(hit)
        exact &= _count_face(tally, photo, label, named[hit] if hit is not None else None, unnamed)
    for i in free:
        tally.counts["extra"] += 1
        tally.trust.append((named[i].confidence, False))
        tally.failures.append(Failure(photo.path.name, "nothing", str(named[i].card), named[i].confidence))
    downs = [card.quad for card in cards if card.face == Face.DOWN]
    tally.counts["backs"] += len(photo.backs)
    tally.counts["backs_right"] += sum(any(iou(back, down) >= LEAST_IOU for down in downs) for back in photo.backs)
    tally.counts["named"] += len(named)
    tally.counts["photos"] += 1
    tally.counts["photos_exact"] += exact
    return tally


def _count_face(
    tally: Tally, photo: LabelledPhoto, label: LabelledFace, card: CardReading | None, unnamed: Sequence[CardReading]
) -> bool:
    """Count one labelled face; returns False where the photo is no longer exact."""
    kind = "full" if label.full else "part"
    if label.name == ANY:
        return True
    got = _name(card, label) if card else None
    tally.counts[kind] += 1
    if card and got == label.name:
        tally.counts[f"{kind}_right"] += 1
        tally.trust.append((card.confidence, True))
        tally.confusions[(label.name, label.name)] += 1
        return True
    if card and got:
        tally.counts[f"{kind}_wrong"] += 1
        tally.trust.append((card.confidence, False))
        tally.confusions[(label.name, got)] += 1
    elif label.quad is not None and any(iou(label.quad, other.quad) >= LEAST_IOU for other in unnamed):
        tally.counts[f"{kind}_abstained"] += 1
    else:
        tally.counts[f"{kind}_missed"] += 1
    if label.full:
        tally.failures.append(Failure(photo.path.name, label.name, got, card.confidence if card else 0.0))
    return not label.full


def precision(counts: Counter[str]) -> float:
    """Share of named faces that name what lies there: 1 - (wrong + extra) / named."""
    bad = counts["extra"] + counts["full_wrong"] + counts["part_wrong"]
    return 1 - bad / max(1, counts["named"])


def wilson(right: int, n: int) -> tuple[float, float]:
    """95 % interval of a share (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927)."""
    if n == 0:
        return 0.0, 1.0
    z, p = 1.96, right / n
    centre = p + z * z / (2 * n)
    half = z * float(np.sqrt((p * (1 - p) + z * z / (4 * n)) / n))
    return (centre - half) / (1 + z * z / n), (centre + half) / (1 + z * z / n)


def calibration_error(trust: Sequence[tuple[float, bool]], bins: int = 10) -> float:
    """Expected calibration error: mean gap of confidence and accuracy over equal bins of confidence."""
    if not trust:
        return 0.0
    confidence = np.array([c for c, _ in trust])
    right = np.array([r for _, r in trust], float)
    place = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [abs(confidence[place == b].mean() - right[place == b].mean()) * (place == b).mean() for b in set(place)]
    return float(np.sum(gaps))
