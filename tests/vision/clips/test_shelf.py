"""The shelf of clips: what is kept, what makes room, what a full disk and a killed process leave."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kibitz_scoring.errors import InputError
from kibitz_vision.clips.clip import Clip, ClipKind, ClipRuling
from kibitz_vision.clips.clip_file import read_clip
from kibitz_vision.clips.shelf import ClipShelf

from .conftest import race_clip

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
KILLS = 5
_CUTS_ON = """
import sys
from dataclasses import replace
from datetime import datetime, UTC
from pathlib import Path
from kibitz_vision.clips.clip import ClipKind
from kibitz_vision.clips.clip_file import read_clip
from kibitz_vision.clips.shelf import ClipShelf

shelf, clip = ClipShelf(Path(sys.argv[1]), room=lambda _: 10**12), read_clip(Path(sys.argv[2]))
clip = replace(clip, frames=tuple(replace(one, jpeg=one.jpeg + bytes(2_000_000)) for one in clip.frames))
shelf.put(shelf.new_name(ClipKind.SNAP, datetime.now(UTC)), clip)
print("ready", flush=True)
while True:
    shelf.put(shelf.new_name(ClipKind.SNAP, datetime.now(UTC)), clip)
"""


@pytest.fixture
def shelf(tmp_path: Path) -> ClipShelf:
    return ClipShelf(tmp_path / "clips", room=lambda _: 10**12)


def put(shelf: ClipShelf, clip: Clip, age_days: float = 0.0) -> str:
    name = shelf.new_name(ClipKind.SNAP, NOON)
    shelf.put(name, clip)
    then_s = time.time() - age_days * 86_400
    os.utime(shelf.path(name), (then_s, then_s))
    return name


def names(shelf: ClipShelf) -> list[str]:
    return [one.name for one in shelf.clips()]


def test_clips_are_listed_by_when_they_were_cut_and_found_by_their_names(shelf: ClipShelf, clip: Clip) -> None:
    first, second = put(shelf, clip), put(shelf, replace(clip, title="Another"))
    assert [first, second] == ["20261128-120000-snap", "20261128-120000-snap-2"]
    told = shelf.clips()
    assert [one.head and one.head.title for one in told] == [clip.title, "Another"]
    assert shelf.clip(second).title == "Another"
    assert second in shelf
    for missing in ("20261128-120000-snap-3", "../secret", "kept/x", "", "x" * 300):
        with pytest.raises(InputError, match="no clip"):
            shelf.path(missing)


def test_a_clip_is_ruled_on_without_its_pictures_changing(shelf: ClipShelf, clip: Clip) -> None:
    name = put(shelf, clip)
    shelf.change(name, lambda clip: replace(clip, ruling=ClipRuling("The table ruled: Ann has it.")))
    read = shelf.clip(name)
    assert read.ruling == ClipRuling("The table ruled: Ann has it.")
    assert [one.jpeg for one in read.frames] == [one.jpeg for one in clip.frames]


def test_old_clips_go_also_where_none_is_put_there_any_more(shelf: ClipShelf, clip: Clip) -> None:
    put(shelf, clip, age_days=31)
    young = put(shelf, clip, age_days=29)
    kept = put(shelf, clip, age_days=400)
    shelf.keep(kept)
    shelf.tidy()
    assert names(shelf) == [young, kept]
    ClipShelf(shelf.folder / "not" / "there").tidy()


def test_old_clips_go_and_kept_ones_stay(shelf: ClipShelf, clip: Clip) -> None:
    kept, old = put(shelf, clip), put(shelf, clip, age_days=31)
    shelf.keep(kept)
    os.utime(shelf.path(kept), (0, 0))
    new = put(shelf, clip)
    assert old not in shelf
    assert {one.name: one.is_kept for one in shelf.clips()} == {kept: True, new: False}
    shelf.keep(kept, is_kept=False)
    os.utime(shelf.path(kept), (0, 0))
    assert names(shelf) == sorted([kept, new])
    newest = put(shelf, clip)
    assert names(shelf) == sorted([new, newest])


def test_the_oldest_make_room_for_the_newest(tmp_path: Path, clip: Clip) -> None:
    size = sum(len(frame.jpeg) for frame in clip.frames)
    shelf = ClipShelf(tmp_path / "clips", most_bytes=round(size * 3.9), room=lambda _: 10**12)
    made = [put(shelf, clip, age_days=(20 - number) / 100) for number in range(8)]
    assert names(shelf) == sorted(made[-2:]) or names(shelf) == sorted(made[-3:])
    assert sum(one.size_bytes for one in shelf.clips()) <= size * 3.9


def test_a_full_disk_is_one_sentence_and_leaves_what_is_there(tmp_path: Path, clip: Clip) -> None:
    room = [10**12]
    shelf = ClipShelf(tmp_path / "clips", room=lambda _: room[0])
    name = put(shelf, clip)
    room[0] = 100
    with pytest.raises(InputError, match="no room"):
        put(shelf, clip)
    assert names(shelf) == [name]
    assert list(shelf.folder.glob("*.part")) == []


def test_a_clip_that_was_damaged_is_listed_and_never_trusted(shelf: ClipShelf, clip: Clip) -> None:
    name = put(shelf, clip)
    path = shelf.path(name)
    path.write_bytes(b"x" + path.read_bytes()[1:])
    assert [one.head for one in shelf.clips()] == [None]
    with pytest.raises(InputError):
        shelf.clip(name)


def until_a_cut_is_under_way(folder: Path) -> None:
    end_s = time.monotonic() + 30.0
    while not any(folder.glob("*.part")) and time.monotonic() < end_s:
        time.sleep(0.001)


def test_a_process_that_is_killed_in_a_cut_leaves_every_older_clip_whole(tmp_path: Path) -> None:
    from kibitz_vision.clips.clip_file import write_clip

    first, folder = tmp_path / "first.kibitz", tmp_path / "clips"
    write_clip(race_clip(), first)
    torn = 0
    for _ in range(KILLS):
        command = [sys.executable, "-c", _CUTS_ON, str(folder), str(first)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ}) as process:
            assert process.stdout is not None
            process.stdout.readline()
            until_a_cut_is_under_way(folder)
            process.send_signal(signal.SIGKILL)
        torn += any(folder.glob("*.part"))
        shelf = ClipShelf(folder, room=lambda _: 10**12)
        there = shelf.clips()
        assert there
        for one in there:
            assert read_clip(one.path).torn == ""
        for left in folder.glob("*.part"):
            os.utime(left, (0, 0))
    assert torn > 0
    put(shelf, race_clip())
    assert list(folder.glob("*.part")) == []
