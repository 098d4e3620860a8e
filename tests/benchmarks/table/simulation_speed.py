"""How fast rounds are filmed: `make measure-simulation` writes docs/measured/simulation-speed.json.

Frames a second of processor time of one core, encoding included: the clock on the wall depends on what else runs. Each
round with the usual troubles, and with those of a hard table, with photographed hands where `KIBITZ_HANDS` names them.
"""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import cv2

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.benchmarks.figures_file import write_figures

from kibitz_datasets.films.camera.webcam import record
from kibitz_datasets.films.simulate import SimulationConfig, film_of, frames, perform
from kibitz_datasets.films.trouble_kinds import drawn_kinds
from kibitz_datasets.scenes.hands.hand_photos import hands_folder
from kibitz_scoring.rules.packs import load_pack

CASES = (("scambodia", 4, 1), ("dragons_gambit", 6, 2), ("kaboo", 4, 3), ("cameo", 2, 4), ("cambio", 5, 5))


def _measure(pack_id: str, players: int, seed: int, folder: Path, *, hard: bool) -> dict[str, object]:
    config = SimulationConfig(load_pack(pack_id), players, seed)
    if hard:
        config = replace(config, kinds=drawn_kinds(seed), hands=hands_folder())
    performance = perform(config)
    film, webcam = film_of(config, performance)
    width, height = config.size
    clock = performance.stage.clock
    count, start_s = 0, time.process_time()
    with record(folder / "video.mp4", (height, width), clock, webcam.troubles.crf) as recorder:
        for time_ms, planes in frames(film, webcam, clock, performance.ended_ms):
            recorder.write(planes, time_ms)
            count += 1
    spent_s = time.process_time() - start_s
    return {
        "pack": pack_id,
        "troubles": sorted(config.kinds),
        "hands": "drawn" if config.hands is None else "photographed",
        "players": players,
        "seed": seed,
        "size": [width, height],
        "frames": count,
        "frames_per_cpu_second": round(count / spent_s, 1),
        "megabytes": round((folder / "video.mp4").stat().st_size / 1e6, 1),
    }


def main() -> None:
    """Measure every case and write the figures."""
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as folder:
        rows = [_measure(*case, Path(folder), hard=hard) for case in CASES for hard in (False, True)]
    write_figures("simulation-speed.json", {"rounds": rows})


if __name__ == "__main__":
    main()
