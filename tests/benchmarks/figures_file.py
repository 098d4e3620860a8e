"""Files of measured figures: what was measured of, when and on what, and then the figures."""

from __future__ import annotations

import json
import platform
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

_REPOSITORY = Path(__file__).resolve().parents[2]
_FOLDER = _REPOSITORY / "docs" / "measured"


def write_figures(name: str, figures: Mapping[str, Any], *, quietly: bool = False) -> None:
    """Write figures to docs/measured/`name` and print them, unless quietly."""
    head = {
        "commit": git("rev-parse", "HEAD"),
        "date": datetime.now(UTC).date().isoformat(),
        "machine": platform.machine(),
        "python": platform.python_version(),
    }
    text = json.dumps({**head, **figures}, indent=2) + "\n"
    (_FOLDER / name).write_text(text, encoding="utf-8")
    if not quietly:
        print(text, end="")


def read_figures(name: str) -> dict[str, Any]:
    """The figures of docs/measured/`name`; of what is not measured yet, none."""
    path = _FOLDER / name
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else {}


def git(*arguments: str) -> str:
    """What git says about this repository."""
    asked = ["git", *arguments]
    return subprocess.run(asked, cwd=_REPOSITORY, capture_output=True, text=True, check=True).stdout.strip()
