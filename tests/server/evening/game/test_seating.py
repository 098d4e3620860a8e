"""Players who leave, join and go on in another's seat on the page, and rulings between rounds."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kibitz_scoring.cli.replay import replay_steps
from kibitz_scoring.cli.score import score_json
from kibitz_scoring.errors import InputError
from kibitz_scoring.notation.games import parse_game
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.seats import HandingOver, Joining, Leaving
from kibitz_scoring.score.tally import RoundEnd
from kibitz_server.access.viewer import Role
from kibitz_server.evening.folding import fold
from kibitz_server.evening.game.seating import fitting, joining
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import (
    CallerNamed,
    CardAdded,
    GameStarted,
    RoundConfirmed,
    RoundId,
    SheetOpened,
    Undone,
)
from kibitz_server.journal.journal import Journal
from kibitz_server.journal.play_entries import ActSaid, RoundWatched, TimePassed
from kibitz_server.views.evening_view import project
from kibitz_server.views.sharing.exports import export_game
from kibitz_server.views.sharing.game_files import export_game_file
from kibitz_server.views.standings import in_round

A, B, C, D = map(PlayerId, "ABCD")
PACK = load_pack("scambodia")
HANDS = {A: "10C 2C AC AD", B: "10D 10H 5C 5D", C: "4C 3C 2D AH", D: "9C 9D 9H 9S"}


@pytest.fixture
def live(tmp_path: Path) -> Live:
    live = Live(Journal(tmp_path), lambda: datetime(2026, 11, 28, tzinfo=UTC))
    live.record(GameStarted(PACK, PACK.content_hash, (A, B, C)))
    return live


def say(live: Live, text: str) -> None:
    live.record(ActSaid(0.0, text))


def score(live: Live, caller: PlayerId = A, edits: RoundId | None = None, **hands: str) -> RoundId:
    """Confirm a round of the players at the table."""
    game = live.evening.game
    assert game
    live.record(SheetOpened(edits))
    _, players = game.at_sheet(live.evening.game.sheet)  # type: ignore[union-attr, arg-type]
    texts = [(player, parse_hand(hands.get(player) or HANDS[player])) for player in players]
    return RoundId(live.record(RoundConfirmed(tuple(texts), caller, RoundEnd.CALL, edits)).seq)


def totals(live: Live) -> dict[str, int]:
    view = project(live.evening, Role.HOST)
    assert view.game
    return dict(view.game.totals)


def test_the_page_keeps_what_was_scored_before_somebody_left_joined_or_took_over(live: Live) -> None:
    score(live)
    assert totals(live) == {A: 28, B: 30, C: 11 - 1}
    for said in ("p3 leaves", 'p3 joins "D"', 'p2 hands-over "E"'):
        say(live, said)
    game = project(live.evening, Role.HOST).game
    assert game
    assert game.players == (A, "E", D)
    assert totals(live) == {A: 28, "E": 30, C: 10, D: 30}
    score(live, E="10D 10H 5C 5D")
    assert totals(live) == {A: 28, "E": 60, C: 10, D: 66}
    view = project(live.evening, Role.HOST).game
    assert view
    assert in_round(view, view.rounds[0], PlayerId("E")) == B
    assert in_round(view, view.rounds[0], D) is None
    exported = export_game(view)
    asked = json.dumps({"pack": exported["pack"], "rounds": [_asked(played) for played in exported["rounds"]]})
    assert json.loads(score_json(asked.encode()))["totals"] == totals(live)
    *_, last = replay_steps(parse_game(export_game_file(view)))
    assert last.sheet is not None
    assert dict(last.sheet.totals) == totals(live)
    assert fold(live._journal.recorded) == live.evening


def _asked(played: dict[str, object]) -> dict[str, object]:
    fields = ("hands", "caller", "end", "options", "changes")
    return {field: played[field] for field in fields if field in played}


def test_a_ruling_between_rounds_changes_no_round_before_it(live: Live) -> None:
    first = score(live)
    say(live, 'rule score.fail = "none" by "Ann" because "too hard"')
    assert totals(live)[A] == 28
    score(live)
    assert totals(live)[A] == 42
    score(live, edits=first, A="10C 2C AC AD")
    assert totals(live)[A] == 42
    view = project(live.evening, Role.HOST).game
    assert view
    *_, last = replay_steps(parse_game(export_game_file(view)))
    assert last.sheet is not None
    assert (dict(last.sheet.totals), last.standing) == (totals(live), ())
    hashes = [played["content_hash"] for played in export_game(view)["rounds"]]
    assert len(set(hashes)) == 2


def test_an_undo_of_what_a_round_shows_leaves_the_round_as_it_is(live: Live) -> None:
    score(live)
    say(live, "p3 leaves")
    left = live.evening.last
    say(live, 'p3 joins "D"')
    second = score(live)
    assert left is not None
    live.record(Undone(left.seq))
    assert totals(live) == {A: 28, B: 60, C: 10, D: 66}
    live.record(Undone(second))
    assert live.evening.game
    assert totals(live)[A] == 28


def test_nobody_takes_over_a_seat_who_has_a_total_already(live: Live) -> None:
    score(live)
    for said in ("p3 leaves", 'p3 joins "D"'):
        say(live, said)
    with pytest.raises(InputError, match="C has a total already: expected another name"):
        say(live, 'p2 hands-over "C"')
    for said in ('p2 hands-over "E"', 'p2 hands-over "B"'):
        say(live, said)
    assert totals(live) == {A: 28, B: 30, C: 10, D: 30}
    score(live)
    view = project(live.evening, Role.HOST).game
    assert view
    asked = json.dumps({"pack": "scambodia", "rounds": [_asked(played) for played in export_game(view)["rounds"]]})
    assert json.loads(score_json(asked.encode()))["totals"] == totals(live)
    assert [in_round(view, view.rounds[0], player) for player in (B, D)] == [B, None]


def test_a_name_taken_over_that_an_undo_gives_a_total_leaves_the_table_in_order(live: Live) -> None:
    score(live)
    say(live, 'p3 hands-over "D"')
    over = live.evening.last
    say(live, 'p1 hands-over "C"')
    assert over is not None
    live.record(Undone(over.seq))
    assert set(totals(live)) == {A, B, C}


def test_what_cannot_be_is_refused(live: Live) -> None:
    for said, sentence in (("p4 leaves", "a seat from p1 to p3"), ('p1 joins "D"', "p1 is A's seat")):
        with pytest.raises(InputError, match=sentence):
            say(live, said)
    live.record(SheetOpened())
    with pytest.raises(InputError, match="A round is being scored"):
        say(live, "p3 leaves")
    for card in parse_hand("2C 2D"):
        live.record(CardAdded(A, card.card))
    live.record(CallerNamed(A, RoundEnd.CALL))
    view = project(live.evening, Role.HOST).sheet
    assert view
    assert view.tally
    assert view.tally.warnings == ()


def test_too_few_players_play_no_round(live: Live) -> None:
    say(live, "p3 leaves")
    say(live, "p2 leaves")
    for entry in (SheetOpened(), RoundWatched(A, is_dealt=True)):
        with pytest.raises(InputError, match="needs 2 players"):
            live.record(entry)
    view = project(live.evening, Role.HOST).game
    assert view
    assert [joining(view.seats, view.players, one).seat for one in (B, D)] == [1, 1]
    say(live, 'p2 joins "D"')
    live.record(RoundWatched(A, is_dealt=True))
    assert live.play
    assert live.play.state.players == (A, D)
    with pytest.raises(InputError, match="in the middle of a round"):
        say(live, 'p3 joins "C"')
    with pytest.raises(InputError, match="before the first deal"):
        say(live, 'rule table.rows = 1 by "A" because "why not"')
    live.record(Undone(live.record(RoundWatched(D, is_dealt=True)).seq))
    assert live.play.state.players == (A, D)


def test_who_leaves_a_watched_round_has_no_hand_on_its_sheet(live: Live) -> None:
    live.record(RoundWatched(A, is_dealt=True))
    assert live.play
    for at, said in enumerate(("starter 9H", "p3 leaves", "round-ends call p1"), start=1):
        live.record(ActSaid(float(at), said))
    for place, card in zip(("a1", "a2", "b1", "b2"), HANDS[A].split(), strict=True):
        live.record(ActSaid(10.0, f"reveal p1.{place} {card}"))
    live.record(TimePassed(10.5))
    assert live.play.reveal() is None
    for place, card in zip(("a1", "a2", "b1", "b2"), HANDS[B].split(), strict=True):
        live.record(ActSaid(11.0, f"reveal p2.{place} {card}"))
    live.record(TimePassed(20.0))
    revealed = live.play.reveal()
    assert revealed
    assert [player for player, _ in revealed.hands] == [A, B]
    assert live.evening.game
    assert live.evening.game.players == (A, B)


def test_changes_that_cannot_have_been_are_left_out() -> None:
    said = (Leaving(C), Joining(A), HandingOver(C, D), HandingOver(B, D), Joining(C))
    assert fitting((A, B), said, (A, D)) == (HandingOver(B, D), Joining(C), Leaving(C))
    assert fitting((A,), (), (A, B)) == (Joining(B),)
