"""One table says what lies in the data folder, for its rights, its inventory, its deletion and its paper."""

from __future__ import annotations

import re
from pathlib import Path

from kibitz_server.data_folder import KEPT


def test_the_paper_of_privacy_names_all_that_is_kept_in_the_same_order(repository: Path) -> None:
    paper = (repository / "docs" / "privacy.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| .+ \| `(.+)` \| .+ \|$", paper, re.MULTILINE) == [kept.where for kept in KEPT]


def test_a_kind_is_a_folder_or_files_of_a_pattern(tmp_path: Path) -> None:
    for name in ("journal.sqlite3", "journal.head", "cameras.json", "camera.txt", "holiday.jpg"):
        (tmp_path / name).touch()
    (tmp_path / "clips").mkdir()

    found = {kept.where: sorted(path.name for path in kept.paths(tmp_path)) for kept in KEPT}

    assert {where: names for where, names in found.items() if names} == {
        "journal.*": ["journal.head", "journal.sqlite3"],
        "clips": ["clips"],
        "camera.*": ["camera.txt"],
        "cameras.*": ["cameras.json"],
    }
