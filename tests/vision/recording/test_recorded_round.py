"""Recorded rounds read back: as they were written, as far as they go, and one sentence for what is wrong in them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Called
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.table import Heap, Interval
from kibitz_vision.recording import folder as folder_module
from kibitz_vision.recording.confirmed_sheet import Asked, ConfirmedSheet, RevealedHands
from kibitz_vision.recording.folder import WHOLE, RecordingFolder
from kibitz_vision.recording.recorded_round import read_recorded, recorded_in
from kibitz_vision.recording.shrink import shrink
from kibitz_vision.table.places import TablePlaces

from .conftest import PACK, PLAYERS, jpeg_of

Begin = Callable[..., RecordingFolder]
ANN, BEN = PLAYERS
CALL = TimedEvent(Interval(1500.0, 1500.0), Called(BEN))
READ = RevealedHands({ANN: parse_hand("5H 8C"), BEN: parse_hand("2D")}, BEN, RoundEnd.CALL)
CONFIRMED = RevealedHands({ANN: parse_hand("5H 9C"), BEN: parse_hand("2D")}, BEN, RoundEnd.CALL)
SHEET = ConfirmedSheet(CONFIRMED, READ, (Asked("Who was it?", is_answered=True, answer="Ann"), Asked("Is it?")))


@pytest.fixture
def written(begin: Begin) -> Path:
    """A whole round of four pictures."""
    folder = begin()
    for index in range(4):
        folder.frames.add(jpeg_of(100), index, index * 33.3)
    folder.add_act(CALL)
    folder.write_events([CALL])
    folder.end(WHOLE, missed=0)
    folder.write_sheet(SHEET)
    return folder.path


def test_a_round_is_read_as_it_was_written(written: Path) -> None:
    recorded = read_recorded(written)
    assert written.name == "round-2026-11-28-2031"
    assert (recorded.pack, recorded.players) == (PACK, PLAYERS)
    assert recorded.acts == recorded.done == (CALL,)
    assert recorded.sheet == SHEET
    assert recorded.answers == SHEET.asked[:1]
    assert [frame.captured_ns for frame in recorded.frames()] == [0, 33_300_000, 66_600_000, 99_900_000]
    assert recorded.places is None
    assert json.loads((written / "table.json").read_text())["pack_hash"] == PACK.content_hash
    assert json.loads((written / "sheet.json").read_text())["points"] == {"Ann": 14, "Ben": 2}


def test_what_people_corrected_is_said_by_hand() -> None:
    assert SHEET.corrected == ("Ann: 5H 8C to 5H 9C",)
    turned = RevealedHands({ANN: parse_hand("8C 5H"), BEN: parse_hand("2D")}, None, RoundEnd.DECK)
    assert ConfirmedSheet(turned, READ).corrected == ("caller: Ben to nobody",)
    assert ConfirmedSheet(READ, READ).corrected == ()
    assert ConfirmedSheet(READ).corrected == ("no hands were read",)


def test_the_places_that_people_gave_are_kept_with_it(begin: Begin, places: TablePlaces) -> None:
    folder = begin(places=places)
    folder.frames.add(jpeg_of(100), 0, 0.0)
    kept = read_recorded(folder.path).places
    assert kept is not None
    np.testing.assert_allclose(kept.quads_mm[Heap.DRAW], places.quads_mm[Heap.DRAW])


def test_a_recording_that_was_cut_off_anywhere_is_read_as_far_as_it_goes(begin: Begin) -> None:
    folder = begin()
    for index in range(3):
        folder.frames.add(jpeg_of(100), index, index * 33.3)
    folder.add_act(CALL)
    pictures, times, acts = (folder.path / name for name in ("frames.mjpeg", "frames.jsonl", "acts.jsonl"))
    with pictures.open("ab") as file:
        file.write(jpeg_of(100)[:50])
    for path in (times, acts):
        with path.open("ab") as file:
            file.write(b'{"index": 3, "at')
    recorded = read_recorded(folder.path)
    assert len(list(recorded.frames())) == 3
    assert recorded.acts == (CALL,)
    assert recorded.sheet is None
    assert recorded.torn == "It was cut off."
    pictures.write_bytes(pictures.read_bytes()[: len(jpeg_of(100)) + 50])
    assert len(list(read_recorded(folder.path).frames())) == 1


def test_rounds_of_the_same_minute_have_folders_of_their_own(begin: Begin) -> None:
    assert [begin().path.name for _ in range(3)] == [
        "round-2026-11-28-2031",
        "round-2026-11-28-2031-2",
        "round-2026-11-28-2031-3",
    ]


def test_all_recordings_of_a_folder_are_found(begin: Begin, tmp_path: Path) -> None:
    first, second = begin().path, begin().path
    assert recorded_in([tmp_path / "recordings"]) == [first, second]
    assert recorded_in([second, first]) == [second, first]
    for nothing in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(InputError, match="is no recording and holds none"):
            recorded_in([nothing])


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:20])


@pytest.mark.parametrize(
    ("name", "spoil", "said"),
    [
        ("manifest.json", _cut, "manifest.json: the file is damaged"),
        ("manifest.json", lambda path: path.write_text('{"format": "kibitz-recording-9"}'), "format is damaged"),
        ("table.json", Path.unlink, "table.json cannot be read"),
        ("table.json", lambda path: path.write_text('{"pack": {}, "players": [], "table": ""}'), "table.json: 'id'"),
        ("frames.mjpeg", Path.unlink, "frames.mjpeg cannot be read"),
        ("frames.jsonl", Path.unlink, "frames.jsonl cannot be read"),
        ("frames.jsonl", _cut, "holds no picture"),
        ("frames.mjpeg", lambda path: path.write_bytes(path.read_bytes()[:-10]), "3 pictures; expected the 4"),
        ("frames.jsonl", lambda path: path.write_text("[]\n" + path.read_text()), "frames.jsonl, line 1"),
        ("acts.jsonl", lambda path: path.write_text("nonsense\n"), "acts.jsonl, line 1"),
        ("sheet.json", _cut, "sheet.json is no confirmed sheet"),
    ],
)
def test_what_is_missing_or_damaged_is_one_sentence(
    written: Path, name: str, spoil: Callable[[Path], object], said: str
) -> None:
    spoil(written / name)
    with pytest.raises(InputError, match=said):
        read_recorded(written)


def test_a_picture_that_is_none_is_named(written: Path) -> None:
    pictures = written / "frames.mjpeg"
    size = len(jpeg_of(100))
    pictures.write_bytes(pictures.read_bytes()[:size] + bytes(size) + pictures.read_bytes()[2 * size :])
    with pytest.raises(InputError, match="picture 2 of 4 is damaged"):
        list(read_recorded(written).frames())


def test_a_disk_without_room_is_said_before_anything_is_recorded(
    begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_module, "room_left", lambda _: 0)
    with pytest.raises(InputError, match="no room for a recording"):
        begin()
    assert list((tmp_path / "recordings").iterdir()) == []


def test_a_place_that_is_no_folder_is_one_sentence(begin: Begin, tmp_path: Path) -> None:
    (tmp_path / "recordings").write_text("")
    with pytest.raises(InputError, match="cannot be written to"):
        begin()


def test_a_recording_made_smaller_shows_the_same_pictures_at_the_same_times(written: Path) -> None:
    before = list(read_recorded(written).frames())
    assert list(shrink(written)) == [1, 2, 3, 4]
    after = list(read_recorded(written).frames())
    assert [(frame.index, frame.captured_ns) for frame in after] == [
        (frame.index, frame.captured_ns) for frame in before
    ]
    assert all(abs(int(frame.image.mean()) - 100) <= 2 for frame in after)
    assert not (written / "frames.mjpeg").exists()
    assert list(shrink(written)) == []


def test_making_a_recording_smaller_may_be_stopped_and_leaves_it_as_it_was(written: Path) -> None:
    before = {path.name for path in written.iterdir()}
    going = shrink(written)
    next(going)
    going.close()
    assert {path.name for path in written.iterdir()} == before
    assert len(list(read_recorded(written).frames())) == 4
