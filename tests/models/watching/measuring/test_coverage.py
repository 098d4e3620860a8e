"""Whether stated times hold the truth is counted as it is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from kibitz_models.watching.measuring.coverage import Coverage, Stated, as_stated, coverage_figures, coverage_of, joined
from kibitz_models.watching.measuring.truth import FilmedRound
from kibitz_models.watching.measuring.watched import Watched
from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.events import Snapped, Verdict
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.races import SUREST_FIRST
from kibitz_scoring.table import Interval, PileTopChanged, Seen, SlotId
from kibitz_vision.camera.shutter.shutter import ASSUMED

SEVEN = parse_card("7H")
SLOTS = {PlayerId("Ann"): SlotId("p1.a1"), PlayerId("Ben"): SlotId("p2.a1")}


def film(ann_ms: float, ben_ms: float) -> FilmedRound:
    first = "Ann" if ann_ms < ben_ms else "Ben"
    done = [
        TimedEvent(
            Interval(at - 200, at), Snapped(player, slot, SEVEN, Verdict.CORRECT if player == first else Verdict.LATE)
        )
        for (player, slot), at in zip(SLOTS.items(), (ann_ms, ben_ms), strict=True)
    ]
    return cast(FilmedRound, SimpleNamespace(done=done))


def told(ann: tuple[float, float], ben: tuple[float, float] | None) -> Watched:
    tops = [
        PileTopChanged(Seen(Interval(*at)), SEVEN, slot)
        for at, slot in zip((ann, ben), SLOTS.values(), strict=True)
        if at
    ]
    return Watched((), tops, (), None)


def test_a_contact_outside_of_its_interval_is_counted_with_how_far_it_is_off() -> None:
    found = coverage_of(film(1010, 1100), told((1000, 1033), (1110, 1143)))
    assert [one.off_ms for one in found.contacts] == [0, -10]
    assert [one.off_ms for one in found.leads] == [0]
    assert found.chances == ((SUREST_FIRST, True),)
    figures = coverage_figures(joined([found, found]))
    assert figures["contacts"]["inside"]["count"] == 2
    assert (figures["contacts"]["before"], figures["contacts"]["after"]) == (2, 0)
    assert figures["contacts"]["worst_ms"] == 10


def test_of_a_contact_that_was_not_told_nothing_was_stated() -> None:
    found = coverage_of(film(1010, 1100), told((1000, 1033), None))
    assert (len(found.contacts), found.leads, found.chances) == (1, (), ())


def test_how_often_who_was_told_first_was_first_is_counted_by_how_likely_that_was() -> None:
    sure, even = coverage_of(film(1010, 1100), told((1000, 1033), (1090, 1123))), Coverage((), (), ((0.5, False),))
    bins = coverage_figures(joined([sure, even]))["chances"]
    assert [(one["from"], one["first"]["count"], one["first"]["of"]) for one in bins] == [(0.3, 0, 1), (0.95, 1, 1)]


def test_a_thousandth_of_a_millisecond_is_no_miss() -> None:
    assert Stated(Interval(10, 20), 9.9995).off_ms == 0
    assert Stated(Interval(10, 20), 20.0005).off_ms == 0
    assert Stated(Interval(10, 20), 25).off_ms > 4.9


def test_what_a_clip_states_begins_earlier_by_exposure_and_shutter_and_leads_stay() -> None:
    found = coverage_of(film(990, 1100), told((1000, 1033), (1110, 1143)))
    stated = as_stated(found, ASSUMED)
    assert [one.off_ms for one in stated.contacts] == [0, 0]
    assert stated.leads == found.leads
