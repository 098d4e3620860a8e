"""Rounds of real tables that went wrong once: every folder in `rounds` is watched, and comes to its confirmed sheet.

`kibitz prove --keep` puts them there, or a copy by hand does; they stay with whoever recorded them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz_models.watching.measuring.proof import proof_of
from kibitz_models.watching.measuring.watch_film import watch_film
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.recording.recorded_round import is_recorded, read_recorded

ROUNDS = sorted(path for path in (Path(__file__).parent / "rounds").glob("*") if is_recorded(path))


@pytest.mark.parametrize("folder", ROUNDS, ids=lambda folder: folder.name)
def test_a_kept_round_comes_to_the_sheet_that_its_table_confirmed(folder: Path, pipeline: Pipeline) -> None:
    recorded = read_recorded(folder)
    proof = proof_of(recorded, watch_film(recorded, pipeline))
    assert proof.sheet_exact is True, f"{folder.name}: {proof}"
