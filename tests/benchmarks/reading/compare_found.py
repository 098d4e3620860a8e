"""How well a network finds cards: recall, precision and corners against labelled scenes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import thread_time
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from tests.benchmarks.reading.compare_finding import CLASSES, LEAST_VISIBLE, Finder, Sample, Truth, read_picture

from kibitz_models.weights import FOLDER
from kibitz_vision.detections import Image, Quad
from kibitz_vision.reading.corners.corner_finder import CornerFinder
from kibitz_vision.reading.detector import in_order, letterbox
from kibitz_vision.reading.onnx_model import OnnxModel
from kibitz_vision.reading.overlap import iou, shared_area

LEAST_CONFIDENCE = 0.01
SAME_CARD_IOU = 0.6
OVERLAPS = (0.5, 0.75)
WHOLE = 0.9
"""Corners are compared where at least this share of a card shows."""


@dataclass(frozen=True)
class Found:
    """A found card: its corners (4, 2) px in order, its class and how sure the network is."""

    quad: Quad
    kind: int
    confidence: float


@dataclass(frozen=True)
class Judged:
    """A found card against the truth: right, wrong, or None where it must not count; and what it matched."""

    confidence: float
    right: bool | None
    found: Quad
    truth: Truth | None
    picture: int


def find(model: OnnxModel, finder: Finder, picture: Image, size_px: int) -> list[Found]:
    """Cards of a picture, suppressed in the same way for every candidate, surest first."""
    blob, scale = letterbox(picture, size_px)
    rows = model.run(blob)[0][0]
    scores = rows[4 : 4 + len(CLASSES)]
    best = scores.max(0)
    keep = np.flatnonzero(best >= LEAST_CONFIDENCE)
    keep = keep[np.argsort(-best[keep])][:400]
    quads = [in_order(_corners(rows[:, k], finder) / scale) for k in keep]
    if not quads:
        return []
    boxes = [cv2.minAreaRect(quad) for quad in quads]
    kept = cv2.dnn.NMSBoxesRotated(boxes, [float(best[k]) for k in keep], LEAST_CONFIDENCE, SAME_CARD_IOU)
    return [
        Found(quads[i], int(scores[:, keep[i]].argmax()), float(best[keep[i]])) for i in np.asarray(kept).reshape(-1)
    ]


def _corners(row: NDArray[np.float32], finder: Finder) -> NDArray[np.float32]:
    if finder.corners:
        return row[-8:].reshape(4, 2)
    x, y, w, h = (float(v) for v in row[:4])
    return np.asarray(cv2.boxPoints(((x, y), (w, h), float(np.degrees(row[-1])))), np.float32)


def judge(found: Sequence[Found], truths: Sequence[Truth], picture: Image, number: int, least: float) -> list[Judged]:
    """Each found card takes the best free card of its class that it overlaps by at least `least`."""
    height, width = picture.shape[:2]
    asked = [truth for truth in truths if _asked(truth, width, height)]
    others = [truth for truth in truths if not _asked(truth, width, height)]
    free = set(range(len(asked)))
    judged = []
    for card in found:
        overlaps = {k: iou(card.quad, asked[k].quad) for k in free if asked[k].kind == card.kind}
        best = max(overlaps, key=overlaps.__getitem__, default=None)
        if best is not None and overlaps[best] >= least:
            free.remove(best)
            judged.append(Judged(card.confidence, True, card.quad, asked[best], number))
        else:
            unasked = any(_covered(card.quad, truth.quad) >= 0.5 for truth in others)
            judged.append(Judged(card.confidence, None if unasked else False, card.quad, None, number))
    return judged


def _asked(truth: Truth, width: int, height: int) -> bool:
    x, y = truth.quad.T
    inside = x.min() > -0.02 * width and y.min() > -0.02 * height and x.max() < 1.02 * width and y.max() < 1.02 * height
    return bool(inside and truth.visible >= LEAST_VISIBLE)


def _covered(quad: Quad, by: Quad) -> float:
    return shared_area(quad, by) / max(float(cv2.contourArea(cv2.convexHull(quad))), 1e-6)


def measure(model: OnnxModel, finder: Finder, samples: Sequence[Sample], size_px: int) -> dict[str, Any]:
    """Recall and precision at the confidence of the best F1 at IoU 0.5, average precision, and corner errors."""
    pictures = [read_picture(path) for path, _ in samples]
    found = [find(model, finder, picture, size_px) for picture in pictures]
    asked = sum(
        _asked(truth, picture.shape[1], picture.shape[0])
        for picture, (_, truths) in zip(pictures, samples, strict=True)
        for truth in truths
    )
    row: dict[str, Any] = {"cards": asked}
    confidence = None
    for least in OVERLAPS:
        judged = [
            one
            for k, picture in enumerate(pictures)
            for one in judge(found[k], samples[k][1], picture, k, least)
            if one.right is not None
        ]
        if not judged:  # hardly trained
            return row | {"confidence": 1.0}
        judged.sort(key=lambda one: -one.confidence)
        right = np.cumsum([bool(one.right) for one in judged])
        recall, precision = right / max(asked, 1), right / np.arange(1, len(right) + 1)
        if confidence is None:
            f1 = 2 * recall * precision / np.maximum(recall + precision, 1e-9)
            confidence = judged[int(f1.argmax())].confidence
            row["confidence"] = round(confidence, 3)
            row |= _corner_errors([one for one in judged if one.confidence >= confidence], pictures)
        last = sum(one.confidence >= confidence for one in judged) - 1
        row[f"recall_{least}"] = round(float(recall[last]), 4)
        row[f"precision_{least}"] = round(float(precision[last]), 4)
        envelope = np.maximum.accumulate(precision[::-1])[::-1]
        row[f"average_precision_{least}"] = round(float(np.diff(recall, prepend=0) @ envelope), 4)
    return row


def measure_rectangles(samples: Sequence[Sample]) -> dict[str, Any]:
    """Corner errors of the smallest rectangles round the true cards: the best that rotated boxes can reach."""
    pictures = [read_picture(path) for path, _ in samples]
    judged = []
    for number, (picture, (_, truths)) in enumerate(zip(pictures, samples, strict=True)):
        for truth in truths:
            if _asked(truth, picture.shape[1], picture.shape[0]):
                box = in_order(np.asarray(cv2.boxPoints(cv2.minAreaRect(truth.quad)), np.float32))
                judged.append(Judged(1, True, box, truth, number))
    overlaps = np.array([iou(one.found, one.truth.quad) for one in judged if one.truth])
    shares = {f"recall_{least}": round(float((overlaps >= least).mean()), 4) for least in OVERLAPS}
    return {"cards": len(judged)} | shares | _corner_errors(judged, pictures)


def _corner_errors(judged: Sequence[Judged], pictures: Sequence[Image]) -> dict[str, Any]:
    """Mean distance of corners in card widths, as found and after the shipped corner finder, and its ms a card."""
    refiner = CornerFinder(OnnxModel(FOLDER / "corners.onnx", threads=1))
    plain, refined, spent = [], [], 0.0
    for one in judged:
        if one.truth is not None and one.truth.visible >= WHOLE:
            plain.append(_corner_error(one.found, one.truth.quad))
            start = thread_time()
            (better,) = refiner.refine(pictures[one.picture], [one.found])
            spent += thread_time() - start
            refined.append(_corner_error(in_order(better), one.truth.quad))
    return {
        "corner_cards": len(plain),
        "corner_error": round(float(np.mean(plain)), 4),
        "corner_error_refined": round(float(np.mean(refined)), 4),
        "refine_ms": round(spent * 1e3 / max(len(plain), 1), 2),
    }


def _corner_error(found: Quad, truth: Quad) -> float:
    truth = in_order(truth)
    sides = np.linalg.norm(truth - np.roll(truth, -1, 0), axis=1)
    width = min(sides[0] + sides[2], sides[1] + sides[3]) / 2
    turns = (np.linalg.norm(np.roll(found, k, 0) - truth, axis=1).mean() for k in range(4))
    return float(min(turns) / width)
