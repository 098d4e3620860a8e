"""Cutting clips: around what happened, from the frames that are kept, in a thread of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.events import Discarded, Snapped, Verdict
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.referee.acts.contest import Contest
from kibitz_scoring.referee.races import RaceBook
from kibitz_scoring.table import Interval, PileTopChanged, Seen, SlotId
from kibitz_vision.camera.process.kept_frames import KeptFrame
from kibitz_vision.clips.clip import ClipKind
from kibitz_vision.clips.cut import POST_ROLL_MS, PRE_ROLL_MS, Cut, RoundSoFar, make_cut, verdict_of
from kibitz_vision.clips.cutter import ClipCutter, Sightings
from kibitz_vision.clips.moments import ClipMoment, moment_at, moments_of
from kibitz_vision.clips.shelf import ClipShelf
from kibitz_vision.detections import Found
from kibitz_vision.sound.onsets import Onset

from ..recording.conftest import PACK, PLAYERS, jpeg_of
from .conftest import ANN, BEN, table_places

FRAME_MS = 1000 / 30
CONTACT_MS = 61_000.0
AHEAD_NS = 60_000_000_000
"""The table's clock is a minute ahead of the camera's."""


@dataclass
class Passing:
    """A camera of which the test says how many frames it has taken; 30 a second."""

    count: int = 90
    picture: Callable[[int], bytes] = field(default=lambda index: jpeg_of(index % 200))

    def kept(self) -> tuple[KeptFrame, ...]:
        return tuple(KeptFrame(index, round(index * FRAME_MS * 1e6)) for index in range(self.count))

    def jpeg(self, index: int) -> bytes | None:
        return self.picture(index)


def race_so_far() -> tuple[ClipMoment, RoundSoFar]:
    settled = []
    for player, slot, late in ((BEN, SlotId("p2.a1"), 0), (ANN, SlotId("p1.a1"), 1)):
        end_ms = CONTACT_MS + late * FRAME_MS
        at = Interval(end_ms - FRAME_MS, end_ms)
        verdict = Verdict.LATE if late else Verdict.CORRECT
        settled += [
            PileTopChanged(Seen(at, frames=(30 + late,)), parse_card("7H"), slot),
            TimedEvent(at, Snapped(player, slot, parse_card("7H"), verdict), f"act {slot}"),
        ]
    book = RaceBook()
    for one in settled:
        book.take(one)
    (moment,) = moments_of(book.races, ())
    dealt = parse_table("round 1 turns p1 | dealer p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 45 | pile 7C", PACK, PLAYERS)
    return moment, RoundSoFar(dealt, settled, (), table_places(), {"reader.onnx": "0f"})


def race_cut(name: str = "race") -> Cut:
    moment, so_far = race_so_far()
    return replace(make_cut(moment, so_far, name, "1 race", "2026-11-28T20:31:00+00:00"), ahead_ns=AHEAD_NS)


@pytest.fixture
def shelf(tmp_path: Path) -> ClipShelf:
    return ClipShelf(tmp_path / "clips", room=lambda _: 10**12)


@pytest.fixture
def cutter(shelf: ClipShelf) -> Iterator[ClipCutter]:
    made = ClipCutter(shelf, Sightings())
    yield made
    made.close()


def comes(is_so: Callable[[], bool], wait_s: float = 60.0) -> bool:
    end_s = time.monotonic() + wait_s
    while not is_so() and time.monotonic() < end_s:
        time.sleep(0.01)
    return is_so()


def test_a_cut_knows_since_when_there_was_time_for_snaps_and_when_clocks_stood_still_in_it() -> None:
    moment, so_far = race_so_far()
    laid_ms = moment.at.start_ms - PRE_ROLL_MS - 4000.0
    laid = TimedEvent(Interval(laid_ms - FRAME_MS, laid_ms), Discarded(ANN, parse_card("7D")))
    state = apply(so_far.start, parse_event("p1 draws", PLAYERS))
    pauses = (Interval(laid_ms - 9000.0, laid_ms - 5000.0), Interval(laid_ms + 1000.0, float("inf")))
    so_far = replace(so_far, start=state, settled=[laid, *so_far.settled], contest=Contest(pauses=pauses))
    cut = make_cut(moment, so_far, "race", "1 race", "2026-11-28T20:31:00+00:00")
    assert cut.contest == Contest(laid_ms, laid_ms, pauses=pauses[1:])
    clip = replace(cut, ahead_ns=AHEAD_NS).clip(Passing(200), {})
    assert clip is not None
    assert clip.contest.opened_ms == pytest.approx(laid_ms - clip.origin_ms)
    assert clip.contest.pauses[0].start_ms == pytest.approx(laid_ms + 1000.0 - clip.origin_ms)
    assert cut.stands_still(pauses)
    assert not cut.stands_still((Interval(pauses[1].start_ms, moment.at.end_ms),))


@pytest.mark.parametrize(("after_ms", "is_known"), [(500.0, True), (4500.0, False)])
def test_a_cut_knows_what_nobody_could_explain_on_the_pile_before_it_begins(after_ms: float, is_known: bool) -> None:
    moment, so_far = race_so_far()
    laid_ms = moment.at.start_ms - PRE_ROLL_MS - 4000.0
    laid = TimedEvent(Interval(laid_ms - FRAME_MS, laid_ms), Discarded(ANN, parse_card("7D")))
    earlier = Contest(laid_ms - 9000.0, laid_ms - 9000.0, unclear_ms=laid_ms - 8000.0)
    unclear = (earlier, Contest(laid_ms, laid_ms, unclear_ms=laid_ms + after_ms))
    state = apply(so_far.start, parse_event("p1 draws", PLAYERS))
    so_far = replace(so_far, start=state, settled=[laid, *so_far.settled], unclear=unclear)
    cut = make_cut(moment, so_far, "race", "1 race", "2026-11-28T20:31:00+00:00")
    assert cut.contest.unclear_ms == (laid_ms + after_ms if is_known else None)
    clip = replace(cut, ahead_ns=AHEAD_NS).clip(Passing(200), {})
    assert clip is not None
    assert (clip.contest.unclear_ms is not None) is is_known


def test_a_race_is_cut_with_a_roll_before_and_after_and_its_contacts_on_their_own_frames() -> None:
    cut = race_cut()
    clip = cut.clip(Passing(200), {31: (Found("hand", ((0.0, 0.0),), 1.0),)})
    assert clip is not None
    assert (clip.kind, clip.title, clip.key) == (ClipKind.SNAP, "Ben first by 33 ms ± 33 ms.", "1 race")
    contact_frame = clip.frames[clip.at(clip.verdict.contacts[0].at_ms.end_ms)] if clip.verdict else None
    assert contact_frame is not None
    assert contact_frame.index == 30
    assert clip.frames[clip.at(clip.moment_ms)].index == 31
    assert clip.frames[clip.at(clip.moment_ms)].found[0].name == "hand"
    assert clip.frames[0].index == 0
    after_ms = clip.frames[-1].at_ms - clip.window_ms.end_ms
    assert POST_ROLL_MS - FRAME_MS - 1 <= after_ms <= POST_ROLL_MS
    assert [one.player for one in clip.verdict.contacts] == [BEN, ANN]
    # The frames alone would be sure of it: the rows of the pile are not read at once.
    assert 0.9 < (clip.verdict.chance or 0.0) < 1.0
    assert [one.seen.frames for one in clip.seen] == [(30,), (31,)]
    assert [one.at.end_ms for one in clip.events] == pytest.approx([1000, 1000 + FRAME_MS])


def test_a_wrong_card_before_the_two_that_raced_is_a_contact_and_has_no_part_in_who_was_first() -> None:
    moment, so_far = race_so_far()
    at = Interval(CONTACT_MS - 4 * FRAME_MS, CONTACT_MS - 3 * FRAME_MS)
    slot = SlotId("p1.b1")
    wrong = TimedEvent(at, Snapped(ANN, slot, parse_card("9C"), Verdict.WRONG), "act wrong")
    book = RaceBook()
    for one in (PileTopChanged(Seen(at, frames=(27,)), parse_card("9C"), slot), wrong, *so_far.settled):
        book.take(one)
    (with_wrong,) = moments_of(book.races, ())
    assert moment.verdict
    assert with_wrong.verdict
    assert len(with_wrong.verdict.contacts) == 3
    assert with_wrong.moment_ms == moment.moment_ms
    assert with_wrong.verdict.race == moment.verdict.race == moment.verdict.contacts
    for earlier_ms in (0.0, 20.0):
        told, plain = (verdict_of(one, 0.0, earlier_ms) for one in (with_wrong, moment))
        assert told
        assert plain
        assert told.chance == plain.chance


def test_what_was_heard_meanwhile_is_a_mark_and_changes_nothing_else() -> None:
    cut = race_cut()
    heard = [Onset(Interval(at_ms, at_ms + 27), 20.0) for at_ms in (-500.0, 1000.0, 90_000.0)]
    clip, silent = cut.clip(Passing(200), {}, heard), cut.clip(Passing(200), {})
    assert clip is not None
    assert clip.sounds == (Onset(Interval(1000.0, 1027.0), 20.0),)
    assert silent is not None
    assert (silent.verdict, silent.events) == (clip.verdict, clip.events)


def test_what_happened_before_the_clip_is_in_its_table_and_faces_are_as_everybody_may_know_them() -> None:
    moment, so_far = race_so_far()
    late = moment_at(ClipKind.DISPUTE, "act", "Ann disputes it.", Interval(CONTACT_MS + 9000, CONTACT_MS + 9000))
    cut = make_cut(late, so_far, "late", "", "")
    assert cut.events == ()
    assert cut.seen == ()
    assert cut.table.state.discard[-1].face == parse_card("7H")
    assert make_cut(moment, so_far, "race", "", "").table.start == cut.table.of(so_far.start, {}).start
    assert cut.window == Interval(late.at.start_ms - PRE_ROLL_MS, late.at.end_ms + POST_ROLL_MS)


def test_a_clip_is_cut_when_its_last_frame_has_been_taken_and_no_later_than_a_second_after(
    cutter: ClipCutter, shelf: ClipShelf
) -> None:
    source = Passing(60)
    cutter.cut(race_cut(), source)
    time.sleep(0.3)
    assert "race" not in shelf
    source.count = 80
    began_s = time.monotonic()
    assert comes(lambda: "race" in shelf)
    took_s, clip = time.monotonic() - began_s, shelf.clip("race")
    assert len(clip.frames) > 60
    # A machine that is busy writes slowly.
    began_s = time.monotonic()
    shelf.put("again", clip)
    assert took_s < 1.0 + 5 * (time.monotonic() - began_s)


def test_of_what_no_film_shows_there_is_no_clip_and_nothing_is_said(cutter: ClipCutter, shelf: ClipShelf) -> None:
    cutter.cut(replace(race_cut(), ahead_ns=0), Passing(90))
    cutter.judge(replace(race_cut("other"), ahead_ns=0))
    cutter.close()
    assert shelf.clips() == []
    assert cutter.sentence == ""


def test_a_ruling_is_written_into_the_clip_before_and_after_it_is_cut(cutter: ClipCutter, shelf: ClipShelf) -> None:
    from kibitz_vision.clips.clip import ClipRuling

    def ruled(winner: str) -> Cut:
        cut = race_cut()
        ruling = ClipRuling(f"The table ruled: {winner} has it.")
        return replace(cut, moment=replace(cut.moment, ruling=ruling))

    source = Passing(60)
    cutter.cut(race_cut(), source)
    cutter.judge(ruled("Ann"))
    source.count = 90
    assert comes(lambda: "race" in shelf)
    assert shelf.clip("race").ruling == ClipRuling("The table ruled: Ann has it.")
    cutter.judge(ruled("Ben"))
    assert comes(lambda: shelf.clip("race").ruling == ClipRuling("The table ruled: Ben has it."))


def test_a_full_disk_is_told_and_over_when_there_is_room_again(tmp_path: Path) -> None:
    room = [0]
    shelf = ClipShelf(tmp_path / "clips", room=lambda _: room[0])
    done: list[str] = []
    cutter = ClipCutter(shelf, Sightings(), lambda cut, _: done.append(cut.name))
    cutter.cut(race_cut("first"), Passing(90))
    assert comes(lambda: "no room" in cutter.sentence)
    assert "Scoring goes on" in cutter.sentence
    room[0] = 10**12
    cutter.cut(race_cut("second"), Passing(90))
    assert comes(lambda: done == ["second"])
    assert cutter.sentence == ""
    cutter.close()


def test_a_slow_disk_holds_nobody_up_and_what_waits_is_cut_at_the_end(
    shelf: ClipShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    put = shelf.put

    def slow(name: str, clip: object) -> str:
        go_on.wait(10)
        return put(name, clip)  # type: ignore[arg-type]

    monkeypatch.setattr(ClipShelf, "put", lambda _, name, clip: slow(name, clip))
    monkeypatch.setattr("kibitz_vision.clips.cutter._LAST_CUTS_S", 120.0)
    cutter = ClipCutter(shelf, Sightings())
    began_s = time.monotonic()
    for number in range(20):
        cutter.cut(race_cut(f"race-{number}"), Passing(90))
    assert time.monotonic() - began_s < 1.0
    cutter.cut(race_cut("unfinished"), Passing(50))
    go_on.set()
    cutter.close()
    assert len(shelf.clips()) == 21
    assert len(shelf.clip("unfinished").frames) == 50


def test_sightings_of_more_than_a_minute_are_forgotten() -> None:
    sightings = Sightings(most=3)
    for index in range(5):
        sightings.add(index, ())
    assert list(sightings.all()) == [2, 3, 4]
