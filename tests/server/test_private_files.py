"""Nobody but the owner reads what Kibitz keeps."""

from __future__ import annotations

import errno
import os
import stat
import sys
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from kibitz_server.demo import demo_pictures
from kibitz_server.desk import open_desk
from kibitz_server.gate.key_file import drop_key, take_key
from kibitz_server.journal.entries import SheetOpened
from kibitz_server.journal.journal import Journal
from kibitz_server.private_files import make_private, write_private
from kibitz_server.settings import Settings
from kibitz_server.watching.cameras.camera_memory import CameraMemory

from ..browser.conftest import running_kibitz
from ..films import write_film
from ..kibitz_process import kibitz

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights of files")


def open_to_others(folder: Path) -> list[str]:
    return [str(path) for path in (folder, *folder.rglob("*")) if stat.S_IMODE(path.stat().st_mode) & 0o077]


def test_all_that_a_running_kibitz_writes_is_its_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0o000)
    try:
        with running_kibitz(tmp_path / "data") as running:
            running.get("/")
            assert (tmp_path / "data" / "page.key").exists()
            assert open_to_others(tmp_path / "data") == []
        assert open_to_others(tmp_path / "data") == []
    finally:
        os.umask(before)


def test_what_an_earlier_version_left_open_is_closed_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir(mode=0o755)
    for name in ("journal.sqlite3", "camera.txt", "pictures/a.jpg", "holiday.jpg"):
        (tmp_path / name).touch(mode=0o644)
    tmp_path.chmod(0o755)

    make_private(tmp_path)

    assert open_to_others(tmp_path) == [str(tmp_path / "holiday.jpg")]


def test_a_folder_that_was_made_for_decks_and_recordings_only_is_closed_too(tmp_path: Path) -> None:
    for name in ("recordings/round-1", "decks"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("recordings/round-1/frames.mjpeg", "decks/odd.kibitzdeck", "cameras.json"):
        (tmp_path / name).touch(mode=0o644)
    tmp_path.chmod(0o755)

    make_private(tmp_path)

    assert open_to_others(tmp_path) == []


WRITING = {
    "backup": ("backup", "{data}/../copy.sqlite3", "--data", "{data}"),
    "restore": ("restore", "--data", "{data}"),
    "webhooks": ("webhooks", "add", "http://127.0.0.1:9/x", "--data", "{data}"),
    "camera-check": ("camera-check", "{film}", "--camera", "0", "--data", "{data}"),
    "record": ("record", "{film}", "--rules", "kaboo", "--players", "Ann,Ben", "--out", "{data}/recordings"),
    "deck": ("deck", "teach", "Demo", "{photo}", "--yes", "--dir", "{data}/decks"),
    "rules": ("rules", "sheet", "kaboo", "--out", "{data}/kaboo.html"),
}
"""Commands that write, one of each kind; `kibitz run` is tried above."""


@pytest.mark.parametrize("arguments", WRITING.values(), ids=list(WRITING))
def test_what_a_command_writes_is_its_owners_alone_whatever_the_shell_allows(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    here, film = tmp_path / "here", tmp_path / "film.mp4"
    write_film(film, [np.full((240, 320, 3), 60, np.uint8)] * 20, 10)
    journal = Journal(here / "data")
    journal.append(SheetOpened(), datetime.now(UTC))
    journal.close()
    make_private(here / "data")
    for path in (here, *here.rglob("*")):
        path.chmod(path.stat().st_mode & 0o700)
    there = {path: path.stat().st_mtime_ns for path in here.rglob("*") if path.is_file()}
    names = {"data": here / "data", "film": film, "photo": demo_pictures()[0]}
    before = os.umask(0o000)
    try:
        answer = kibitz(tmp_path / "said", *(argument.format(**names) for argument in arguments))
    finally:
        os.umask(before)

    assert answer.returncode in (0, 1), answer.stderr
    assert [path for path in here.rglob("*") if path.is_file() and there.get(path) != path.stat().st_mtime_ns]
    assert open_to_others(here) == []


def test_a_folder_that_is_not_kibitzs_own_keeps_its_rights(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").touch()
    tmp_path.chmod(0o755)

    make_private(tmp_path)

    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_a_cameras_password_lies_in_a_file_of_the_owner_even_where_one_lay_open(tmp_path: Path) -> None:
    (tmp_path / "camera.txt").touch(mode=0o644)
    memory = CameraMemory(tmp_path)

    memory.keep("rtsp://me:secret@192.168.1.7/x")

    assert memory.last() == "rtsp://me:secret@192.168.1.7/x"
    assert open_to_others(tmp_path / "camera.txt") == []


def test_a_private_file_is_its_owners_from_the_first_byte_on_whatever_a_killed_process_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = os.umask(0o000)
    try:
        (tmp_path / "camera.part").write_text("left by a killed process")
        (tmp_path / "camera.part").chmod(0o666)
        seen: list[list[str]] = []
        replace = Path.replace
        monkeypatch.setattr(
            Path, "replace", lambda part, target: (seen.append(open_to_others(part)), replace(part, target))[1]
        )
        write_private(tmp_path / "camera.txt", "rtsp://me:secret@192.168.1.7/x")
    finally:
        os.umask(before)
    assert seen == [[]]
    assert open_to_others(tmp_path / "camera.txt") == []
    assert (tmp_path / "camera.txt").read_text() == "rtsp://me:secret@192.168.1.7/x"


def test_where_the_disk_refuses_the_private_file_before_stays_and_nothing_half_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_private(tmp_path / "devices.guests", "before")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        write_private(tmp_path / "devices.guests", b"after")
    assert [path.name for path in tmp_path.iterdir()] == ["devices.guests"]
    assert (tmp_path / "devices.guests").read_text() == "before"


def test_each_start_has_a_key_of_its_own_but_after_a_crash(tmp_path: Path) -> None:
    first = take_key(tmp_path)
    assert take_key(tmp_path) == first
    drop_key(tmp_path)
    assert take_key(tmp_path) != first


def test_a_key_file_that_was_tampered_with_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "page.key").write_text("")
    assert len(take_key(tmp_path)) == 32
    (tmp_path / "page.key").write_text("a\n" * 40)
    assert len(take_key(tmp_path)) == 32


def test_a_data_folder_is_made_for_the_owner(tmp_path: Path) -> None:
    open_desk(Settings(tmp_path / "new")).close()

    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
