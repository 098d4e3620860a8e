"""What the page may open: cameras, addresses of the own network, and files that were chosen for it.

The page is no way to find out which files there are, nor to let this machine ask others.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_server.data_folder import SOURCES
from kibitz_server.demo import demo_folder
from kibitz_server.settings import Settings
from kibitz_vision.camera.addresses import is_of_own_network, without_password
from kibitz_vision.camera.names import NAMED

_DEVICES = ("/dev/video", "/dev/v4l/")
_SHOWN = 60


class AdmittedSources:
    """Judges what somebody typed before anything of it is looked at."""

    def __init__(self, settings: Settings) -> None:
        self._started_with = settings.source
        self._folders = (settings.data / SOURCES, demo_folder(), *settings.folders)

    def admit(self, typed: str, known: Iterable[str | None] = ()) -> str:
        """The text to open; of an address in `known` that is shown without its password the whole one.

        `InputError`, the same whether there is such a file or not, where the page may not open it.
        """
        text = next((one for one in known if one and without_password(one) == typed), typed)
        if text == self._started_with or text.isdecimal() or text.startswith((NAMED, *_DEVICES)):
            return text
        shown = without_password(text)[:_SHOWN]
        if "://" in text:
            if is_of_own_network(text):
                return text
            raise InputError(
                Sentence(
                    "{address} is not in your own network: enter the camera's address in numbers, such as "
                    "http://192.168.1.20:8080/video, or start Kibitz with `--source`.",
                    address=shown,
                )
            )
        if not self._is_chosen(text):
            raise InputError(
                Sentence(
                    "{what} may not be opened from the page: choose the film or photo with the button below, or start "
                    "Kibitz with `--folder` and the folder that it lies in.",
                    what=shown or Sentence("An empty text"),
                )
            )
        return text

    def _is_chosen(self, text: str) -> bool:
        try:
            path = Path(text).resolve()
            folders = [folder.resolve() for folder in self._folders]
        except (OSError, ValueError, RuntimeError):
            return False
        return bool(text) and any(path.is_relative_to(folder) for folder in folders)
