"""What the Makefile does for all commands of a kind alike."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

_DRAWN = {"check_video", "recording_cost", "kept_minute"}
"""What films the same hands everywhere, or measures no watching."""
_FILMING = re.compile(r"films\.simulate import|measuring\.measure import|hands_told|hands_folder")


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


_BEGIN = """
import runpy, sys
paths = list(sys.path)
for script in sys.argv[1:]:
    sys.path[:] = [script.rpartition("/")[0], *paths[1:]]
    try:
        runpy.run_path(script, run_name="looked at")
    except ModuleNotFoundError as error:
        if error.name not in ("torch", "ultralytics", "onnx"):
            print(script, error)
    for name in [name for name in sys.modules if name.split(".")[0] == "tests"]:
        del sys.modules[name]
"""


def test_every_program_that_measures_finds_what_it_needs(repository: Path, tmp_path: Path) -> None:
    named = (repository / name for name in ("Makefile", "docs/measured/README.md"))
    text = "".join(path.read_text(encoding="utf-8") for path in named)
    scripts = {str(repository / script) for script in re.findall(r"tests/benchmarks/[a-z_/]+\.py", text)}
    assert len(scripts) > 30
    # As from anywhere else: the repository is not where it is called.
    begun = subprocess.run(
        [sys.executable, "-c", _BEGIN, *sorted(scripts)], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert begun.stdout == ""
