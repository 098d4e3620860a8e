"""What films and figures depend on: the code, the weights, the decks and the photographs of hands at hand."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

from tests.benchmarks.figures_file import git

from kibitz_datasets.pool import Split, split_decks
from kibitz_datasets.scenes.hands.hand_photos import hands_folder, load_hands

REPOSITORY = Path(__file__).resolve().parents[2]

_SOURCES = """
import sys, kibitz_datasets.films.races, kibitz_datasets.films.simulate
print(*sorted(module.__file__ for name, module in sys.modules.items() if name.startswith("kibitz")), sep="\\n")
"""


def watching_code() -> str:
    """A hash of all code and weights that watching depends on, and of the photographs of hands at hand."""
    trees = git("rev-parse", *(f"HEAD:{package}" for package in ("scoring", "vision", "datasets", "models")))
    return hashlib.sha256(f"{trees}{_hands()}".encode()).hexdigest()[:12]


def _hands() -> str:
    """Names of the photographs of hands that films show."""
    folder = hands_folder()
    return "" if folder is None else " ".join(photo.name for photo in load_hands(folder))


def filming_code() -> str:
    """A hash of all code that the films depend on, and of the names of the decks at hand."""
    listed = subprocess.run([sys.executable, "-c", _SOURCES], capture_output=True, text=True, check=True).stdout
    packs = sorted((REPOSITORY / "scoring" / "kibitz_scoring" / "rules" / "packs").glob("*.toml"))
    digest = hashlib.sha256(" ".join((*split_decks(Split.MEASURE), _hands())).encode())
    for path in (*map(Path, listed.split()), *packs):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
