"""The look-up of known weaknesses says what is weak, and passes only where nobody can be asked."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture
def audit(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The program of `make audit`, with an environment in which nothing is yet."""
    monkeypatch.syspath_prepend(str(repository / "setup"))
    import audit

    monkeypatch.setattr(audit, "ENVIRONMENT", tmp_path)
    monkeypatch.setattr(audit, "FOUND", tmp_path / "found.json")
    monkeypatch.setattr(audit, "installed", lambda: True)
    return audit


def answering(audit: ModuleType, monkeypatch: pytest.MonkeyPatch, vulns: list[object]) -> list[list[str]]:
    """Somebody answers with the weaknesses of one package of two; what is asked is noted."""
    asked: list[list[str]] = []

    def quietly(command: list[str]) -> bool:
        asked.append(command)
        packages = [{"name": "numpy", "version": "2.0", "vulns": vulns}, {"name": "av", "version": "14", "vulns": []}]
        audit.FOUND.write_text(json.dumps({"dependencies": packages}))
        return not vulns

    monkeypatch.setattr(audit, "quietly", quietly)
    return asked


def test_all_that_is_locked_is_asked_about(
    audit: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = answering(audit, monkeypatch, [])

    audit.main()

    assert capsys.readouterr().out == "Audited: no known weakness of 2 packages.\n"
    assert str(audit.LOCKED) in asked[0]
    assert audit.LOCKED.is_file()


def test_a_weakness_fails_with_what_is_weak_and_where_it_is_mended(
    audit: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(audit, monkeypatch, [{"id": "CVE-1", "fix_versions": ["2.1"]}, {"id": "CVE-2", "fix_versions": []}])

    with pytest.raises(SystemExit) as ended:
        audit.main()

    assert ended.value.code == (
        "numpy 2.0 has CVE-1, mended in 2.1: make lock ARGS=--upgrade.\n"
        "numpy 2.0 has CVE-2, mended in no version: make lock ARGS=--upgrade."
    )


@pytest.mark.parametrize("is_installed", [True, False])
def test_where_nobody_can_be_asked_it_says_so_and_passes(
    audit: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], is_installed: bool
) -> None:
    audit.FOUND.write_text(json.dumps({"dependencies": []}))
    monkeypatch.setattr(audit, "installed", lambda: is_installed)
    monkeypatch.setattr(audit, "quietly", lambda _: False)

    with pytest.raises(SystemExit) as ended:
        audit.main()

    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("Not audited: ")
