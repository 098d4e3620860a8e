"""A round to be recorded, and a camera that has kept pictures of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest

from kibitz_scoring.game.round_state import first_state
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import Heap, Place, SlotId
from kibitz_vision.recording.folder import RecordingFolder, RoundBegun
from kibitz_vision.table.places import TablePlaces, card_rectangle

from ...kept_source import KeptSource

PLAYERS = (PlayerId("Ann"), PlayerId("Ben"))
PACK = load_pack("kaboo")
EVENING = datetime(2026, 11, 28, 20, 31, tzinfo=UTC)
SIZE_PX = (640, 360)


def jpeg_of(grey: int) -> bytes:
    """A picture of one grey."""
    return cv2.imencode(".jpg", np.full((SIZE_PX[1], SIZE_PX[0], 3), grey, np.uint8))[1].tobytes()


def add_pictures(source: KeptSource, count: int) -> None:
    """So many more pictures, 30 a second."""
    for index in range(len(source.pictures), len(source.pictures) + count):
        source.pictures[index] = jpeg_of(100 + index % 100)


@pytest.fixture
def source() -> KeptSource:
    return KeptSource()


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[..., RecordingFolder]]:
    """Begins the folder of a round."""
    made: list[RecordingFolder] = []

    def begun(*, only_table: bool = False, places: TablePlaces | None = None) -> RecordingFolder:
        round_begun = RoundBegun(first_state(PACK, PLAYERS), EVENING, {"reader.onnx": "0f"}, places, only_table)
        made.append(RecordingFolder(tmp_path / "recordings", round_begun))
        return made[-1]

    yield begun
    for folder in made:
        folder.frames.close()


def table_places() -> TablePlaces:
    """A small table in the middle of the picture, one pixel a mm."""
    spots: dict[Place, tuple[float, float]] = {
        SlotId("p1.a1"): (300, 230),
        SlotId("p2.a1"): (340, 130),
        Heap.DRAW: (290, 180),
        Heap.DISCARD: (350, 180),
    }
    quads = {place: card_rectangle(np.array(spot), 0.0, 20.0) for place, spot in spots.items()}
    return TablePlaces(PLAYERS, SIZE_PX, np.eye(3), quads)


@pytest.fixture
def places() -> TablePlaces:
    return table_places()
