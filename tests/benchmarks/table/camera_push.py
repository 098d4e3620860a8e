"""How soon a pushed camera is noticed, and how soon play goes on after it stands: by the times of rendered pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from kibitz_datasets.decks.drawn_deck import drawn_deck
from kibitz_datasets.scenes.reveal import RevealConfig, render_reveal
from kibitz_scoring.cards import FRENCH52
from kibitz_vision.detections import Image
from kibitz_vision.table.registration import CameraWatch, Stand

_FRAME_MS = 1000 / 30
_STILL_MS, _PUSH_MS, _AFTER_MS = 1500.0, 300.0, 2500.0
_PUSHES = ((42.0, 0.0, 0.0), (0.0, -25.0, 0.0), (-18.0, 12.0, 2.0), (90.0, 40.0, -4.0))
"""How far the picture goes right and down, in px, and by how many degrees it turns."""


def measure_pushes() -> dict[str, object]:
    """A row of figures in the form of the fault drill's."""
    deck = drawn_deck(1000)
    deck = replace(deck, faces={card: deck.faces[card] for card in FRENCH52})
    table = render_reveal(np.random.default_rng(3), deck, RevealConfig(2, 1280, 800, tilt_deg=15)).picture
    small = np.asarray(cv2.resize(table, (640, 400), interpolation=cv2.INTER_AREA), np.uint8)
    times = [_push(small, push) for push in _PUSHES]
    return {
        "camera": "any (rendered table)",
        "fault": "pushed while a round is watched",
        "said": "The camera was pushed: nothing is judged until it stands still.",
        "noticed_s": [noticed for noticed, _ in times],
        "recovered_s": [recovered for _, recovered in times],
    }


def _push(table: Image, push: tuple[float, float, float]) -> tuple[float, float]:
    """Seconds from the push to the notice, and from the camera's rest to going on."""
    watch, noticed_ms = CameraWatch(), None
    for at_ms, picture in _frames(table, push):
        stand = watch.look(picture, at_ms).stand
        if noticed_ms is None and stand is not Stand.STILL:
            noticed_ms = at_ms - _STILL_MS
        if noticed_ms is not None and stand is Stand.MOVED:
            return round(max(0.0, noticed_ms) / 1000, 2), round((at_ms - _STILL_MS - _PUSH_MS) / 1000, 2)
    raise TimeoutError(f"a push by {push} was not followed")


def _frames(table: Image, push: tuple[float, float, float]) -> Iterator[tuple[float, Image]]:
    rng = np.random.default_rng(1)
    height, width = table.shape[:2]
    for number in range(round((_STILL_MS + _PUSH_MS + _AFTER_MS) / _FRAME_MS)):
        at_ms = number * _FRAME_MS
        share = min(1.0, max(0.0, (at_ms - _STILL_MS) / _PUSH_MS))
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), push[2] * share, 1.0)
        matrix[:, 2] += np.array(push[:2]) * share / 2
        moved = cv2.warpAffine(table, matrix, (width, height), borderMode=cv2.BORDER_REFLECT).astype(np.int16)
        noisy = np.clip(moved + rng.integers(-3, 4, moved.shape, np.int16), 0, 255)
        yield at_ms, noisy.astype(np.uint8)
