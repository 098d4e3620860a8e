"""The inbox of a watched round: several things at once, answered late as if at once, also after a restart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path

import pytest

from kibitz_datasets.films.simulate import SimulationConfig, perform
from kibitz_datasets.films.truth import Performance
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Verdict
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.table import Interval, PileTopChanged, TableEvent
from kibitz_server.evening.live import Live
from kibitz_server.evening.round.choices import Choice, Kind, dispute_of, entry_of
from kibitz_server.evening.round.play import Play
from kibitz_server.journal.entries import Entry, GameStarted
from kibitz_server.journal.journal import Journal
from kibitz_server.journal.play_entries import ActSaid, SnapRuled, TableSeen, TimePassed
from kibitz_server.views.round.play_view import PlayView, project_play

from ...conftest import NOON
from ...games import playing
from ...simulated_rounds import entries_of, performed, unsure

SETTLED_MS = 2000.0
ROUND = ("kaboo", 3, 278)
RACE_MS = 16_250.0


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    opened = begun(tmp_path / "prompt")
    yield opened
    opened.close()


@pytest.fixture
def late(tmp_path: Path) -> Iterator[Live]:
    opened = begun(tmp_path / "late")
    yield opened
    opened.close()


def begun(folder: Path) -> Live:
    opened = Live(Journal(folder), clock=lambda: NOON)
    acted = performed(*ROUND)
    opened.record(GameStarted(acted.last.pack, acted.last.pack.content_hash, acted.start.players))
    return opened


def told_poorly() -> Iterator[Entry]:
    """The round, of which every seventh sight is unsure, but for the cards turned up."""
    for number, (entry, _) in enumerate(entries_of(performed(*ROUND))):
        if not isinstance(entry, TableSeen):
            yield entry
            continue
        known_ms = entry.events[0].seen.at.end_ms - SETTLED_MS
        events = entry.events
        if number % 7 == 0:
            events = tuple(map(unsure, events))
        yield TableSeen(events, known_ms)


def answer_all(live: Live, reading: int = 0) -> int:
    """Answer everything that is asked, the oldest first."""
    answered = 0
    while (play := live.play) is not None and play.questions:
        question = play.questions[0]
        number = min(reading, len(question.readings) - 1)
        live.record(entry_of(play, Choice(Kind.READING, question.act, number), play.last_ms))
        answered += 1
    return answered


def settled(play: Play) -> tuple[object, object]:
    return play.happened, play.state


def test_what_is_answered_at_the_reveal_is_as_if_it_had_been_answered_at_once(live: Live, late: Live) -> None:
    answered = most = 0
    for entry in told_poorly():
        live.record(entry)
        late.record(entry)
        answered += answer_all(live, reading=1)
        most = max(most, len(playing(late).questions))
    for one in (live, late):
        one.record(TimePassed(playing(one).last_ms + 20_000))
        answer_all(one, reading=1)

    assert answered > 3
    assert most > 1
    assert settled(playing(late)) == settled(playing(live))


def test_what_nothing_depends_on_comes_after_what_presses_and_says_what_it_is_taken_for(live: Live) -> None:
    pressing, minor = set(), set()
    for entry in told_poorly():
        live.record(entry)
        items = project_play(playing(live)).inbox
        assert [item.minor for item in items] == sorted(item.minor for item in items)
        minor |= {item.title for item in items if item.minor}
        pressing |= {item.title for item in items if not item.minor}
        assert {item.key for item in items if not item.minor} >= {
            question.act for question in playing(live).questions if question.presses
        }
    assert minor
    assert pressing
    assert all(title.startswith("Not seen clearly: ") for title in minor)
    assert not any(title.startswith("Not seen clearly: ") for title in pressing)


def test_an_inbox_is_the_same_after_a_restart_and_no_place_is_called_by_its_name_in_it(
    live: Live, tmp_path: Path
) -> None:
    view: PlayView | None = None
    for entry in told_poorly():
        live.record(entry)
        if len(playing(live).questions) > 1:
            view = project_play(playing(live))
            break
    assert view is not None
    live.close()
    again = Live(Journal(tmp_path / "prompt"), clock=lambda: NOON)
    assert project_play(playing(again)) == view
    again.close()
    words = [item.title for item in view.inbox] + [answer.label for item in view.inbox for answer in item.answers]
    assert not [text for text in words if "p1." in text or "p2." in text or "p3." in text]
    assert all(item.answers for item in view.inbox)
    assert {item.key for item in view.inbox} >= {question.act for question in playing(live).questions}


@cache
def close_race() -> Performance:
    """A round of three in which two cards reach the pile at almost the same time."""
    return perform(SimulationConfig(load_pack("kaboo"), 3, 278, troubles=0.0, seconds=25.0))


def within_one_picture(seen: TableEvent) -> TableEvent:
    """A card that came to the pile in the race of the round, which one picture shows."""
    is_contact = isinstance(seen, PileTopChanged) and RACE_MS < seen.seen.at.end_ms < RACE_MS + 300
    return replace(seen, seen=replace(seen.seen, at=Interval(RACE_MS, RACE_MS + 100))) if is_contact else seen


def test_a_race_ruled_long_after_it_is_as_if_it_had_been_ruled_at_once(live: Live, late: Live) -> None:
    ruled = False
    for entry, _ in entries_of(close_race()):
        told = entry
        if isinstance(entry, TableSeen):
            events = tuple(map(within_one_picture, entry.events))
            told = TableSeen(events, entry.events[0].seen.at.end_ms - SETTLED_MS)
        live.record(told)
        late.record(told)
        races = [race for race in playing(live).races if race.is_open]
        if races and not ruled:
            ruled = True
            live.record(entry_of(live.play, Choice(Kind.HAS_IT, races[0].acts[1]), playing(live).last_ms))
    assert ruled
    for one in (live, late):
        one.record(TimePassed(playing(one).last_ms + 20_000))
    (race,) = [race for race in playing(late).races if race.is_open]
    late.record(entry_of(late.play, Choice(Kind.HAS_IT, race.acts[1]), playing(late).last_ms))

    assert settled(playing(late)) == settled(playing(live))
    verdicts = {one.snapped.verdict for one in playing(late).races[-1].attempts}
    assert verdicts == {Verdict.CORRECT, Verdict.LATE}
    assert playing(late).races[-1].winner == race.attempts[1].player


def test_a_dispute_stays_until_it_is_decided_and_another_does_not_replace_it(live: Live) -> None:
    ann, ben, *_ = (PlayerId(name) for name in performed(*ROUND).start.players)
    with pytest.raises(InputError, match="Nothing has happened yet"):
        dispute_of(live.play, ann, 0.0)
    for number, (entry, _) in enumerate(entries_of(performed(*ROUND))):
        live.record(entry)
        if number == 60:
            live.record(dispute_of(live.play, ann, playing(live).last_ms))
        if number == 75:
            live.record(dispute_of(live.play, ben, playing(live).last_ms))
            break
    live.record(TimePassed(playing(live).last_ms + 20_000))
    disputed = [dispute.act for dispute in playing(live).disputes.open]
    assert len(set(disputed)) == 2
    before = playing(live).happened
    live.record(entry_of(live.play, Choice(Kind.AS_IT_IS, disputed[0]), 0.0))
    assert [dispute.player for dispute in playing(live).disputes.open] == [ben]
    assert playing(live).happened == before
    live.record(entry_of(live.play, Choice(Kind.NOTHING, disputed[1]), 0.0))
    assert playing(live).disputes.open == ()
    assert disputed[1] not in {timed.act for timed in playing(live).happened}


def test_after_a_call_that_nobody_heard_every_player_is_offered_and_that_the_cards_ran_out(tmp_path: Path) -> None:
    acted = performed("kaboo", 5, 31)
    opened = Live(Journal(tmp_path), clock=lambda: NOON)
    opened.record(GameStarted(acted.last.pack, acted.last.pack.content_hash, acted.start.players))
    for entry, _ in entries_of(acted):
        if not (isinstance(entry, ActSaid) and entry.event.endswith("calls")):
            opened.record(entry)
    opened.record(TimePassed(acted.ended_ms + 20_000))
    (item,) = (one for one in project_play(playing(opened)).inbox if one.title == "Who called?")
    labels = [answer.label for answer in item.answers]
    assert len(labels) == 6
    assert all(any(player in label for label in labels) for player in acted.start.players)
    last = item.answers[4]
    opened.record(entry_of(opened.play, last.choice, 0.0))
    assert playing(opened).ending() == (acted.start.players[4], RoundEnd.CALL)
    opened.close()


def test_what_was_answered_on_another_page_is_refused_in_a_sentence(live: Live) -> None:
    with pytest.raises(InputError, match="another page"):
        entry_of(live.play, Choice(Kind.READING, "1.000 p1.a1"), 0.0)
    for entry, _ in entries_of(performed(*ROUND)):
        live.record(entry)
        break
    with pytest.raises(InputError, match="another page"):
        entry_of(live.play, Choice(Kind.HAS_IT, "1.000 p1.a1"), 0.0)


def test_a_ruling_of_an_earlier_version_names_its_race_by_its_place_only(live: Live) -> None:
    for entry, _ in entries_of(performed(*ROUND)):
        live.record(entry)
        if playing(live).races:
            break
    attempt = playing(live).races[0].attempts[0]
    live.record(SnapRuled(0, 0, playing(live).last_ms))
    assert playing(live).races[0].winner == attempt.player
    assert asdict(SnapRuled(0, 0, 1.0))["acts"] == ()
