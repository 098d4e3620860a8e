"""A sheet of frames with each trouble, beside frames of real clips, to see whether films look as the world does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from kibitz_datasets.films.races import perform_race
from kibitz_datasets.films.simulate import SimulationConfig, film_of, perform
from kibitz_datasets.films.trouble_kinds import ACTS, Trouble, TroubleKind
from kibitz_datasets.films.truth import Performance
from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.packs import load_pack
from kibitz_vision.camera.video import read_video
from kibitz_vision.detections import Image

CELL = (480, 270)
"""Width and height of a frame on the sheet, in px."""
_FILMED = (960, 540)
_QUALITY = 80
_FRAMES = 4
_WARM_UP = 45
"""So many frames before those that are shown a camera sees, to follow the light."""
_ROUND_TRIES = 12


def write_film_sheet(
    out: Path,
    kinds: Sequence[TroubleKind],
    hands: Path | None,
    seed: int,
    real: Sequence[Path] = (),
    cell: tuple[int, int] = CELL,
) -> None:
    """Render a row of frames of each kind, and of each real clip, a frame as large as a `cell` (width, height) in px.

    `InputError` where there is nothing to show or the sheet cannot be written.
    """
    if not kinds and not real:
        raise InputError("--troubles: found none that shows in frames: expected one, or a clip --beside.")
    rows = [_row([_fitted(one, cell) for one in _filmed(kind, hands, seed)], kind.value) for kind in kinds]
    rows += [_row([_fitted(one, cell) for one in _of_clip(clip)], clip.stem) for clip in real]
    as_jpeg = (cv2.IMWRITE_JPEG_QUALITY, _QUALITY)
    if out.suffix.lower() not in (".jpg", ".jpeg", ".png") or not cv2.imwrite(str(out), np.vstack(rows), as_jpeg):
        raise InputError(f"{out}: the sheet could not be written; expected a .jpg or .png in an existing folder.")


def _filmed(kind: TroubleKind, hands: Path | None, seed: int) -> Iterator[Image]:
    """Frames of a film that has this trouble alone, at a time when it shows."""
    config = SimulationConfig(
        load_pack("kaboo"),
        4,
        seed,
        size=_FILMED,
        troubles=0.0,
        kinds=frozenset({kind}),
        hands=hands,
        own_decks_only=True,
    )
    performance, at = _performance(config, kind)
    config = replace(config, seed=performance[0])
    played = performance[1]
    film, webcam = film_of(config, played)
    times_ms = played.stage.clock.times_ms
    first, last = (played.stage.clock.first_showing(time_ms) for time_ms in at)
    shown = set(np.linspace(first, last, _FRAMES).round().astype(int).tolist())
    for number in range(max(0, first - _WARM_UP), last + 1):
        planes = webcam.expose(film.frame(times_ms[number], webcam.knock(times_ms[number])), times_ms[number])
        if number in shown:
            yield np.asarray(cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420), np.uint8)


def _performance(config: SimulationConfig, kind: TroubleKind) -> tuple[tuple[int, Performance], tuple[float, float]]:
    """A film's seed and what happens in it, and the times between which to look."""
    if kind not in ACTS:
        return (config.seed, perform_race(config, 2)), (500.0, 2900.0)
    for seed in range(config.seed, config.seed + _ROUND_TRIES):
        played = perform(replace(config, seed=seed))
        noted = next((one for one in played.stage.noted if one.kind is kind), None)
        if noted is not None:
            return (seed, played), _around(noted)
        if kind is TroubleKind.ASKEW:
            return (seed, played), (2000.0, 9000.0)
    raise InputError(f"--seed: found {config.seed}: nobody has '{kind}' in the {_ROUND_TRIES} rounds from there on.")


def _around(noted: Trouble) -> tuple[float, float]:
    return max(0.0, noted.at.start_ms - 150.0), min(noted.at.end_ms, noted.at.start_ms + 3000.0) + 150.0


def _of_clip(clip: Path) -> Iterator[Image]:
    """Read twice, to count first: all frames of a minute would not find room in memory."""
    count = sum(1 for _ in read_video(clip))
    wanted = np.linspace(count * 0.1, count * 0.9, _FRAMES).astype(int).tolist()
    for frame in read_video(clip):
        for _ in range(wanted.count(frame.index)):
            yield frame.image


def _row(cells: Sequence[Image], name: str) -> Image:
    """Frames side by side, the first with a name on it."""
    row = [*cells, *[np.zeros_like(cells[0])] * (_FRAMES - len(cells))]
    for colour, width in (((0, 0, 0), 4), ((255, 255, 255), 1)):
        cv2.putText(row[0], name, (6, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.6, colour, width, cv2.LINE_AA)
    return np.hstack(row)


def _fitted(picture: Image, cell_px: tuple[int, int]) -> Image:
    """The picture within the size of a cell, its shape kept."""
    width, height = cell_px
    scale = min(width / picture.shape[1], height / picture.shape[0])
    cell = np.zeros((height, width, 3), np.uint8)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    x, y = (width - small.shape[1]) // 2, (height - small.shape[0]) // 2
    cell[y : y + small.shape[0], x : x + small.shape[1]] = small[:height, :width]
    return cell
