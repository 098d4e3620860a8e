"""Challenge tokens: a dispute that is ruled against who raised it costs one, and who has none raises no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import HandedOver
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.players import PlayerId
from kibitz_server.access.viewer import Role
from kibitz_server.evening.game.challenges import tokens_of
from kibitz_server.evening.live import Live
from kibitz_server.evening.round.choices import Kind, dispute_of
from kibitz_server.journal.entries import Undone
from kibitz_server.journal.journal import Journal
from kibitz_server.journal.play_entries import ActSaid, WatchDropped
from kibitz_server.views.evening_view import project

from ..hand_told import ANN, BEN, CLEO, HandTold, hand_told

OPENING = ("starter 7H", "p2 draws", "p2 discards 2C", "p3 draws", "p3 discards 3C")


def left(told: HandTold, player: PlayerId = BEN) -> int:
    tokens = tokens_of(told.game.pack, told.game.challenges, player)
    assert tokens is not None
    return tokens.left


def test_without_the_rule_nobody_has_tokens_and_disputes_cost_nothing() -> None:
    with hand_told() as told:
        told.tell(*OPENING)
        for _ in range(4):
            told.rule(Kind.AS_IT_IS, told.dispute(BEN))
        assert tokens_of(told.game.pack, told.game.challenges, BEN) is None
        assert told.game.challenges == ()
        seats = project(told.live.evening, Role.HOST, told.play).play.seats  # type: ignore[union-attr]
        assert [seat.tokens for seat in seats] == [None, None, None]


def test_two_wrong_disputes_cost_both_tokens_and_a_third_is_refused_in_a_sentence() -> None:
    with hand_told(dispute__tokens=True) as told:
        told.tell(*OPENING)
        assert left(told) == 2
        told.rule(Kind.AS_IT_IS, told.dispute(BEN))
        assert left(told) == 1
        told.rule(Kind.AS_IT_IS, told.dispute(BEN))
        assert left(told) == 0
        with pytest.raises(InputError, match="Ben has no challenge token left for this game: 2 of Ben's disputes"):
            told.dispute(BEN)
        assert left(told, ANN) == 2
        told.dispute(ANN)


@pytest.mark.parametrize("kind", [Kind.NOTHING, Kind.TOO_CLOSE])
def test_a_dispute_that_is_granted_or_too_close_to_say_costs_nothing(kind: Kind) -> None:
    with hand_told(dispute__tokens=True) as told:
        told.tell(*OPENING)
        told.rule(kind, told.dispute(BEN))
        assert left(told) == 2


def test_a_ruling_that_is_undone_or_overturned_later_gives_its_token_back() -> None:
    with hand_told(dispute__tokens=True) as told:
        told.tell(*OPENING)
        act = told.dispute(BEN)
        ruling = told.rule(Kind.AS_IT_IS, act)
        assert left(told) == 1
        undone = told.live.record(Undone(ruling)).seq
        assert left(told) == 2
        assert [dispute.act for dispute in told.play.disputes.open] == [act]
        told.live.record(Undone(undone))
        assert left(told) == 1
        told.rule(Kind.NOTHING, act)
        assert left(told) == 2


def test_a_token_that_an_open_dispute_may_cost_is_not_there_for_another() -> None:
    with hand_told(dispute__tokens=True, dispute__tokens_each=1) as told:
        told.tell(*OPENING)
        act = told.dispute(BEN)
        with pytest.raises(InputError, match="Ben has no token left beside what is disputed already"):
            told.dispute(BEN)
        told.rule(Kind.NOTHING, act)
        told.tell("p1 draws", "p1 discards 4C")
        told.dispute(BEN)


def test_tokens_are_those_of_the_game_and_go_with_the_seat_and_what_was_never_ruled_costs_none() -> None:
    with hand_told(dispute__tokens=True) as told:
        told.tell(*OPENING)
        told.rule(Kind.AS_IT_IS, told.dispute(BEN))
        told.dispute(CLEO)
        told.live.record(WatchDropped())
        told.begin()
        told.tell(*OPENING)
        assert (left(told), left(told, CLEO)) == (1, 2)
        told.live.record(ActSaid(told.now_ms, format_event(HandedOver(BEN, PlayerId("Dan")), told.play.state.players)))
        assert left(told, PlayerId("Dan")) == 1


def test_the_tile_shows_the_tokens_and_a_restart_changes_none_of_it(tmp_path: Path) -> None:
    with hand_told(dispute__tokens=True) as told:
        told.tell(*OPENING)
        told.rule(Kind.AS_IT_IS, told.dispute(BEN))
        told.dispute(BEN)
        shown = project(told.live.evening, Role.HOST, told.play).play
        assert shown is not None
        assert [(seat.tokens.left, seat.tokens.staked) for seat in shown.seats if seat.tokens] == [
            (2, 0),
            (1, 1),
            (2, 0),
        ]
        again = Live(Journal(tmp_path), clock=told.live._clock)
        for recorded in told.live.since(told.game.seq):
            again.record(recorded.entry)
        assert again.evening.game is not None
        assert again.evening.game.challenges == told.game.challenges
        again.close()


def test_nothing_can_be_disputed_before_anything_happened() -> None:
    with hand_told(dispute__tokens=True) as told, pytest.raises(InputError, match="Nothing has happened yet"):
        dispute_of(told.play, BEN, 0.0)
