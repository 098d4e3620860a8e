"""A whole deck laid out face up in rows, as it is shown to be taught."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from kibitz_datasets.decks.card_look import NEW
from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.scenes.arrangements import Place
from kibitz_datasets.scenes.canvas import Canvas
from kibitz_datasets.scenes.optics.lens import photograph_gently
from kibitz_datasets.scenes.optics.table_camera import image_from_table
from kibitz_datasets.scenes.scene import Scene
from kibitz_datasets.scenes.surfaces import draw_plain_table

COLUMNS = 13
_STEP_MM = (72.0, 98.0)
_SIZE_PX = (1080, 1920)
_FILLED = 0.95
_TILT_DEG, _FOCAL = 6.0, 1.6


def render_laid_out(rng: Generator, deck: Deck) -> Scene:
    """A picture (1080, 1920, 3) of every card of a deck, thirteen a row; which lies where is drawn by lot."""
    count = len(deck.pack)
    rows = -(-count // COLUMNS)
    middle = np.array([(COLUMNS - 1) / 2, (rows - 1) / 2])
    places = [
        Place((np.array(divmod(k, COLUMNS)[::-1]) - middle) * _STEP_MM + rng.normal(0, 2, 2), rng.normal(0, 0.03), True)
        for k in range(count)
    ]
    height, width = _SIZE_PX
    px_per_mm = _FILLED * min(width / (COLUMNS * _STEP_MM[0] + 30), height / (rows * _STEP_MM[1] + 40))
    camera = image_from_table(_SIZE_PX, float(px_per_mm), _TILT_DEG, 0.0, _FOCAL)
    canvas = Canvas(draw_plain_table(rng, _SIZE_PX))
    canvas.lay(rng, deck, places, camera, NEW)
    return Scene(photograph_gently(rng, canvas.picture), canvas.labels())
