"""The first look at a table: what lies at its places before anything happens."""

from __future__ import annotations

import numpy as np

from kibitz_scoring.table import Place
from kibitz_vision.detections import Face, Image
from kibitz_vision.geometry import Points, project
from kibitz_vision.patches import Atlas, PatchMap
from kibitz_vision.sights import Inspector, Sight
from kibitz_vision.spots import Spot

_NEAR_MM = 12.0


def first_look(inspector: Inspector, patches: PatchMap, atlas: Atlas, image: Image) -> list[Spot]:
    """Every place with what lies there, from a picture of full size and its atlas.

    Some backs are only found in the whole picture, and not in the part of it around their place.
    """
    backs = [card.quad for card in inspector.pipeline.read(image).cards if card.face is Face.DOWN and not card.partial]
    quads = np.array(backs, np.float64).reshape(-1, 4, 2)
    middles_mm = project(quads, patches.table.table_from_image).mean(axis=1)
    return [
        Spot(place, number, atlas[number].copy(), _lying(inspector, place, image, middles_mm))
        for number, place in enumerate(patches.places)
    ]


def _lying(inspector: Inspector, place: Place, image: Image, backs_mm: Points) -> Sight | None:
    sight, place_mm = inspector.look(image, place), inspector.table.quads_mm[place]
    if sight is not None and (sight.fits(place_mm) or sight.is_about(place_mm)):
        return sight
    apart = np.linalg.norm(backs_mm - place_mm.mean(axis=0), axis=1)
    if apart.min(initial=np.inf) >= _NEAR_MM:
        return None
    return Sight(place_mm, is_flat=True, is_back=True, probabilities=np.ones(1, np.float32))
