"""A clip of a few small pictures of a race."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.events import Snapped, Verdict
from kibitz_scoring.game.round_state import first_state
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.table import Interval, PileTopChanged, Seen, SlotId
from kibitz_vision.clips.clip import Clip, ClipFrame, ClipKind, ClipVerdict, Contact
from kibitz_vision.clips.clip_file import write_clip
from kibitz_vision.detections import Found
from kibitz_vision.recording.round_table import RoundTable

from ..recording.conftest import PACK, PLAYERS, SIZE_PX, jpeg_of, table_places

ANN, BEN = PLAYERS
FRAME_NS = 33_333_333


def race_clip(frames: int = 12) -> Clip:
    """Ben is on the pile a frame before Ann."""
    found = (Found("p2.a1", ((330.0, 120.0), (350.0, 120.0), (350.0, 150.0)), 0.9),)
    pictures = tuple(
        ClipFrame(500 + number, number * FRAME_NS, jpeg_of(60 + number), found if number == 5 else ())
        for number in range(frames)
    )
    contacts = (
        Contact(BEN, SlotId("p2.a1"), Interval(133.3, 166.7)),
        Contact(ANN, SlotId("p1.a1"), Interval(166.7, 200.0)),
    )
    snap = Snapped(BEN, SlotId("p2.a1"), parse_card("7H"), Verdict.CORRECT)
    return Clip(
        ClipKind.SNAP,
        "race p2.a1",
        "Ben first by 33 ms ± 33 ms.",
        "2026-11-28T20:31:00+00:00",
        SIZE_PX,
        5000.0,
        166.7,
        Interval(0.0, (frames - 1) * FRAME_NS / 1e6),
        RoundTable.of(first_state(PACK, PLAYERS), {"reader.onnx": "0f"}),
        table_places(),
        pictures,
        (PileTopChanged(Seen(Interval(133.3, 166.7), 0.9, (505,)), parse_card("7H"), SlotId("p2.a1")),),
        (TimedEvent(Interval(133.3, 166.7), snap),),
        (),
        ClipVerdict("Ben first by 33 ms ± 33 ms.", "snap.too_close", contacts, 0.98),
    )


@pytest.fixture
def clip() -> Clip:
    return race_clip()


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Path]:
    """Writes a clip, the one of a race by default."""

    def write(clip: Clip | None = None, name: str = "clip.kibitz") -> Path:
        path = tmp_path / name
        write_clip(clip or race_clip(), path)
        return path

    return write
