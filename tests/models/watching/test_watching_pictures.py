"""`kibitz watch` of a picture comes to an end by itself, also where a picture moves."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import PIL.Image
import pytest


@pytest.mark.parametrize("name", ["photo.jpg", "photo.png", "moving.gif"])
def test_a_picture_is_watched_to_its_end(tmp_path: Path, name: str) -> None:
    first, second = (PIL.Image.new("RGB", (320, 240), (grey, grey, grey)) for grey in (90, 120))
    more = {"save_all": True, "append_images": [second], "duration": 40} if name.endswith("gif") else {}
    first.save(tmp_path / name, **more)
    command = [sys.executable, "-m", "kibitz_server", "watch", str(tmp_path / name), "--rules", "kaboo"]
    done = subprocess.run([*command, "--players", "Ann,Ben"], capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    assert "No score sheet" in done.stdout
