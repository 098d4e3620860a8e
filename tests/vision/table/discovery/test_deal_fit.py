"""Tables that are none of a deal: what speaks against them, in a sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kibitz_datasets.films.simulate import NAMES
from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import SlotId
from kibitz_vision.camera.video import read_video
from kibitz_vision.detections import CardReading, Face
from kibitz_vision.geometry import Points
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.table.brightness import brightened
from kibitz_vision.table.discovery.discovery import discover
from kibitz_vision.table.discovery.search import TableSearch

from ....plain_words import plain_words
from .test_discovery import SIZE, Deal, deal

PACK = load_pack("kaboo")
PLAYERS = NAMES[:3]


def against(*cards: CardReading) -> str:
    """What is said against a table with such cards."""
    with pytest.raises(InputError) as refused:
        discover(cards, SIZE, PACK, PLAYERS)
    said = str(refused.value)
    assert not [*plain_words(said)]
    return said


@pytest.fixture
def table() -> Deal:
    return deal(PACK, 3)


def test_cards_face_up_in_front_of_the_players_are_no_deal(table: Deal) -> None:
    cards = [
        replace(card, face=Face.UP) if place in ("p1.a1", "p1.b1", "p2.a1", "p3.b2") else card
        for place, card in table.readings.items()
    ]
    assert against(*cards) == "A deal lies face down, but 4 of 12 cards in front of the players show a face."


def test_whose_cards_are_missing_is_said_by_name(table: Deal) -> None:
    cards = [card for place, card in table.readings.items() if place not in ("p2.a1", "p2.b2", "p3.a1", "p3.b2")]
    assert against(*cards) == "1 of 3 players have their four cards; Ben's are missing two, Cleo's are missing two."


def test_many_cards_beside_those_of_the_players_are_none_of_a_deal(table: Deal) -> None:
    draw = table.readings[SlotId("p1.a1")]
    far = [replace(draw, quad=draw.quad + np.float32([150.0 + 60 * column, 10.0])) for column in range(3)]
    far += [replace(draw, quad=draw.quad + np.float32([-150.0 - 60 * column, 10.0])) for column in range(3)]
    assert against(*table.readings.values(), *far)


def test_outlines_of_many_sizes_are_no_cards_of_one_deck(table: Deal) -> None:
    rng = np.random.default_rng(2)
    cards = []
    for card in table.readings.values():
        middle = card.quad.mean(axis=0)
        cards.append(replace(card, quad=(middle + (card.quad - middle) * rng.uniform(0.4, 2.2, 2)).astype(np.float32)))
    assert against(*cards)


def _card(x: float, y: float, turn: float) -> Points:
    corners = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]])
    cos, sin = np.cos(turn), np.sin(turn)
    return corners @ np.array([[cos, sin], [-sin, cos]]) + (x, y)


@pytest.mark.parametrize("seed", range(12))
def test_cards_scattered_over_a_table_are_no_deal(seed: int) -> None:
    rng = np.random.default_rng(seed)
    quads = [_card(*rng.uniform((100, 100), (1100, 650)), rng.uniform(0, 6)) for _ in range(rng.integers(6, 28))]
    assert against(*(CardReading(quad.astype(np.float32), Face.DOWN, None, 0.9) for quad in quads))


@pytest.mark.parametrize("ranks", [range(1, 8), range(7, 0, -1)])
def test_a_tableau_of_patience_is_no_deal(ranks: range) -> None:
    quads = [_card(100 + 75 * column, 250 + 22 * row, 0.0) for column, rank in enumerate(ranks) for row in range(rank)]
    quads += [_card(100 + 75 * column, 100, 0.0) for column in range(5)]
    assert against(*(CardReading(quad.astype(np.float32), Face.DOWN, None, 0.9) for quad in quads))


@pytest.mark.parametrize("name", ["hoyle_test2.mp4", "solitaire_dark.mp4", "relgin_auto.mp4", "jspotter_cardtrick.mp4"])
def test_on_clips_of_other_card_play_no_places_are_found(name: str, shared_folder: Path, pipeline: Pipeline) -> None:
    video = shared_folder / "video" / name
    if not video.is_file():
        pytest.skip(f"needs the clip {name} in {video.parent}, which is not there")
    search, looked_ms = None, float("-inf")
    for frame in read_video(video):
        at_ms = frame.captured_ns / 1e6
        if at_ms - looked_ms >= 1500 and at_ms < 12_000:
            looked_ms, size = at_ms, (frame.image.shape[1], frame.image.shape[0])
            search = search or TableSearch(PACK, NAMES[:2], size)
            assert search.add(pipeline.read(brightened(frame.image)).cards, at_ms, frame.image) is None
    assert search is not None
    assert search.best is None
    assert search.missing
