"""Our own deck designs, drawn from a seed: no two seeds share a font, a court, an ace or a back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.decks.deck import ART_HEIGHT_PX, ART_WIDTH_PX, Deck
from kibitz_datasets.decks.drawn_ace import draw_ornate_ace
from kibitz_datasets.decks.drawn_back import draw_back
from kibitz_datasets.decks.drawn_court import draw_court, draw_joker
from kibitz_datasets.decks.pictorial_back import draw_pictorial_back
from kibitz_datasets.decks.pips import Colour, covers, draw_mask, draw_pip, fonts, glyph, narrow_glyph
from kibitz_scoring.cards import FRENCH_RANKS, JOKER, Card, Rank, Suit
from kibitz_vision.detections import Image

W, H = ART_WIDTH_PX, ART_HEIGHT_PX
ENGLISH = {"J": "J", "Q": "Q", "K": "K"}
RUSSIAN = {"A": "\u0422", "J": "\u0412", "Q": "\u0414", "K": "\u041a"}
LETTERS = (
    (RUSSIAN, 0.04),
    ({"J": "Kn", "Q": "D", "K": "K"}, 0.015),  # Swedish
    ({"J": "W", "Q": "D", "K": "K"}, 0.015),  # Polish
    (ENGLISH, 0.79),
    ({"J": "V", "Q": "D", "K": "R"}, 0.07),  # French
    ({"J": "B", "Q": "D", "K": "K"}, 0.07),  # German
)
"""Index letters by language; a V is a jack in France and a queen in the Netherlands, so Dutch decks are not drawn."""

PICTORIAL = 0.22
"""Share of the designs with a picture on their backs."""

SIDES: list[tuple[float, float]] = [(x, y) for x in (-1, 1) for y in (-1, -1 / 3, 1 / 3, 1)]
PIP_ROWS: dict[str, list[tuple[float, float]]] = {
    "2": [(0, -1), (0, 1)],
    "3": [(0, -1), (0, 0), (0, 1)],
    "4": [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    "5": [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    "6": [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    "7": [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (0, -0.5)],
    "8": [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (0, -0.5), (0, 0.5)],
    "9": [*SIDES, (0, 0)],
    "10": [*SIDES, (0, -2 / 3), (0, 2 / 3)],
}


@dataclass(frozen=True, slots=True)
class Style:
    """Everything that makes one design: index, pips, colours and frame."""

    seed: int
    font: str
    letters: dict[str, str]
    index_height: int
    index_x: float
    index_y: float
    index_pip: float
    four_corners: bool
    pip_height: float
    colours: dict[Suit, Colour]
    paper: Colour
    framed_courts: bool
    numbers_only: bool


def sample_style(seed: int, rng: Generator) -> Style:
    """A random design of the kinds in shops: standard, jumbo and small indices, two or four corners and colours."""
    red = (int(rng.integers(10, 60)), int(rng.integers(0, 40)), int(rng.integers(170, 235)))
    black = (int(rng.integers(5, 50)),) * 3
    four = rng.random() < 0.15
    colours: dict[Suit, Colour] = {
        Suit.HEARTS: red,
        Suit.SPADES: black,
        Suit.DIAMONDS: (200, 80, 10) if four else red,
        Suit.CLUBS: (40, 120, 10) if four else black,
    }
    jumbo = rng.random() < 0.25
    index_height = int(rng.integers(70, 105) if jumbo else rng.integers(38, 62))
    names = fonts()
    font = names[int(rng.integers(len(names)))]
    letters = LETTERS[int(rng.choice(len(LETTERS), p=[share for _, share in LETTERS]))][0]
    if letters is RUSSIAN and not covers(font, "".join(letters.values())):
        letters = ENGLISH
    return Style(
        seed=seed,
        font=font,
        letters=letters,
        index_height=index_height,
        index_x=28 + index_height * 0.2 + rng.uniform(-6, 8),
        index_y=22 + index_height / 2 + rng.uniform(-6, 10),
        index_pip=index_height * rng.uniform(0.6, 1.0),
        four_corners=bool(rng.random() < 0.2),
        pip_height=float(rng.uniform(48, 74)),
        colours=colours,
        paper=(int(rng.integers(225, 256)), int(rng.integers(238, 256)), int(rng.integers(240, 256))),
        framed_courts=bool(rng.random() < 0.75),
        numbers_only=bool(rng.random() < 0.12),
    )


def drawn_deck(seed: int) -> Deck:
    """The drawn design number `seed`, all 52 cards, two jokers and a back."""
    rng = np.random.default_rng((seed, 77))
    style = sample_style(seed, rng)
    faces: dict[Card, tuple[Image, ...]] = {
        Card(rank, suit): (draw_face(style, rank, suit, rng),) for suit in Suit for rank in FRENCH_RANKS
    }
    faces[JOKER] = tuple(
        draw_joker(rng, style.paper, style.font, style.colours[suit]) for suit in (Suit.SPADES, Suit.HEARTS)
    )
    aspect = float(rng.choice((63 / 88, 57 / 89)))
    picture = np.random.default_rng((seed, 83))
    back = draw_pictorial_back(picture) if picture.random() < PICTORIAL else draw_back(rng)
    return Deck(f"drawn-{seed}", f"drawn-{seed}", aspect, faces, (back,))


def _blank(style: Style) -> Image:
    picture = np.empty((H, W, 3), np.uint8)
    picture[:] = style.paper
    return picture


def draw_face(style: Style, rank: Rank, suit: Suit, rng: Generator) -> Image:
    """One face of a design."""
    picture = _blank(style)
    if rank in (Rank.JACK, Rank.QUEEN, Rank.KING):
        draw_court(picture, rng, rank, suit, style.colours[suit], framed=style.framed_courts)
    elif rank == Rank.ACE:
        _draw_ace(picture, style, suit, rng)
    elif style.numbers_only:
        draw_mask(picture, glyph(str(rank), style.font, 190), (W / 2, H / 2), style.colours[suit])
    else:
        _draw_pips(picture, style, rank, suit)
    _draw_indices(picture, style, rank, suit)
    return picture


def _draw_pips(picture: Image, style: Style, rank: Rank, suit: Suit) -> None:
    for x, y in PIP_ROWS[str(rank)]:
        centre = (W / 2 + x * W * 0.19, H / 2 + y * H * 0.335)
        draw_pip(picture, suit, centre, style.pip_height, style.colours[suit], flipped=y > 0.01)


def _draw_ace(picture: Image, style: Style, suit: Suit, rng: Generator) -> None:
    """One pip, usually small; the ace of spades is mostly the maker's showpiece."""
    if suit == Suit.SPADES and rng.random() < 0.85:
        draw_ornate_ace(picture, rng, style.colours[suit], style.paper, style.font)
    else:
        height = float(rng.choice((style.pip_height, rng.uniform(70, 150))))
        draw_pip(picture, suit, (W / 2, H / 2), height, style.colours[suit])


def _index(style: Style, rank: Rank) -> NDArray[np.uint8]:
    widest = int(style.index_height * (1.0 if rank == Rank.TEN else 0.85))
    return narrow_glyph(style.letters.get(str(rank), str(rank)), style.font, style.index_height, widest)


def _draw_indices(picture: Image, style: Style, rank: Rank, suit: Suit) -> None:
    mask = _index(style, rank)
    colour = style.colours[suit]
    x, y = max(style.index_x, mask.shape[1] / 2 + 6), style.index_y
    pip_y = y + style.index_height / 2 + style.index_pip * 0.65 + 4
    corners = (x, W - x) if style.four_corners else (x,)
    for _ in range(2):
        for corner in corners:
            _clear(picture, style, (corner, y, pip_y), mask.shape[1])
            draw_mask(picture, mask, (corner, y), colour)
            draw_pip(picture, suit, (corner, pip_y), style.index_pip, colour)
        picture[:] = picture[::-1, ::-1].copy()


def _clear(picture: Image, style: Style, place: tuple[float, float, float], width: int) -> None:
    """Paper under an index: a big court or pip must not run into it."""
    x, y, pip_y = place
    half = max(width, style.index_pip) / 2 + 5
    top, bottom = y - style.index_height / 2 - 4, pip_y + style.index_pip / 2 + 4
    picture[max(0, int(top)) : int(bottom), max(0, int(x - half)) : int(x + half)] = style.paper
