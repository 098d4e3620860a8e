"""Snap races of which a card was hardly seen to come, as the camera was knocked just then or frames were missing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.acts.contest import Contest
from kibitz_scoring.referee.referee import pass_time
from kibitz_scoring.referee.settlement import Referee
from kibitz_scoring.table import CardLifted, Interval, PileTopChanged, SlotId, TableEvent

from ..sightings import A1, ANN, CLEO, CLEO_A1, SEVEN_CLUBS, at, follow, lines, table


def contact(start_ms: float, end_ms: float, player: PlayerId, origin: SlotId) -> PileTopChanged:
    """A card that came to the pile at some time between two."""
    card = SEVEN_CLUBS if origin == A1 else parse_card("7S")
    return PileTopChanged(replace(at(end_ms, player), at=Interval(start_ms, end_ms)), card, origin)


def told(*seen: TableEvent) -> list[str]:
    """What is made of a snap race at a seven that came to rest at 0."""
    rested = replace(Referee(table("kaboo", turn="p2")), contest=Contest(0.0))
    return lines(follow(rested, *seen))


def test_of_two_cards_that_came_at_any_time_of_a_knock_none_is_called_first_though_one_was_told_before() -> None:
    seen = (
        CardLifted(at(1000, ANN), A1),
        contact(1040, 1160, ANN, A1),
        CardLifted(at(1170, CLEO), CLEO_A1),
        contact(1040, 1200, CLEO, CLEO_A1),
    )
    assert told(*seen) == ["p1 snaps p1.a1 7C too_close", "p3 snaps p3.a1 7S too_close"]


@pytest.mark.parametrize(("since_ms", "verdict"), [(1050.0, ""), (700.0, " too_close")])
def test_a_card_hardly_seen_to_come_is_not_called_first_before_one_that_is_told_much_later(
    since_ms: float, verdict: str
) -> None:
    seen = (
        CardLifted(at(900, ANN), A1),
        contact(since_ms, 1100, ANN, A1),
        CardLifted(at(1300, CLEO), CLEO_A1),
        contact(1467, 1500, CLEO, CLEO_A1),
    )
    assert told(*seen) == [f"p1 snaps p1.a1 7C{verdict}", "p3 snaps p3.a1 7S late"]


@pytest.mark.parametrize(("since_ms", "verdict"), [(860.0, ""), (700.0, " too_close")])
def test_a_card_hardly_seen_to_come_may_lie_on_one_that_nobody_saw(since_ms: float, verdict: str) -> None:
    assert told(CardLifted(at(850, ANN), A1), contact(since_ms, 1100, ANN, A1)) == [f"p1 snaps p1.a1 7C{verdict}"]


def test_the_verdict_on_a_card_hardly_seen_to_come_waits_for_a_rival_and_others_are_told_at_once() -> None:
    rested = replace(Referee(table("kaboo", turn="p2")), contest=Contest(0.0))
    lifted = CardLifted(at(900, ANN), A1)
    clear = follow(rested, lifted, contact(1067, 1100, ANN, A1), over=False)
    assert lines(clear) == ["p1 snaps p1.a1 7C"]
    vague = follow(rested, lifted, contact(1000, 1100, ANN, A1), over=False)
    assert not vague.events
    assert not pass_time(vague.referee, 1650).events
    assert lines(pass_time(vague.referee, 1750)) == ["p1 snaps p1.a1 7C"]
