"""The key of a start, in a file as long as Kibitz runs: after a crash the pages that are still open go on with it."""

from __future__ import annotations

import logging
import re
import secrets
from pathlib import Path

from kibitz_server.private_files import write_private

log = logging.getLogger(__name__)

_BYTES = 24
_KEY = re.compile(r"[\w-]{32}")


def take_key(data: Path) -> str:
    """A new key, or that of a start which did not end as it should; used by who has the data folder for itself."""
    path = _path(data)
    try:
        kept = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        kept = ""
    if _KEY.fullmatch(kept):
        return kept
    key = secrets.token_urlsafe(_BYTES)
    try:
        write_private(path, key)
    except OSError as error:
        log.warning("%s cannot be written (%s): after a crash open the new link.", path, error.strerror)
    return key


def drop_key(data: Path) -> None:
    """Kibitz ends as it should: the next start has another key."""
    try:
        _path(data).unlink(missing_ok=True)
    except OSError as error:
        log.warning("%s cannot be deleted (%s).", _path(data), error.strerror)


def _path(data: Path) -> Path:
    return data / "page.key"
