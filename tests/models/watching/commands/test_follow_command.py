"""`kibitz follow`: a card goes from one place to another on film."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from tests.films import write_film
from typer.testing import CliRunner

from kibitz_datasets.decks.deck import Deck
from kibitz_models.commands import app
from kibitz_scoring.cards import parse_card

SEVEN = parse_card("7H")
CARD_PX = (120, 168)
LEFT, RIGHT, Y = 100, 420, 90


def picture(deck: Deck, x: int | None) -> np.ndarray:
    """A table with one card at `x`, or none."""
    table = np.full((360, 640, 3), (60, 90, 70), np.uint8)
    if x is not None:
        card = cv2.resize(deck.faces[SEVEN][0], CARD_PX, interpolation=cv2.INTER_AREA)
        table[Y : Y + CARD_PX[1], x : x + CARD_PX[0]] = card
    return table


@pytest.fixture(scope="module")
def film(unseen_deck: Deck, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five pictures a second: the card lies at the left, is carried and lies at the right."""
    pictures = [picture(unseen_deck, x) for x in [LEFT] * 6 + [260] + [RIGHT] * 6]
    return write_film(tmp_path_factory.mktemp("film") / "film.mp4", pictures, fps=5, options={"crf": "18"})


def test_a_card_carried_over_the_table_is_lifted_and_laid_down(film: Path) -> None:
    shown = CliRunner().invoke(app, ["follow", str(film), "--json"])
    assert shown.exit_code == 0, shown.output
    acts = [json.loads(line) for line in shown.stdout.splitlines()]
    assert [(act["type"], act["card"]) for act in acts] == [("lift", "7H"), ("place", "7H")]
    middles = [np.mean(act["quad"], axis=0) for act in acts]
    expected = [(x + CARD_PX[0] / 2, Y + CARD_PX[1] / 2) for x in (LEFT, RIGHT)]
    np.testing.assert_allclose(middles, expected, atol=4)
    assert [act["at_ms"] for act in acts] == pytest.approx([1200, 1400], abs=1)


def test_without_json_it_is_a_log_for_people(film: Path) -> None:
    shown = CliRunner().invoke(app, ["follow", str(film)])
    assert [line.split()[2:4] for line in shown.stdout.splitlines()] == [["lift", "7H"], ["place", "7H"]]
