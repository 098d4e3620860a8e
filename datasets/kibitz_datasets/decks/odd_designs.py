"""French decks as few makers print them, for training: black and gold, framed, monochrome, with foreign letters."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.random import Generator

from kibitz_datasets.decks.back_kinds import draw_any_back
from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.decks.drawn_court import draw_joker
from kibitz_datasets.decks.drawn_deck import ENGLISH, LETTERS, Style, draw_face, sample_style
from kibitz_datasets.decks.pips import Colour, covers
from kibitz_scoring.cards import FRENCH_RANKS, JOKER, Card, Rank, Suit
from kibitz_vision.detections import Image

_COURTS = (Rank.JACK, Rank.QUEEN, Rank.KING)
_GOLDS: tuple[Colour, ...] = ((60, 175, 215), (120, 205, 235), (190, 200, 205))


def odd_deck(seed: int) -> Deck:
    """The odd design number `seed`: its kind goes round with the number."""
    rng = np.random.default_rng((seed, 91))
    kind = ("black and gold", "framed", "monochrome", "foreign letters")[seed % 4]
    style = _styled(rng, sample_style(seed, rng), kind)
    faces: dict[Card, tuple[Image, ...]] = {
        Card(rank, suit): (_finished(draw_face(style, rank, suit, rng), style, kind, rank),)
        for suit in Suit
        for rank in FRENCH_RANKS
    }
    joker = draw_joker(rng, style.paper, style.font, style.colours[Suit.SPADES])
    faces[JOKER] = (_finished(joker, style, kind, Rank.JOKER),)
    return Deck(f"drawn-odd-{seed}", f"drawn-odd-{seed}", 63 / 88, faces, (draw_any_back(rng),))


def _styled(rng: Generator, style: Style, kind: str) -> Style:
    match kind:
        case "black and gold":
            gold = _GOLDS[int(rng.integers(len(_GOLDS)))]
            red: Colour = gold if rng.random() < 0.5 else (50, 50, 200)
            inks = {Suit.HEARTS: red, Suit.DIAMONDS: red, Suit.SPADES: gold, Suit.CLUBS: gold}
            return replace(style, paper=(int(rng.integers(8, 40)),) * 3, colours=inks)
        case "foreign letters":
            foreign = [letters for letters, _ in LETTERS if letters is not ENGLISH]
            letters = foreign[int(rng.integers(len(foreign)))]
            shown = "".join(dict.fromkeys("".join(letters.values())))
            return replace(style, letters=letters) if covers(style.font, shown) else style
        case "framed":
            return replace(style, framed_courts=True, index_x=style.index_x + 26, index_y=style.index_y + 26)
        case _:
            return style


def _finished(face: Image, style: Style, kind: str, rank: Rank) -> Image:
    height, width = face.shape[:2]
    if kind == "monochrome" and rank in _COURTS:
        grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY)
        return np.asarray(cv2.merge([grey, grey, grey]), np.uint8)
    if kind == "framed":
        inset = 20 + style.seed % 10
        edge = style.colours[(Suit.SPADES, Suit.HEARTS)[style.seed // 4 % 2]]
        cv2.rectangle(face, (inset, inset), (width - 1 - inset, height - 1 - inset), edge, 3 + style.seed % 5)
    return face
