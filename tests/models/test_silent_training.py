"""Training and its comparisons tell nobody anything: ultralytics calls no other machine of its own accord."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..guarded import Guard

pytestmark = pytest.mark.train

PREDICT = """
import kibitz_models.reading.rival
import numpy as np
from ultralytics import YOLO
from ultralytics.utils.events import events

network = YOLO("yolo26n.yaml", task="detect")
network.predict(np.zeros((64, 64, 3), np.uint8), imgsz=64, device="cpu", verbose=False)
print("sends events:", events.enabled)
"""


def test_ultralytics_calls_nobody_where_it_is_loaded_by_kibitz(tmp_path: Path) -> None:
    guard = Guard(tmp_path)
    said, _ = guard.start("-c", PREDICT).communicate(timeout=120)
    assert "sends events: False" in said
    assert guard.calls() == []


def test_what_ultralytics_calls_otherwise_is_noticed(tmp_path: Path) -> None:
    guard = Guard(tmp_path)
    guard.start("-c", "import ultralytics.utils").communicate(timeout=120)
    assert guard.calls()
