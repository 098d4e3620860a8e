"""Cameras are found by what stays the same when they are plugged in again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from kibitz_scoring.errors import InputError
from kibitz_vision.camera.names import Camera, find_camera, list_cameras

C920 = Camera(2, "HD Pro Webcam C920", "usb-046d_HD_Pro_Webcam_C920_9A3B-video-index0")
LAPTOP = Camera(0, "Integrated Camera", "usb-Chicony_Integrated_Camera_0001-video-index0")
TWIN = Camera(4, "HD Pro Webcam C920", "usb-046d_HD_Pro_Webcam_C920_77F0-video-index0")


@pytest.mark.parametrize(
    "text",
    ["cam:HD Pro Webcam C920", "cam:c920", "cam:usb-046d_HD_Pro_Webcam_C920_9A3B-video-index0", C920.source],
)
def test_a_camera_is_found_by_name_part_of_it_or_identity(text: str) -> None:
    assert find_camera(text, [LAPTOP, C920]) == 2


def test_a_number_is_a_number() -> None:
    assert find_camera("7", [LAPTOP]) == 7


def test_two_cameras_of_one_make_are_told_apart_by_identity_only() -> None:
    with pytest.raises(InputError, match=r"may be any of HD Pro Webcam C920 .*9A3B.*77F0"):
        find_camera("cam:C920", [LAPTOP, C920, TWIN])
    assert find_camera(TWIN.source, [LAPTOP, C920, TWIN]) == 4


def test_a_camera_that_is_not_plugged_in_is_said_with_what_is() -> None:
    with pytest.raises(InputError, match=r"'cam:Brio' is not plugged in; found Integrated Camera \(cam:usb-Chicony"):
        find_camera("cam:Brio", [LAPTOP])
    with pytest.raises(InputError, match="found no camera at all"):
        find_camera("cam:Brio", [])


@pytest.mark.skipif(os.name == "nt", reason="links of Linux")
def test_a_lasting_link_is_followed_to_the_number_of_today(tmp_path: Path) -> None:
    link = tmp_path / "usb-C920-video-index0"
    link.symlink_to("/dev/video6")
    with pytest.raises(InputError, match="is not plugged in or no camera"):
        find_camera("/dev/v4l/by-id/usb-nobody-video-index0", [])
    assert find_camera(f"/dev/../{link}", []) == 6


@pytest.mark.skipif(sys.platform != "linux", reason="lists the cameras of Linux")
def test_listed_cameras_can_be_opened_by_their_source(tmp_path: Path) -> None:
    cameras = list_cameras(tmp_path / "nowhere")
    assert [find_camera(camera.source, [camera]) for camera in cameras] == [camera.number for camera in cameras]
