"""Recording the round that is watched: what is kept of it, when it ends, and what goes wrong."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import PIL.Image
import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Called
from kibitz_scoring.players import PlayerId
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.hands import ScoredCard
from kibitz_scoring.score.tally import RoundEnd
from kibitz_server.api.routes import create_router
from kibitz_server.desk import Desk, open_desk
from kibitz_server.journal.entries import GameStarted, RoundConfirmed, RoundId, SheetDropped, SheetOpened, Undone
from kibitz_server.journal.play_entries import ActDisputed, ActSaid, RevealWatched, WatchDropped
from kibitz_server.settings import Settings
from kibitz_vision.recording import recorder
from kibitz_vision.recording.frame_file import FrameFile
from kibitz_vision.recording.recorded_round import RecordedRound, read_recorded, recorded_in

from ..conftest import ANN, BEN, PACK, comes
from ..viewers import app_asked_by
from ..watched_tables import at_desk, grey_film

Hands = tuple[tuple[PlayerId, tuple[ScoredCard, ...]], ...]


def hands(ann: str, ben: str) -> Hands:
    return ((ANN, parse_hand(ann)), (BEN, parse_hand(ben)))


def recorded(tmp_path: Path, act: Callable[[Desk], Awaitable[None]]) -> list[RecordedRound]:
    """The recordings there are after something was done at a desk whose film shows an empty table."""
    desk = open_desk(Settings(tmp_path / "data", str(grey_film(tmp_path))))
    desk.live.record(GameStarted(PACK, PACK.content_hash, (ANN, BEN)))
    at_desk(desk, lambda: act(desk))
    folder = tmp_path / "data" / "recordings"
    return [read_recorded(path) for path in recorded_in([folder])] if folder.is_dir() else []


async def begin(desk: Desk) -> None:
    """Watch and record a round until some frames are there."""
    desk.watch.begin(ANN, is_dealt=True)
    desk.recorder.begin(only_table=False)
    assert await comes(lambda: ": 0 pictures" not in desk.recorder.sentence and desk.watch.now_ms() > 0)


def reveal(desk: Desk) -> None:
    desk.live.record(RevealWatched(hands("5H 8C", "2D"), BEN, RoundEnd.CALL))


def test_a_round_is_kept_with_its_frames_what_was_said_and_the_sheet_as_it_was_corrected(tmp_path: Path) -> None:
    async def play(desk: Desk) -> None:
        await begin(desk)
        said_ms = desk.watch.now_ms()
        desk.live.record(ActSaid(said_ms, "p2 calls"))
        desk.live.record(ActDisputed(ANN, at_ms=said_ms + 500.0))
        reveal(desk)
        desk.live.record(RoundConfirmed(hands("5H 9C", "2D"), BEN, RoundEnd.CALL))

    (kept,) = recorded(tmp_path, play)
    assert kept.torn == ""
    assert len(list(kept.frames())) > 0
    (act,) = kept.acts
    assert act.event == Called(BEN)
    assert 0 <= act.at.end_ms < 60_000
    # Nobody ruled: no clock ran from the dispute on.
    (pause,) = kept.pauses
    assert (round(pause.start_ms - act.at.end_ms, 3), pause.end_ms) == (500.0, float("inf"))
    assert kept.sheet is not None
    assert dict(kept.sheet.confirmed.hands) == dict(hands("5H 9C", "2D"))
    assert kept.sheet.corrected == ("Ann: 5H 8C to 5H 9C",)


def test_a_sheet_that_is_corrected_later_or_undone_and_confirmed_anew_is_written_anew(tmp_path: Path) -> None:
    async def play(desk: Desk) -> None:
        await begin(desk)
        reveal(desk)
        first = desk.live.record(RoundConfirmed(hands("5H 8C", "2D"), BEN, RoundEnd.CALL))
        desk.live.record(SheetOpened(RoundId(first.seq)))
        desk.live.record(RoundConfirmed(hands("5H 10C", "2D"), BEN, RoundEnd.CALL, RoundId(first.seq)))

    async def undo(desk: Desk) -> None:
        await begin(desk)
        reveal(desk)
        first = desk.live.record(RoundConfirmed(hands("5H 8C", "2D"), BEN, RoundEnd.CALL))
        desk.live.record(Undone(first.seq))
        desk.live.record(RoundConfirmed(hands("5H 10C", "2D"), BEN, RoundEnd.CALL))

    for number, act in enumerate((play, undo)):
        (tmp_path / str(number)).mkdir()
        (kept,) = recorded(tmp_path / str(number), act)
        assert kept.sheet is not None
        assert kept.sheet.corrected == ("Ann: 5H 8C to 5H 10C",)


def test_a_round_that_is_watched_no_more_keeps_the_sheet_that_was_made_by_hand(tmp_path: Path) -> None:
    async def play(desk: Desk) -> None:
        await begin(desk)
        desk.live.record(WatchDropped())
        desk.live.record(SheetOpened())
        desk.live.record(RoundConfirmed(hands("5H", "2D"), BEN, RoundEnd.CALL))

    (kept,) = recorded(tmp_path, play)
    assert kept.sheet is not None
    assert kept.sheet.corrected == ("no hands were read",)


def test_the_sheet_of_another_round_is_never_taken_for_that_of_a_recorded_one(tmp_path: Path) -> None:
    async def play(desk: Desk) -> None:
        await begin(desk)
        reveal(desk)
        desk.live.record(SheetDropped())
        desk.live.record(SheetOpened())
        desk.live.record(RoundConfirmed(hands("5H", "2D"), BEN, RoundEnd.CALL))

    (kept,) = recorded(tmp_path, play)
    assert kept.sheet is None


def test_a_recording_that_the_end_of_the_app_cuts_short_says_so(tmp_path: Path) -> None:
    (kept,) = recorded(tmp_path, begin)
    assert kept.torn == "Kibitz was stopped."
    assert kept.sheet is None


async def health(desk: Desk) -> dict[str, str]:
    """What anybody is told who asks whether Kibitz is well."""
    app = app_asked_by()
    app.include_router(create_router(desk))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://kibitz") as http:
        told: dict[str, str] = (await http.get("/healthz")).json()
        return told


def test_a_disk_that_is_full_ends_the_recording_and_the_page_and_whoever_asks_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(desk: Desk) -> None:
        assert (await health(desk))["recording"] == "off"
        await begin(desk)
        monkeypatch.setattr(recorder, "room_left", lambda _: 0)
        assert await comes(lambda: "no more room" in desk.recorder.sentence)
        assert (await health(desk))["recording"] == "stopped"
        reveal(desk)
        assert await comes(lambda: not desk.recorder.is_running)
        assert "no more room" in desk.recorder.sentence

    (kept,) = recorded(tmp_path, play)
    assert "no more room" in kept.torn


def test_a_disk_that_refuses_is_one_sentence_and_scoring_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    async def play(desk: Desk) -> None:
        await begin(desk)
        assert (await health(desk))["recording"] == "on"
        monkeypatch.setattr(FrameFile, "add", full)
        assert await comes(lambda: "scoring goes on without it" in desk.recorder.sentence)
        assert (await health(desk))["recording"] == "stopped"
        reveal(desk)
        desk.live.record(RoundConfirmed(hands("5H 8C", "2D"), BEN, RoundEnd.CALL))
        assert desk.live.evening.game is not None
        assert len(desk.live.evening.game.counted) == 1

    (kept,) = recorded(tmp_path, play)
    assert "No space left" in kept.torn


def test_pictures_are_no_film_to_record(tmp_path: Path) -> None:
    PIL.Image.new("RGB", (64, 48)).save(tmp_path / "table.png")

    async def play(desk: Desk) -> None:
        desk.camera.open(str(tmp_path / "table.png"))
        desk.watch.begin(ANN, is_dealt=True)
        with pytest.raises(InputError, match="Pictures are no film"):
            desk.recorder.begin(only_table=False)
        assert desk.recorder.sentence == ""

    assert recorded(tmp_path, play) == []
