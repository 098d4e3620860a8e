from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Heap, SlotId
from kibitz_vision.table.places import TablePlaces, card_rectangle
from kibitz_vision.table.places_file import places_path, read_places, write_places

PLACES = TablePlaces(
    (PlayerId("Ann"), PlayerId("Ben")),
    (1280, 720),
    np.array([[0.9, 0.1, -300], [0.0, 1.1, -200], [0, 1e-4, 1]]),
    {
        SlotId("p1.a1"): card_rectangle(np.array([0.0, 120]), 0.1),
        SlotId("p2.x1"): card_rectangle(np.array([0.0, -120]), 3.1),
        Heap.DRAW: card_rectangle(np.array([-50.0, 0]), 0),
        Heap.DISCARD: card_rectangle(np.array([50.0, 0]), 0),
    },
)


def test_places_come_back_as_they_were(tmp_path: Path) -> None:
    path = places_path(tmp_path / "places", "usb:1-2", PLACES.size_px)

    write_places(PLACES, path, "usb:1-2")
    found = read_places(path)

    assert (found.players, found.size_px) == (PLACES.players, PLACES.size_px)
    assert list(found.quads_mm) == list(PLACES.quads_mm)
    for place, quad in PLACES.quads_mm.items():
        np.testing.assert_array_equal(found.quads_mm[place], quad)
    np.testing.assert_array_equal(found.table_from_image, PLACES.table_from_image)


def test_every_camera_and_every_size_has_a_file_of_its_own(tmp_path: Path) -> None:
    paths = {places_path(tmp_path, *key) for key in (("0", (640, 480)), ("0", (1280, 720)), ("1", (640, 480)))}

    assert len(paths) == 3
    assert places_path(tmp_path, "0", (640, 480)) in paths


def without(key: str) -> Callable[[dict[str, Any]], object]:
    return lambda content: content.pop(key)


def with_place(name: str, quad: object) -> Callable[[dict[str, Any]], object]:
    return lambda content: content["places"].update({name: quad})


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (without("players"), "players: Field required; expected a table's places"),
        (lambda content: content.update(size_px=[0, 720]), "size_px.0: Input should be greater than 0, found 0"),
        (lambda content: content.update(format="other"), "format: Input should be 'kibitz-places-1', found \"other\""),
        (with_place("p3.a1", [[0, 0], [1, 0], [1, 1], [0, 1]]), '"p3.a1" is no place; expected a slot of one of 2'),
        (with_place("p1.a2", [[0, 0], [9, 0], [9, 0], [0, 0]]), "place p1.a2 is no rectangle"),
        (lambda content: content["places"].pop("deck"), "the place 'deck' is missing"),
        (lambda content: content.update(table_from_image=[[0, 0, 0]] * 3), "maps the picture to a line"),
    ],
)
def test_a_damaged_file_is_refused_with_what_is_wrong(
    tmp_path: Path, damage: Callable[[dict[str, Any]], object], sentence: str
) -> None:
    path = tmp_path / "table.json"
    write_places(PLACES, path, "0")
    content = json.loads(path.read_text())
    damage(content)
    path.write_text(json.dumps(content))

    with pytest.raises(InputError) as refusal:
        read_places(path)

    assert str(refusal.value).startswith(f"{path}: ")
    assert sentence in str(refusal.value)


def test_what_is_no_file_or_no_json_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing\.json cannot be read \(No such file"):
        read_places(tmp_path / "missing.json")
    (tmp_path / "cut.json").write_text('{"format": "kib')
    with pytest.raises(InputError, match=r"cut\.json: the file: Invalid JSON"):
        read_places(tmp_path / "cut.json")
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        write_places(PLACES, tmp_path / "file" / "table.json", "0")
