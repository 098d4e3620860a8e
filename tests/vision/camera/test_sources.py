"""Sources as they behave: pictures, videos, a stream served on this machine, cameras that are not there."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import PIL.Image
import pytest

from kibitz_scoring.errors import InputError
from kibitz_vision.camera.health import SourceState
from kibitz_vision.camera.picture_source import PictureSource
from kibitz_vision.camera.sources import FrameSource, open_source
from kibitz_vision.frames import Frame

WriteVideo = Callable[..., Path]


def until(condition: Callable[[], bool], what: str) -> None:
    """Wait for what must come sooner or later; the deadline only ends a test that hangs."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain until {what}"
        time.sleep(0.01)


def first_frame(source: FrameSource) -> Frame:
    until(lambda: source.latest() is not None, f"a frame comes: {source.health}")
    frame = source.latest()
    assert frame is not None
    return frame


def save_picture(path: Path, shade: int, size: tuple[int, int] = (64, 48)) -> None:
    PIL.Image.new("RGB", size, (shade, shade, shade)).save(path)


def test_one_picture_is_live_at_once(tmp_path: Path) -> None:
    save_picture(tmp_path / "table.png", 77)
    with closing(open_source(str(tmp_path / "table.png"))) as source:
        frame = first_frame(source)
        assert frame.image.shape == (48, 64, 3)
        assert int(frame.image[0, 0, 0]) == 77
        assert source.latest() is frame
        assert source.health.state is SourceState.LIVE
        assert source.health.size_px == (64, 48)


def test_a_folder_shows_its_pictures_in_natural_order_and_again(tmp_path: Path) -> None:
    shades = {"table 2.png": 20, "table 10.png": 100, "table 9.png": 90}
    for name, shade in shades.items():
        save_picture(tmp_path / name, shade)
    (tmp_path / "notes.txt").write_text("no picture")
    with closing(open_source(str(tmp_path))) as source:
        assert int(first_frame(source).image[0, 0, 0]) == 20
        assert source.health.sentence == "table 2.png, picture 1 of 3."
    paths = [tmp_path / name for name in ("a.png", "b.png")]
    for shade, path in enumerate(paths):
        save_picture(path, shade)
    quick = PictureSource(paths, interval_s=0.02)
    seen: list[int] = []

    def seen_twice() -> bool:
        shade = int(first_frame(quick).image[0, 0, 0])
        if not seen or seen[-1] != shade:
            seen.append(shade)
        return len(seen) >= 4

    until(seen_twice, "both pictures have come round twice")
    assert seen[:4] in ([0, 1, 0, 1], [1, 0, 1, 0])


def test_a_damaged_picture_in_a_folder_is_said_and_passed_over(tmp_path: Path) -> None:
    save_picture(tmp_path / "a.png", 50)
    (tmp_path / "b.png").write_bytes(b"nonsense")
    source = PictureSource([tmp_path / "a.png", tmp_path / "b.png"], interval_s=0.05)
    until(lambda: "b.png is not a picture" in source.health.sentence, "the damaged one is named")
    assert int(first_frame(source).image[0, 0, 0]) == 50
    until(lambda: source.health.sentence == "a.png, picture 1 of 2.", "the good one has its turn again")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "An empty text is no source; expected a camera's number such as 0"),
        ("-1", "-1 is no source"),
        ("x" * 300, "xxx"),
        ("nowhere.mp4", "nowhere.mp4 is no source"),
        ("ftp://u:secret@host/x", "ftp://host/x is no stream Kibitz reads; expected rtsp:// or http"),
    ],
)
def test_a_text_that_can_be_no_source_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        open_source(text)
    assert str(caught.value).startswith(sentence)


def test_files_that_cannot_be_read_are_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "broken.jpg").write_bytes(b"nonsense")
    (tmp_path / "broken.mp4").write_bytes(b"nonsense")
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match=r"broken\.jpg is not a picture"):
        open_source(str(tmp_path / "broken.jpg"))
    with pytest.raises(InputError, match=r"broken\.mp4 is no video"):
        open_source(str(tmp_path / "broken.mp4"))
    with pytest.raises(InputError, match="folder holds no picture"):
        open_source(str(tmp_path / "folder"))


def test_a_video_plays_with_its_own_times_to_its_end(write_video: WriteVideo) -> None:
    times_ms = list(range(0, 900, 30))
    with closing(open_source(str(write_video("deal.mp4", times_ms)))) as source:
        taken = {first_frame(source).index: first_frame(source)}

        def ended() -> bool:
            frame = source.latest()
            assert frame is not None
            taken[frame.index] = frame
            return source.health.state is SourceState.ENDED

        until(ended, "the video ends")
        assert list(taken) == sorted(taken)
        assert max(taken) == len(times_ms) - 1
        first = min(taken)
        for index, frame in taken.items():
            since_ms = (frame.captured_ns - taken[first].captured_ns) / 1e6
            assert round(since_ms) == times_ms[index] - times_ms[first]
        assert "is at its end" in source.health.sentence
        assert source.latest() is taken[max(taken)]


def test_a_camera_that_is_not_there_is_said_in_one_sentence() -> None:
    with closing(open_source("93")) as source:
        until(lambda: source.health.state is SourceState.LOST, "the missing camera is noticed")
        assert source.health.sentence.startswith("Camera 93 cannot be opened: it does not exist or another program")
        assert source.latest() is None


def capturing_pids() -> set[int]:
    return {child.pid for child in multiprocessing.active_children() if child.name.startswith("kibitz") and child.pid}


def test_a_closed_source_leaves_no_process_and_may_be_closed_twice() -> None:
    source = open_source("93")
    assert capturing_pids()
    source.close()
    source.close()
    assert not capturing_pids()
    assert source.latest() is None
    assert source.health.state is SourceState.ENDED


PARENT = """
import multiprocessing, sys, time
from kibitz_vision.camera.sources import open_source
if __name__ == "__main__":
    source = open_source("93")
    print(multiprocessing.active_children()[0].pid, flush=True)
    while source.health.state != "lost":
        time.sleep(0.01)
    print("lost", flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="asks /proc whether a process lives")
def test_a_capture_ends_with_the_program_it_serves(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert parent.stdout.readline() == "lost\n"
        parent.kill()
    stat = Path(f"/proc/{pid}/stat")
    until(lambda: not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z", "the capture has ended")
