"""Every round of an evening is kept: within a bound, after a restart, and until somebody switches it off."""

from __future__ import annotations

import shutil
from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.tally import RoundEnd
from kibitz_server.desk import Desk, open_desk
from kibitz_server.journal.entries import GameStarted, RoundConfirmed
from kibitz_server.journal.play_entries import RevealWatched
from kibitz_server.settings import Settings
from kibitz_server.watching.evening_recording import EveningRecorder
from kibitz_vision.recording import folder as recording_folder
from kibitz_vision.recording.recorded_round import RecordedRound, read_recorded, recorded_in

from ..conftest import ANN, BEN, PACK, comes
from ..watched_tables import at_desk, grey_film

HANDS = ((ANN, parse_hand("5H 8C")), (BEN, parse_hand("2D")))


@pytest.fixture
def at_evening(tmp_path: Path) -> Callable[..., None]:
    """Does something at a desk that is opened for it, on the same film and data folder each time."""
    film = grey_film(tmp_path)

    def do(act: Callable[[Desk], Awaitable[None]], *, record_evening: bool = False) -> None:
        desk = open_desk(Settings(tmp_path / "data", str(film), record_evening=record_evening))
        if desk.live.evening.game is None:
            desk.live.record(GameStarted(PACK, PACK.content_hash, (ANN, BEN)))
        at_desk(desk, lambda: act(desk))

    return do


async def watched(desk: Desk) -> None:
    """A round is being watched, from the film's beginning."""
    desk.camera.open(desk.camera.name or "")
    desk.watch.begin(ANN, is_dealt=True)
    assert await comes(lambda: desk.watch.now_ms() > 0)


async def played(desk: Desk) -> None:
    await watched(desk)
    if desk.evening_recorder.is_on:
        assert await comes(lambda: "Recording this round" in desk.recorder.sentence)
    desk.live.record(RevealWatched(HANDS, BEN, RoundEnd.CALL))
    desk.live.record(RoundConfirmed(HANDS, BEN, RoundEnd.CALL))


def kept(tmp_path: Path) -> list[RecordedRound]:
    folder = tmp_path / "data" / "recordings"
    return [read_recorded(path) for path in recorded_in([folder])] if any(folder.glob("*/*/manifest.json")) else []


def evenings(tmp_path: Path) -> Iterator[Path]:
    return (tmp_path / "data" / "recordings").glob("evening-*")


def test_every_round_is_kept_in_the_folder_of_the_evening_with_its_sheet(
    at_evening: Callable[..., None], tmp_path: Path
) -> None:
    async def act(desk: Desk) -> None:
        await played(desk)
        desk.evening_recorder.start(only_table=False)
        await played(desk)
        await played(desk)
        assert "All rounds of this evening are recorded" in desk.evening_recorder.sentence
        desk.evening_recorder.stop()
        await played(desk)
        assert desk.evening_recorder.sentence == ""

    at_evening(act)
    rounds = kept(tmp_path)
    assert [one.torn for one in rounds] == ["", ""]
    assert all(one.sheet is not None for one in rounds)
    assert all(len(list(one.frames())) > 0 for one in rounds)
    assert len(list(evenings(tmp_path))) == 1


def test_the_round_that_is_being_watched_is_kept_from_its_beginning(
    at_evening: Callable[..., None], tmp_path: Path
) -> None:
    async def act(desk: Desk) -> None:
        await watched(desk)
        desk.evening_recorder.start(only_table=False)
        assert await comes(lambda: "Recording this round" in desk.recorder.sentence)
        desk.live.record(RevealWatched(HANDS, BEN, RoundEnd.CALL))

    at_evening(act)
    assert len(kept(tmp_path)) == 1


def test_after_a_restart_the_evening_goes_on_and_so_does_the_round(
    at_evening: Callable[..., None], tmp_path: Path
) -> None:
    async def go_on(desk: Desk) -> None:
        assert desk.evening_recorder.is_on
        await desk.resumer.go_on()
        assert await comes(lambda: "Recording this round" in desk.recorder.sentence)
        desk.live.record(RevealWatched(HANDS, BEN, RoundEnd.CALL))
        desk.live.record(RoundConfirmed(HANDS, BEN, RoundEnd.CALL))

    at_evening(watched, record_evening=True)
    at_evening(go_on)
    first, rest = kept(tmp_path)
    assert first.torn == "Kibitz was stopped."
    assert first.sheet is None
    assert rest.torn == ""
    assert rest.sheet is not None


def test_an_evening_is_over_by_itself(at_evening: Callable[..., None], tmp_path: Path) -> None:
    async def next_week(desk: Desk) -> None:
        later = datetime.now().astimezone() + timedelta(days=7)
        recorder = EveningRecorder(desk.live, desk.watch, desk.camera, desk.recorder, now=lambda: later)
        assert not recorder.is_on
        recorder.close()

    async def nothing(_: Desk) -> None:
        pass

    at_evening(nothing, record_evening=True)
    at_evening(next_week)
    assert kept(tmp_path) == []


def test_a_disk_that_is_nearly_full_is_one_sentence_and_the_round_is_scored_all_the_same(
    at_evening: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(desk: Desk) -> None:
        monkeypatch.setattr(recording_folder, "room_left", lambda _: 0)
        desk.evening_recorder.start(only_table=False)
        await watched(desk)
        assert "expected a disk with over 1 GB free. Scoring goes on without it." in desk.evening_recorder.sentence
        desk.live.record(RevealWatched(HANDS, BEN, RoundEnd.CALL))
        desk.live.record(RoundConfirmed(HANDS, BEN, RoundEnd.CALL))
        monkeypatch.undo()
        await played(desk)
        assert "All rounds" in desk.evening_recorder.sentence

    at_evening(act)
    assert len(kept(tmp_path)) == 1


def test_older_evenings_make_room_and_this_one_never_does(at_evening: Callable[..., None], tmp_path: Path) -> None:
    folder = tmp_path / "data" / "recordings"
    today = datetime.now().astimezone()
    ages = {
        name: folder / f"evening-{today - timedelta(days=days):%Y-%m-%d}" for name, days in (("old", 40), ("new", 3))
    }
    for path in ages.values():
        path.mkdir(parents=True)
        (path / "frames.mjpeg").write_bytes(bytes(1000))
    (folder / "round-2026-01-01-2000").mkdir()

    async def act(desk: Desk) -> None:
        recorder = EveningRecorder(desk.live, desk.watch, desk.camera, desk.recorder, most_bytes=4000)
        recorder.start(only_table=False)
        await watched(desk)
        assert not ages["old"].exists()
        assert ages["new"].exists()
        desk.live.record(RevealWatched(HANDS, BEN, RoundEnd.CALL))
        (folder / f"evening-{today:%Y-%m-%d}" / "more").write_bytes(bytes(5000))
        await watched(desk)
        assert "the most that is kept of an evening" in recorder.sentence
        assert not ages["new"].exists()
        recorder.close()

    at_evening(act)
    assert (folder / "round-2026-01-01-2000").is_dir()
    shutil.rmtree(folder)
