from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.table import CardLifted, Heap, Interval, Seen
from kibitz_server.access.viewer import Role
from kibitz_server.evening import retention
from kibitz_server.evening.live import Live
from kibitz_server.evening.retention import Retention
from kibitz_server.journal.entries import (
    GameStarted,
    PictureId,
    PicturesDeleted,
    RoundId,
    Seq,
    SheetDropped,
    SheetOpened,
    Undone,
)
from kibitz_server.journal.journal import Journal
from kibitz_server.journal.pictures import kept_pictures, picture_path, save_jpeg
from kibitz_server.journal.play_entries import RoundWatched, TableSeen, TimePassed
from kibitz_server.views.evening_view import project
from kibitz_vision.frames import encode_jpeg

from ..acts import confirmed, picture, seen
from ..conftest import ANN, BEN, PACK

FIRST_GAME = Seq(1)


def take(live: Live, folder: Path, shade: int) -> PictureId:
    """Keep a grey picture and record that both hands were read in it."""
    taken = save_jpeg(folder, encode_jpeg(np.full((48, 64, 3), shade, np.uint8)))
    live.record(dataclasses.replace(picture(seen("9H", ANN), seen("4D", BEN)), picture=taken))
    return taken


@pytest.fixture
def folder(live: Live, tmp_path: Path) -> Path:
    Retention(live, tmp_path)
    return tmp_path


def test_the_picture_of_a_confirmed_round_is_kept_and_that_of_a_given_up_sheet_is_deleted(
    live: Live, folder: Path
) -> None:
    evidence = take(live, folder, 10)
    live.record(confirmed("9H", "4D"))
    given_up = take(live, folder, 20)
    assert kept_pictures(folder) == {evidence, given_up}

    live.record(SheetDropped())

    assert kept_pictures(folder) == {evidence}


def test_a_picture_that_another_one_replaced_is_kept_until_the_sheet_is_done(live: Live, folder: Path) -> None:
    first, second = take(live, folder, 10), take(live, folder, 20)
    assert kept_pictures(folder) == {first, second}

    live.record(confirmed("9H", "4D"))

    assert kept_pictures(folder) == {second}


def test_pictures_are_not_looked_through_for_what_frames_bring_to_light(
    live: Live, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Path] = []

    def looking(where: Path) -> set[PictureId]:
        looked.append(where)
        return kept_pictures(where)

    monkeypatch.setattr(retention, "kept_pictures", looking)
    live.record(RoundWatched(ANN, is_dealt=True))
    assert looked == [folder]
    for at_ms in (1000.0, 2000.0):
        live.record(TimePassed(at_ms))
    live.record(TableSeen((CardLifted(Seen(Interval(2000.0, 2050.0)), Heap.DRAW),), 3000.0))
    assert looked == [folder]


def test_an_undone_round_and_a_corrected_one_keep_their_pictures(live: Live, folder: Path) -> None:
    first = take(live, folder, 10)
    one = live.record(confirmed("9H", "4D"))
    live.record(SheetOpened(RoundId(one.seq)))
    second = take(live, folder, 20)
    live.record(confirmed("9H", "4D", edits=RoundId(one.seq)))
    live.record(Undone(one.seq))
    live.record(SheetOpened())

    assert kept_pictures(folder) == {first, second}


def test_an_undone_picture_can_be_brought_back_until_the_next_act(live: Live, folder: Path) -> None:
    taken = take(live, folder, 10)
    assert live.evening.last
    undo = live.record(Undone(live.evening.last.seq))
    assert kept_pictures(folder) == {taken}
    live.record(Undone(undo.seq))
    live.record(SheetDropped())

    assert kept_pictures(folder) == set()


def test_people_delete_all_pictures_of_a_game_and_keep_its_scores_and_the_other_games(live: Live, folder: Path) -> None:
    take(live, folder, 10)
    live.record(confirmed("9H", "4D"))
    second_game = live.record(GameStarted(PACK, PACK.content_hash, (ANN, BEN)))
    other = take(live, folder, 20)
    live.record(confirmed("9H", "4D"))
    before = live.evening.last

    live.record(PicturesDeleted(FIRST_GAME))

    assert kept_pictures(folder) == {other}
    assert live.evening.last == before
    (first, second) = live.evening.games
    assert second.seq == second_game.seq
    assert first.tally().totals == second.tally().totals
    assert first.rounds[0].sheet.picture
    assert not first.rounds[0].sheet.picture.kept


def test_deleting_pictures_takes_the_open_sheets_too_and_its_cards_stay(live: Live, folder: Path) -> None:
    take(live, folder, 10)

    live.record(PicturesDeleted(FIRST_GAME))

    sheet = project(live.evening, Role.HOST).sheet
    assert kept_pictures(folder) == set()
    assert sheet
    assert [str(card.card) for card in sheet.cards] == ["9H", "4D"]


def test_pictures_of_a_game_that_is_none_cannot_be_deleted(live: Live) -> None:
    with pytest.raises(InputError, match="no game 7"):
        live.record(PicturesDeleted(Seq(7)))


def test_what_was_left_by_a_crash_is_deleted_at_the_next_start_and_foreign_pictures_are_not(
    live: Live, tmp_path: Path
) -> None:
    taken = take(live, tmp_path, 10)
    foreign = save_jpeg(tmp_path, encode_jpeg(np.full((48, 64, 3), 200, np.uint8)))
    live.record(SheetDropped())
    assert taken in kept_pictures(tmp_path)
    live.close()

    again = Live(Journal(tmp_path))
    Retention(again, tmp_path)

    assert kept_pictures(tmp_path) == {foreign}
    assert picture_path(tmp_path, foreign).is_file()
    again.close()


def test_the_same_picture_in_another_game_stays(live: Live, folder: Path) -> None:
    shared = take(live, folder, 10)
    live.record(confirmed("9H", "4D"))
    live.record(GameStarted(PACK, PACK.content_hash, (ANN, BEN)))
    assert take(live, folder, 10) == shared
    live.record(confirmed("9H", "4D"))

    live.record(PicturesDeleted(FIRST_GAME))

    assert kept_pictures(folder) == {shared}
    assert live.evening.games[1].pictures == {shared}
