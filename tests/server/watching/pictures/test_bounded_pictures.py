"""Wherever a picture comes in, it is decoded apart from the server, or made smaller as it is decoded."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import PIL.Image

import kibitz_server
from kibitz_vision.camera.sources import open_source
from kibitz_vision.frames import READ_MEGAPIXELS
from kibitz_vision.teaching.found_cards import MOST_GROUND, cut_ground

_ITS_OWN = {"journal/pictures.py", "pages/reveal/sources.py", "watching/pictures/picture_process.py"}
"""Photos that Kibitz has kept, those of the demo, and the process that decodes those of strangers."""


def test_the_server_decodes_no_picture_of_strangers_itself() -> None:
    root = Path(kibitz_server.__file__).parent
    decoding = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name) and node.id in {"decode_image", "load_image"}
    }

    assert decoding == _ITS_OWN


def test_a_large_photo_opened_as_a_source_is_made_smaller(tmp_path: Path) -> None:
    path = tmp_path / "large.jpg"
    PIL.Image.new("RGB", (8000, 7000), 77).save(path)

    source = open_source(str(path))

    frame = source.latest()
    assert frame is not None
    height, width = frame.image.shape[:2]
    assert height * width <= READ_MEGAPIXELS * 1_000_000


def test_of_a_teaching_picture_only_small_pictures_are_kept() -> None:
    picture = np.zeros((3000, 4000, 3), np.uint8)
    card = np.array([(100, 100), (300, 100), (300, 400), (100, 400)], np.float32)

    cut = cut_ground(picture, [card])

    assert len(cut) == MOST_GROUND
    assert sum(one.nbytes for one in cut) < picture.nbytes / 10
    assert all(one.base is None or one.base.nbytes < picture.nbytes / 10 for one in cut)
