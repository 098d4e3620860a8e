"""How soon faults of a camera are noticed and over: `make fault-drill` writes docs/measured/reliability.json and the
table in docs/reliability.md.

Real sources in their own processes look at cameras served on this machine, which are unplugged, frozen, darkened and so
on; the capturing process itself is killed and stopped. Each fault is made several times.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import platform
import signal
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
# Run as a program or imported by a started process, the cameras of the tests are found from the repository's root.
sys.path.insert(0, str(ROOT))

from tests.benchmarks.figures_file import git  # noqa: E402
from tests.benchmarks.films.reliability_page import write_page  # noqa: E402
from tests.benchmarks.table.camera_push import measure_pushes  # noqa: E402
from tests.vision.camera.fake_cameras import Phone, RtspCamera, free_port, served  # noqa: E402

from kibitz_vision.camera.health import SourceState  # noqa: E402
from kibitz_vision.camera.sources import FrameSource, open_source  # noqa: E402

RESULT = ROOT / "docs" / "measured" / "reliability.json"
REPEATS = 4
GIVE_UP_S = 20.0
BETWEEN_S = 2.5
SIZE = (640, 480)
CAMERAS = {"phone app (MJPEG over HTTP)": Phone, "network camera (H.264 over RTSP)": RtspCamera}

Camera = Phone | RtspCamera


@dataclass
class Bench:
    """A camera that can be unplugged, and the source that looks at it."""

    kind: type[Camera]
    port: int = field(default_factory=free_port)
    plug: ExitStack = field(default_factory=ExitStack)

    def plug_in(self) -> None:
        self.camera = self.kind(self.port)
        self.camera.faults.size = SIZE
        self.plug.enter_context(served(self.camera))

    def unplug(self) -> None:
        self.plug.close()

    def set(self, name: str, value: object) -> None:
        setattr(self.camera.faults, name, value)

    def strike(self, blow: signal.Signals) -> None:
        for child in multiprocessing.active_children():
            if child.name.startswith("kibitz") and child.pid:
                os.kill(child.pid, blow)


Act = Callable[[Bench], None]


@dataclass(frozen=True)
class Fault:
    """What is done to a camera, how it heals (None: by itself), and the states of the source that name it."""

    name: str
    make: Act
    heal: Act | None
    states: tuple[SourceState, ...]
    cameras: tuple[type[Camera], ...] = (Phone, RtspCamera)


GONE = (SourceState.LOST, SourceState.STALLED)
FAULTS = (
    Fault("unplugged", Bench.unplug, Bench.plug_in, GONE),
    Fault("sends nothing", lambda it: it.set("silent", True), lambda it: it.set("silent", False), GONE),
    Fault(
        "frozen: the same picture again and again",
        lambda it: it.set("frozen", True),
        lambda it: it.set("frozen", False),
        (SourceState.FROZEN,),
        (Phone,),
    ),
    Fault(
        "sends garbage",
        lambda it: it.set("garbage", True),
        lambda it: it.set("garbage", False),
        (SourceState.BROKEN, *GONE),
    ),
    Fault(
        "half of each picture is missing",
        lambda it: it.set("half", True),
        lambda it: it.set("half", False),
        (SourceState.BROKEN,),
        (Phone,),
    ),
    Fault(
        "2 pictures a second",
        lambda it: it.set("fps", 2),
        lambda it: it.set("fps", 30),
        (SourceState.SLOW,),
    ),
    Fault(
        "lamp off",
        lambda it: it.set("level", 3),
        lambda it: it.set("level", 110),
        (SourceState.DARK,),
        (Phone,),
    ),
    Fault("capturing process killed", lambda it: it.strike(signal.SIGKILL), None, GONE),
    Fault("capturing process hangs", lambda it: it.strike(signal.SIGSTOP), None, GONE),
)


def main() -> None:
    """Make every fault, write the figures and the page."""
    rows = [row for label, kind in CAMERAS.items() for row in _drill(label, kind)]
    rows.append(measure_pushes())
    figures = {
        "commit": git("rev-parse", "HEAD"),
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, {os.getloadavg()[0]:.1f} processes waiting for them",
        "size": list(SIZE),
        "repeats": REPEATS,
        "faults": rows,
    }
    RESULT.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    write_page(figures)


def _drill(label: str, kind: type[Camera]) -> list[dict[str, object]]:
    bench = Bench(kind)
    bench.plug_in()
    source = open_source(bench.camera.url())
    try:
        rows = [_repeat(label, bench, source, fault) for fault in FAULTS if kind in fault.cameras]
        rows.append(_resize(label, bench, source) if kind is Phone else {})
        return [row for row in rows if row]
    finally:
        source.close()
        bench.unplug()


def _repeat(label: str, bench: Bench, source: FrameSource, fault: Fault) -> dict[str, object]:
    noticed, recovered, said = [], [], ""
    for _ in range(REPEATS):
        _until(lambda: source.health.state is SourceState.LIVE)
        time.sleep(BETWEEN_S)
        fault.make(bench)
        noticed.append(_until(lambda: source.health.state in fault.states))
        said = source.health.sentence
        if fault.heal is not None:
            time.sleep(BETWEEN_S)
            fault.heal(bench)
        healed_ns = time.monotonic_ns()
        recovered.append(_until(lambda since=healed_ns: _is_well(source, since)))
    print(f"{label}: {fault.name}: noticed {max(noticed)} s, recovered {max(recovered)} s")
    return _row(label, fault.name, said.replace(f":{bench.port}", ""), noticed, recovered)


def _resize(label: str, bench: Bench, source: FrameSource) -> dict[str, object]:
    """Both ways: nothing is to heal, frames of the new size are simply there."""
    noticed, said = [], ""
    for number in range(REPEATS):
        time.sleep(BETWEEN_S)
        width, height = SIZE if number % 2 else (320, 240)
        bench.set("size", (width, height))
        noticed.append(_until(lambda wanted=f"to {width} x {height}": wanted in source.health.sentence))
        said = source.health.sentence
    bench.set("size", SIZE)
    return _row(label, "pictures of another size", said.replace(f":{bench.port}", ""), noticed, [])


def _is_well(source: FrameSource, since_ns: int) -> bool:
    frame = source.latest()
    return frame is not None and frame.captured_ns > since_ns and source.health.state is SourceState.LIVE


def _until(condition: Callable[[], bool]) -> float:
    start_s = time.monotonic()
    while not condition():
        if time.monotonic() - start_s > GIVE_UP_S:
            raise TimeoutError("the drill waited in vain")
        time.sleep(0.01)
    return round(time.monotonic() - start_s, 2)


def _row(label: str, fault: str, said: str, noticed: list[float], recovered: list[float]) -> dict[str, object]:
    return {"camera": label, "fault": fault, "said": said, "noticed_s": noticed, "recovered_s": recovered}


if __name__ == "__main__":
    main()
