"""The printed deck as every program here takes a deck: pictures of its faces and its back."""

from __future__ import annotations

from kibitz_datasets.decks.deck import ART_HEIGHT_PX, ART_WIDTH_PX, Deck
from kibitz_datasets.decks.gambit.cards import HEIGHT_MM, WIDTH_MM, back, face
from kibitz_datasets.decks.gambit.drawing import Drawing, paint
from kibitz_scoring.cards import NUMERIC
from kibitz_vision.detections import Image

GAMBIT = "drawn-gambit"
"""What the deck is called among others."""


def gambit_deck() -> Deck:
    """The Dragon's Gambit deck as it is cut from its sheets."""
    faces = {card: (_cut(face(number)),) for number, card in enumerate(NUMERIC)}
    return Deck(GAMBIT, GAMBIT, WIDTH_MM / HEIGHT_MM, faces, (_cut(back()),))


def _cut(drawing: Drawing) -> Image:
    return paint(drawing, (0.0, 0.0, WIDTH_MM, HEIGHT_MM), (ART_WIDTH_PX, ART_HEIGHT_PX))
