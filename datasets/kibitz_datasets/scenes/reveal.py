"""The end of a round as a picture: every player's 2x2 grid face up round a table, the piles in the middle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from kibitz_datasets.decks.card_look import NEW
from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.decks.drawn_deck import drawn_deck
from kibitz_datasets.decks.gambit.table_mat import GAP_MM
from kibitz_datasets.scenes.arrangements import Place
from kibitz_datasets.scenes.canvas import Canvas
from kibitz_datasets.scenes.hands.hands import draw_hand
from kibitz_datasets.scenes.optics.lens import photograph_gently
from kibitz_datasets.scenes.optics.table_camera import CARD_MM, Points, image_from_table, project
from kibitz_datasets.scenes.scene import Scene
from kibitz_datasets.scenes.surfaces import draw_plain_table
from kibitz_scoring.cards import JOKER


@dataclass(frozen=True, slots=True)
class RevealConfig:
    """Picture size, players, and how far from straight down the camera looks."""

    players: int
    width_px: int = 1600
    height_px: int = 1000
    tilt_deg: float = 12
    hand: bool = False


def render_reveal(rng: Generator, deck: Deck, config: RevealConfig) -> Scene:
    """One reveal; the cards keep the order of the players, clockwise from the near side, then the piles."""
    places = _hands(rng, config) + _piles(rng)
    camera = _fitting_camera(rng, places, config)
    canvas = Canvas(draw_plain_table(rng, (config.height_px, config.width_px)))
    canvas.lay(rng, deck, places, camera, NEW)
    if config.hand:
        tip = np.array([config.width_px * 0.5, config.height_px * 0.52]) + rng.normal(0, 30, 2)
        canvas.cover(draw_hand(rng, canvas.picture, tip, config.height_px / 12))
    return Scene(photograph_gently(rng, canvas.picture), canvas.labels())


def _hands(rng: Generator, config: RevealConfig) -> list[Place]:
    """2x2 grids on an ellipse, each turned to its player."""
    places = []
    gap = np.array(CARD_MM) + GAP_MM
    for player in range(config.players):
        turn = 2 * np.pi * player / config.players
        middle = np.array([-np.sin(turn) * (230 + 32 * config.players), np.cos(turn) * 235])
        axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        for row in (-0.5, 0.5):
            for column in (-0.5, 0.5):
                offset = np.array([column, row]) * gap + rng.normal(0, 2.5, 2)
                places.append(Place(middle + offset @ axes, turn + rng.normal(0, 0.04), up=True))
    return places


def _piles(rng: Generator) -> list[Place]:
    draw = [Place(np.array([-45.0, 0.0]) + rng.normal(0, 0.8, 2), rng.normal(0, 0.02), up=False) for _ in range(5)]
    discard = [Place(np.array([45.0, 0.0]) + rng.normal(0, 3, 2), rng.normal(0, 0.2), up=True) for _ in range(2)]
    return draw + discard


def _fitting_camera(rng: Generator, places: Sequence[Place], config: RevealConfig) -> Points:
    """The camera as near as it can be with every card in the picture."""
    spots = np.array([place.centre for place in places])
    margin = 70.0
    box = np.array([[sx, sy] for sx in (-1, 1) for sy in (-1, 1)]) * (np.abs(spots).max(0) + margin)
    size = (config.height_px, config.width_px)
    turn, focal = float(rng.uniform(-3, 3)), 1.1
    for px_per_mm in np.arange(4.0, 0.3, -0.05):
        camera = image_from_table(size, float(px_per_mm), config.tilt_deg, turn, focal)
        seen = project(camera, box)
        if (seen > 8).all() and (seen < [config.width_px - 8, config.height_px - 8]).all():
            return camera
    raise ValueError(f"no camera sees a table of {config.players} players at {config.width_px}x{config.height_px}")


# Three rounds of four players with one deck, then every other size of a table with others, none of them trained on.
DEMO = (
    (1000, RevealConfig(4, tilt_deg=8)),
    (1000, RevealConfig(4, tilt_deg=16)),
    (1000, RevealConfig(4, tilt_deg=24)),
    (1001, RevealConfig(2, tilt_deg=30)),
    (1002, RevealConfig(3, tilt_deg=12)),
    (1001, RevealConfig(6, tilt_deg=5)),
    (1002, RevealConfig(5, tilt_deg=18)),
    (1000, RevealConfig(7, 1920, 1200, tilt_deg=6)),
    (1002, RevealConfig(8, 1920, 1200, tilt_deg=4)),
)
DEMO_SEED = 20


def write_demo(folder: Path) -> None:
    """Write the demo's pictures as `demo-4-1.jpg` and so on, by players and round; without jokers, as not all have."""
    folder.mkdir(parents=True, exist_ok=True)
    rounds: Counter[int] = Counter()
    for k, (seed, config) in enumerate(DEMO, start=1):
        deck = drawn_deck(seed)
        plain = replace(deck, faces={card: faces for card, faces in deck.faces.items() if card != JOKER})
        scene = render_reveal(np.random.default_rng((DEMO_SEED, k)), plain, config)
        rounds[config.players] += 1
        path = folder / f"demo-{config.players}-{rounds[config.players]}.jpg"
        cv2.imwrite(str(path), scene.picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
