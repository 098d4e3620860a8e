"""Clips that people say were judged wrongly, kept in the data folder with the right answer, to go among the tests."""

from __future__ import annotations

import io
import logging
import zipfile
from collections.abc import Callable
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_server.journal.storage.shredding import shred_all
from kibitz_server.texts import say
from kibitz_vision.clips.clip_file import read_head
from kibitz_vision.clips.shelf import ClipShelf
from kibitz_vision.clips.wrong_clips import RightAnswer, WrongClip, keep_wrong, wrong_clips

log = logging.getLogger(__name__)


class WrongClips:
    """The folder of those of the page; every method may be called from any thread."""

    def __init__(self, folder: Path, shelf: ClipShelf) -> None:
        self.folder = folder
        self._shelf = shelf

    def keep(self, name: str, right: RightAnswer) -> Path:
        """Keep the clip of this name with the right answer, and return its folder; `InputError` where that fails."""
        return keep_wrong(self._shelf.path(name), self.folder, right)

    def all(self) -> tuple[WrongClip, ...]:
        """Those that there are; `InputError` where the answer of one is damaged."""
        return tuple(wrong_clips(self.folder))

    def key(self, name: str) -> str:
        """What the clip of a name is about; `InputError` where there is none such."""
        return read_head(self._one(name).clip).key

    def zipped(self, name: str) -> bytes:
        """The folder of one as a zip, to be unpacked among the tests; `InputError` where there is none such."""
        one, held = self._one(name), io.BytesIO()
        with zipfile.ZipFile(held, "w", zipfile.ZIP_STORED) as packed:
            for path in sorted(one.folder.iterdir()):
                packed.write(path, f"{one.name}/{path.name}")
        return held.getvalue()

    def forget(self, is_meant: Callable[[str], bool]) -> None:
        """Delete those whose keys are meant; of a damaged one nobody can say what it shows."""
        for path in self.folder.glob("*/*.kibitz"):
            try:
                is_gone = is_meant(read_head(path).key)
            except InputError:
                is_gone = True
            if is_gone:
                try:
                    shred_all(self.folder, path.parent.name)
                except OSError as error:
                    log.warning("%s", error)

    def _one(self, name: str) -> WrongClip:
        one = next((one for one in self.all() if one.name == name), None)
        if one is None:
            raise InputError(say("There is no clip {name!r} that was judged wrongly.", name=name[:80]))
        return one
