"""Shared by the tests of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .oracle.oracle import Case, checked, read_cases


@pytest.fixture(scope="session")
def cases(shared_folder: Path) -> dict[str, Case]:
    """All worked cases by their ids."""
    return read_cases(shared_folder / "oracle" / "rules.jsonl")


@pytest.fixture
def case(request: pytest.FixtureRequest, cases: dict[str, Case]) -> Iterator[Case]:
    """The worked case that the test runs."""
    yield from checked(cases[request.param].fresh())
