"""Labelled photographs."""

from pathlib import Path

import pytest

from kibitz_datasets.real import read_photos
from kibitz_scoring.errors import InputError


def _labels(folder: Path, text: str) -> Path:
    (folder / "labels.jsonl").write_text(text, encoding="utf-8")
    return folder


def test_faces_backs_points_and_boxes_are_read(tmp_path: Path) -> None:
    quad = [[0, 0], [1, 0], [1, 2], [0, 2]]
    lines = (
        f'{{"image": "a.jpg", "cards": [{{"card": "10H", "quad": {quad}, "visible": "full"}},'
        f' {{"card": "QS", "quad": null, "point": [3, 4], "visible": "part"}}], "backs": [{{"quad": {quad}}}]}}\n'
        '{"image": "b.jpg", "cards": [{"rank": "K", "box": [1, 2, 3, 4]}]}\n'
    )
    first, second = read_photos(_labels(tmp_path, lines))
    assert [(face.name, face.full) for face in first.faces] == [("10H", True), ("QS", False)]
    assert first.faces[1].point == (3, 4)
    assert len(first.backs) == 1
    assert second.faces[0].rank_only
    assert second.path == tmp_path / "images" / "b.jpg"


def test_a_folder_without_labels_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"labels\.jsonl"):
        read_photos(tmp_path)


@pytest.mark.parametrize("line", ["not json", '{"cards": []}', '{"image": "a.jpg", "cards": [{}]}', "[]"])
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    good = '{"image": "a.jpg", "cards": []}'
    with pytest.raises(InputError, match="line 2"):
        read_photos(_labels(tmp_path, f"{good}\n{line}\n"))
