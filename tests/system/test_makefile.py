"""What the Makefile does for all commands of a kind alike."""

from __future__ import annotations

import re
from pathlib import Path

_DRAWN = {"check_video", "recording_cost", "kept_minute"}
"""What films the same hands everywhere, or measures no watching."""
_FILMING = re.compile(r"films\.simulate import|watching\.measure import|hands_told|hands_folder")


def _films(script: Path) -> bool:
    return script.stem not in _DRAWN and bool(_FILMING.search(script.read_text(encoding="utf-8")))


def test_every_measurement_that_films_is_given_the_photographed_hands(repository: Path) -> None:
    makefile = (repository / "Makefile").read_text(encoding="utf-8")
    filming = {
        target
        for target, recipe in re.findall(r"^([a-z-]+):[^=\n]*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
        for script in re.findall(r"tests/benchmarks/([a-z_/]+)\.py", recipe)
        if _films(repository / "tests" / "benchmarks" / f"{script}.py")
    }
    assert len(filming) >= 8
    assert filming <= _given_hands(repository)


def _given_hands(repository: Path) -> set[str]:
    makefile = (repository / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    listed = re.search(r"^FILMING := (.*)$", makefile, re.MULTILINE)
    assert listed is not None
    assert re.search(r"^train \$\(FILMING\): export KIBITZ_HANDS \?=", makefile, re.MULTILINE)
    return set(listed.group(1).split())
