"""Crops for the reader: one card cut out of a small scene as the detector would hand it over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.scenes.arrangements import Place
from kibitz_datasets.scenes.canvas import Canvas, SceneCard
from kibitz_datasets.scenes.clutter import draw_thing
from kibitz_datasets.scenes.hands.hands import draw_hand
from kibitz_datasets.scenes.optics.fisheye import sample_fisheye
from kibitz_datasets.scenes.optics.lens import photograph
from kibitz_datasets.scenes.optics.table_camera import CARD_MM, image_from_table, sample_tilt
from kibitz_datasets.scenes.surfaces import draw_surface
from kibitz_scoring.cards import JOKER, Card, Rank, Suit
from kibitz_vision.detections import Image, Quad
from kibitz_vision.reading.corners.corner_finder import OUTLINE_MARGIN, OUTLINE_SIZE
from kibitz_vision.reading.corners.index_corners import index_quad
from kibitz_vision.reading.crops import crop_corners, cut_card
from kibitz_vision.reading.overlap import iou
from kibitz_vision.reading.reader import BACK, NONE

CARD_PX = (24.0, 190.0)
"""Smallest and largest short side of a card: below it no index is left, above it a crop gains nothing."""
INDEX_CARD_PX = (34.0, 260.0)
"""The same for crops of an index corner, which is less than a quarter as wide."""
LEAST_INDEX_VISIBLE = 0.5
"""An index corner of which less shows cannot be read."""

ACE_OF_SPADES = Card(Rank.ACE, Suit.SPADES)


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """A rectified crop (height, width, 3) and what it shows: a card's notation, `back` or `none`.

    None is a crop in which no card can be read: no card, half a card, or one whose indices are covered.
    """

    picture: Image
    label: str


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A crop (height, width, 3) cut by an inexact quad, and the card's true corners (4, 2) in it, as shares."""

    picture: Image
    corners: NDArray[np.float32]


FOREIGN_SHARE = 0.1
"""Share of the crops for training that show a card of another game."""


def render_foreign(rng: Generator) -> Crop:
    """One crop of a card of another game, which is to be unreadable."""
    short_px = float(np.exp(rng.uniform(*np.log(CARD_PX))))
    side = int(short_px * rng.uniform(1.95, 2.35))
    tilt = sample_tilt(rng)
    camera = image_from_table((side, side), short_px / CARD_MM[0], tilt, rng.uniform(0, 360), rng.uniform(0.8, 3))
    canvas = Canvas(draw_surface(rng, (side, side)))
    (corners,) = canvas.strew(rng, [np.zeros(2)], camera) or [np.array([[0, 0], [9, 0], [9, 12], [0, 12]], np.float32)]
    picture = photograph(rng, canvas.picture, float(np.clip(short_px / 50, 0.35, 3.0)))
    return Crop(cut_card(picture, loosen(rng, corners)), NONE)


def render_crop(rng: Generator, decks: Sequence[Deck], card_px: tuple[float, float] = CARD_PX) -> Crop:
    """One random crop for the reader; the same generator state gives the same crop."""
    picture, canvas = _small_scene(rng, decks, card_px)
    quad, label = _choose(rng, canvas, picture.shape[0])
    return Crop(cut_card(picture, quad), label)


def render_index(rng: Generator, decks: Sequence[Deck], card_px: tuple[float, float] = INDEX_CARD_PX) -> Crop | None:
    """One random crop of an index corner, or None where the scene has no face; upside down it is to be unreadable.

    A reader that names only upright corners tells by that which way the card extends from its corner. Nor has a joker
    an index: what stands in its corner differs from maker to maker.
    """
    picture, canvas = _small_scene(rng, decks, card_px)
    faces = [card for card in canvas.labels() if card.card is not None]
    if not faces:
        return None
    card = faces[int(rng.integers(len(faces)))]
    shares = card.indices_visible
    turned = shares[1] > shares[0] if rng.random() < 0.85 else bool(rng.random() < 0.5)
    quad = index_quad(card.quad, turned=turned)
    label = str(card.card) if card.card != JOKER and shares[turned] >= LEAST_INDEX_VISIBLE else NONE
    chance = rng.random()
    if chance < 0.2:
        quad, label = np.roll(quad, 2, 0), NONE
    elif chance < 0.26:
        away = rng.uniform(0.6, 1.5) * np.ptp(quad, axis=0) * rng.choice((-1, 1), 2)
        quad, label = np.asarray(quad + away, np.float32), NONE
    return Crop(cut_card(picture, _loosen_index(rng, quad)), label)


def _loosen_index(rng: Generator, quad: Quad) -> Quad:
    """An index corner as inexact as a detector finds so small a thing, but never the other way up."""
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    moved = quad + rng.normal(0, 0.1) * across + rng.normal(0, 0.06) * down
    centre = moved.mean(0)
    moved = (moved - centre) * np.exp(rng.normal(0, 0.09)) + centre
    size = float(np.sqrt(abs(cv2.contourArea(quad))))
    return np.asarray(moved + rng.normal(0, 0.03, (4, 2)) * size, np.float32)


def render_outline(rng: Generator, decks: Sequence[Deck], card_px: tuple[float, float] = CARD_PX) -> Outline | None:
    """One random crop for the corner finder, or None where no card lies in the middle."""
    picture, canvas = _small_scene(rng, decks, card_px)
    cards = canvas.labels()
    if not cards:
        return None
    middle = _middle(cards, picture.shape[0])
    if middle.visible < 0.3:
        return None
    loose = loosen(rng, middle.quad)
    if rng.random() < 0.3:  # the finder is also to mend outlines that are far off
        loose = np.asarray(loose + rng.normal(0, 0.06, (4, 2)) * np.linalg.norm(np.ptp(loose, axis=0)), np.float32)
    shown = crop_corners(OUTLINE_SIZE, OUTLINE_MARGIN)
    warp = cv2.getPerspectiveTransform(loose, shown)
    corners = cv2.perspectiveTransform(middle.quad[None], warp)[0]
    turns = [np.roll(corners, k, 0) for k in range(4)]
    nearest = min(turns, key=lambda turn: float(np.abs(turn - shown).sum()))
    if np.abs(nearest - shown).max() > max(OUTLINE_SIZE):
        return None  # seen so flat that the loosened outline is nearly a line
    return Outline(
        cut_card(picture, loose, OUTLINE_SIZE, OUTLINE_MARGIN), np.asarray(nearest / OUTLINE_SIZE, np.float32)
    )


def _small_scene(rng: Generator, decks: Sequence[Deck], card_px: tuple[float, float]) -> tuple[Image, Canvas]:
    """A square picture little larger than the card in its middle, and the canvas it was made from."""
    smallest, largest = card_px
    short_px = float(np.exp(rng.uniform(np.log(smallest), np.log(largest))))
    side = int(short_px * rng.uniform(1.95, 2.35))
    camera = image_from_table(
        (side, side), short_px / CARD_MM[0], sample_tilt(rng), rng.uniform(0, 360), rng.uniform(0.8, 3)
    )
    canvas = Canvas(draw_surface(rng, (side, side)))
    if rng.random() < 0.15:
        draw_thing(rng, canvas.picture, short_px)
    deck = decks[int(rng.integers(len(decks)))]
    canvas.lay(rng, _few_cards(rng, deck) if rng.random() < 0.25 else deck, _neighbours(rng), camera)
    if rng.random() < 0.12:
        canvas.cover(draw_hand(rng, canvas.picture, rng.uniform(0, side, 2), short_px * rng.uniform(0.9, 1.6)))
    lens = sample_fisheye(rng, (side, side), strongest=0.15)
    if lens:
        canvas.bend(lens)
    picture = photograph(rng, canvas.picture, float(np.clip(short_px / 50, 0.35, 3.0)))
    return picture, canvas


def _few_cards(rng: Generator, deck: Deck) -> Deck:
    """The deck reduced to its hardest cards and a few others, so that those are seen more often.

    Makers' aces of spades and jokers differ most from deck to deck; courts come next. A numeric deck has none of these.
    """
    cards = list(deck.faces)
    if ACE_OF_SPADES not in cards:
        return deck
    courts = [card for card in cards if card.rank in (Rank.JACK, Rank.QUEEN, Rank.KING)]
    others = [courts[k] for k in rng.permutation(len(courts))[:4]]
    kept = {ACE_OF_SPADES, JOKER, *others} & set(cards)
    return replace(deck, faces={card: deck.faces[card] for card in cards if card in kept})


def _neighbours(rng: Generator) -> list[Place]:
    """A card in the middle with none to four others beside, over or under it."""
    middle = Place(np.zeros(2), rng.uniform(0, 2 * np.pi), bool(rng.random() > 0.07))
    others: list[Place] = []
    if rng.random() < 0.25:
        return [middle, *_column(rng, middle)]
    for _ in range(int(rng.choice(5, p=(0.35, 0.2, 0.2, 0.15, 0.1)))):
        away = rng.choice((rng.uniform(62, 110), rng.uniform(12, 70)), p=(0.6, 0.4))
        turn = rng.uniform(0, 2 * np.pi)
        angle = middle.angle + rng.choice((0, np.pi / 2, rng.normal(0, 0.3), rng.uniform(0, 6)))
        others.append(Place(np.array([np.cos(turn), np.sin(turn)]) * away, angle, bool(rng.random() > 0.2)))
    place = int(rng.integers(len(others) + 1)) if rng.random() < 0.5 else len(others)
    return [*others[:place], middle, *others[place:]]


def _column(rng: Generator, middle: Place) -> list[Place]:
    """One to three cards that each leave a strip of the last one free, as in a column or a row of overlapping cards."""
    step = rng.uniform(12, 45)
    turn = middle.angle + rng.choice(4) * np.pi / 2
    along = np.array([np.cos(turn), np.sin(turn)])
    return [
        Place(middle.centre + along * step * k + rng.normal(0, 1.5, 2), middle.angle + rng.normal(0, 0.03), True)
        for k in range(1, int(rng.integers(2, 5)))
    ]


def _choose(rng: Generator, canvas: Canvas, side: int) -> tuple[Quad, str]:
    """A quad as a detector gives it, and its label."""
    cards = canvas.labels()
    if not cards or rng.random() < 0.05:
        centre, size = rng.uniform(0, side, 2), rng.uniform(0.15, 0.5) * side
        box = cv2.boxPoints((tuple(centre), (size * 0.7, size), float(rng.uniform(0, 180))))
        return np.asarray(box, np.float32), _label_of_any(cards, np.asarray(box, np.float32))
    middle = _middle(cards, side)
    return loosen(rng, middle.quad), label_of(middle)


def _middle(cards: Sequence[SceneCard], side: int) -> SceneCard:
    return min(cards, key=lambda card: float(np.hypot(*(card.quad.mean(0) - side / 2))))


def label_of(card: SceneCard) -> str:
    """What a person could read of a card: its name needs an open index corner or nearly the whole face."""
    if card.card is None:
        return BACK if card.visible > 0.3 else NONE
    return str(card.card) if card.index_visible > 0.85 or card.visible > 0.9 else NONE


def _label_of_any(cards: Sequence[SceneCard], quad: Quad) -> str:
    for card in cards:
        if iou(card.quad, quad) > 0.55:
            return label_of(card)
    return NONE


def loosen(rng: Generator, quad: Quad) -> Quad:
    """A quad as inexact as a detector's: sometimes only the enclosing rectangle, always a little off."""
    loose = quad
    if rng.random() < 0.5:
        box = np.asarray(cv2.boxPoints(cv2.minAreaRect(quad)), np.float32)
        first = int(np.argmin(np.linalg.norm(box - quad[0], axis=1)))
        loose = np.roll(box, -first, 0)
    size = np.sqrt(abs(float(cv2.contourArea(quad))))
    spread = rng.choice((0.01, 0.03, 0.05)) * size
    centre = loose.mean(0)
    loose = (loose - centre) * rng.normal(1.01, 0.03) + centre + rng.normal(0, spread * 0.7, 2)
    loose = loose + rng.normal(0, spread, (4, 2))
    if rng.random() < 0.5:
        loose = np.roll(loose, 2, 0)  # nobody knows which end is up
    return np.asarray(loose, np.float32)


def crop_labels(cards: Sequence[Card]) -> tuple[str, ...]:
    """Names of the reader's classes in their order."""
    return (*(str(card) for card in cards), BACK, NONE)
