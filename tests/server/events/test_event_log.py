"""What happened is numbered, in order, without any face, and gone on with from any number."""

from __future__ import annotations

from kibitz_scoring.rules.packs import load_pack
from kibitz_server.evening.live import Live
from kibitz_server.events.event_log import EventLog
from kibitz_server.journal.entries import GameStarted, SheetOpened, Undone
from kibitz_server.journal.play_entries import ActDisputed, ActSaid, RoundWatched, WatchDropped

from ..acts import confirmed
from ..conftest import ANN, BEN, PACK

BY_HAND = RoundWatched(ANN, is_dealt=True, by_hand=True)


def told(log: EventLog, after: int = 0) -> list[str]:
    return [f"{one.happening.kind}.{one.happening.change}" for one in log.since(after).events]


def last_undone(live: Live) -> Undone:
    assert live.evening.last
    return Undone(live.evening.last.seq)


def test_a_round_is_told_from_its_deal_to_its_score(live: Live) -> None:
    log = EventLog(live)
    live.record(BY_HAND)
    live.record(ActSaid(1.0, "starter 9C"))
    live.record(ActSaid(2.0, "p2 draws"))
    live.record(ActSaid(3.0, "p2 discards 2H"))
    live.record(ActSaid(4.0, "p1 calls"))
    live.record(WatchDropped())
    live.record(SheetOpened())
    live.record(confirmed("AH", "KS"))
    kinds = ["round.new", "act.new", "act.new", "act.new", "act.new", "call.new", "round.gone", "score.new"]
    assert told(log) == kinds
    assert not any(face in str(log.since(0)) for face in ("9C", "2H"))
    numbers = [one.number for one in log.since(0).events]
    assert numbers == sorted(set(numbers))
    assert told(log, numbers[-2]) == kinds[-1:]


def test_what_is_taken_back_is_gone_and_what_is_corrected_changed(live: Live) -> None:
    log = EventLog(live)
    live.record(SheetOpened())
    scored = live.record(confirmed("AH", "KS"))
    live.record(last_undone(live))
    live.record(Undone(live.newest.seq))  # type: ignore[union-attr]
    edits = live.evening.game.counted[0].round_id  # type: ignore[union-attr]
    live.record(SheetOpened(edits))
    live.record(confirmed("2H", "KS", edits=edits))
    assert told(log) == ["score.new", "score.gone", "score.new", "score.changed"]
    assert {one.happening.key for one in log.since(0).events} == {str(scored.seq)}


def test_a_question_is_gone_once_it_is_decided_or_its_round_taken_back(live: Live) -> None:
    log = EventLog(live)
    live.record(BY_HAND)
    live.record(ActSaid(1.0, "starter 9C"))
    live.record(ActDisputed(BEN, at_ms=2.0))
    live.record(last_undone(live))
    assert told(log) == ["round.new", "act.new", "question.new", "question.gone"]
    live.record(WatchDropped())
    assert told(log)[-1] == "round.gone"


def test_a_new_game_takes_nothing_of_the_old_one_back(live: Live) -> None:
    live.record(SheetOpened())
    live.record(confirmed("AH", "KS"))
    log = EventLog(live)
    other = load_pack("cambio")
    live.record(GameStarted(other, other.content_hash, (BEN, ANN)))
    assert told(log) == ["game.new", "players.new"]
    live.record(last_undone(live))
    assert told(log) == ["game.new", "players.new", "game.gone"]


def test_numbers_go_on_growing_with_the_next_start(live: Live) -> None:
    log = EventLog(live)
    live.record(BY_HAND)
    newest = log.newest
    log.close()
    again = EventLog(live)
    assert again.newest <= newest
    assert again.since(newest).is_whole is (again.newest == newest)
    live.record(WatchDropped())
    assert again.newest > newest
    assert not again.since(0).is_whole


def test_what_a_deleted_person_did_is_told_no_more(live: Live) -> None:
    log = EventLog(live)
    live.record(BY_HAND)
    live.record(WatchDropped())
    log.forget()
    live.record(GameStarted(PACK, PACK.content_hash, (BEN, ANN)))
    assert told(log) == []
    assert log.since(log.newest).is_whole
