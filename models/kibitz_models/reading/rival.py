"""Another detector of cards, run by ultralytics, for comparison."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kibitz_models.reading.card_names import Names, class_cards
from kibitz_scoring.errors import InputError
from kibitz_vision.detections import Image

LEAST_CONFIDENCE = 0.5
OVERLAP = 0.25
"""Share of a tile by which neighbours overlap, so that a card cut by one is whole in the other."""


def load_rival(path: Path, tiles: int) -> Callable[[Image], Names]:
    """A function that names the cards in a picture, cut into `tiles` x `tiles` parts.

    `InputError` where ultralytics is not installed, or cannot load the file, or no class of it is a card.
    """
    try:
        from ultralytics import YOLO
    except ImportError as error:
        raise InputError(f"--compare needs the extra 'train' (pip install 'kibitz[train]'): {error}") from error
    if not path.is_file():
        raise InputError(f"{path}: no such file; expected a detector of ultralytics (.pt or .onnx).")
    try:
        model = YOLO(str(path), task="detect")
        cards = class_cards(model.names, path)
    except InputError:
        raise
    except Exception as error:
        raise InputError(f"{path}: not a detector that ultralytics can load: {error}") from error
    return lambda image: _names(model, cards, image, tiles)


def _names(model: Any, cards: dict[int, str], image: Image, tiles: int) -> Names:
    found = set()
    for part in cut_tiles(image, tiles):
        (result,) = model.predict(part, conf=LEAST_CONFIDENCE, device="cpu", verbose=False)
        found |= {cards[int(number)] for number in result.boxes.cls.tolist() if int(number) in cards}
    return frozenset(found)


def cut_tiles(image: Image, tiles: int) -> list[Image]:
    """The picture in `tiles` x `tiles` overlapping parts of one size."""
    height, width = image.shape[:2]
    tall, wide = (min(side, round(side / tiles * (1 + OVERLAP))) if tiles > 1 else side for side in (height, width))
    steps = range(tiles)
    tops = [round((height - tall) * k / max(1, tiles - 1)) for k in steps]
    lefts = [round((width - wide) * k / max(1, tiles - 1)) for k in steps]
    return [image[top : top + tall, left : left + wide] for top in tops for left in lefts]
