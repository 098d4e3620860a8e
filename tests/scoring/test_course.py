"""The course of a watched round: table events and acts by time, game events and a tally out."""

from __future__ import annotations

from kibitz_scoring.course import Course
from kibitz_scoring.events import Called, Drew
from kibitz_scoring.packs import load_pack
from kibitz_scoring.seen_lines import TimedEvent
from kibitz_scoring.table import CardLifted, Heap, Interval, PlayerId, Seen
from kibitz_scoring.table_notation import parse_table

ANN, BEN = PLAYERS = (PlayerId("Ann"), PlayerId("Ben"))


def test_what_is_said_waits_for_its_time() -> None:
    state = parse_table("round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 45 | pile 7H", load_pack("kaboo"), PLAYERS)
    course = Course(state)
    assert course.hear(TimedEvent(Interval(900, 900), Called(BEN))) == ()
    drawn = course.see(CardLifted(Seen(Interval(100, 133), by=((ANN, 1.0),)), Heap.DRAW))
    assert [timed.event for timed in drawn] == [Drew(ANN)]
    assert [timed.event for timed in course.advance(1000)] == [Called(BEN)]
