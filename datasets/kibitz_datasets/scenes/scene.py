"""Rendered scenes: decks on tables as a webcam sees them, with every card's place and how much of it shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from kibitz_datasets.decks.back_kinds import draw_any_back
from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.scenes.arrangements import Place, arrange
from kibitz_datasets.scenes.canvas import Canvas, SceneCard
from kibitz_datasets.scenes.clutter import draw_thing
from kibitz_datasets.scenes.hands.arms_over import cut_photo, lay_photographed_arm
from kibitz_datasets.scenes.hands.hand_photos import HandPhoto
from kibitz_datasets.scenes.hands.hands import draw_hand
from kibitz_datasets.scenes.hands.held_cards import sample_held
from kibitz_datasets.scenes.optics.fisheye import sample_fisheye
from kibitz_datasets.scenes.optics.lens import photograph
from kibitz_datasets.scenes.optics.table_camera import CARD_MM, image_from_table, sample_tilt
from kibitz_datasets.scenes.surfaces import draw_surface
from kibitz_vision.detections import Image


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A rendered picture and its cards."""

    picture: Image
    cards: tuple[SceneCard, ...]


@dataclass(frozen=True, slots=True)
class SceneConfig:
    """Picture size and the range of card short sides, in px.

    With `foreign` the scene has what training needs beside cards of its decks: backs of any kind, cards of other games,
    and cards that fill the picture.
    """

    height_px: int = 640
    width_px: int = 640
    smallest_card_px: float = 24
    largest_card_px: float = 420
    foreign: bool = False


def render_scene(
    rng: Generator,
    decks: Sequence[Deck],
    config: SceneConfig,
    hands: Sequence[HandPhoto] = (),
    photos: Sequence[Image] = (),
) -> Scene:
    """One random scene; the same generator state gives the same scene.

    `hands` are photographs of hands, to lie over the cards and to hold them; `photos` are photographs without a card of
    ours, of which some scenes are made, where there are any.
    """
    size = (config.height_px, config.width_px)
    if photos and rng.random() < PHOTOGRAPHED:
        table = cut_photo(rng, photos[int(rng.integers(len(photos)))], (config.width_px, config.height_px))
        return Scene(photograph(rng, table, 1.0), ())
    if config.foreign:
        decks = [with_any_back(rng, decks[int(rng.integers(len(decks)))])]
        if rng.random() < FILLING:
            return _render_filling(rng, decks[0], config)
    canvas, deck, card_px = render_table(rng, decks, config)
    if rng.random() < 0.08:
        canvas.hold(rng, deck, sample_held(rng, size, card_px))
    for _ in range(int(rng.choice((0, 1, 2), p=(0.62, 0.28, 0.1)))):
        tip = rng.uniform((0, 0), (config.width_px, config.height_px))
        palm_px = card_px * rng.uniform(1.1, 1.7)
        if hands and rng.random() > DRAWN:
            canvas.cover(lay_photographed_arm(rng, canvas, deck, hands, palm_px))
        else:
            canvas.cover(draw_hand(rng, canvas.picture, tip, palm_px))
    lens = sample_fisheye(rng, size)
    if lens:
        canvas.bend(lens)
    picture = photograph(rng, canvas.picture, float(np.clip(card_px / 45, 0.4, 4.0)))
    return Scene(picture, canvas.labels())


def with_any_back(rng: Generator, deck: Deck) -> Deck:
    """The deck, as often as not with a back of any kind."""
    return replace(deck, backs=(draw_any_back(rng),)) if rng.random() < 0.5 else deck


def _render_filling(rng: Generator, deck: Deck, config: SceneConfig) -> Scene:
    """One card that fills the picture or nearly so, as people hold it before a camera."""
    size = (config.height_px, config.width_px)
    canvas = Canvas(draw_surface(rng, size))
    card_px = config.height_px / CARD_MM[1] * CARD_MM[0] * rng.uniform(0.85, 1.02)
    turn_deg = float(rng.choice((0, 90, 180, 270)) + rng.normal(0, 4))
    camera = image_from_table(size, card_px / CARD_MM[0], float(rng.uniform(0, 12)), turn_deg, 2.0)
    canvas.lay(rng, deck, [Place(rng.normal(0, 2, 2), 0.0, bool(rng.random() < 0.75))], camera)
    return Scene(photograph(rng, canvas.picture, float(np.clip(card_px / 45, 0.4, 4.0))), canvas.labels())


def render_table(rng: Generator, decks: Sequence[Deck], config: SceneConfig) -> tuple[Canvas, Deck, float]:
    """A random table in white light with things and cards on it: what lies there, of which deck, and a card's px."""
    size = (config.height_px, config.width_px)
    card_px = np.exp(rng.uniform(np.log(config.smallest_card_px), np.log(config.largest_card_px)))
    if rng.random() < 0.5:  # half the scenes at the size of a whole table
        card_px = np.exp(rng.uniform(np.log(config.smallest_card_px), np.log(max(110, config.smallest_card_px * 1.2))))
    px_per_mm = float(card_px / CARD_MM[0])
    camera = image_from_table(size, px_per_mm, sample_tilt(rng), rng.uniform(0, 360), rng.uniform(0.7, 1.8))
    half_mm = np.array([config.width_px, config.height_px]) / 2 / px_per_mm
    canvas = Canvas(draw_surface(rng, size))
    for _ in range(int(rng.choice((0, 1, 3, 6), p=(0.4, 0.25, 0.2, 0.15)))):
        draw_thing(rng, canvas.picture, float(card_px))
    if config.foreign and rng.random() < STREWN:
        canvas.strew(rng, [place.centre for place in arrange(rng, half_mm)][: int(rng.integers(1, 9))], camera)
        if rng.random() < 0.4:  # a table of another game: nothing on it is to be found
            return canvas, decks[0], float(card_px)
    deck = decks[int(rng.integers(len(decks)))]
    if rng.random() > 0.04:
        canvas.lay(rng, deck, arrange(rng, half_mm), camera)
    return canvas, deck, float(card_px)


STREWN, FILLING, PHOTOGRAPHED = 0.3, 0.06, 0.1
"""Shares of scenes with cards of other games, with a card that fills the picture, and of photographs without a card."""
DRAWN = 0.2
"""Share of hands that are drawn beside photographed ones."""
