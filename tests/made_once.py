"""What takes long to make is made once in a run of tests, by whichever worker asks for it first."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

WAIT_S = 0.1


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """The folder of this name that all workers share, filled by `make`; nobody may change what lies in it."""
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    made, being_made = shared / name, shared / f"{name}-is-being-made"
    while not made.exists():
        try:
            being_made.mkdir()
        except FileExistsError:
            time.sleep(WAIT_S)
            continue
        try:
            if not made.exists():
                begun = Path(tempfile.mkdtemp(dir=shared))
                make(begun)
                begun.rename(made)
        finally:
            being_made.rmdir()
    return made
