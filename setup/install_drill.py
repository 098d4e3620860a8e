"""Installs Kibitz in every way of docs/installation.md, uses each, and writes docs/measured/install-drills.json.

Offline from the wheelhouse (no index is asked), with uv, with pipx, and from the source release. Each is a step with
how long it took and how much it put on the disk; the first that fails ends the drill with a sentence. What was done,
and what it said, is kept in build/install-drills, a log for each way.
"""

from __future__ import annotations

import json
import logging
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from check_wheel import check_commands, check_page, check_reading, package_folder
from measure_install import mebibytes
from release import released, wheelhouse
from started import CHECKOUT, scripts_folder, surroundings

RESULT = CHECKOUT / "docs" / "measured" / "install-drills.json"
LOGS = CHECKOUT / "build" / "install-drills"
log = logging.getLogger("install drill")
log.setLevel(logging.INFO)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        built = released(folder / "dist")
        wheel = next(path for path in built if path.suffix == ".whl")
        source = next(path for path in built if path.name.endswith(".tar.gz"))
        ways: dict[str, Callable[[Path], Path]] = {
            "wheelhouse, offline": lambda into: offline(wheelhouse(folder / "dist"), into),
            "uv tool install": lambda into: by_tool("uv", ["tool", "install", "--quiet", str(wheel)], into),
            "pipx install": lambda into: by_tool("pipx", ["install", "--quiet", str(wheel)], into),
            "source release, locked": lambda into: from_source(source, into),
        }
        drills = {way: drilled(way, folder / str(number), make) for number, (way, make) in enumerate(ways.items())}
    head = {
        "date": datetime.now(UTC).date().isoformat(),
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
    }
    RESULT.write_text(json.dumps(head | {"drills": drills}, indent=1) + "\n", encoding="utf-8")


def drilled(way: str, folder: Path, install: Callable[[Path], Path]) -> dict[str, float]:
    """Install in one way and use what is there: its commands, its models, its page."""
    (empty := folder / "empty").mkdir(parents=True)
    begin_log(way)
    began_s = time.monotonic()
    environment = install(folder / "installed")
    took_s = time.monotonic() - began_s
    kibitz = scripts_folder(environment) / "kibitz"
    check_commands(kibitz, empty)
    package = package_folder(environment, empty)
    check_reading(kibitz, empty, package)
    check_page(kibitz, empty, package)
    figures = {"install_s": round(took_s, 1), "installed_mb": round(mebibytes(environment), 1)}
    told = f"{way}: runs; installed in {figures['install_s']} s, {figures['installed_mb']} MB"
    print(told)
    log.info(told)
    return figures


def begin_log(way: str) -> None:
    """All that is done from here on is noted in the log of this way."""
    for earlier in log.handlers:
        earlier.close()
    LOGS.mkdir(parents=True, exist_ok=True)
    name = "-".join(re.findall("[a-z]+", way))
    log.handlers = [logging.FileHandler(LOGS / f"{name}.log", mode="w", encoding="utf-8")]
    log.info("%s UTC, %s, %s", f"{datetime.now(UTC):%Y-%m-%d %H:%M}", platform.platform(), way)


def offline(archive: Path, into: Path) -> Path:
    """What the wheelhouse's own script makes while pip may ask nobody."""
    shutil.unpack_archive(archive, into)
    script = ["powershell", "-File", "install.ps1"] if sys.platform == "win32" else ["sh", "install.sh"]
    nobody = {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, "PYTHON": sys.executable}
    done(script, into / "kibitz-offline", nobody)
    return into / "kibitz-offline" / "kibitz"


def by_tool(tool: str, arguments: list[str], into: Path) -> Path:
    """The environment that uv or pipx, got for the occasion, makes of the wheel."""
    venv.create(into / "tool", with_pip=True)
    programs = scripts_folder(into / "tool")
    done([str(programs / "python"), "-m", "pip", "install", "--quiet", tool], into)
    kept = {f"{tool.upper()}_{name}": str(into / name) for name in ("TOOL_DIR", "TOOL_BIN_DIR", "HOME", "BIN_DIR")}
    done([str(programs / tool), *arguments], into, kept | {"UV_PYTHON": sys.executable})
    return next(path.parent for path in into.rglob("pyvenv.cfg") if path.parent.name == "kibitz")


def from_source(source: Path, into: Path) -> Path:
    """The locked packages, and Kibitz built from the source release."""
    venv.create(into, with_pip=True)
    pip = [str(scripts_folder(into) / "python"), "-m", "pip", "install", "--quiet", "--no-compile", "--no-deps"]
    done([*pip, "--require-hashes", "--requirement", str(CHECKOUT / "setup" / "locked-run.txt")], into)
    done([*pip, "--no-build-isolation", str(source)], into)
    return into


def done(command: list[str], folder: Path, variables: Mapping[str, str] | None = None) -> None:
    ran = subprocess.run(
        command, cwd=folder, env=surroundings() | dict(variables or {}), capture_output=True, text=True, check=False
    )
    log.info("$ %s\n%s%sended with %d", " ".join(command), ran.stdout, ran.stderr, ran.returncode)
    if ran.returncode:
        sys.exit(f"`{' '.join(command)}` failed ({ran.returncode}): {ran.stderr[-1000:]}")


if __name__ == "__main__":
    main()
