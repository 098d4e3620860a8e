"""What answers share: how long they may be kept, how a file is named, and what a refusal says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fastapi import HTTPException

from kibitz_scoring.errors import KibitzError
from kibitz_server.access.acts import NotAllowedError
from kibitz_server.texts import say

NEVER_KEEP = {"Cache-Control": "no-store"}
"""What shows a game may be another by the next look."""
KEEP = {"Cache-Control": "private, max-age=3600"}
"""What is part of Kibitz stays as it is."""


def attached(name: str) -> dict[str, str]:
    """The headers of a file that is saved under this name."""
    return {**NEVER_KEEP, "Content-Disposition": f'attachment; filename="{name}"'}


@contextmanager
def refusing(status: int = 409) -> Iterator[None]:
    """What makes no sense as things are now is answered with its sentence, what may not be done with 403."""
    try:
        yield
    except NotAllowedError as error:
        raise HTTPException(403, say(str(error))) from error
    except KibitzError as error:
        raise HTTPException(status, say(str(error))) from error
