"""Builds the wheel, installs it into an environment of its own and uses it from an empty folder; fails where it cannot.

What it depends on is installed from the lock; what the lock holds must be all that the wheel asks for.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
import urllib.error
import urllib.request
import venv
import zipfile
from pathlib import Path

from release import released
from started import CHECKOUT, scripts_folder, started, surroundings

PACKS = ("scambodia", "dragons_gambit", "kaboo", "cameo", "cambio")
LEAST_CARDS = 8


def main() -> None:
    """Each step ends the program with a sentence where it finds something wrong."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        wheel = next(path for path in released(folder / "release") if path.suffix == ".whl")
        check_files(wheel)
        environment = folder / "environment"
        install(wheel, environment)
        empty = folder / "empty"
        empty.mkdir()
        kibitz = scripts_folder(environment) / "kibitz"
        check_commands(kibitz, empty)
        package = package_folder(environment, empty)
        check_reading(kibitz, empty, package)
        check_page(kibitz, empty, package)
    print(f"{wheel.name} runs on its own.")


def check_files(wheel: Path) -> None:
    """All that lies in the packages' folders must be in the wheel: models, rule packs, pictures, the page's files."""
    configuration = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = [CHECKOUT / name for name in configuration["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]]
    wanted = {
        path.relative_to(package.parent).as_posix()
        for package in packages
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    missing = sorted(wanted - set(zipfile.ZipFile(wheel).namelist()))
    expect(not missing, f"the wheel lacks {', '.join(missing)}.")


def install(wheel: Path, environment: Path) -> None:
    """The wheel and what it needs, in an environment that knows nothing of this checkout."""
    venv.create(environment, with_pip=True)
    python = str(scripts_folder(environment) / "python")
    locked = str(CHECKOUT / "setup" / "locked-run.txt")
    pip(python, "install", "--no-compile", "--no-deps", "--require-hashes", "--requirement", locked)
    pip(python, "install", "--no-compile", "--no-deps", str(wheel))
    pip(python, "check")


def check_commands(kibitz: Path, empty: Path) -> None:
    """The overview, and the rule packs."""
    overview = output([kibitz, "--help"], empty)
    missing = [name for name in ("run", "read", "score", "watch", "rules") if name not in overview]
    expect(not missing, f"`kibitz --help` does not name {', '.join(missing)}.")
    packs = output([kibitz, "rules", "list"], empty)
    missing = [name for name in PACKS if name not in packs]
    expect(not missing, f"`kibitz rules list` does not name {', '.join(missing)}; it says:\n{packs}")


def package_folder(environment: Path, empty: Path) -> Path:
    """Where the installed server lies."""
    python = scripts_folder(environment) / "python"
    module = output([python, "-c", "import kibitz_server; print(kibitz_server.__file__)"], empty)
    package = Path(module.strip()).resolve().parent
    expect(package.is_relative_to(environment), f"kibitz_server was imported from {package}, not from the wheel.")
    return package


def check_reading(kibitz: Path, empty: Path, package: Path) -> None:
    """The cards of a demo picture, read with the installed models."""
    pictures = sorted((package / "demo").glob("*.jpg"))
    expect(len(pictures) > 0, "no demo picture was installed.")
    read = json.loads(output([kibitz, "read", "--json", pictures[0]], empty))
    cards = [card["card"] for card in read["cards"] if card["card"]]
    expect(len(cards) >= LEAST_CARDS, f"{len(cards)} cards were read of the demo picture; expected {LEAST_CARDS}.")


def check_page(kibitz: Path, empty: Path, package: Path) -> None:
    """The dashboard, all that it loads, and the demo's pictures."""
    with started(kibitz, empty) as address:
        page = fetched(address, "").decode()
        expect("<title>Kibitz</title>" in page, f"the page is not the dashboard; it begins:\n{page[:500]}")
        loaded = set(re.findall(r'(?:src|href)="/([^"]+)"', page))
        expect({"assets/kibitz.css", "assets/kibitz.js"} <= loaded, f"the page loads only {', '.join(sorted(loaded))}.")
        for path in sorted(loaded):
            fetched(address, path)
        for picture in sorted((package / "demo").glob("*.jpg")):
            served = fetched(address, f"demo/{picture.name}")
            expect(served == picture.read_bytes(), f"demo/{picture.name} is not served as it is.")


def fetched(address: str, path: str) -> bytes:
    try:
        with urllib.request.urlopen(address + path, timeout=60) as answer:
            return bytes(answer.read())
    except urllib.error.URLError as error:
        sys.exit(f"/{path} of the page cannot be fetched: {error}.")


def output(command: list[str | Path], folder: Path) -> str:
    """What a program says that is run in that folder and must succeed."""
    done = subprocess.run(command, cwd=folder, env=surroundings(), capture_output=True, text=True, check=False)
    expect(done.returncode == 0, f"{' '.join(map(str, command))} failed ({done.returncode}): {done.stderr}")
    return done.stdout


def pip(python: str, *arguments: str) -> None:
    command = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, env=surroundings(), check=False)
    expect(done.returncode == 0, f"`pip {arguments[0]}` failed for the wheel.")


def expect(is_so: bool, otherwise: str) -> None:
    if not is_so:
        sys.exit(f"The wheel does not run on its own: {otherwise}")


if __name__ == "__main__":
    main()
