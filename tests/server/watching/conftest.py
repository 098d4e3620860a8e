from __future__ import annotations

from collections.abc import Iterator

import pytest

from kibitz_server.watching.pictures.worker import Worker


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    """The process in which pictures are read, one for all tests of a file: it takes seconds to start."""
    opened = Worker()
    yield opened
    opened.close()
