"""What the table ruled on stays with its round, pictures included, until people delete them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kibitz_server.access.viewer import Role
from kibitz_server.evening.live import Live
from kibitz_server.evening.retention import Retention
from kibitz_server.evening.rulings import RuledSnap
from kibitz_server.journal.entries import PictureId, PicturesDeleted, Seq, Undone
from kibitz_server.journal.pictures import kept_pictures, save_jpeg
from kibitz_server.journal.play_entries import RoundWatched, SnapFilmed, SnapMoment, SnapRuled
from kibitz_server.views.evening_view import project
from kibitz_vision.frames import encode_jpeg

from ..acts import confirmed, picture, seen
from ..conftest import ANN, BEN

VERDICT = "Too close to call. The table ruled: Ann has it."


@pytest.fixture
def folder(live: Live, tmp_path: Path) -> Path:
    Retention(live, tmp_path)
    live.record(RoundWatched(ANN, is_dealt=True))
    return tmp_path


def rule(live: Live, folder: Path) -> tuple[Seq, PictureId]:
    """A ruling and the one picture that is kept of it."""
    ruled = live.record(SnapRuled(0, 0, 5_000.0)).seq
    kept = save_jpeg(folder, encode_jpeg(np.full((48, 64, 3), 60, np.uint8)))
    live.record(SnapFilmed(ruled, VERDICT, (SnapMoment(kept, 240, 0.0, ("Ann",)),)))
    return ruled, kept


def snaps(live: Live) -> tuple[RuledSnap, ...]:
    assert live.evening.game
    return live.evening.game.snaps


def test_a_ruled_snap_goes_with_its_round_to_the_evenings_evidence(live: Live, folder: Path) -> None:
    ruled, kept = rule(live, folder)
    live.record(picture(seen("9H", ANN), seen("4D", BEN)))
    live.record(confirmed("9H", "4D"))

    game = project(live.evening, Role.HOST).game
    assert game
    evidence = game.rounds[0].evidence
    assert evidence
    assert [(snap.seq, snap.verdict, snap.moments[0].picture) for snap in evidence.snaps] == [(ruled, VERDICT, kept)]
    assert snaps(live) == ()
    assert kept in kept_pictures(folder)


def test_the_clip_of_a_ruled_snap_is_told_with_its_seal_and_a_later_one_takes_its_place(
    live: Live, folder: Path
) -> None:
    ruled, _ = rule(live, folder)
    live.record(SnapFilmed(ruled, VERDICT, clip="20261128-203100-snap", seal="0f"))
    live.record(SnapFilmed(ruled, VERDICT, clip="20261128-203100-snap", seal="1f"))
    assert [(snap.clip, snap.clip_seal, snap.moments) for snap in snaps(live)] == [("20261128-203100-snap", "1f", ())]


def test_a_spectator_gets_none_of_it(live: Live, folder: Path) -> None:
    rule(live, folder)
    live.record(picture(seen("9H", ANN), seen("4D", BEN)))
    live.record(confirmed("9H", "4D"))
    game = project(live.evening, Role.SPECTATOR).game
    assert game
    assert game.rounds[0].evidence is None


def test_undo_takes_back_the_ruling_and_not_its_pictures(live: Live, folder: Path) -> None:
    ruled, kept = rule(live, folder)
    assert live.evening.last is not None
    assert live.evening.last.seq == ruled
    undoing = live.record(Undone(ruled))
    assert snaps(live) == ()
    assert kept in kept_pictures(folder)
    live.record(Undone(undoing.seq))
    assert [snap.moments[0].picture for snap in snaps(live)] == [kept]


def test_who_deletes_the_pictures_of_a_game_deletes_those_of_its_snaps(live: Live, folder: Path) -> None:
    rule(live, folder)
    live.record(PicturesDeleted(Seq(1)))
    assert kept_pictures(folder) == set()
    assert snaps(live) == ()


def test_the_next_round_begins_without_snaps(live: Live, folder: Path) -> None:
    rule(live, folder)
    live.record(RoundWatched(BEN, is_dealt=True))
    assert snaps(live) == ()
