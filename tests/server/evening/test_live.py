from __future__ import annotations

from pathlib import Path

import pytest

from kibitz_scoring.errors import InputError
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import GameEnded, GameStarted, Seq, SheetDropped, SheetOpened, Undone
from kibitz_server.journal.journal import Journal
from kibitz_server.journal.play_entries import ActSaid, RoundWatched, WatchDropped

from ..acts import confirmed
from ..conftest import ANN, BEN, PACK


def test_every_page_hears_of_every_act(live: Live) -> None:
    heard: list[str] = []
    live.watch("laptop", lambda: heard.append("laptop"))
    live.watch("phone", lambda: heard.append("phone"))
    live.record(SheetOpened())
    live.unwatch("phone")
    live.record(SheetDropped())

    assert heard == ["laptop", "phone", "laptop"]


def test_an_act_is_in_the_journal_before_any_page_hears_of_it(live: Live, tmp_path: Path) -> None:
    seen: list[int] = []
    live.watch("page", lambda: seen.append((tmp_path / "journal.sqlite3-wal").stat().st_size))
    before = (tmp_path / "journal.sqlite3-wal").stat().st_size
    live.record(SheetOpened())

    assert seen[0] > before


def test_a_refused_act_is_not_published(live: Live) -> None:
    heard: list[str] = []
    live.watch("page", lambda: heard.append("heard"))
    with pytest.raises(InputError):
        live.record(confirmed("9H", "4D"))

    assert heard == []


def test_the_evening_is_the_same_after_a_restart(live: Live, tmp_path: Path) -> None:
    live.record(SheetOpened())
    confirmation = live.record(confirmed("9H", "4D", BEN))
    live.record(Undone(confirmation.seq))
    live.close()

    again = Live(Journal(tmp_path))

    assert again.evening == live.evening
    again.close()


def by_hand(live: Live) -> None:
    live.record(RoundWatched(ANN, is_dealt=True, by_hand=True))


def test_what_would_break_off_a_round_is_known_before_it_is_done(live: Live) -> None:
    by_hand(live)
    begun = live.evening.next_seq - 1
    live.record(ActSaid(1000.0, "p2 draws"))
    said = live.evening.next_seq - 1
    before = live.evening

    ends = (WatchDropped(), SheetOpened(), Undone(Seq(begun)), Undone(Seq(1)), RoundWatched(BEN, is_dealt=True))
    anew = GameStarted(PACK, PACK.content_hash, (ANN, BEN))
    assert all(map(live.would_break_off, (*ends, anew)))
    for goes_on in (Undone(Seq(said)), ActSaid(2000.0, "p2 discards 4S"), GameEnded(), Undone(Seq(99))):
        assert not live.would_break_off(goes_on)
    assert live.evening is before


def test_bringing_back_that_a_round_was_given_up_breaks_it_off_again(live: Live) -> None:
    by_hand(live)
    live.record(WatchDropped())
    assert not live.would_break_off(Undone(Seq(live.evening.next_seq - 1)))
    live.record(Undone(Seq(live.evening.next_seq - 1)))
    assert live.evening.redo is not None
    assert live.would_break_off(Undone(live.evening.redo.seq))


def test_what_brings_the_hands_to_the_sheet_again_breaks_nothing_off(live: Live) -> None:
    by_hand(live)
    assert live.play is not None
    live.record(live.play.left())
    live.record(Undone(Seq(live.evening.next_seq - 1)))
    assert live.evening.redo is not None
    assert not live.would_break_off(Undone(live.evening.redo.seq))


def test_the_round_being_played_is_known_by_the_entry_that_began_it(live: Live) -> None:
    def begun() -> Seq | None:
        """The newest of the entries that hold and began one, while one is played."""
        held = [one.seq for one in live.since(Seq(1)) if isinstance(one.entry, RoundWatched)]
        return max(held) if live.play is not None else None

    assert live.round_begun is None
    acts = [lambda: by_hand(live), lambda: by_hand(live), lambda: live.record(WatchDropped())]
    acts += [lambda: live.record(Undone(Seq(live.evening.next_seq - 1))), lambda: live.record(SheetOpened())]
    for act in acts:
        act()
        assert live.round_begun == begun()
    assert live.round_begun is None
