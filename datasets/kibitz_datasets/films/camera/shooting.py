"""Setting up the camera: a random table, light, cards and people for what happens on a stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import cv2
import numpy as np
from numpy.random import Generator

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.decks.sleeves import Sleeve
from kibitz_datasets.films.camera.arms import Arm, hand_sprite, sample_hand_look, thrown_shadow, with_sleeve
from kibitz_datasets.films.camera.film import Film
from kibitz_datasets.films.camera.mats import print_mat
from kibitz_datasets.films.camera.paper_mat import lay_paper_mat
from kibitz_datasets.films.camera.photographed_arms import photographed_arm, sample_person
from kibitz_datasets.films.camera.sprites import card_sprites
from kibitz_datasets.films.camera.still import StillLife
from kibitz_datasets.films.camera.thing_sprites import thing_sprite, token_sprite
from kibitz_datasets.films.camera.view import View
from kibitz_datasets.films.stage.stage import Stage
from kibitz_datasets.films.stage.things import ThingKind
from kibitz_datasets.films.trouble_kinds import TroubleKind
from kibitz_datasets.noise import smooth_noise
from kibitz_datasets.scenes.hands.hand_photos import HandPhoto
from kibitz_datasets.scenes.optics.table_camera import CARD_MM, Points, project_space
from kibitz_datasets.scenes.surfaces import draw_plain_table, draw_surface
from kibitz_vision.detections import Image

_MARGIN = 0.08
"""How much more of the table is painted on each side than the camera sees, so that it can be knocked."""
_SHADOW_MM, _SHADOW_DEPTH = (25.0, 75.0), (0.2, 0.6)
"""How far from an arm its shadow falls, and how much of the light it takes."""
_READOUT_MS = (12.0, 30.0)
"""How long a rolling shutter takes from the first row to the last: as webcams at 30 frames a second do."""
_SLEEVE_RIM = (0.03, 0.07)
_PLAIN_SLEEVE = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Props:
    """The cards that are played with, photographs of hands (none where they are drawn), and what troubles draw from."""

    deck: Deck
    whims: Generator = field(default_factory=partial(np.random.default_rng, 0))
    photos: Sequence[HandPhoto] = ()


def shoot(rng: Generator, stage: Stage, props: Props, camera: Points, size: tuple[int, int]) -> Film:
    """A film of a stage with random table, light and players; a round without troubles looks the same without whims."""
    height, width = size
    margin = (round(width * _MARGIN), round(height * _MARGIN))
    wide = (height + 2 * margin[1], width + 2 * margin[0])
    surface = draw_plain_table(rng, wide) if rng.random() < 0.75 else draw_surface(rng, wide)
    px_per_mm, whims = _px_per_mm(camera), props.whims
    view = View(camera, size, np.eye(3))
    if TroubleKind.MAT in stage.kinds:
        print_mat(whims, surface, margin, view, stage.plan)
    if stage.has_mat:
        lay_paper_mat(surface, margin, view, stage.plan)
    cards = card_sprites(rng, props.deck, px_per_mm, _card_sleeve(whims) if TroubleKind.BACKS in stage.kinds else None)
    if TroubleKind.THINGS in stage.kinds:
        cards = replace(cards, things={kind: thing_sprite(whims, kind, px_per_mm) for kind in ThingKind})
    if stage.has_tokens:
        cards = replace(cards, tokens={points: token_sprite(points, px_per_mm) for points in (1, -1)})
    still = StillLife(surface, margin, _light(rng, size), cards, view)
    arms = _arms(rng, stage, props, px_per_mm)
    film = Film(stage, still, arms, px_per_mm, float(rng.uniform(5.0, 20.0)))
    if TroubleKind.ROLLING in stage.kinds:
        film.readout_ms = float(whims.uniform(*_READOUT_MS))
    if TroubleKind.SHADOW in stage.kinds:
        away = whims.uniform(0, 2 * np.pi)
        far = whims.uniform(*_SHADOW_MM) * px_per_mm
        film.shadow_px = (float(np.cos(away) * far), float(np.sin(away) * far))
    return film


def _arms(rng: Generator, stage: Stage, props: Props, px_per_mm: float) -> list[tuple[Arm, Arm]]:
    """Sprites of everybody's arms, right and left."""
    found, whims = [], props.whims
    depth = float(whims.uniform(*_SHADOW_DEPTH)) if TroubleKind.SHADOW in stage.kinds else 0.0
    for pair in stage.hands:
        sleeve = pair[0].sleeve
        look = sample_hand_look(rng)
        if props.photos:
            person = sample_person(whims, sleeve)
            both = [photographed_arm(whims, props.photos, person, px_per_mm, left=left) for left in (False, True)]
        else:
            look = look if sleeve is None else with_sleeve(whims, look, sleeve)
            drawn = [hand_sprite(rng, look, px_per_mm, left=left) for left in (False, True)]
            both = [Arm(sprite, sprite) for sprite in drawn]
        if depth:
            both = [replace(arm, shadow=thrown_shadow(arm.free, px_per_mm, depth)) for arm in both]
        found.append((both[0], both[1]))
    return found


def _card_sleeve(rng: Generator) -> Sleeve:
    """A sleeve for all cards: with a plain back of any colour, or a clear one that frames the printed back."""
    plain = rng.random() < _PLAIN_SLEEVE
    blue, green, red = (int(value) for value in rng.integers(0, 256, 3))
    return Sleeve(
        float(rng.uniform(*_SLEEVE_RIM)), (blue, green, red), 1.0 if plain else 0.3, float(rng.uniform(0.05, 0.35))
    )


def _px_per_mm(camera: Points) -> float:
    """Pixels of a mm in the middle of the table."""
    across, down = CARD_MM
    corners = np.array([[0, 0, 0], [across, 0, 0], [0, down, 0]], float)
    origin, right, below = project_space(camera, corners)
    return float((np.hypot(*(right - origin)) / across + np.hypot(*(below - origin)) / down) / 2)


def _light(rng: Generator, size: tuple[int, int]) -> Image:
    """Light that falls off to one side, of the colour of some lamp."""
    grid = 48
    y, x = np.mgrid[0:grid, 0:grid].astype(np.float32) / (grid - 1)
    centre = rng.uniform(0.2, 0.8, 2)
    field = 1.04 - rng.uniform(0.1, 0.45) * ((x - centre[0]) ** 2 + (y - centre[1]) ** 2)
    field *= 1 + 0.03 * smooth_noise(rng, (grid, grid), 16)
    field *= rng.uniform(0.75, 1.0)
    cast = np.exp(rng.normal(0, 0.05, 3)).astype(np.float32)
    small = np.clip(field[..., None] * cast * 200, 0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(small, size[::-1], interpolation=cv2.INTER_CUBIC), np.uint8)
