"""What was filmed of a round stays with it, however late it is written, until people delete it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kibitz_server.access.viewer import Role
from kibitz_server.evening.game.filmed import FilmedMoment
from kibitz_server.evening.live import Live
from kibitz_server.evening.retention import Retention
from kibitz_server.journal.entries import GameStarted, PictureId, PicturesDeleted, Seq, Undone
from kibitz_server.journal.pictures import kept_pictures, save_jpeg
from kibitz_server.journal.play_entries import MomentFilmed, RoundWatched, SnapFilmed, SnapMoment, SnapRuled
from kibitz_server.views.evening_view import project
from kibitz_vision.clips.clip import ClipKind
from kibitz_vision.frames import encode_jpeg

from ...acts import confirmed, picture, score, seen
from ...conftest import ANN, BEN

VERDICT = "Too close to call. The table ruled: Ann has it."


@pytest.fixture(autouse=True)
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


def filmed(live: Live) -> tuple[FilmedMoment, ...]:
    assert live.evening.game
    return live.evening.game.filmed


def watched(live: Live) -> Seq:
    """The entry that began the round."""
    assert live.evening.game
    assert live.evening.game.watched is not None
    return live.evening.game.watched


def dispute_filmed(round_: Seq, seal: str = "0f", words: str = "Ann disputes it.") -> MomentFilmed:
    return MomentFilmed(round_, ClipKind.DISPUTE, ("4_c",), words, "20261128-203100-dispute", seal)


def rounds(live: Live) -> list[list[tuple[str, str]]]:
    """Of each round of all games what was filmed of it: the clips and their seals."""
    return [[(one.clip, one.seal) for one in played.filmed] for game in live.evening.games for played in game.rounds]


CLIP = "20261128-203100-dispute"


def test_a_clip_that_is_written_while_its_round_is_played_goes_with_it(live: Live) -> None:
    live.record(dispute_filmed(watched(live)))
    live.record(dispute_filmed(watched(live), "1f"))
    score(live)
    assert rounds(live) == [[(CLIP, "1f")]]
    assert filmed(live) == ()


def test_a_clip_that_is_written_after_its_round_was_confirmed_is_attached_to_it(live: Live) -> None:
    begun = watched(live)
    score(live)
    live.record(dispute_filmed(begun))
    assert rounds(live) == [[(CLIP, "0f")]]
    assert filmed(live) == ()


def test_a_clip_of_the_round_before_is_attached_to_that_one_while_the_next_is_played(live: Live) -> None:
    begun = watched(live)
    score(live)
    live.record(RoundWatched(BEN, is_dealt=True))
    live.record(dispute_filmed(begun))
    assert filmed(live) == ()
    score(live)
    assert rounds(live) == [[(CLIP, "0f")], []]


def test_a_clip_finds_its_round_in_a_game_that_is_over(live: Live) -> None:
    begun = watched(live)
    score(live)
    assert live.evening.game
    live.record(GameStarted(live.evening.game.pack, live.evening.game.pack.content_hash, (ANN, BEN)))
    live.record(dispute_filmed(begun))
    assert rounds(live) == [[(CLIP, "0f")]]


def test_a_round_that_is_undone_corrected_and_confirmed_again_keeps_its_clips(live: Live) -> None:
    begun = watched(live)
    score(live)
    live.record(dispute_filmed(begun))
    assert live.evening.last
    live.record(Undone(live.evening.last.seq))
    assert [one.clip for one in filmed(live)] == [CLIP]
    live.record(dispute_filmed(begun, "1f"))
    live.record(confirmed("9H", "4D"))
    assert rounds(live) == [[(CLIP, "1f")], [(CLIP, "1f")]]


def test_a_clip_that_is_written_after_an_undo_does_not_keep_it_from_being_taken_back(live: Live) -> None:
    ruled = live.record(SnapRuled(0, 0, 5_000.0)).seq
    undoing = live.record(Undone(ruled))
    live.record(dispute_filmed(watched(live)))
    assert live.evening.redo
    assert live.evening.redo.seq == undoing.seq


def test_of_a_round_that_the_journal_does_not_know_no_clip_is_attached(live: Live) -> None:
    live.record(dispute_filmed(Seq(999)))
    score(live)
    assert rounds(live) == [[]]


def test_who_deletes_the_pictures_of_a_game_deletes_what_is_told_of_its_clips(live: Live) -> None:
    live.record(dispute_filmed(watched(live)))
    score(live)
    live.record(PicturesDeleted(Seq(1)))
    assert rounds(live) == [[]]


def test_what_an_earlier_version_kept_of_a_ruled_snap_goes_with_its_round(live: Live, folder: Path) -> None:
    ruled, kept = rule(live, folder)
    live.record(picture(seen("9H", ANN), seen("4D", BEN)))
    live.record(confirmed("9H", "4D"))

    game = project(live.evening, Role.HOST).game
    assert game
    evidence = game.rounds[0].evidence
    assert evidence
    assert [(one.ruled, one.words, one.pictures[0].picture) for one in evidence.filmed] == [(ruled, VERDICT, kept)]
    assert filmed(live) == ()
    assert kept in kept_pictures(folder)


def test_a_clip_that_an_earlier_version_told_of_is_there_with_its_seal_and_a_later_one_takes_its_place(
    live: Live, folder: Path
) -> None:
    ruled, _ = rule(live, folder)
    live.record(SnapFilmed(ruled, VERDICT, clip="20261128-203100-snap", seal="0f"))
    live.record(SnapFilmed(ruled, VERDICT, clip="20261128-203100-snap", seal="1f"))
    assert [(one.clip, one.seal, one.pictures) for one in filmed(live)] == [("20261128-203100-snap", "1f", ())]


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
    assert filmed(live) == ()
    assert kept in kept_pictures(folder)
    live.record(Undone(undoing.seq))
    assert [one.pictures[0].picture for one in filmed(live)] == [kept]


def test_who_deletes_the_pictures_of_a_game_deletes_those_of_its_snaps(live: Live, folder: Path) -> None:
    rule(live, folder)
    live.record(PicturesDeleted(Seq(1)))
    assert kept_pictures(folder) == set()
    assert filmed(live) == ()


def test_the_next_round_begins_without_snaps(live: Live, folder: Path) -> None:
    rule(live, folder)
    live.record(RoundWatched(BEN, is_dealt=True))
    assert filmed(live) == ()
