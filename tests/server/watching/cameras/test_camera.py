"""The camera at the table, as others are told of it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from kibitz_server.watching.cameras.camera import TableCamera


def test_a_camera_is_shown_without_its_password_and_by_no_name_while_none_is_open(tmp_path: Path) -> None:
    camera = TableCamera()
    assert camera.shown_name == ""
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), np.zeros((48, 64, 3), np.uint8))
    camera.open(str(picture))
    assert camera.shown_name == str(picture)

    camera.name = "rtsp://me:secret@10.0.0.7/table"
    assert camera.shown_name == "rtsp://10.0.0.7/table"
    camera.close()
