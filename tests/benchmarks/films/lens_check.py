"""What barrel distortion of a lens costs: `make measure-lens` writes docs/measured/lens.json.

The five short rounds of `check_video`, on hard tables, are watched as they are and as lenses of growing barrel
distortion would show them: each picture is bent by Brown's model (`k1` alone, focal length three quarters of the
width) and encoded anew.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.progress import track

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.benchmarks.figures_file import write_figures
from tests.benchmarks.films.check_video import asked_for, short_rounds

from kibitz_datasets.films.camera.webcam import record
from kibitz_datasets.films.stage.frame_clock import FrameClock
from kibitz_datasets.scenes.hands.hand_photos import hands_told
from kibitz_models.watching.measuring.measure import Shot, film, measure, results_json
from kibitz_models.watching.measuring.result import RoundResult
from kibitz_vision.camera.video import read_video

LENSES = (0.0, -0.08, -0.16)
"""No distortion, that of an ordinary webcam's lens, that of a wide one."""
_FOCAL_WIDTHS = 0.75
_CRF = 23


def main() -> None:
    """Film, bend, watch and write the figures; goes on where it was stopped if films are kept."""
    with asked_for(__doc__) as (folder, workers):
        rounds = short_rounds()
        straight = folder / "straight"
        for _ in track(film(rounds, straight, workers), total=len(rounds), description="Filming"):
            pass
        rows = [_row(rounds, straight, folder / f"k1{k1}", k1, workers) for k1 in LENSES]
    write_figures("lens.json", {"rounds": len(rounds), "hands": hands_told(), "lenses": rows})


def _row(rounds: list[Shot], straight: Path, folder: Path, k1: float, workers: int) -> dict[str, Any]:
    films = folder / "films"
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as executor:
        missing = [shot.name for shot in rounds if not (films / shot.name).is_dir()]
        list(executor.map(partial(_bend, straight=straight, films=films, k1=k1), missing))
    watched = measure(rounds, folder / "seen", films, workers)
    results: list[RoundResult] = list(track(watched, total=len(rounds), description=f"Watching, k1 {k1}"))
    played = results_json(results)["rounds"]
    return {
        "k1": k1,
        "moves_px": _moves_px(k1),
        "f1": played["events"]["all"]["f1"],
        "placements_within_one_frame": played["placements"]["within_one_frame"],
        "sheet_exact": played["sheet_exact"],
    }


def _bend(name: str, straight: Path, films: Path, k1: float) -> None:
    """Write a film as a lens with distortion `k1` would show it, with the truth of the straight one."""
    cv2.setNumThreads(1)
    films.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=films) as scratch:
        whole = Path(scratch) / name
        shutil.copytree(straight / name, whole)
        video = straight / name / "video.mp4"
        size = next(read_video(video)).image.shape[:2]
        times_ms = tuple(frame.captured_ns / 1e6 for frame in read_video(video))
        clock = FrameClock(float(np.median(np.diff(times_ms))), times_ms)
        seen_from = _seen_from(size, k1)
        with record(whole / "video.mp4", size, clock, _CRF) as recorder:
            for frame, time_ms in zip(read_video(video), times_ms, strict=True):
                bent = cv2.remap(frame.image, seen_from, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
                recorder.write(cv2.cvtColor(bent, cv2.COLOR_BGR2YUV_I420), time_ms)
        whole.rename(films / name)


def _seen_from(size: tuple[int, int], k1: float) -> NDArray[np.float32]:
    """Where in the straight picture (height, width, 2) each pixel of the bent one comes from; corners stay corners."""
    height, width = size
    camera = np.array([[_FOCAL_WIDTHS * width, 0, width / 2], [0, _FOCAL_WIDTHS * width, height / 2], [0, 0, 1]])
    pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), -1).reshape(-1, 1, 2).astype(np.float64)
    rays = cv2.undistortPoints(pixels, camera, np.array([k1, 0.0, 0.0, 0.0]), P=camera)
    middle = np.array([width / 2, height / 2])
    outwards = rays.reshape(height, width, 2) - middle
    return (outwards / np.max(np.abs(outwards[0, 0]) / middle) + middle).astype(np.float32)


def _moves_px(k1: float) -> float:
    """How far a point half way to a corner is moved in a 1280x720 picture, in pixels."""
    seen_from = _seen_from((720, 1280), k1)
    return round(float(np.linalg.norm(seen_from[180, 320] - (320, 180))), 1)


if __name__ == "__main__":
    main()
