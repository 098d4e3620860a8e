"""What a table's picture may be like for its cards to be read: `make measure-setup` writes `setup-limits.json`.

Rendered tables at the reveal, of decks that no model was trained on, are made smaller, blurred, darkened, brightened,
lit by a lamp that the cards mirror, and shaded on one side; each is read, and `card_looks` measures the same cards.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.benchmarks.figures_file import write_figures

from kibitz_datasets.decks.drawn_deck import drawn_deck
from kibitz_datasets.scenes.canvas import SceneCard
from kibitz_datasets.scenes.reveal import RevealConfig, render_reveal
from kibitz_datasets.scenes.scene import Scene
from kibitz_models.weights import load_pipeline
from kibitz_vision.detections import Image
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.table.card_looks import CardLook, card_looks

TABLES = ((1000, 4, 8), (1001, 2, 25), (1002, 6, 5), (1000, 3, 16))
"""Deck, players and tilt in degrees."""
Spoil = Callable[[Image, float], Image]


def _smaller(picture: Image, factor: float) -> Image:
    return np.asarray(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)


def _blurred(picture: Image, sigma_px: float) -> Image:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma_px), np.uint8)


def _exposed(picture: Image, gain: float) -> Image:
    noise = np.random.default_rng(1).normal(0, 2, picture.shape)
    return np.asarray(np.clip(picture * gain + noise, 0, 255), np.uint8)


def _mirrored(picture: Image, strength: float) -> Image:
    """A lamp in the middle of the right half."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[:height, :width]
    spot = np.exp(-((x - 0.78 * width) ** 2 + (y - 0.5 * height) ** 2) / (2 * (0.1 * width) ** 2))
    return np.asarray(np.clip(picture + strength * spot[..., None], 0, 255), np.uint8)


def _shaded(picture: Image, factor: float) -> Image:
    """A shadow over the right half."""
    light = np.where(np.arange(picture.shape[1]) < 0.55 * picture.shape[1], 1.0, factor)
    light = cv2.GaussianBlur(light[None].astype(np.float32), (0, 0), 12).T
    noise = np.random.default_rng(1).normal(0, 2, picture.shape)
    return np.asarray(np.clip(picture * light[None, :, 0, None] + noise, 0, 255), np.uint8)


SERIES: dict[str, tuple[Spoil, tuple[float, ...]]] = {
    "smaller": (_smaller, (1.0, 0.7, 0.55, 0.45, 0.37, 0.3, 0.25)),
    "blurred": (_blurred, (0.6, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0)),
    "exposed": (_exposed, (0.06, 0.1, 0.15, 0.25, 0.5, 1.0, 1.3, 1.6, 2.0, 2.5, 3.0)),
    "mirrored": (_mirrored, (60.0, 120.0, 180.0, 240.0)),
    "shaded": (_shaded, (0.7, 0.5, 0.35, 0.25, 0.15, 0.1)),
}


def main() -> None:
    """Measure every series and write the figures."""
    pipeline = load_pipeline()
    scenes = [
        render_reveal(np.random.default_rng((7, deck)), drawn_deck(deck), RevealConfig(players, tilt_deg=tilt))
        for deck, players, tilt in TABLES
    ]
    rows = {name: [_row(pipeline, scenes, spoil, by) for by in steps] for name, (spoil, steps) in SERIES.items()}
    write_figures("setup-limits.json", {"tables": len(TABLES), "series": rows})


def _row(pipeline: Pipeline, scenes: list[Scene], spoil: Spoil, by: float) -> dict[str, object]:
    found = [pair for scene in scenes for pair in _read(pipeline, scene, spoil, by)]
    # What a lamp or a shadow lies on is on the right; the left half stays as it was.
    looks = [look for look, _ in found]
    return {
        "by": by,
        "read": _share(found, "right"),
        "wrong": _share(found, "wrong"),
        "px_per_mm": _spread([look.px_per_mm for look in looks]),
        "blur_mm": _spread([look.blur_mm for look in looks]),
        "white": _spread([look.white for look in looks]),
        "clipped": _spread([look.clipped for look in looks]),
        "by_px_per_mm": _by(found, lambda look: look.px_per_mm, (0.6, 0.8, 1.0, 1.2, 1.4, 1.7, 2.0, 2.5)),
        "by_clipped": _by(found, lambda look: look.clipped, (0.0, 0.05, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9)),
        "by_white": _by(found, lambda look: look.white, (0, 10, 15, 20, 30, 40, 60, 90, 150)),
    }


def _read(pipeline: Pipeline, scene: Scene, spoil: Spoil, by: float) -> Iterator[tuple[CardLook, str]]:
    picture = spoil(scene.picture, by)
    scale = picture.shape[1] / scene.picture.shape[1]
    shown = [card for card in scene.cards if card.card is not None and card.visible > 0.95]
    looks = card_looks(picture, [card.quad * scale for card in shown])
    reading = pipeline.read(picture)
    for card, look in zip(shown, looks, strict=True):
        yield look, _outcome(card, scale, reading.cards)


def _outcome(card: SceneCard, scale: float, cards: tuple[object, ...]) -> str:
    middle, reach = card.quad.mean(axis=0) * scale, np.ptp(card.quad, axis=0).min() * scale / 2
    named = [one.card for one in cards if np.hypot(*(one.quad.mean(axis=0) - middle)) < reach and one.card]  # type: ignore[attr-defined]
    return "missed" if not named else "right" if named[0] == card.card else "wrong"


def _share(found: list[tuple[CardLook, str]], outcome: str) -> dict[str, float]:
    count = sum(one == outcome for _, one in found)
    return {"count": count, "of": len(found), "share": round(count / max(1, len(found)), 3)}


def _by(found: list[tuple[CardLook, str]], key: Callable[[CardLook], float], edges: tuple[float, ...]) -> list[object]:
    """Shares read and wrong of the cards from each edge to the next."""
    rows: list[object] = []
    for low, high in zip(edges, (*edges[1:], float("inf")), strict=True):
        inside = [pair for pair in found if low <= key(pair[0]) < high]
        if inside:
            rows.append({"from": low, "read": _share(inside, "right"), "wrong": _share(inside, "wrong")["count"]})
    return rows


def _spread(values: list[float]) -> list[float]:
    return [round(float(np.quantile(values, at)), 3) for at in (0.05, 0.5, 0.95)]


if __name__ == "__main__":
    main()
