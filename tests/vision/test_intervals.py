from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kibitz_vision.intervals import wilson


@given(st.integers(0, 500), st.integers(0, 500))
def test_a_wilson_interval_holds_the_share_it_is_about(right: int, wrong: int) -> None:
    low, high = wilson(right, right + wrong)
    share = right / max(1, right + wrong)
    assert 0 <= low <= share + 1e-9
    assert share - 1e-9 <= high <= 1
