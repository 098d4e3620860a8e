"""What keeping a minute and cutting clips takes: `make measure-clips` writes docs/measured/clips.json and its page.

An hour with a dispute a minute is run through as fast as clips are cut, of pictures of 1920 x 1080 as large as a
camera's process keeps them; the shelf may hold half a gigabyte, so that old clips make room.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.benchmarks.clips.clips_page import write_page
from tests.benchmarks.clips.kept_minute import PER_S, film_pictures, kept_minute
from tests.benchmarks.figures_file import write_figures
from tests.vision.clips.conftest import race_clip

from kibitz_scoring.table import Interval
from kibitz_vision.camera.process.kept_frames import KEPT_S, KeptFrame
from kibitz_vision.clips.clip import ClipKind
from kibitz_vision.clips.cut import Cut, RoundSoFar, make_cut
from kibitz_vision.clips.cutter import ClipCutter, Sightings
from kibitz_vision.clips.moments import moment_at
from kibitz_vision.clips.shelf import ClipShelf

_MINUTES = 60
_BOUND_BYTES = 500_000_000
_QUALITY = 80
_PAGE_BYTES = 4096


@dataclass
class _Passing:
    """A camera whose time goes by as fast as one likes."""

    pictures: Sequence[bytes]
    newest: int = 0

    def kept(self) -> tuple[KeptFrame, ...]:
        """Those of the last minute."""
        first = max(0, self.newest - round(KEPT_S * PER_S))
        return tuple(KeptFrame(index, index * 10**9 // PER_S) for index in range(first, self.newest))

    def jpeg(self, index: int) -> bytes | None:
        """One of them."""
        return self.pictures[index % len(self.pictures)]


def _cut(minute: int) -> Cut:
    """A dispute of something that was over a second before its last frame."""
    clip = race_clip()
    at_ms = minute * 60_000.0 + 30_000.0
    moment = moment_at(ClipKind.DISPUTE, f"act {minute}", "Ann disputes it.", Interval(at_ms - 400, at_ms))
    so_far = RoundSoFar(clip.table.state, (), (), clip.places, {})
    return make_cut(moment, so_far, f"{minute:04d}-dispute", f"dispute {minute}", "")


def _soak() -> dict[str, Any]:
    encoded = (cv2.imencode(".jpg", one, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1] for one in film_pictures())
    source = _Passing([one.tobytes() for one in encoded])
    with tempfile.TemporaryDirectory() as name:
        shelf = ClipShelf(Path(name), most_bytes=_BOUND_BYTES, room=lambda _: 10**12)
        done = threading.Event()
        cutter = ClipCutter(shelf, Sightings(), lambda _cut, _seal: done.set())
        ready_ms, most, before_bytes = list[float](), 0, 0
        began_s = time.monotonic()
        for minute in range(_MINUTES):
            cut = _cut(minute)
            source.newest = round(cut.window.end_ms * PER_S / 1000) + 2
            done.clear()
            asked_s = time.monotonic()
            cutter.cut(cut, source)
            done.wait(60)
            ready_ms.append((time.monotonic() - asked_s) * 1e3)
            most = max(most, sum(path.stat().st_size for path in Path(name).iterdir()))
            # What the first clips take is taken again and again.
            before_bytes = _memory() if minute == 9 else before_bytes
        took_s = time.monotonic() - began_s
        grew = _memory() - before_bytes
        clip = shelf.clip(shelf.clips()[-1].name)
        cutter.close()
        ready_ms.sort()
        return {
            "clips": len(ready_ms),
            "seconds": round(clip.duration_ms / 1000, 1),
            "took_s": round(took_s),
            "ready_ms": [round(ready_ms[len(ready_ms) // 2]), round(ready_ms[-1])],
            "most_megabytes": round(most / 1e6),
            "bound_megabytes": round(_BOUND_BYTES / 1e6),
            "grew_megabytes": round(max(0, grew) / 1e6),
            "fault": cutter.sentence,
        }


def _memory() -> int:
    """Bytes of memory that this process has now."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * _PAGE_BYTES


def main() -> None:
    """Measure both and write the figures."""
    cv2.setNumThreads(1)
    write_figures("clips.json", {"cuts": _soak(), "minute": kept_minute()})
    write_page()


if __name__ == "__main__":
    main()
