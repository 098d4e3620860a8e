"""A round watched as it happens by a machine that is far too slow for its camera."""

from __future__ import annotations

import asyncio
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

_SLOWER = 4
_FRAME_NS = round(1e9 / 30)
_WAIT_S = 90.0


class LiveFilm:
    """A film whose frames come at their own pace, whoever looks; at its end the camera goes on to show the table."""

    is_live = True
    health = SourceHealth(SourceState.LIVE, "The film is live.")

    def __init__(self, video: Path) -> None:
        self._jpegs: list[NDArray[np.uint8]] = []
        self._times_ns: list[int] = []
        for frame in read_video(video):
            self._jpegs.append(np.asarray(cv2.imencode(".jpg", frame.image)[1], np.uint8))
            self._times_ns.append(frame.captured_ns)
        self.began_ns = time.monotonic_ns()

    def latest(self) -> Frame | None:
        since_ns = time.monotonic_ns() - self.began_ns
        after_ns = since_ns - self._times_ns[-1]
        if after_ns > 0:
            return self._frame(len(self._times_ns) - 1 + after_ns // _FRAME_NS)
        shown = bisect_right(self._times_ns, since_ns)
        return self._frame(shown - 1) if shown else None

    def frames_since(self, after: int) -> list[Frame]:
        newest = self.latest()
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
def slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """All networks and all frames take several times as long as they do."""
    run = OnnxModel.run

    def slowly(model: OnnxModel, blob: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        began_s = time.monotonic()
        outputs = run(model, blob)
        time.sleep((_SLOWER - 1) * (time.monotonic() - began_s))
        return outputs

    monkeypatch.setattr(OnnxModel, "run", slowly)


@pytest.fixture(scope="module")
def short_round(tmp_path_factory: pytest.TempPathFactory) -> FilmedRound:
    """A round with a call, from the deal to the reveal."""
    folder = tmp_path_factory.mktemp("films") / "round"
    config = SimulationConfig(load_pack("kaboo"), 2, 25, size=(640, 360), seconds=14, thinking_s=0.2, troubles=0.0)
    simulate(config, folder)
    return read_filmed(folder)


@pytest.mark.usefixtures("slow_machine")
def test_a_machine_that_is_too_slow_says_so_judges_no_snap_firmly_and_scores_the_reveal(
    short_round: FilmedRound, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film, said, entries = short_round, set[str](), list[Any]()
    live = LiveFilm(film.video)
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
            if desk.live.play is not None and desk.live.play.question:
                desk.live.record(QuestionAnswered(None))
            return any(isinstance(entry, RevealWatched) for entry in entries)

        try:
            desk.live.record(GameStarted(film.pack, film.pack.content_hash, film.players))
            live.began_ns = time.monotonic_ns()
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
