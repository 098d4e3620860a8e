"""What is locked is what `pyproject.toml` asks for, and nothing but exact versions with their hashes."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

SETS = {"run": (), "dev": ("dev",)}


def locked(repository: Path, name: str) -> list[str]:
    """The entries of a lock, each on one line with its hashes."""
    text = (repository / "setup" / f"locked-{name}.txt").read_text(encoding="utf-8")
    lines = text.replace("\\\n", " ").splitlines()
    return [line for line in lines if line.strip() and not line.lstrip().startswith("#")]


def versions(repository: Path, name: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for entry in locked(repository, name):
        requirement = Requirement(entry.partition(" --hash")[0])
        found.setdefault(canonicalize_name(requirement.name), set()).update(
            specifier.version for specifier in requirement.specifier
        )
    return found


@pytest.mark.parametrize("name", SETS)
def test_every_entry_is_one_version_with_hashes(repository: Path, name: str) -> None:
    entry = re.compile(r"[a-z0-9-]+==[^\s;]+( ; [^#]+?)?(\s+--hash=sha256:[0-9a-f]{64})+\s*")
    odd = [line for line in locked(repository, name) if not entry.fullmatch(line)]
    assert not odd


@pytest.mark.parametrize("name", SETS)
def test_all_that_is_asked_for_is_locked_in_a_version_that_fits(repository: Path, name: str) -> None:
    configuration = tomllib.loads((repository / "pyproject.toml").read_text(encoding="utf-8"))
    asked = [
        *configuration["project"]["dependencies"],
        *configuration["dependency-groups"]["link"],
        *(entry for extra in SETS[name] for entry in configuration["project"]["optional-dependencies"][extra]),
    ]
    found = versions(repository, name)
    unfit = [
        entry
        for entry in map(Requirement, asked)
        if not (there := found.get(canonicalize_name(entry.name), set()))
        or not all(entry.specifier.contains(version) for version in there)
    ]
    assert not unfit, "type: make lock"


def test_tests_run_with_the_versions_that_players_have(repository: Path) -> None:
    assert set(locked(repository, "run")) <= set(locked(repository, "dev"))


def test_players_get_nothing_that_only_developers_need(repository: Path) -> None:
    assert not versions(repository, "run").keys() & {"mypy", "playwright", "hypothesis", "pytest", "ruff", "torch"}


def test_training_gets_opencv_in_no_other_version_than_is_asked_for(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(repository / "setup"))
    import train_environment

    installed: list[tuple[str, ...]] = []
    monkeypatch.setattr(train_environment, "FREE_BYTES_NEEDED", 0)
    monkeypatch.setattr(train_environment, "pip", lambda _, *what: installed.append(what))
    monkeypatch.setattr(train_environment, "run", lambda *_: None)
    monkeypatch.setattr(train_environment.venv, "create", lambda folder, **_: folder.mkdir())
    needed = train_environment.requirements()

    train_environment.install(tmp_path / "environment", needed)

    names = [one for what in installed for one in what if not one.startswith("-")]
    assert names
    assert all(Requirement(name).specifier for name in names)


def test_what_is_renewed_is_measured_in_all_that_reading_moves(repository: Path) -> None:
    makefile = (repository / "Makefile").read_text(encoding="utf-8")
    renewing = makefile.partition("\nrenew:\n")[2].partition("\n\n")[0]
    reading = {"calibrate", "measure-reading", "measure-rendered", "measure-teaching", "measure-setup", "bench", "test"}
    assert not reading - set(renewing.split())


def test_what_is_done_to_install_is_kept_in_a_log_with_all_that_it_said(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(repository / "setup"))
    import install_drill

    monkeypatch.setattr(install_drill, "LOGS", tmp_path / "logs")
    install_drill.begin_log("wheelhouse, offline")
    install_drill.done([sys.executable, "-c", "print('collected')"], tmp_path)
    with pytest.raises(SystemExit, match="failed"):
        install_drill.done([sys.executable, "-c", "import nothing_of_the_kind"], tmp_path)

    log = (tmp_path / "logs" / "wheelhouse-offline.log").read_text(encoding="utf-8")
    assert "collected\nended with 0" in log
    assert "No module named 'nothing_of_the_kind'" in log
