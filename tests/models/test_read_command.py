"""`kibitz read` over pictures of odd shapes."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from ..kibitz_process import kibitz


@pytest.mark.parametrize(("height", "width"), [(1, 1281), (3, 4000), (4000, 3), (1, 1)])
def test_a_picture_thin_as_a_line_holds_no_card_and_the_next_is_read(tmp_path: Path, height: int, width: int) -> None:
    thin, plain = tmp_path / "thin.png", tmp_path / "plain.png"
    cv2.imwrite(str(thin), np.zeros((height, width, 3), np.uint8))
    cv2.imwrite(str(plain), np.full((200, 300, 3), 90, np.uint8))
    done = kibitz(tmp_path / "said", "read", thin, plain, "--json")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, done.stderr
    assert [(row["width"], row["height"]) for row in rows] == [(width, height), (300, 200)]
    assert rows[0]["cards"] == []
