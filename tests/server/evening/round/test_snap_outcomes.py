"""What snaps came to: won, lost, wrong, or nothing where nobody can tell."""

from __future__ import annotations

from dataclasses import replace

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.events import Snapped, Verdict
from kibitz_scoring.referee.races import Attempt, Race
from kibitz_scoring.table import SlotId
from kibitz_server.evening.round.snap_outcomes import outcomes
from kibitz_server.journal.play_entries import SnapOutcome

from ...conftest import ANN, BEN

SEVEN = parse_card("7H")


def race(ben: Verdict, ann: Verdict) -> Race:
    snaps = Snapped(BEN, SlotId("p2.b1"), SEVEN, ben), Snapped(ANN, SlotId("p1.a1"), SEVEN, ann)
    return Race(tuple(Attempt(snap, None) for snap in snaps), 1000.0)


def test_of_a_firm_race_one_snap_is_won_and_the_other_lost() -> None:
    told = outcomes([race(Verdict.CORRECT, Verdict.LATE)])
    assert told == ((BEN, SnapOutcome.WON), (ANN, SnapOutcome.LOST))


def test_another_rank_is_wrong_and_what_nobody_can_tell_is_neither_won_nor_lost() -> None:
    close, wrong = race(Verdict.TOO_CLOSE, Verdict.TOO_CLOSE), race(Verdict.WRONG, Verdict.WRONG)
    asked = replace(race(Verdict.CORRECT, Verdict.LATE), is_asked=True)
    assert outcomes([close, asked, wrong]) == ((BEN, SnapOutcome.WRONG), (ANN, SnapOutcome.WRONG))


def test_of_a_race_that_the_table_ruled_its_winner_has_the_snap() -> None:
    ruled = replace(race(Verdict.TOO_CLOSE, Verdict.TOO_CLOSE), ruled=True, winner=ANN)
    assert outcomes([ruled]) == ((BEN, SnapOutcome.LOST), (ANN, SnapOutcome.WON))
