"""What is given away says what it is made of."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

from .test_lock import versions


def test_the_table_of_licences_has_every_package_that_is_locked(repository: Path) -> None:
    table = (repository / "docs" / "licences.md").read_text(encoding="utf-8")
    listed: dict[str, set[str]] = {}
    for name, version in re.findall(r"^\| ([a-z0-9-]+) \| (\d\S*) \| [^|]+ \|$", table, re.MULTILINE):
        listed.setdefault(name, set()).add(version)
    assert listed == versions(repository, "run"), "type: make licences"


def test_everything_asked_for_is_bounded_above(repository: Path) -> None:
    project = tomllib.loads((repository / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [
        *project["dependencies"],
        *(entry for extra in project["optional-dependencies"].values() for entry in extra),
    ]
    unbounded = [
        entry
        for entry in map(Requirement, asked)
        if not any(one.operator in ("<", "==", "<=", "~=") for one in entry.specifier)
    ]
    assert len(asked) > 20
    assert not unbounded


def test_the_version_stands_in_one_place(repository: Path) -> None:
    version = tomllib.loads((repository / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    floors = ("scoring", "vision", "datasets", "models", "server", "setup")
    sources = [path for floor in floors for path in (repository / floor).rglob("*.py")]
    named = [
        path for path in sources if re.search(rf"[\"\']{re.escape(version)}[\"\']", path.read_text(encoding="utf-8"))
    ]
    assert len(sources) > 100
    assert not named
