"""Pictures of tables on which a round has just been dealt."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.films.camera.shooting import Props, shoot
from kibitz_datasets.films.simulate import NAMES
from kibitz_datasets.films.stage.frame_clock import ClockConfig, frame_clock
from kibitz_datasets.films.stage.seats import TablePlan, camera_over, plan_table
from kibitz_datasets.films.stage.stage import Stage
from kibitz_datasets.scenes.optics.table_camera import Points
from kibitz_scoring.cards import FRENCH52
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Heap
from kibitz_vision.detections import Image


@dataclass(frozen=True)
class DealtTable:
    """A picture of a table just dealt, how the table is laid, and the camera (3, 4) over it."""

    picture: Image
    plan: TablePlan
    camera: Points


def dealt_table(players: int, tilt_deg: float, deck: Deck) -> DealtTable:
    """A deal of Kaboo for so many players, from a camera tilted by so many degrees, 1280 x 720."""
    rng, pack = np.random.default_rng(players), load_pack("kaboo")
    plan = plan_table(pack, players)
    stage = Stage(plan, NAMES[:players], frame_clock(rng, ClockConfig(), 100.0), rng)
    for slot in (slot_id(pack, seat, index) for seat in range(players) for index in range(pack.table.hand_size)):
        stage.lay_out(slot)
    for _ in range(30):
        stage.lay_out(Heap.DRAW)
    stage.lay_out(Heap.DISCARD, FRENCH52[20], up=True)
    camera = camera_over(plan, (720, 1280), tilt_deg, 2.0)
    film = shoot(rng, stage, Props(deck), camera, (720, 1280))
    return DealtTable(film.frame(50.0, np.eye(3)), plan, camera)
