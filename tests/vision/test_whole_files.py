from __future__ import annotations

from pathlib import Path

import pytest

from kibitz_vision.whole_files import write_whole

from ..full_disk import smallest_file


def test_a_disk_that_refuses_leaves_the_file_before_and_nothing_half(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "note.txt"
    write_whole(path, "before")

    with smallest_file(4), pytest.raises(OSError, match="File too large"):
        write_whole(path, b"after all")

    assert [(found.name, found.read_text()) for found in path.parent.iterdir()] == [("note.txt", "before")]
