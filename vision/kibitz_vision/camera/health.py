"""How a source is doing, judged by the age, the number and the looks of its frames, in a sentence for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from kibitz_scoring.sentences import Sentence
from kibitz_vision.camera.picture_check import Trouble

STALLED_AFTER_S = 1.2
RATE_OVER_S = 1.0
SLOW_BELOW_FPS = 8.0
_GAP_S = 1.4
_NEW_SIZE_SAID_S = 20.0


class SourceState(StrEnum):
    """How a source is doing."""

    STARTING = "starting"
    LIVE = "live"
    SLOW = "slow"
    DARK = "dark"
    FROZEN = "frozen"
    BROKEN = "broken"
    STALLED = "stalled"
    LOST = "lost"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class SourceHealth:
    """How a source is doing, with one sentence for a person.

    `age_s`: seconds since the newest frame was captured; None, as `size_px` (width, height), before the first one.
    `fps`: frames a second lately; None where there is no telling yet. `light`: a sentence about what of a camera's
    light is held, empty before that is known and where there is nothing to hold. `exposure_ms`: how long a row is
    exposed, as far as a driver tells.
    """

    state: SourceState
    sentence: str
    age_s: float | None = None
    size_px: tuple[int, int] | None = None
    fps: float | None = None
    light: str = ""
    exposure_ms: float | None = None

    @property
    def shows_now(self) -> bool:
        """Whether what is on the newest frame lies on the table now."""
        return self.state in (SourceState.LIVE, SourceState.SLOW)


@dataclass(frozen=True, slots=True)
class Resized:
    """The pictures have another size (width, height) than before, since a monotonic time."""

    before_px: tuple[int, int]
    since_ns: int


def frame_rate(times_ns: Sequence[int]) -> float | None:
    """Frames a second over the last `RATE_OVER_S` of these capture times; None in the first second after a gap."""
    run = list(times_ns)
    for at in range(len(run) - 1, 0, -1):
        if run[at] - run[at - 1] > _GAP_S * 1e9:
            run = run[at:]
            break
    if not run or run[-1] - run[0] < RATE_OVER_S * 1e9:
        return None
    return sum(run[-1] - at_ns < RATE_OVER_S * 1e9 for at_ns in run) / RATE_OVER_S


def picture_sentence(name: str, trouble: Trouble) -> str:
    """What people should hear of pictures that are no good."""
    match trouble:
        case Trouble.FROZEN:
            return Sentence(
                "{name} is frozen: it sends the same picture again and again. Unplug it and plug it in again.",
                name=name,
            )
        case Trouble.BROKEN:
            return Sentence("{name} sends broken pictures: look at its cable or its network.", name=name)
        case Trouble.DARK:
            return Sentence("{name} sees only darkness: is the lamp off, or the lens covered?", name=name)


def live_health(
    name: str, age_s: float, size_px: tuple[int, int], fps: float | None, resized: Resized | None, now_ns: int
) -> SourceHealth:
    """Health of a source whose newest frame is new."""
    width, height = size_px
    if fps is not None and fps < SLOW_BELOW_FPS:
        sentence = Sentence(
            "{name} is slow: {fps:.1f} pictures a second. "
            "Snaps closer than {apart:.0f} ms cannot be told apart; more light or a smaller picture helps.",
            name=name,
            fps=fps,
            apart=1000 / max(fps, 0.5),
        )
        return SourceHealth(SourceState.SLOW, sentence, age_s, size_px, fps)
    pace = "" if fps is None else Sentence(", {fps:.0f} pictures a second", fps=fps)
    sentence = Sentence("{name} is live: {width} x {height}{pace}.", name=name, width=width, height=height, pace=pace)
    if resized and now_ns - resized.since_ns < _NEW_SIZE_SAID_S * 1e9:
        before = "{} x {}".format(*resized.before_px)
        sentence = Sentence(
            "{name} has changed its pictures from {before} to {width} x {height}.",
            name=name,
            before=before,
            width=width,
            height=height,
        )
    return SourceHealth(SourceState.LIVE, sentence, age_s, size_px, fps)
