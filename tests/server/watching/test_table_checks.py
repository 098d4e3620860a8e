from __future__ import annotations

import asyncio

import pytest

from kibitz_scoring.cards import FRENCH52
from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_server.demo import demo_pictures
from kibitz_server.watching.cameras.camera import TableCamera
from kibitz_server.watching.pictures.worker import Worker
from kibitz_server.watching.table_checks import TableChecks

PLAYERS = tuple(map(PlayerId, ("Ann", "Ben", "Cleo")))


def test_a_demo_table_passes_and_its_faces_are_counted(worker: Worker) -> None:
    camera = TableCamera()
    camera.open(str(demo_pictures(3)[0]))
    checks = TableChecks(worker, camera)

    score = asyncio.run(checks.setup(PLAYERS, 4, None))
    laid = asyncio.run(checks.laid_cards())

    assert (score.fault, score.fps, tuple(score.seats)) == (None, None, PLAYERS)
    assert len(laid.cards) + laid.unread >= 12
    assert set(laid.cards) <= set(FRENCH52)


def test_without_a_camera_it_is_said_what_to_do(worker: Worker) -> None:
    with pytest.raises(InputError, match="No camera is open"):
        asyncio.run(TableChecks(worker, TableCamera()).laid_cards())
