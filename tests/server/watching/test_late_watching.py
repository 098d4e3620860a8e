"""A round watched as it happens by a machine that is far too slow for its camera."""

from __future__ import annotations

import asyncio
import threading
import time
from bisect import bisect_right
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from kibitz_datasets.films.simulate import SimulationConfig, simulate
from kibitz_models.watching.truth import FilmedRound, read_filmed
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.tally import tally_round
from kibitz_server.desk import open_desk
from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.journal import Recorded
from kibitz_server.journal.play_entries import ActSaid, QuestionAnswered, RevealWatched
from kibitz_server.settings import Settings
from kibitz_server.watching import camera as table_camera
from kibitz_vision.camera.health import SourceHealth, SourceState
from kibitz_vision.camera.kept_frames import KeptFrame
from kibitz_vision.camera.lateness import LATE
from kibitz_vision.camera.video import read_video
from kibitz_vision.frames import Frame
from kibitz_vision.reading.onnx_model import OnnxModel

from ..conftest import comes

_FRAME_NS = round(1e9 / 30)
_NETWORK_MS, _LOOK_MS = 160.0, 60.0
"""What a network and a look at a frame take on the slow machine: some four times as long as on a laptop."""
_WAIT_S = 240.0


class WorkClock:
    """Time that passes with what is computed, so that a machine is as slow as it is said to be however busy it is."""

    def __init__(self) -> None:
        self._began_ns = self._now_ns = time.monotonic_ns()
        self._lock = threading.Lock()

    def work(self, work_ms: float) -> None:
        """So much is computed."""
        with self._lock:
            self._now_ns += round(work_ms * 1e6)

    def begin(self) -> int:
        """Begin anew from here, in ns."""
        self._began_ns = self._now_ns
        return self._began_ns

    @property
    def since_ns(self) -> int:
        """How long it has been going."""
        return self._now_ns - self._began_ns


class LiveFilm:
    """A film whose frames come by a clock, whoever looks; at its end the camera goes on to show the table."""

    is_live = True
    health = SourceHealth(SourceState.LIVE, "The film is live.")

    def __init__(self, video: Path, clock: WorkClock) -> None:
        self._clock = clock
        self._jpegs: list[NDArray[np.uint8]] = []
        self._times_ns: list[int] = []
        for frame in read_video(video):
            self._jpegs.append(np.asarray(cv2.imencode(".jpg", frame.image)[1], np.uint8))
            self._times_ns.append(frame.captured_ns)
        self.began_ns = clock.begin()

    def latest(self) -> Frame | None:
        self._clock.work(_LOOK_MS)
        return self._newest()

    def _newest(self) -> Frame | None:
        since_ns = self._clock.since_ns
        after_ns = since_ns - self._times_ns[-1]
        if after_ns > 0:
            return self._frame(len(self._times_ns) - 1 + after_ns // _FRAME_NS)
        shown = bisect_right(self._times_ns, since_ns)
        return self._frame(shown - 1) if shown else None

    def frames_since(self, after: int) -> list[Frame]:
        newest = self._newest()
        return [] if newest is None else [self._frame(index) for index in range(after + 1, newest.index + 1)][:32]

    def _frame(self, index: int) -> Frame:
        last = len(self._times_ns) - 1
        image = cv2.imdecode(self._jpegs[min(index, last)], cv2.IMREAD_COLOR)
        assert image is not None
        at_ns = self._times_ns[min(index, last)] + max(0, index - last) * _FRAME_NS
        return Frame(np.asarray(image, np.uint8), index, self.began_ns + at_ns)

    def kept(self) -> tuple[KeptFrame, ...]:
        return ()

    def jpeg(self, _index: int) -> bytes | None:
        return None

    def close(self) -> None:
        return None


@pytest.fixture
def slow_machine(monkeypatch: pytest.MonkeyPatch) -> WorkClock:
    """A clock by which networks and looks at frames take several times as long as they do."""
    run, clock = OnnxModel.run, WorkClock()

    def slowly(model: OnnxModel, blob: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        clock.work(_NETWORK_MS)
        return run(model, blob)

    monkeypatch.setattr(OnnxModel, "run", slowly)
    return clock


@pytest.fixture(scope="module")
def short_round(tmp_path_factory: pytest.TempPathFactory) -> FilmedRound:
    """A round with a call, from the deal to the reveal."""
    folder = tmp_path_factory.mktemp("films") / "round"
    config = SimulationConfig(load_pack("kaboo"), 2, 25, size=(640, 360), seconds=30, thinking_s=1.0, troubles=0.0)
    simulate(config, folder)
    return read_filmed(folder)


def test_a_machine_that_is_too_slow_says_so_judges_no_snap_firmly_and_scores_the_reveal(
    short_round: FilmedRound, slow_machine: WorkClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film, said, entries = short_round, set[str](), list[Any]()
    live = LiveFilm(film.video, slow_machine)
    monkeypatch.setattr(table_camera, "open_source", lambda _text, **_: live)

    async def watched() -> None:
        desk = open_desk(Settings(tmp_path, "0"))
        record = desk.live.record

        def noted(entry: Any) -> Recorded:
            entries.append(entry)
            return record(entry)

        monkeypatch.setattr(desk.live, "record", noted)

        def is_over() -> bool:
            said.add(desk.watch.sentence)
            for question in desk.live.play.questions if desk.live.play else ():
                desk.live.record(QuestionAnswered(act=question.act))
            return any(isinstance(entry, RevealWatched) for entry in entries)

        try:
            desk.live.record(GameStarted(film.pack, film.pack.content_hash, film.players))
            live.began_ns = slow_machine.begin()
            desk.watch.begin(film.players[0], is_dealt=False)
            for act in film.acts:
                at_ms = live.began_ns / 1e6 + act.at.end_ms
                desk.live.record(ActSaid(at_ms, format_event(act.event, film.players)))
            assert await comes(is_over, _WAIT_S), (said, desk.live.play and desk.live.play.state)
            races = desk.live.play.races if desk.live.play else ()
            assert not [race for race in races if len(race.attempts) > 1 and race.winner and not race.ruled]
        finally:
            desk.close()

    asyncio.run(watched())
    assert any(LATE in sentence for sentence in said)
    reveal = next(entry for entry in entries if isinstance(entry, RevealWatched))
    tally = tally_round(film.pack, dict(reveal.hands), reveal.caller, reveal.end)
    assert film.sheet is not None
    assert dict(tally.points) == film.sheet["points"]
