"""What the tracker makes of a clip of which no game is known, against the labels of the clip.

Cards that lie whole and uncovered on the first frame are the places. The clips are taken from a hand, which no table
camera is: each frame is first brought back onto the first one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from kibitz_scoring.table import Heap, Place, PlayerId, SlotId
from kibitz_vision.arms import arms_of
from kibitz_vision.changes import Change, Kind
from kibitz_vision.detections import CardReading, Image
from kibitz_vision.frames import Frame
from kibitz_vision.geometry import Points, inverse, project, table_from_image
from kibitz_vision.motion import MotionGate
from kibitz_vision.patches import patch_map
from kibitz_vision.pipeline import Pipeline
from kibitz_vision.places import TablePlaces, card_rectangle
from kibitz_vision.sights import Inspector, Sight
from kibitz_vision.tracker import Tracker
from kibitz_vision.video import read_video

ENLARGED = 2
"""The clips are small: cards of 60 px become such of 120 px, as a table camera has them."""
TOLERANCE_FRAMES = 15
_COVERED_FRAMES = 60
"""A card that is the same again so soon was only hidden by an arm."""
_OVERLAP = 0.08


@dataclass(frozen=True, slots=True)
class Act:
    """A lift, a place or a flip, by when (frames `first` to `last`) and where (px of the clip)."""

    kind: str
    first: int
    last: int
    x: float
    y: float


def read_labels(path: Path) -> list[Act]:
    """The labelled acts of a clip."""
    acts = []
    for line in path.read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        x, y = label["at_px"]
        acts.append(Act(label["kind"], label["first"], label["last"], x, y))
    return acts


def acts_in(pipeline: Pipeline, video: Path) -> list[Act]:
    """What the tracker says that hands do in a clip."""
    frames = _steadied(read_video(video))
    first = next(frames)
    table = _places(pipeline, first.image)
    tracker = Tracker(Inspector(pipeline, table), patch_map(table), arms_of(table), MotionGate())
    gate = tracker.gate
    tracker.begin(gate.look(first), first.image)
    lying = {spot.place: spot.lying for spot in tracker.spots}
    changes = [change for frame in frames for change in tracker.update(gate.look(frame), frame.image)]
    changes = [change for change in changes if change.place is not Heap.DRAW]
    return sorted(_acts(changes, table, lying), key=lambda act: act.first)


def _steadied(frames: Iterator[Frame]) -> Iterator[Frame]:
    """Frames as a camera would take them that stands where it stood on the first one, enlarged."""
    first = next(frames)
    reference = cv2.cvtColor(first.image, cv2.COLOR_BGR2GRAY)
    corners = cv2.goodFeaturesToTrack(reference, 400, 0.01, 7)
    moved = np.eye(3)
    for frame in (first, *frames):
        now = cv2.perspectiveTransform(corners, moved).astype(np.float32)
        grey = cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
        flags = cv2.OPTFLOW_USE_INITIAL_FLOW
        now, found, _ = cv2.calcOpticalFlowPyrLK(reference, grey, corners, now, winSize=(21, 21), flags=flags)
        kept = found[:, 0] > 0
        homography, agreed = cv2.findHomography(corners[kept], now[kept], cv2.RANSAC, 1.0)
        if homography is not None and agreed.sum() > 20:
            moved = homography
        larger = np.diag([ENLARGED, ENLARGED, 1.0]) @ inverse(moved)
        size = (frame.image.shape[1] * ENLARGED, frame.image.shape[0] * ENLARGED)
        steady = cv2.warpPerspective(frame.image, larger, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
        yield replace(frame, image=np.asarray(steady, np.uint8))


def _places(pipeline: Pipeline, picture: Image) -> TablePlaces:
    """The places of cards that lie uncovered; a draw pile, which every table has, where nothing lies."""
    height, width = picture.shape[:2]
    cards = _uncovered(pipeline.read(picture).cards, width, height)
    quads_px = np.array([card.quad for card in cards], np.float64)
    plane = table_from_image(quads_px)
    places: dict[Place, Points] = {}
    for number, quad in enumerate(project(quads_px, plane), start=1):
        side = quad[1] - quad[0]
        places[SlotId(f"p1.a{number}")] = card_rectangle(quad.mean(0), float(np.arctan2(side[1], side[0])))
    places[Heap.DRAW] = card_rectangle(project(_free_spot(quads_px, width, height), plane), 0.0)
    return TablePlaces((PlayerId("anybody"),), (width, height), plane, places)


def _uncovered(cards: tuple[CardReading, ...], width: int, height: int) -> list[CardReading]:
    chosen: list[CardReading] = []
    for card in sorted(cards, key=lambda card: -card.confidence):
        inside = (card.quad > 2).all() and (card.quad < (width - 3, height - 3)).all()
        if inside and all(_shared(card, other) < _OVERLAP for other in chosen):
            chosen.append(card)
    return chosen


def _shared(card: CardReading, other: CardReading) -> float:
    shared, _ = cv2.intersectConvexConvex(card.quad, other.quad)
    return float(shared) / min(cv2.contourArea(card.quad), cv2.contourArea(other.quad))


def _free_spot(quads_px: Points, width: int, height: int) -> Points:
    """The point of a coarse grid that is farthest from all cards."""
    x, y = np.meshgrid(np.linspace(0.15, 0.85, 8) * width, np.linspace(0.1, 0.9, 8) * height)
    spots = np.stack([x.ravel(), y.ravel()], 1)
    near = np.linalg.norm(spots[:, None] - quads_px.mean(1)[None], axis=-1).min(1)
    spot: Points = spots[int(near.argmax())]
    return spot


def _acts(changes: list[Change], table: TablePlaces, lying: dict[Place, Sight | None]) -> Iterator[Act]:
    """Lifts and placements: what lies at a place afterwards is not what lay there before.

    Another card on top of one, or one beneath that comes to light, are told by neither kind but as a change.
    """
    for place in table.quads_mm:
        x, y = project(table.quads_mm[place].mean(0), inverse(table.table_from_image)) / ENLARGED
        for kind, frame in _kinds([change for change in changes if change.place == place], lying.get(place)):
            yield Act(kind, frame, frame, float(x), float(y))


def _kinds(changes: list[Change], lies: Sight | None) -> Iterator[tuple[str, int]]:
    """Kinds and frames of the acts at one place, on which one card lies at first."""
    emptied: int | None = None
    for change in sorted(changes, key=lambda change: change.frame):
        if change.kind is Kind.EMPTIED and lies is not None:
            emptied = change.frame
        elif change.kind is Kind.CAME and change.lying is not None:
            other = lies is None or lies.differs(change.lying)
            if emptied is None and other:
                yield "place" if lies is None else "change", change.frame
            elif emptied is not None and (other or change.frame - emptied > _COVERED_FRAMES):
                yield from (("lift", emptied), ("place", change.frame))
            lies, emptied = change.lying, None
    if emptied is not None:
        yield "lift", emptied


def found_of(labels: list[Act], acts: list[Act], reach_px: float) -> list[tuple[Act, Act]]:
    """Labels with the act that is each of them, one to one: near in time and place, and not of another kind."""
    left, found = list(acts), []
    for label in labels:
        fitting = [act for act in left if _fits(label, act, reach_px)]
        if fitting:
            nearest = min(fitting, key=lambda act: abs(act.first - (label.first + label.last) / 2))
            left.remove(nearest)
            found.append((label, nearest))
    return found


def _fits(label: Act, act: Act, reach_px: float) -> bool:
    in_time = label.first - TOLERANCE_FRAMES <= act.first <= label.last + TOLERANCE_FRAMES
    near = np.hypot(label.x - act.x, label.y - act.y) <= reach_px
    return bool(in_time and near and act.kind in (label.kind, "change"))
