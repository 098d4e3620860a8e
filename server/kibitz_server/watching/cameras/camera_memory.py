"""Which camera the table had last, for another evening."""

from __future__ import annotations

import logging
from pathlib import Path

from kibitz_server.private_files import write_private

log = logging.getLogger(__name__)


class CameraMemory:
    """One line in the data folder that only its owner may read: an address may hold a password."""

    def __init__(self, data: Path) -> None:
        self._path = data / "camera.txt"

    def keep(self, text: str) -> None:
        """Remember what opens the camera; a disk that refuses is no reason to stop an evening."""
        try:
            write_private(self._path, text + "\n")
        except OSError as error:
            log.warning("The camera is not remembered: %s cannot be written (%s).", self._path, error.strerror)

    def last(self) -> str | None:
        """What opened the last camera, None where nobody chose one."""
        try:
            return self._path.read_text(encoding="utf-8").strip() or None
        except (OSError, UnicodeDecodeError):
            return None
