from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kibitz_scoring.errors import InputError
from kibitz_server.demo import demo_pictures
from kibitz_server.watching.cameras import camera_choice
from kibitz_server.watching.cameras.camera import TableCamera
from kibitz_server.watching.cameras.camera_choice import CameraChoice
from kibitz_server.watching.cameras.camera_memory import CameraMemory
from kibitz_vision.camera.names import Camera
from kibitz_vision.camera.sources import FrameSource, open_source


@pytest.fixture
def choice(monkeypatch: pytest.MonkeyPatch) -> CameraChoice:
    """One camera is plugged in, and shows a demo picture."""
    camera = Camera(0, "Webcam", "usb-webcam")
    monkeypatch.setattr(camera_choice, "list_cameras", lambda: [camera])

    def opened(text: str) -> FrameSource:
        return open_source(str(demo_pictures(2)[0]) if text == camera.source else text)

    monkeypatch.setattr(camera_choice, "open_source", opened)
    return CameraChoice(TableCamera())


def test_a_camera_that_is_plugged_in_shows_its_picture(choice: CameraChoice) -> None:
    assert [camera.name for camera in choice.list()] == ["Webcam"]

    assert asyncio.run(choice.picture(0)).startswith(b"\xff\xd8")
    choice.release()


def test_a_camera_that_is_not_listed_is_refused(choice: CameraChoice) -> None:
    with pytest.raises(InputError, match="There is no camera 3"):
        asyncio.run(choice.picture(3))


def test_a_test_tells_how_a_source_does_and_what_it_sees(choice: CameraChoice) -> None:
    health, picture = asyncio.run(choice.test(str(demo_pictures(3)[0])))

    assert "demo-3-1.jpg" in health.sentence
    assert picture
    with pytest.raises(InputError, match="is no source"):
        asyncio.run(choice.test("nowhere"))


def test_the_last_camera_is_remembered_for_its_owner_only(tmp_path: Path) -> None:
    memory = CameraMemory(tmp_path)
    assert memory.last() is None

    memory.keep("http://ann:secret@phone/video")

    assert CameraMemory(tmp_path).last() == "http://ann:secret@phone/video"
    assert (tmp_path / "camera.txt").stat().st_mode & 0o077 == 0
