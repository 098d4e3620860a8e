from __future__ import annotations

from pathlib import Path

from kibitz_server.evening.live import Live
from kibitz_server.evening.upkeep import Upkeep
from kibitz_server.journal.entries import SheetOpened
from kibitz_server.journal.pictures import PictureFolder, picture_path

from ...full_disk import smallest_file


def test_the_disk_is_told_of_before_it_is_full_and_no_more_once_there_is_room(live: Live, tmp_path: Path) -> None:
    free = [5_000_000_000, 640_000_000, 20_000_000, 5_000_000_000]
    upkeep = Upkeep(live, tmp_path, free=lambda _: free.pop(0))
    told: list[str] = []
    live.watch("a page", lambda: told.append(upkeep.sentence))

    for _ in range(4):
        upkeep.look()

    assert ["640 MB left" in told[0], "nearly full" in told[1], told[2] == ""] == [True] * 3


def test_a_picture_that_a_full_disk_refuses_waits_and_is_kept_once_there_is_room(live: Live, tmp_path: Path) -> None:
    pictures = PictureFolder(tmp_path)
    upkeep = Upkeep(live, tmp_path, pictures, free=lambda _: 5_000_000_000)

    with smallest_file(8):
        picture = pictures.keep(b"a picture that is larger")
        upkeep.look()
        assert upkeep.sentence == "Pictures that wait in memory until the disk has room: 1."
        assert list((tmp_path / "pictures").iterdir()) == []
    upkeep.look()

    assert upkeep.sentence == ""
    assert picture_path(tmp_path, picture).read_bytes() == b"a picture that is larger"


def test_an_hour_of_play_is_backed_up_and_an_hour_without_any_is_not(live: Live, tmp_path: Path) -> None:
    clock_s = [0.0]
    upkeep = Upkeep(live, tmp_path, clock_s=lambda: clock_s[0])
    backups = tmp_path / "backups"
    live.record(SheetOpened())

    made = []
    for hour in (0.5, 1.1, 2.2):
        clock_s[0] = 3600.0 * hour
        upkeep.look()
        made.append(len(list(backups.glob("*"))))

    assert made == [0, 1, 1]
