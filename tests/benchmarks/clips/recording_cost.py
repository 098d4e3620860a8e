"""What recording costs: `make measure-recording` writes docs/measured/recording-cost.json and its part of the page.

A filmed round goes by at its pace as a camera's process would keep it, and nobody watches: the processor time is that
of the recorder alone, per minute of video.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from kibitz_datasets.films.simulate import SimulationConfig, simulate
from kibitz_scoring.game.round_state import first_state
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import Heap
from kibitz_vision.camera.process.kept_frames import JPEG_QUALITY
from kibitz_vision.camera.video import read_video
from kibitz_vision.recording.folder import RecordingFolder, RoundBegun
from kibitz_vision.recording.recorder import Looked, Recorder
from kibitz_vision.recording.shrink import shrink
from kibitz_vision.table.places import TablePlaces, card_rectangle

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from tests.benchmarks.clips.recording_page import write_page
from tests.benchmarks.figures_file import write_figures
from tests.kept_source import KeptSource

PACK = load_pack("kaboo")
PLAYERS = (PlayerId("Ann"), PlayerId("Ben"))
SECONDS = 20.0
PER_S = 30
SIZE_PX = (1280, 720)


def _pictures(film: Path) -> list[bytes]:
    frames = [frame.image for frame, _ in zip(read_video(film), range(round(SECONDS * PER_S)), strict=False)]
    return [cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes() for image in frames]


def _places() -> TablePlaces:
    """A table that fills the middle of the picture, a card 100 px high."""
    spots = {Heap.DRAW: (350, 250), Heap.DISCARD: (550, 250), Heap.ASIDE: (450, 400)}
    quads = {heap: card_rectangle(np.array(spot), 0.0) for heap, spot in spots.items()}
    return TablePlaces(PLAYERS, SIZE_PX, np.diag([0.88, 0.88, 1.0]), quads)


def _measure(pictures: Sequence[bytes], folder: Path, *, only_table: bool) -> dict[str, Any]:
    begun = RoundBegun(first_state(PACK, PLAYERS), datetime.now(UTC), {}, only_table=only_table)
    looked = Looked(2**62, _places(), is_moving=False)
    recording = RecordingFolder(folder, begun)
    before_s = time.process_time()
    source = KeptSource(
        dict(enumerate(pictures)), begun_ns=time.monotonic_ns(), interval_ns=round(1e9 / PER_S), passes=True
    )
    recorder = Recorder(source, recording, looked=(lambda: looked) if only_table else None)
    time.sleep(len(pictures) / PER_S)
    recorder.stop()
    spent_s = time.process_time() - before_s
    minutes = len(pictures) / PER_S / 60
    shrunk_s = time.process_time()
    for _ in shrink(recording.path):
        pass
    return {
        "only_table": only_table,
        "frames": recorder.frames,
        "missed": recorder.missed,
        "cpu_s_per_minute": round(spent_s / minutes, 2),
        "megabytes_per_minute": round(recorder.size_bytes / 1e6 / minutes),
        "shrink_cpu_s_per_minute": round((time.process_time() - shrunk_s) / minutes, 1),
        "shrunk_megabytes_per_minute": round(
            sum(path.stat().st_size for path in recording.path.iterdir()) / 1e6 / minutes
        ),
    }


def main() -> None:
    """Measure both kinds of recording and write the figures."""
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        simulate(SimulationConfig(PACK, 2, 4, troubles=0.0, seconds=25.0), folder / "film")
        pictures = _pictures(folder / "film" / "video.mp4")
        rows = [_measure(pictures, folder / "recordings", only_table=only_table) for only_table in (False, True)]
    figures = {"size": list(SIZE_PX), "frames_per_second": PER_S, "seconds": SECONDS, "recordings": rows}
    write_figures("recording-cost.json", figures)
    write_page()


if __name__ == "__main__":
    main()
