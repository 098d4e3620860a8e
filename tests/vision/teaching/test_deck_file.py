"""A taught deck as a file: what was written is read back, what was changed is refused in a sentence."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from kibitz_scoring.errors import InputError
from kibitz_vision.container import CHAIN, Part, write_container
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.teaching.deck_file import read_deck, write_deck
from kibitz_vision.teaching.shelf import DeckShelf

from .conftest import TaughtTable


@pytest.fixture
def written(odd: TaughtTable, tmp_path: Path) -> Path:
    path = tmp_path / "Dots.kibitzdeck"
    write_deck(odd.kept, path)
    return path


def rebuilt(path: Path, changes: Mapping[str, bytes]) -> Path:
    """A file that says of itself that it is whole, with other parts."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist() if name != CHAIN}
    other = path.with_name("other.kibitzdeck")
    write_container(other, [Part(name, data) for name, data in (parts | changes).items()])
    return other


def test_a_deck_is_read_back_as_it_was_taught(odd: TaughtTable, written: Path) -> None:
    again = read_deck(written)
    assert again.deck.name == "Dots"
    assert again.deck.cards == odd.kept.deck.cards
    assert list(again.deck.faces) == list(odd.kept.deck.faces)
    assert again.certificate == odd.kept.certificate
    assert again.reader == odd.kept.reader
    embeddings = np.random.default_rng(1).normal(0, 0.1, (4, len(odd.kept.head.mean))).astype(np.float32)
    assert np.allclose(again.head.distances(embeddings), odd.kept.head.distances(embeddings))


def test_a_changed_byte_is_told_with_its_part(written: Path) -> None:
    data = bytearray(written.read_bytes())
    for at in (200, len(data) // 3, len(data) // 2, len(data) - 300):
        changed = bytearray(data)
        changed[at] ^= 1
        written.write_bytes(bytes(changed))
        with pytest.raises(InputError, match=r"was changed|damaged"):
            read_deck(written)


def test_hostile_files_are_refused_in_one_sentence(written: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(written) as archive:
        deck = json.loads(archive.read("deck.json"))
        head = json.loads(archive.read("head.json"))
        mean = archive.read("mean.f32")

    def refused(changes: Mapping[str, bytes], says: str) -> None:
        with pytest.raises(InputError, match=says) as error:
            read_deck(rebuilt(written, changes))
        assert "\n" not in str(error.value)

    refused({"../evil.json": b"{}"}, "no name of a part")
    refused({"deck.json": json.dumps(deck | {"name": "../../etc"}).encode()}, "cannot be a deck's name")
    refused({"deck.json": json.dumps(deck | {"cards": ["99Z"] * 3}).encode()}, "is not a card")
    refused({"deck.json": json.dumps(deck | {"cards": ["AH", "2H"]}).encode()}, "other faces than its cards")
    refused({"head.json": json.dumps(head | {"depth": 8000}).encode()}, "another size")
    refused({"head.json": json.dumps(head | {"depth": 10**9}).encode()}, "damaged")
    refused({"head.json": json.dumps(head | {"sharpness": float("nan")}).encode()}, "damaged")
    refused({"mean.f32": b"\x00\x00\xc0\x7f" * (len(mean) // 4)}, "no number")
    refused({"pictures/000.jpg": b"no picture"}, "no JPEG picture")
    import io

    import PIL.Image

    huge = io.BytesIO()
    PIL.Image.new("L", (20_000, 20_000)).save(huge, "JPEG", quality=1)
    refused({"pictures/000.jpg": huge.getvalue()}, "another size")
    (tmp_path / "x.kibitzdeck").write_bytes(written.read_bytes()[:5000])
    with pytest.raises(InputError, match="cut off"):
        read_deck(tmp_path / "x.kibitzdeck")
    (tmp_path / "x.kibitzdeck").write_bytes(b"")
    with pytest.raises(InputError, match="cut off"):
        read_deck(tmp_path / "x.kibitzdeck")


def test_decks_on_the_shelf_are_listed_renamed_exported_imported_and_deleted(
    odd: TaughtTable, pipeline: Pipeline, tmp_path: Path
) -> None:
    shelf = DeckShelf(tmp_path / "decks")
    assert shelf.names() == ()
    shelf.put(odd.kept)
    shelf.rename("Dots", "Blue dots")
    assert shelf.names() == ("Blue dots",)
    assert list(shelf.deck("Blue dots").deck.backs) == ["Blue dots"]
    exported = shelf.export("Blue dots", tmp_path)
    with pytest.raises(InputError, match="exists already"):
        shelf.export("Blue dots", tmp_path)
    with pytest.raises(InputError, match="'Blue dots' already"):
        shelf.bring(exported)
    assert shelf.bring(exported, "Another").head.backs == ("Another",)
    assert shelf.table(pipeline.reader, ["Another"])[0].name == "Another"
    (shelf.folder / "Torn.kibitzdeck").write_bytes(b"PK")
    assert [(one.name, bool(one.fault)) for one in shelf.decks()] == [
        ("Another", False),
        ("Blue dots", False),
        ("Torn", True),
    ]
    shelf.delete("Another")
    with pytest.raises(InputError, match="no taught deck 'Another'"):
        shelf.deck("Another")
    with pytest.raises(InputError, match="cannot be a deck's name"):
        shelf.deck("../Another")
