"""The shutters of the cameras that were checked, in a file of the data folder."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_vision.camera.shutter.shutter import ASSUMED, Shutter
from kibitz_vision.whole_files import write_whole

log = logging.getLogger(__name__)

_shutters: TypeAdapter[dict[str, Shutter]] = TypeAdapter(dict[str, Shutter])


class ShutterFile:
    """`cameras.json`: what is known of each camera, by its lasting name."""

    def __init__(self, data: Path) -> None:
        self.path = data / "cameras.json"

    def of(self, camera: str) -> Shutter:
        """What is known of a camera; what is assumed of all where nobody checked it, or the file is damaged."""
        try:
            return self._read().get(camera, ASSUMED)
        except InputError as error:
            log.warning("%s", error)
            return ASSUMED

    def keep(self, camera: str, shutter: Shutter) -> None:
        """Keep what was measured of a camera; `InputError` where the file is damaged or the disk refuses."""
        content = _shutters.dump_json({**self._read(), camera: shutter}, indent=1)
        try:
            write_whole(self.path, content)
        except OSError as error:
            raise InputError(
                Sentence("{path} cannot be written ({reason}).", path=self.path, reason=error.strerror)
            ) from error

    def _read(self) -> Mapping[str, Shutter]:
        try:
            return _shutters.validate_json(self.path.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, ValidationError) as error:
            raise InputError(
                Sentence("{path} is damaged; delete it, and check the camera once more.", path=self.path)
            ) from error
