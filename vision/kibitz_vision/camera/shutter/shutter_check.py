"""Measuring a camera's shutter by a light that blinks over the table: `kibitz camera-check`.

Where a light is switched within a frame, the rows that were read before do not show it. With a light that blinks evenly
the time of each switch is known but for two figures, and the row tells how far into the frame it fell: the rest is a
straight line. A light that is switched by hand tells it where a frame and the next one both show one switch partly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.sentences import Sentence
from kibitz_vision.camera.shutter.shutter import Shutter

ROWS, COLUMNS = 120, 16
"""Of a picture so many cells are looked at: a row of them is read within a quarter of a ms."""
_LEAST_LEVELS = 10.0
"""A light that changes a cell by less is lost in a webcam's noise."""
_SHARE = 0.3
"""A cell counts that changes by such a share of what the brightest ones do."""
_OLD, _NEW = 0.06, 0.94
"""A picture shows the light as it was, or is, where all rows lie below or above."""
_PARTLY = (0.12, 0.88)
_MOST_SPLIT = 3
"""A light that takes more frames to come on tells nothing about rows."""
_LEAST_SWITCHES, _LEAST_BOTH, _LEAST_EVEN = 5, 4, 8
_LEAST_SPREAD = 0.12
"""Standard deviation of the rows (0 to 1) at which switches fell: all at one place tell no slope."""
_EVEN = 0.25
"""Of a frame's interval: so far a light that blinks evenly is off its beat, at most."""
_GLOBAL = 0.15
"""All rows of a global shutter show a switch alike, up to this share of it."""
_SURE = 2.1
"""Standard errors of a 95 % interval, for some 20 switches."""
_CELL = 2.0 / ROWS
"""How exactly a row is told, as a share of the read-out."""
_WIDEST_MS = 12.0
"""A figure less sure than this says less than what is assumed of every camera."""

Rows = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Pace:
    """The real time from frame to frame and its standard deviation, in ms, and of how many frames that is."""

    interval_ms: float
    jitter_ms: float
    frames: int


@dataclass(frozen=True, slots=True)
class ShutterCheck:
    """What was found: the read-out (95 % interval in ms), or None and a sentence why not; the exposure, if it shows."""

    pace: Pace
    switches: int
    readout_ms: tuple[float, float] | None
    why_not: str = ""
    exposure_ms: float | None = None

    def shutter(self, day: str, driver_ms: float | None = None) -> Shutter:
        """The camera's shutter, of which nothing but the pace is known where the read-out could not be measured.

        `driver_ms` is the exposure that its driver tells, which counts where the light has shown none.
        """
        pace = round(self.pace.interval_ms, 2), round(self.pace.jitter_ms, 2)
        exposure_ms = self.exposure_ms or driver_ms
        if self.readout_ms is None:
            return Shutter(interval_ms=pace[0], jitter_ms=pace[1], exposure_ms=exposure_ms)
        return Shutter(self.readout_ms, day, *pace, exposure_ms)


@dataclass(frozen=True, slots=True, eq=False)
class _Switch:
    """A light that came on or went: for each frame that shows it partly its time, and the share shown (rows)."""

    is_on: bool
    times_ms: tuple[float, ...]
    shares: tuple[Rows, ...]

    def crossing(self) -> tuple[float, float, float | None] | None:
        """Time of the frame in which half of the switch falls on a row, that row (0 to 1), and the slope there."""
        for at_ms, share in zip(self.times_ms, self.shares, strict=True):
            rising = np.flatnonzero((share[:-1] < 0.5) & (share[1:] >= 0.5))
            if len(rising) and share[: len(share) // 8].mean() < 0.5 < share[-len(share) // 8 :].mean():
                row = int(rising[0])
                within = (0.5 - share[row]) / max(1e-6, float(share[row + 1] - share[row]))
                return at_ms, (row + 0.5 + within) / len(share), _slope(share)
        return None


def check_shutter(times_ms: Sequence[float], lights: Sequence[Rows]) -> ShutterCheck:
    """What the frames of a blinking light tell of the shutter; at least two frames, in order."""
    pace = _pace(np.asarray(times_ms, np.float64))
    switches = list(_switches(np.asarray(times_ms, np.float64), np.stack(lights)))
    if len(switches) < _LEAST_SWITCHES:
        unseen = Sentence(
            "No light was seen to go on and off often enough; dim the room and let a bright one blink over the table."
        )
        return ShutterCheck(pace, len(switches), None, unseen)
    if _is_global(switches):
        return ShutterCheck(pace, len(switches), (0.0, round(_GLOBAL * pace.interval_ms, 1)))
    found, why = _by_beat(switches, pace)
    both = _by_both(switches, pace)
    told = min(filter(None, (found, both)), key=lambda one: one[1], default=None)
    if told is None:
        return ShutterCheck(pace, len(switches), None, why)
    readout, plus_minus = told
    if plus_minus > _WIDEST_MS / 2:
        why = Sentence(
            "The read-out is {readout:.0f} ms ± {plus_minus:.0f} ms, which is too unsure; let it blink for longer.",
            readout=readout,
            plus_minus=plus_minus,
        )
        return ShutterCheck(pace, len(switches), None, why)
    if readout < -plus_minus:
        why = Sentence("Its rows are read from below: the picture is upside down. Turn it in the camera's program.")
        return ShutterCheck(pace, len(switches), None, why)
    between = round(max(0.0, readout - plus_minus), 1), round(max(0.0, readout + plus_minus), 1)
    return ShutterCheck(pace, len(switches), between, exposure_ms=_exposure(switches, readout, pace))


def _pace(times_ms: NDArray[np.float64]) -> Pace:
    steps = np.diff(times_ms)
    usual = float(np.median(steps))
    near = steps[steps < 1.5 * usual]
    return Pace(usual, float(near.std()), len(times_ms))


def _switches(times_ms: NDArray[np.float64], lights: NDArray[np.float32]) -> Iterator[_Switch]:
    """Every change of the light from one level to another, as far as all rows show both before and after."""
    low, high = np.percentile(lights, (10, 90), axis=0)
    change = high - low
    cells = change >= max(_LEAST_LEVELS, _SHARE * float(np.percentile(change, 98)))
    if not cells.any():
        return
    weights = np.where(cells, change, 0.0)
    rows = weights.sum(axis=1)
    seen = rows > 0
    shares = ((lights - low) * cells).sum(axis=2)[:, seen] / rows[seen]
    smooth = np.asarray(cv2.blur(shares, (3, 1), borderType=cv2.BORDER_REPLICATE), np.float32)
    if int(seen.sum()) < ROWS // 2:
        return
    steady = [_state(share) for share in smooth]
    last: int | None = None
    for k, state in enumerate(steady):
        if state is None:
            continue
        if last is not None and steady[last] is not state and k - last - 1 <= _MOST_SPLIT:
            split = range(last + 1, k)
            levels = smooth[last], smooth[k]
            share = [(smooth[j] - levels[0]) / (levels[1] - levels[0]) for j in split]
            yield _Switch(bool(state), tuple(float(times_ms[j]) for j in split), tuple(share))
        last = k


def _state(share: Rows) -> bool | None:
    """Whether the light is on in all rows, or off in all; None where it was switched meanwhile."""
    low, high = np.percentile(share, (2, 98))
    if low > _NEW - 0.1:
        return True
    return False if high < _OLD + 0.1 else None


def _slope(share: Rows) -> float | None:
    """How fast the share grows over the rows (a whole picture is 1), None where it leaps."""
    partly = _is_partly(share)
    if np.count_nonzero(partly) < 4:
        return None
    return float(np.polyfit(_places(share)[partly], share[partly], 1)[0])


def _places(share: Rows) -> NDArray[np.float64]:
    return (np.arange(len(share)) + 0.5) / len(share)


def _is_partly(share: Rows) -> NDArray[np.bool_]:
    return np.asarray((share > _PARTLY[0]) & (share < _PARTLY[1]))


def _is_global(switches: Sequence[_Switch]) -> bool:
    """Whether pictures that show a switch partly show it alike in all rows."""
    partly = [share for switch in switches for share in switch.shares if _PARTLY[0] < share.mean() < _PARTLY[1]]
    alike = [float(np.ptp(np.percentile(share, (5, 95)))) < _GLOBAL for share in partly]
    return len(alike) >= _LEAST_SWITCHES and all(alike)


def _by_beat(switches: Sequence[_Switch], pace: Pace) -> tuple[tuple[float, float] | None, str]:
    """Read-out and half its interval by a light that blinks evenly, else why not."""
    seen = [(switch.is_on, crossing) for switch in switches if (crossing := switch.crossing()) is not None]
    if len(seen) < _LEAST_EVEN:
        return None, Sentence(
            "Only {seen} pictures show the light switched within them, {needed} are needed; "
            "let it blink for longer, or nearer.",
            seen=len(seen),
            needed=_LEAST_EVEN,
        )
    is_on = np.array([one for one, _ in seen])
    at_ms = np.array([crossing[0] for _, crossing in seen])
    row = np.array([crossing[1] for _, crossing in seen])
    if row.std() < _LEAST_SPREAD:
        return None, Sentence("The light blinks in step with the pictures; let it blink a little faster or slower.")
    beat = _beats(is_on, at_ms)
    # What is told by a frame of time t at row x happened at t - (1 - x) read-out, which is a multiple of the beat.
    design = np.column_stack([is_on, ~is_on, beat, 1.0 - row]).astype(np.float64)
    if np.linalg.matrix_rank(design) < design.shape[1]:
        design = np.column_stack([np.ones(len(beat)), beat, 1.0 - row])
    fit, *_ = np.linalg.lstsq(design, at_ms, rcond=None)
    off = at_ms - design @ fit
    kept = np.abs(off) <= 3 * 1.4826 * np.median(np.abs(off)) + 0.5
    fit, *_ = np.linalg.lstsq(design[kept], at_ms[kept], rcond=None)
    off = at_ms[kept] - design[kept] @ fit
    spread = float(np.sqrt((off**2).sum() / max(1, kept.sum() - design.shape[1])))
    if spread > _EVEN * pace.interval_ms or kept.sum() < _LEAST_EVEN:
        return None, Sentence(
            "The light does not blink evenly; use one that blinks by itself, such as a phone's or a bicycle's."
        )
    error = spread * float(np.sqrt(np.linalg.inv(design[kept].T @ design[kept])[-1, -1]))
    return (float(fit[-1]), _SURE * error + _CELL * pace.interval_ms), ""


def _beats(is_on: NDArray[np.bool_], at_ms: NDArray[np.float64]) -> NDArray[np.float64]:
    """Which beat of the light each switch was, of those on and of those off."""
    steps = np.concatenate([np.diff(at_ms[is_on]), np.diff(at_ms[~is_on])])
    beat_ms = float(np.median(steps[steps < 1.5 * np.min(steps)]))
    beats = np.zeros(len(at_ms))
    for side in (is_on, ~is_on):
        if side.any():
            beats[side] = np.concatenate([[0], np.cumsum(np.round(np.diff(at_ms[side]) / beat_ms))])
    return beats


def _by_both(switches: Sequence[_Switch], pace: Pace) -> tuple[float, float] | None:
    """The same by switches that two frames in a row show partly: how far the first is behind the second."""
    told = []
    for switch in switches:
        for number in range(len(switch.shares) - 1):
            pair = switch.shares[number : number + 2]
            partly = [_is_partly(share) for share in pair]
            if min(map(np.count_nonzero, partly)) < ROWS // 15:
                continue
            design = np.concatenate(
                [
                    np.column_stack([np.full(part.sum(), which == 0), np.full(part.sum(), which == 1), places[part]])
                    for which, (part, places) in enumerate(zip(partly, map(_places, pair), strict=True))
                ]
            ).astype(np.float64)
            shown = np.concatenate([share[part] for share, part in zip(pair, partly, strict=True)])
            (first, second, slope), *_ = np.linalg.lstsq(design, shown, rcond=None)
            apart_ms = switch.times_ms[number + 1] - switch.times_ms[number]
            if second - first > 0.2:
                told.append(apart_ms * float(slope) / float(second - first))
    if len(told) < _LEAST_BOTH:
        return None
    return float(np.mean(told)), _SURE * float(np.std(told, ddof=1)) / len(told) ** 0.5 + _CELL * pace.interval_ms


def _exposure(switches: Sequence[_Switch], readout_ms: float, pace: Pace) -> float | None:
    """How long a row gathers light, by how slowly a switch comes in over the rows; None where it leaps."""
    slopes = [crossing[2] for switch in switches if (crossing := switch.crossing()) is not None]
    told = [readout_ms / slope for slope in slopes if slope is not None and slope > 0]
    if len(told) < _LEAST_SWITCHES:
        return None
    return round(min(float(np.median(told)), pace.interval_ms), 1)
