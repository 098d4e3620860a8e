"""What takes long to make is made once in a run of tests, by whichever worker asks for it first."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """The folder of this name that all workers share, filled by `make`; nobody may change what lies in it."""
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    made = shared / name
    if not made.exists():
        begun = Path(tempfile.mkdtemp(dir=shared))
        make(begun)
        try:
            begun.rename(made)
        except OSError:
            # Another worker was sooner.
            shutil.rmtree(begun)
    return made
