"""Pictures that were read, kept beside the journal under a name made from their content."""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_server.data_folder import PICTURES
from kibitz_server.journal.entries import Corners, PictureId
from kibitz_server.private_files import write_private
from kibitz_vision.frames import encode_jpeg, load_image
from kibitz_vision.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM

_MOST_WAITING_BYTES = 100_000_000
"""Some fifty photos."""
_CROP_WIDTH_PX = 126
_CROP_HEIGHT_PX = round(_CROP_WIDTH_PX * CARD_HEIGHT_MM / CARD_WIDTH_MM)


class PictureFolder:
    """Keeps pictures; what a full disk refuses waits in memory, as much as may be, until there is room."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._waiting: dict[PictureId, bytes] = {}

    @property
    def sentence(self) -> str:
        """How many pictures wait, empty while none does."""
        if not self._waiting:
            return ""
        return Sentence("Pictures that wait in memory until the disk has room: {number}.", number=len(self._waiting))

    def keep(self, data: bytes) -> PictureId:
        """Keep a JPEG file; `InputError` where neither the disk nor the memory has room for it."""
        try:
            return save_jpeg(self._folder, data)
        except InputError:
            if sum(map(len, self._waiting.values())) + len(data) > _MOST_WAITING_BYTES:
                raise
        self._waiting[picture_id_of(data)] = data
        return picture_id_of(data)

    def retry(self) -> None:
        """Write what waits as far as there is room."""
        with suppress(InputError):
            for picture, data in list(self._waiting.items()):
                save_jpeg(self._folder, data)
                del self._waiting[picture]

    def forget(self) -> None:
        """Let go of what waits."""
        self._waiting.clear()


def picture_id_of(data: bytes) -> PictureId:
    """The name of a picture, by its content."""
    return PictureId(hashlib.sha256(data).hexdigest()[:24])


def save_jpeg(folder: Path, data: bytes) -> PictureId:
    """Keep a JPEG file; the same file is kept once. `InputError` where the disk refuses."""
    picture_id = picture_id_of(data)
    path = picture_path(folder, picture_id)
    try:
        write_private(path, data)
    except OSError as error:
        raise InputError(
            Sentence(
                "{path} cannot be written ({strerror}): expected a folder with room in it.",
                path=path,
                strerror=error.strerror,
            )
        ) from error
    return picture_id


def kept_pictures(folder: Path) -> frozenset[PictureId]:
    """The pictures that are there."""
    return frozenset(PictureId(path.stem) for path in (folder / PICTURES).glob("*.jpg"))


def picture_path(folder: Path, picture_id: str) -> Path:
    """File of a picture; `InputError` where the id can be none."""
    if not re.fullmatch(r"[0-9a-f]{24}", picture_id):
        raise InputError(
            Sentence("'{picture_id}' names no picture: expected 24 hexadecimal digits.", picture_id=picture_id)
        )
    return folder / PICTURES / f"{picture_id}.jpg"


def card_crop(path: Path, corners: Corners) -> bytes:
    """JPEG of one card of a stored picture, laid upright as its corners run."""
    width, height = _CROP_WIDTH_PX, _CROP_HEIGHT_PX
    upright = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    homography = cv2.getPerspectiveTransform(np.array(corners, dtype=np.float32), upright)
    crop = cv2.warpPerspective(load_image(path), homography, (width, height))
    return encode_jpeg(np.asarray(crop, dtype=np.uint8))
