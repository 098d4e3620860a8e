"""What somebody may put into the journal follows from their role, and a player speaks for nobody else."""

from __future__ import annotations

import pytest

from kibitz_server.access.acts import NotAllowedError, check_right, record
from kibitz_server.access.viewer import OWNER, Role, Viewer
from kibitz_server.evening.live import Live
from kibitz_server.journal.author import Author
from kibitz_server.journal.entries import Entry, GameEnded, PicturesDeleted, Seq, SheetOpened, Undone
from kibitz_server.journal.play_entries import ActDisputed, ActSaid, QuestionAnswered, RoundWatched, SnapRuled

from ..conftest import ANN, BEN

ANNS = Viewer(Role.PLAYER, ANN, "a")
LOOKS_ON = Viewer(Role.SPECTATOR, None, "s")
REFEREE = Viewer(Role.REFEREE, None, "r")
DELETED = PicturesDeleted(Seq(1))


@pytest.fixture
def playing(live: Live) -> Live:
    live.record(RoundWatched(ANN, is_dealt=True, by_hand=True))
    return live


def test_a_player_calls_and_disputes_for_nobody_else(playing: Live) -> None:
    check_right(playing, ANNS, ActSaid(0.0, "p1 calls"))
    check_right(playing, ANNS, ActDisputed(ANN))
    for entry in (ActSaid(0.0, "p2 calls"), ActSaid(0.0, "p1 draws"), ActDisputed(BEN)):
        with pytest.raises(NotAllowedError):
            check_right(playing, ANNS, entry)


@pytest.mark.parametrize("entry", [Undone(Seq(1)), GameEnded(), SheetOpened(), DELETED])
def test_a_player_corrects_and_takes_back_nothing(playing: Live, entry: Entry) -> None:
    with pytest.raises(NotAllowedError, match="A player may not do this"):
        record(playing, ANNS, entry)


@pytest.mark.parametrize(
    "entry",
    [QuestionAnswered(act="1.000 p1 draws"), SnapRuled(0, None, 1.0, ("1.000 p1 draws",)), SnapRuled(0, None, 1.0)],
)
def test_a_player_answers_nothing_that_the_table_is_not_asked(playing: Live, entry: Entry) -> None:
    with pytest.raises(NotAllowedError, match="Only what is asked in the inbox"):
        check_right(playing, ANNS, entry)


def test_who_did_it_stands_in_the_journal_and_what_the_camera_saw_is_nobodys(playing: Live) -> None:
    record(playing, ANNS, ActSaid(0.0, "p1 calls"))
    record(playing, REFEREE, SheetOpened())
    playing.record(GameEnded())
    assert [one.by for one in playing.since(Seq(3))] == [Author("player", ANN), Author("referee"), None]


def test_a_player_answers_what_is_disputed(playing: Live) -> None:
    record(playing, REFEREE, ActSaid(1000.0, "p2 draws"))
    playing.record(ActDisputed(BEN, at_ms=2000.0))
    assert playing.play is not None
    (dispute,) = playing.play.disputes.open
    check_right(playing, ANNS, QuestionAnswered(act=dispute.act))


@pytest.mark.parametrize("entry", [ActSaid(0.0, "p1 calls"), ActDisputed(ANN), Undone(Seq(1))])
def test_who_looks_on_says_nothing(playing: Live, entry: Entry) -> None:
    with pytest.raises(NotAllowedError, match="A spectator may not do this"):
        record(playing, LOOKS_ON, entry)


def test_a_referee_does_all_but_delete_and_import(playing: Live) -> None:
    check_right(playing, REFEREE, Undone(Seq(2)))
    check_right(playing, REFEREE, ActSaid(0.0, "p2 draws"))
    with pytest.raises(NotAllowedError):
        check_right(playing, REFEREE, DELETED)
    check_right(playing, OWNER, DELETED)


def test_what_may_be_done_is_recorded(playing: Live) -> None:
    said = record(playing, REFEREE, ActSaid(0.0, "p2 calls"))
    assert playing.newest == said
