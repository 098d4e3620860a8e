"""Tables as flat as their pictures: some cards of a scene count as the pile's and as those of hands."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kibitz_datasets.scenes.scene import Scene
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Place
from kibitz_vision.table.places import TablePlaces

ANN, BEN = PlayerId("Ann"), PlayerId("Ben")


def flat_places(scene: Scene, cards: Mapping[Place, int]) -> TablePlaces:
    """The places of the cards with these numbers in the scene."""
    height, width = scene.picture.shape[:2]
    quads = {place: np.asarray(scene.cards[number].quad, float) for place, number in cards.items()}
    return TablePlaces((ANN, BEN), (width, height), np.eye(3), quads)
