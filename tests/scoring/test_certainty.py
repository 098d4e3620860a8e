"""What is said of probabilities."""

from __future__ import annotations

import pytest

from kibitz_scoring.certainty import as_told


@pytest.mark.parametrize(
    ("probability", "words"), [(1.0, "99%"), (0.9999, "99%"), (0.996, "99%"), (0.5, "50%"), (0.003, "1%"), (0.0, "1%")]
)
def test_nothing_is_said_as_though_it_were_sure(probability: float, words: str) -> None:
    assert f"{as_told(probability):.0%}" == words
