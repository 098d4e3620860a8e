"""The page about failing cameras quotes what was measured, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

from ..benchmarks.reliability_page import with_table


def test_the_table_of_faults_is_the_one_that_was_measured(repository: Path) -> None:
    page = (repository / "docs" / "reliability.md").read_text(encoding="utf-8")
    figures = json.loads((repository / "docs" / "measured" / "reliability.json").read_text(encoding="utf-8"))
    assert with_table(page, figures) == page
    assert all(row["fault"] in page for row in figures["faults"])
