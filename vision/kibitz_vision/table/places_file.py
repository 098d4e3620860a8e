"""A table's places as a file: one for every camera and size of its picture."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, PositiveInt, ValidationError

from kibitz_scoring.errors import InputError, shown
from kibitz_scoring.files import read_file
from kibitz_scoring.players import PlayerId
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.slots import SLOT
from kibitz_scoring.table import Heap, Place, SlotId
from kibitz_vision.table.places import TablePlaces
from kibitz_vision.whole_files import write_whole

_FORMAT = "kibitz-places-1"
_LEAST_AREA_MM2 = 100.0

_Point = tuple[FiniteFloat, FiniteFloat]
_Row = tuple[FiniteFloat, FiniteFloat, FiniteFloat]


class _PlacesFile(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    format: Literal["kibitz-places-1"]
    camera: str
    players: Annotated[list[str], Field(min_length=1)]
    size_px: tuple[PositiveInt, PositiveInt]
    table_from_image: tuple[_Row, _Row, _Row]
    places: dict[str, tuple[_Point, _Point, _Point, _Point]]


def places_path(folder: Path, camera: str, size_px: tuple[int, int]) -> Path:
    """The file for a camera, by what identifies it, and the (width, height) of its picture."""
    name = hashlib.sha256(camera.encode()).hexdigest()[:12]
    return folder / f"{name}-{size_px[0]}x{size_px[1]}.json"


def write_places(places: TablePlaces, path: Path, camera: str) -> None:
    """Write the places in place of those before, all or nothing; `InputError` where that fails."""
    try:
        write_whole(path, json.dumps(places_json(places, camera), indent=1) + "\n")
    except OSError as error:
        raise InputError(
            Sentence(
                "{path} cannot be written ({reason}); expected a folder for the places.",
                path=path,
                reason=error.strerror,
            )
        ) from error


def places_json(places: TablePlaces, camera: str) -> dict[str, Any]:
    """The content of a file of places."""
    return {
        "format": _FORMAT,
        "camera": camera,
        "players": places.players,
        "size_px": places.size_px,
        "table_from_image": places.table_from_image.tolist(),
        "places": {place: quad.tolist() for place, quad in places.quads_mm.items()},
    }


def read_places(path: Path) -> TablePlaces:
    """The places of a file; `InputError` names what is wrong with it."""
    try:
        data = read_file(path)
    except OSError as error:
        raise InputError(
            Sentence(
                "{path} cannot be read ({reason}); expected the places of a table.", path=path, reason=error.strerror
            )
        ) from error
    return parse_places(data, str(path))


def parse_places(data: bytes, name: str) -> TablePlaces:
    """The places of a file's content; `InputError` names what is wrong with the file `name`."""
    try:
        content = _PlacesFile.model_validate_json(data)
    except ValidationError as error:
        raise InputError(Sentence("{name}: {complaint}", name=name, complaint=_complaint(error))) from error
    homography = np.array(content.table_from_image)
    if abs(np.linalg.det(homography)) < 1e-12:
        raise InputError(
            Sentence("{name}: table_from_image maps the picture to a line; expected a map to a plane.", name=name)
        )
    quads = {_place(name, place, len(content.players)): np.array(quad) for place, quad in content.places.items()}
    for place, quad in quads.items():
        ahead, across = quad[3] - quad[0], quad[1] - quad[0]
        if across[0] * ahead[1] - across[1] * ahead[0] < _LEAST_AREA_MM2:
            raise InputError(
                Sentence(
                    "{name}: place {place} is no rectangle; expected 4 corners in mm, clockwise.",
                    name=name,
                    place=place,
                )
            )
    for pile in (Heap.DRAW, Heap.DISCARD):
        if pile not in quads:
            raise InputError(
                Sentence(
                    "{name}: the place '{pile}' is missing; expected the slots, '{draw}' and so on.",
                    name=name,
                    pile=pile,
                    draw=Heap.DRAW,
                )
            )
    players = tuple(map(PlayerId, content.players))
    return TablePlaces(players, content.size_px, homography, quads)


def _place(name: str, place: str, players: int) -> Place:
    if place in set(Heap):
        return Heap(place)
    match = SLOT.fullmatch(place)
    if match is None or int(match[1]) > players:
        expected = f"a slot of one of {players} players, as in p1.b2, or {', '.join(Heap)}"
        raise InputError(
            Sentence(
                "{name}: {found} is no place; expected {expected}.", name=name, found=shown(place), expected=expected
            )
        )
    return SlotId(place)


def _complaint(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"])) or "the file"
    found = "" if first["type"] in ("missing", "json_invalid") else f", found {shown(first['input'])}"
    return f"{where}: {first['msg']}{found}; expected a table's places as Kibitz writes them."
