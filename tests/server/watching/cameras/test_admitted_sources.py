"""The page opens what was chosen for it, and is no way to find out about anything else."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz_scoring.errors import InputError
from kibitz_server.demo import demo_pictures
from kibitz_server.settings import Settings
from kibitz_server.watching.cameras.admitted_sources import AdmittedSources


@pytest.fixture
def admitted(tmp_path: Path) -> AdmittedSources:
    films = tmp_path / "films"
    films.mkdir()
    return AdmittedSources(Settings(tmp_path / "data", source=str(tmp_path / "given.mp4"), folders=(films,)))


def refusal(admitted: AdmittedSources, text: str) -> str:
    with pytest.raises(InputError) as caught:
        admitted.admit(text)
    return str(caught.value)


def test_a_refusal_is_the_same_whether_a_file_is_there_or_not(admitted: AdmittedSources, tmp_path: Path) -> None:
    there, nowhere = tmp_path / "there", tmp_path / "other"
    there.touch()

    assert refusal(admitted, str(there)).replace("there", "*") == refusal(admitted, str(nowhere)).replace("other", "*")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "/etc/passwd",
        "/etc",
        "../films/../../etc/passwd",
        "/dev/sda",
        "/dev/stdin",
        "/proc/self/environ",
        "a\0b",
        "x" * 100_000,
        "~/film.mp4",
        "file:///etc/passwd",
        "http://example.com/film.mp4",
        "http://169.254.169.254.nip.io/latest",
        "ftp://example.com/x",
        "concat:/etc/passwd",
        "http://[::1",
    ],
)
def test_nothing_is_opened_that_was_not_chosen(admitted: AdmittedSources, text: str) -> None:
    assert len(refusal(admitted, text)) < 400


def test_a_link_does_not_lead_out_of_a_chosen_folder(admitted: AdmittedSources, tmp_path: Path) -> None:
    (tmp_path / "films" / "out").symlink_to("/etc")

    assert refusal(admitted, str(tmp_path / "films" / "out" / "passwd"))


def test_cameras_the_own_network_and_chosen_files_are_opened(admitted: AdmittedSources, tmp_path: Path) -> None:
    own = [tmp_path / "films" / "a.mp4", tmp_path / "data" / "sources" / "b.mp4", tmp_path / "given.mp4"]
    for text in ("0", "cam:C920", "/dev/video0", "rtsp://192.168.1.7/s", str(demo_pictures()[0]), *map(str, own)):
        assert admitted.admit(text) == text


def test_an_address_that_is_shown_without_its_password_stands_for_the_whole_one(admitted: AdmittedSources) -> None:
    whole = "rtsp://me:secret@192.168.1.7/s"

    assert admitted.admit("rtsp://192.168.1.7/s", (None, whole)) == whole
