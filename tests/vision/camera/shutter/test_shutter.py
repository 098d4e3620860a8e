"""What the shutter makes of times, and that its figures are kept for each camera."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.table import Interval
from kibitz_vision.camera.names import Camera, lasting_name
from kibitz_vision.camera.process.light_lock import exposure_ms
from kibitz_vision.camera.shutter.shutter import ASSUMED, Shutter
from kibitz_vision.camera.shutter.shutter_file import ShutterFile

from ..process.test_light_lock import FakeCamera

MIDDLE = np.array([[0.0, 400.0], [50.0, 400.0], [50.0, 600.0], [0.0, 600.0]])
"""From 40 % to 60 % of a picture that is 1000 rows high."""
TOLD = Interval(1000.0, 1033.0)


def test_a_shutter_that_nobody_measured_makes_a_time_earlier_by_what_it_may_take() -> None:
    assert ASSUMED.covering(TOLD, MIDDLE, 1000) == Interval(pytest.approx(1000 - 18 - 10), 1033)


def test_one_that_was_measured_moves_it_by_the_rows_below() -> None:
    covered = Shutter((20.0, 24.0), "2026-11-28", exposure_ms=0.0).covering(TOLD, MIDDLE, 1000)
    assert covered == Interval(pytest.approx(1000 - 24 * 0.6), pytest.approx(1033 - 20 * 0.4))


def test_what_happens_in_the_second_half_of_an_exposure_may_not_show_yet() -> None:
    shutter = Shutter((0.0, 0.0), "2026-11-28", exposure_ms=33.0)
    assert shutter.covering(TOLD, MIDDLE, 1000) == Interval(1000 - 16.5, 1033)


def test_figures_are_kept_for_each_camera(tmp_path: Path) -> None:
    file = ShutterFile(tmp_path / "data")
    assert file.of("cam:C920") == ASSUMED
    file.keep("cam:C920", Shutter((20.0, 24.0), "2026-11-28", 33.3, 0.4, 8.0))
    file.keep("cam:Other", Shutter((10.0, 14.0), "2026-11-29"))
    assert ShutterFile(tmp_path / "data").of("cam:C920").readout_ms == (20.0, 24.0)


def test_a_damaged_file_of_figures_leaves_the_assumption(tmp_path: Path) -> None:
    file = ShutterFile(tmp_path)
    file.path.write_text("{", encoding="utf-8")
    assert file.of("cam:C920") == ASSUMED
    with pytest.raises(InputError, match="is damaged; delete it"):
        file.keep("cam:C920", ASSUMED)


def test_a_camera_has_one_name_whatever_opens_it() -> None:
    cameras = [Camera(2, "HD Pro Webcam C920", "usb-C920-1")]
    assert {lasting_name(text, lambda: cameras) for text in ("2", "cam:c920", "cam:usb-C920-1")} == {"cam:usb-C920-1"}
    assert lasting_name("rtsp://me:secret@phone/1") == "rtsp://phone/1"
    assert lasting_name("7", lambda: cameras) == "7"


def test_the_exposure_is_told_in_ms_whatever_unit_a_driver_has() -> None:
    camera = FakeCamera()
    assert exposure_ms(camera, "linux") == pytest.approx(15.7)
    assert exposure_ms(camera, "darwin") is None
    camera.values = dict.fromkeys(camera.values, -6.0)
    assert exposure_ms(camera, "win32") == pytest.approx(15.625)
    assert exposure_ms(camera, "linux") is None
