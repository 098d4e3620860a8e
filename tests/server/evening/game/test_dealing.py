"""Who deals the next round: by one rule, from who dealt before, whoever came and left meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.tally import RoundEnd
from kibitz_server.access.viewer import Role
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import GameStarted, RoundConfirmed, SheetOpened, Undone
from kibitz_server.journal.journal import Journal
from kibitz_server.journal.play_entries import ActSaid, RoundWatched, WatchDropped
from kibitz_server.views.evening_view import project
from kibitz_server.views.headlines import headline

from ...conftest import NOON

ANN, BEN, CLEO, DAN = PLAYERS = tuple(map(PlayerId, ("Ann", "Ben", "Cleo", "Dan")))
THREE = PLAYERS[:3]


@pytest.fixture
def lives() -> Iterator[list[Live]]:
    opened: list[Live] = []
    yield opened
    for live in opened:
        live.close()


def begun(lives: list[Live], folder: Path, rule: str = "rotate_left") -> Live:
    live = Live(Journal(folder), clock=lambda: NOON)
    lives.append(live)
    pack = load_pack("kaboo", {"game.rounds": None, "game.next_dealer": rule})
    live.record(GameStarted(pack, pack.content_hash, THREE))
    return live


def dealer(live: Live) -> str:
    view = project(live.evening, Role.HOST, live.play)
    assert view.game is not None
    if view.play is None:
        assert headline(view) == f"{view.game.next_dealer} deals next"
    return view.game.next_dealer


def score(live: Live, **hands: str) -> None:
    """Confirm a round of these hands."""
    live.record(SheetOpened())
    held = tuple((PlayerId(player), parse_hand(hand)) for player, hand in hands.items())
    live.record(RoundConfirmed(held, None, RoundEnd.DECK))


def deal(live: Live, player: PlayerId) -> None:
    live.record(RoundWatched(player, is_dealt=True, by_hand=True))


def test_after_whoever_dealt_the_one_to_the_left_does(lives: list[Live], tmp_path: Path) -> None:
    live = begun(lives, tmp_path)
    assert dealer(live) == ANN
    deal(live, CLEO)
    assert dealer(live) == CLEO
    score(live, Ann="2H", Ben="3H", Cleo="4H")
    assert dealer(live) == ANN
    # Of a round from a photo nobody said who dealt.
    score(live, Ann="2H", Ben="3H", Cleo="4H")
    assert dealer(live) == BEN


@pytest.mark.parametrize(("rule", "deals"), [("lowest", CLEO), ("highest", CLEO)])
def test_among_equals_it_is_who_sits_nearest_to_the_dealers_left(
    lives: list[Live], tmp_path: Path, rule: str, deals: PlayerId
) -> None:
    live = begun(lives, tmp_path, rule)
    deal(live, BEN)
    tied = {"lowest": ("2H", "9H", "2S"), "highest": ("9H", "2H", "9S")}[rule]
    score(live, Ann=tied[0], Ben=tied[1], Cleo=tied[2])
    assert dealer(live) == deals


def test_a_round_that_was_given_up_is_dealt_again_by_the_same_player(lives: list[Live], tmp_path: Path) -> None:
    live = begun(lives, tmp_path)
    deal(live, BEN)
    live.record(WatchDropped())
    assert dealer(live) == BEN
    live.record(Undone(live.evening.last.seq))  # type: ignore[union-attr]
    live.record(Undone(live.evening.last.seq))  # type: ignore[union-attr]
    assert dealer(live) == ANN


def test_who_left_does_not_deal_and_who_came_does(lives: list[Live], tmp_path: Path) -> None:
    live = begun(lives, tmp_path)
    deal(live, BEN)
    score(live, Ann="2H", Ben="3H", Cleo="4H")
    live.record(ActSaid(0.0, "p3 leaves"))
    assert dealer(live) == ANN
    live.record(ActSaid(0.0, 'p3 joins "Dan"'))
    assert dealer(live) == DAN
    score(live, Ann="2H", Ben="3H", Dan="4H")
    assert dealer(live) == ANN


def test_who_goes_on_in_the_dealers_seat_has_dealt(lives: list[Live], tmp_path: Path) -> None:
    live = begun(lives, tmp_path)
    deal(live, CLEO)
    live.record(ActSaid(0.0, 'p3 hands-over "Dan"'))
    score(live, Ann="2H", Ben="3H", Dan="4H")
    assert dealer(live) == ANN


def test_a_dealer_who_left_in_the_middle_of_the_round_is_followed_by_the_next_to_the_left(
    lives: list[Live], tmp_path: Path
) -> None:
    live = begun(lives, tmp_path)
    deal(live, BEN)
    live.record(ActSaid(0.0, "p2 leaves"))
    score(live, Ann="2H", Cleo="4H")
    assert dealer(live) == CLEO
