"""`kibitz deck`: a deck is taught from a picture with the names in a file, and looked after on the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from kibitz_datasets.decks.deck import Deck, cached_deck
from kibitz_datasets.pool import numeric_designs
from kibitz_datasets.scenes.laid_out import render_laid_out
from kibitz_datasets.scenes.scene import Scene
from kibitz_models.teaching.confirming import corrected, in_rows, names_in
from kibitz_scoring.cards import parse_card
from kibitz_scoring.errors import InputError
from kibitz_server.cli import create_cli

DESIGN = "drawn-numeric-1000"
FEW = ("0", "3", "6", "9", "13")
"""Of each of these kinds all cards: 16 in all."""
OWN = """
base = "kaboo"
id = "pets"
name = "Pets"

[deck]
base = "own"
jokers = 0
"""


def kibitz(*words: str, answers: str = "") -> str:
    result = CliRunner().invoke(create_cli(), words, input=answers)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def in_reading_order(scene: Scene) -> list[str]:
    """Names of the cards row by row, thirteen in each."""
    by_height = sorted(scene.cards, key=lambda card: float(card.quad[:, 1].mean()))
    rows = [by_height[k : k + 13] for k in range(0, len(by_height), 13)]
    return [str(card.card) for row in rows for card in sorted(row, key=lambda card: float(card.quad[:, 0].mean()))]


def lay_out(deck: Deck, path: Path) -> tuple[Path, list[str]]:
    """A picture of the cards of a deck in rows, and their names in that order."""
    scene = render_laid_out(np.random.default_rng(5), deck)
    cv2.imwrite(str(path), scene.picture)
    return path, in_reading_order(scene)


@pytest.fixture(scope="module")
def design() -> Deck:
    return cached_deck(DESIGN, numeric_designs([1000])[DESIGN])


@pytest.fixture(scope="module")
def laid(design: Deck, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    return lay_out(design, tmp_path_factory.mktemp("laid") / "cards.png")


def test_a_deck_is_taught_with_names_from_a_file_and_read(laid: tuple[Path, list[str]], tmp_path: Path) -> None:
    picture, names = laid
    labels, decks = tmp_path / "names.txt", str(tmp_path / "decks")
    labels.write_text(" ".join(names), encoding="utf-8")
    told = kibitz("deck", "teach", "Dots", str(picture), "--deck", "numeric", "--labels", str(labels), "--dir", decks)
    assert "14 faces" in told
    assert "of 100 cards are expected to be read wrong" in told
    assert kibitz("deck", "list", "--dir", decks).startswith("Dots  14 faces without a back")
    assert json.loads(kibitz("deck", "list", "--json", "--dir", decks))["certificate"]["views"] > 0
    assert "52 cards of 14 kinds, 52 pictures." in kibitz("deck", "show", "Dots", "--dir", decks)
    page = tmp_path / "certificate.html"
    kibitz("deck", "certificate", "Dots", "--out", str(page), "--dir", decks)
    assert page.read_text(encoding="utf-8").count("<img") >= 14
    read = json.loads(kibitz("read", str(picture), "--taught", "Dots", "--decks", decks, "--json"))
    named = [card["card"] for card in read["cards"]]
    assert sum(names.count(name) == named.count(name) for name in set(names)) >= 12
    exported = tmp_path / "x.kibitzdeck"
    kibitz("deck", "export", "Dots", "--out", str(exported), "--dir", decks)
    assert "as it was written" in kibitz("deck", "verify", str(exported))
    kibitz("deck", "rename", "Dots", "Spots", "--dir", decks)
    kibitz("deck", "import", str(exported), "--as", "Dots", "--dir", decks)
    kibitz("deck", "delete", "Spots", "--yes", "--dir", decks)
    assert kibitz("deck", "list", "--dir", decks).splitlines()[0].startswith("Dots ")
    exported.write_bytes(exported.read_bytes()[:-90_000])
    result = CliRunner().invoke(create_cli(), ["deck", "verify", str(exported)])
    assert result.exit_code == 1


def test_a_deck_of_ones_own_is_taught_by_its_rule_pack(design: Deck, tmp_path: Path) -> None:
    few = {card: face for card, face in design.faces.items() if str(card) in FEW}
    picture, names = lay_out(replace(design, faces=few), tmp_path / "few.png")
    pets = {"0": "#CAT", "13": "#DOG"}
    kinds = [pets.get(number, number) for number in FEW]
    listed = "".join(f'\n[[deck.cards]]\ncard = "{kind}"\nvalue = 1\ncount = 4\n' for kind in kinds)
    pack, labels, decks = tmp_path / "pets.toml", tmp_path / "names.txt", str(tmp_path / "decks")
    pack.write_text(OWN + listed, encoding="utf-8")
    labels.write_text(" ".join(pets.get(name, name) for name in names), encoding="utf-8")
    kibitz("deck", "teach", "Pets", str(picture), "--rules", str(pack), "--labels", str(labels), "--dir", decks)
    read = json.loads(kibitz("read", str(picture), "--taught", "Pets", "--decks", decks, "--json"))
    named = [card["card"] for card in read["cards"]]
    assert named.count("#CAT") == 2
    assert named.count("#DOG") == 2


def test_corrections_are_taken_or_refused_in_a_sentence(laid: tuple[Path, list[str]], tmp_path: Path) -> None:
    from kibitz_models.weights import load_pipeline
    from kibitz_vision.frames import load_image
    from kibitz_vision.teaching.found_cards import find_cards, named_in_order

    picture, names = laid
    found = named_in_order(find_cards(load_pipeline(), [load_image(picture)]), list(map(parse_card, names)))
    assert f"1={names[0]} 2={names[1]}" in in_rows(found)
    now = corrected(found, "1=- 2=12")
    assert [str(one.proposed) for one in now[:2]] == ["None", "12"]
    for answer, says in (
        ("99=5", "expected a number from 1 to 52"),
        ("1=99H", "is not a card"),
        ("x", "no correction"),
    ):
        with pytest.raises(InputError, match=says):
            corrected(found, answer)
    with pytest.raises(InputError, match="cannot be read"):
        names_in(tmp_path / "none.txt")
