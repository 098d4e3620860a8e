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


def write_figures(name: str, figures: Mapping[str, Any], *, quietly: bool = False) -> None:
    """Write figures to docs/measured/`name` and print them, unless quietly."""
    asked = ["git", "rev-parse", "HEAD"]
    commit = subprocess.run(asked, cwd=_REPOSITORY, capture_output=True, text=True, check=True).stdout.strip()
    head = {
        "commit": commit,
        "date": datetime.now(UTC).date().isoformat(),
        "machine": platform.machine(),
        "python": platform.python_version(),
    }
    text = json.dumps({**head, **figures}, indent=2) + "\n"
    (_REPOSITORY / "docs" / "measured" / name).write_text(text, encoding="utf-8")
    if not quietly:
        print(text, end="")
