"""The house rules of the code: small files, one noun a file, and names that cannot be taken for each other."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGES = ("scoring", "vision", "datasets", "models", "server")
MEASURING = ("benchmarks", "soak")
"""Folders of tests whose modules are programs."""
LONGEST_LINES = 300
LARGEST_ROOM = 15
"""About a dozen modules are seen at a glance."""
GENERIC = {"utils", "util", "common", "helpers", "helper", "core", "base", "manager", "misc"}
ENDINGS = re.compile(r"(ings?|ers?|ors?|ed|es|s|e)$")


def modules(repository: Path) -> list[Path]:
    """All modules of our packages."""
    return sorted(path for package in PACKAGES for path in (repository / package).rglob("*.py"))


def modules_and_programs(repository: Path) -> list[Path]:
    """All modules of our packages, and the programs that measure."""
    measuring = (path for folder in MEASURING for path in (repository / "tests" / folder).rglob("*.py"))
    return [*modules(repository), *measuring]


def stem(name: str) -> str:
    """A name without the ending by which a reader would have to tell it from another."""
    return ENDINGS.sub("", name)


def classes(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The classes of a module and the names of their bases."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            yield node.name, [ast.unparse(base).split("[")[0].split(".")[-1] for base in node.bases]


@pytest.fixture(scope="module")
def bases_of_ours(repository: Path) -> dict[str, list[str]]:
    """For each class of ours which of its bases are ours, protocols and errors aside."""
    found = [one for path in modules(repository) for one in classes(path)]
    ours = {name for name, bases in found if "Protocol" not in bases and not name.endswith("Error")}
    return {name: [base for base in bases if base in ours] for name, bases in found if name in ours}


@pytest.mark.parametrize(
    "name", [("races", "racing"), ("racers", "races"), ("landed", "landings"), ("piled", "piling")]
)
def test_names_that_differ_by_an_ending_are_told(name: tuple[str, str]) -> None:
    assert stem(name[0]) == stem(name[1])


def test_no_module_is_too_long_to_be_one_noun(repository: Path) -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in modules_and_programs(repository)}
    assert not {str(path): lines for path, lines in lengths.items() if lines > LONGEST_LINES}


def test_no_room_has_more_modules_than_are_seen_at_a_glance(repository: Path) -> None:
    rooms = Counter(path.parent for path in modules_and_programs(repository) if path.stem != "__init__")
    assert not {str(room): count for room, count in rooms.items() if count > LARGEST_ROOM}


def test_no_class_is_cut_into_a_chain_of_classes(bases_of_ours: dict[str, list[str]]) -> None:
    assert not {name: bases for name, bases in bases_of_ours.items() if len(bases) > 1}
    assert not {name: bases for name, bases in bases_of_ours.items() if any(bases_of_ours[base] for base in bases)}


def test_no_two_modules_of_a_room_differ_by_an_ending_only(repository: Path) -> None:
    rooms: dict[tuple[Path, str], set[str]] = defaultdict(set)
    for path in modules(repository):
        rooms[path.parent, stem(path.stem)].add(path.stem)
    assert not {str(room): names for (room, _), names in rooms.items() if len(names) > 1}


def test_no_module_has_a_name_that_says_nothing(repository: Path) -> None:
    names = {part for path in modules(repository) for part in (path.stem, path.parent.name)}
    assert not names & GENERIC


def test_only_the_inner_folders_are_packages(repository: Path) -> None:
    assert not [package for package in PACKAGES if (repository / package / "__init__.py").exists()]
    inner = {path.parent for path in modules(repository)}
    assert not [str(folder) for folder in inner if not (folder / "__init__.py").exists()]


def test_the_plan_of_the_house_names_every_room_of_the_server(repository: Path) -> None:
    server = repository / "server" / "kibitz_server"
    rooms = {path.parent.name for path in server.glob("*/__init__.py")}
    plan = (repository / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `kibitz_server\.(\w+)`(?:, `(\w+)`)?", plan, flags=re.MULTILINE))
    assert rooms == {room for pair in named for room in pair if room}
