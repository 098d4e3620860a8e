"""Builds the wheel, the source release and their sums into dist/; with `--wheelhouse` all that they need, too.

The version stands in pyproject.toml alone. A wheelhouse is one zip with every file of setup/locked-run.txt that this
system and Python need, the wheel, and a script that installs them from there into a folder beside it: for laptops
without internet.
"""

from __future__ import annotations

import hashlib
import platform
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from started import CHECKOUT

DIST = CHECKOUT / "dist"
LOCKED = CHECKOUT / "setup" / "locked-run.txt"
INSTALLERS = {
    "install.sh": """#!/bin/sh
# Installs Kibitz into the folder kibitz beside this file; needs Python {python} and no network.
set -eu
cd "$(dirname "$0")"
"${{PYTHON:-python3}}" -m venv kibitz
kibitz/bin/python -m pip install --no-index --find-links files --no-deps --require-hashes --requirement locked.txt
kibitz/bin/python -m pip install --no-index --no-deps files/{wheel}
echo "Start it with: $(pwd)/kibitz/bin/kibitz run"
""",
    "install.ps1": """# Installs Kibitz into the folder kibitz beside this file; needs Python {python} and no network.
$ErrorActionPreference = "Stop"
Set-Location $PSScriptRoot
py -{python} -m venv kibitz
kibitz\\Scripts\\python -m pip install --no-index --find-links files --no-deps --require-hashes --requirement locked.txt
kibitz\\Scripts\\python -m pip install --no-index --no-deps files\\{wheel}
Write-Host "Start it with: $PSScriptRoot\\kibitz\\Scripts\\kibitz run"
""",
}


def main() -> None:
    for path in released(DIST):
        print(path)
    if "--wheelhouse" in sys.argv[1:]:
        print(wheelhouse(DIST))


def released(folder: Path) -> list[Path]:
    """The wheel, the source release and SHA256SUMS, built into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        build = ["-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", name]
        subprocess.run([sys.executable, *build], cwd=CHECKOUT, check=True, capture_output=True)
        built = [Path(shutil.copy(path, folder)) for path in sorted(Path(name).iterdir())]
    sums = folder / "SHA256SUMS"
    lines = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in built)
    sums.write_text("".join(lines), encoding="utf-8")
    return [*built, sums]


def wheelhouse(folder: Path) -> Path:
    """One zip in a folder that installs Kibitz without a network, on systems such as this one."""
    wheel = next(path for path in released(folder) if path.suffix == ".whl")
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    system = f"{platform.system()}-{platform.machine()}-python{python}".lower()
    archive = folder / f"{'-'.join(wheel.name.split('-')[:2])}-wheelhouse-{system}.zip"
    with tempfile.TemporaryDirectory() as name:
        files = Path(name)
        fetch = ["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes"]
        command = [sys.executable, *fetch, "--requirement", str(LOCKED), "--dest", str(files)]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        shutil.copy(wheel, files)
        # Wheels are packed already.
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as zipped:
            for path in sorted(files.iterdir()):
                zipped.write(path, f"kibitz-offline/files/{path.name}")
            zipped.write(LOCKED, "kibitz-offline/locked.txt")
            for script, text in INSTALLERS.items():
                zipped.writestr(f"kibitz-offline/{script}", text.format(wheel=wheel.name, python=python))
    return archive


if __name__ == "__main__":
    main()
