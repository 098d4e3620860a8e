"""The papers say what is there."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

import pytest

PAPERS = ("README.md", "CHANGELOG.md")


def test_the_changelog_knows_the_version(repository: Path) -> None:
    assert f"## [{version('kibitz')}]" in (repository / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("paper", PAPERS)
def test_every_link_to_a_file_leads_to_one(repository: Path, paper: str) -> None:
    text = (repository / paper).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text)
    missing = [target for target in targets if "://" not in target and not (repository / target).exists()]
    assert not missing


def test_every_make_target_of_the_readme_exists(repository: Path) -> None:
    named = set(
        re.findall(r"(?:^|`)make ([a-z-]+)", (repository / "README.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    )
    makefile = (repository / "Makefile").read_text(encoding="utf-8")
    assert named
    assert named <= set(re.findall(r"^([a-z-]+):", makefile, flags=re.MULTILINE))


def test_everything_measured_is_said_to_be(repository: Path) -> None:
    folder = repository / "docs" / "measured"
    listed = set(re.findall(r"^\| `([a-z-]+\.json)`", (folder / "README.md").read_text(encoding="utf-8"), re.MULTILINE))
    assert {path.name for path in folder.glob("*.json")} <= listed
    assert not (repository / "docs" / "results").exists()


def test_the_licence_is_the_whole_affero_licence(repository: Path) -> None:
    text = (repository / "LICENSE").read_text(encoding="utf-8")
    assert "GNU AFFERO GENERAL PUBLIC LICENSE" in text
    assert "13. Remote Network Interaction" in text
    assert "END OF TERMS AND CONDITIONS" in text
