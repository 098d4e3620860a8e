"""The banner of a snap race: the verdict, how sure its order is, and why it is so."""

from __future__ import annotations

from dataclasses import replace

from kibitz_scoring.certainty import as_told
from kibitz_scoring.game.events import Snapped, Verdict
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.races import SUREST_FIRST, Attempt, Contact, Race
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import Interval, SlotId
from kibitz_server.views.round.race_view import RaceView, race_view
from kibitz_server.views.words.act_words import ActWords

ANN, BEN = PlayerId("Ann"), PlayerId("Ben")


def attempt(player: PlayerId, slot: str, start_ms: float, verdict: Verdict = Verdict.CORRECT) -> Attempt:
    at = Interval(start_ms, start_ms + 33.0)
    return Attempt(Snapped(player, SlotId(slot), verdict=verdict), Contact(SlotId(slot), at, ()))


def banner(race: Race) -> RaceView:
    return race_view(0, race, ActWords(load_pack("kaboo"), (ANN, BEN)))


def test_a_firm_race_tells_by_how_much_how_surely_and_why() -> None:
    race = Race((attempt(BEN, "p2.b1", 1000.0), attempt(ANN, "p1.b1", 1067.0, Verdict.LATE)), 1100.0)
    view = banner(race)
    assert view.sentence == "Ben first by 67 ms ± 33 ms."
    surest = f"{as_told(SUREST_FIRST):.0%}"
    assert view.because == f"Ben was first with a probability of {surest}. The first card on the pile counts."


def test_a_race_in_one_picture_tells_the_odds_and_that_the_table_decides() -> None:
    close = Verdict.TOO_CLOSE
    race = Race((attempt(BEN, "p2.b1", 1000.0, close), attempt(ANN, "p1.b1", 1000.0, close)), 1033.0)
    view = banner(race)
    assert view.is_open
    assert view.because.startswith("Ben was first with a probability of 50%.")
    assert view.because.endswith("the table decides.")


def test_a_race_that_is_asked_about_tells_no_odds_and_can_be_ruled_on() -> None:
    race = Race((attempt(BEN, "p2.b1", 1000.0), attempt(ANN, "p1.b1", 1067.0, Verdict.LATE)), 1100.0, is_asked=True)
    view = banner(race)
    assert view.is_open
    assert view.because == "It counts once the question about it is answered."


def test_the_banner_speaks_of_the_two_that_the_verdict_speaks_of() -> None:
    wrong = attempt(ANN, "p1.c1", 1000.0, Verdict.WRONG)
    race = Race((wrong, attempt(BEN, "p2.b1", 1010.0), attempt(ANN, "p1.b1", 1077.0, Verdict.LATE)), 1100.0)
    view = banner(race)
    assert view.sentence == "Ben first by 67 ms ± 33 ms."
    assert view.because.startswith("Ben was first")


def test_where_a_snap_has_no_contact_nothing_is_said_of_odds() -> None:
    unseen = Attempt(Snapped(ANN, SlotId("p1.b1"), verdict=Verdict.LATE), None)
    race = Race((unseen, attempt(BEN, "p2.b1", 1010.0), attempt(ANN, "p1.c1", 1077.0, Verdict.LATE)), 1100.0)
    view = banner(race)
    assert "first by" not in view.sentence
    assert view.because == ""


def test_a_ruled_race_tells_the_reason_that_was_given_and_one_snap_alone_needs_none() -> None:
    race = Race((attempt(BEN, "p2.b1", 1000.0), attempt(ANN, "p1.b1", 1010.0)), 1040.0, ruled=True, winner=ANN)
    assert banner(replace(race, reason="seen on the film")).because == "seen on the film"
    assert banner(Race((attempt(BEN, "p2.b1", 1000.0),), 1033.0)).because == ""


def test_a_race_shows_itself_where_nobody_was_first_or_by_one_picture_alone_until_it_is_ruled_on() -> None:
    def second(start_ms: float, verdict: Verdict = Verdict.LATE) -> Race:
        return Race((attempt(BEN, "p2.b1", 1000.0), attempt(ANN, "p1.b1", start_ms, verdict)), 1100.0)

    assert banner(second(1033.0)).is_close
    assert banner(second(1060.0)).is_close
    assert not banner(second(1067.0)).is_close
    assert banner(second(1000.0, Verdict.TOO_CLOSE)).is_close
    assert banner(replace(second(1067.0), is_asked=True)).is_close
    assert not banner(replace(second(1033.0), ruled=True, winner=BEN)).is_close
    assert not banner(Race((attempt(BEN, "p2.b1", 1000.0),), 1033.0)).is_close
    assert banner(second(1033.0)).players == (BEN, ANN)
