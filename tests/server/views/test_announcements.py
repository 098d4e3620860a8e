"""What is said aloud: each thing once, of a correction only what is another now, and never a face that lies down."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kibitz_scoring.cards import Card
from kibitz_scoring.game.events import Called, Dealt, Event, Revealed
from kibitz_server.access.viewer import Role
from kibitz_server.evening.choices import Choice, Kind, answered, dispute_of, entry_of
from kibitz_server.evening.live import Live
from kibitz_server.evening.moments import playing
from kibitz_server.journal.entries import CallerNamed, CardNamed, GameStarted, Undone
from kibitz_server.journal.journal import Journal
from kibitz_server.journal.play_entries import RoundWatched
from kibitz_server.views.announcements import Announcement, Facts, Tone, facts_of, news
from kibitz_server.views.card_words import glyphs, words
from kibitz_server.views.evening_view import project

from ..conftest import NOON
from ..evening.test_offers import a_round, tell


@contextmanager
def table(seed: int) -> Iterator[tuple[Live, list[Event]]]:
    """A round of Kaboo told by hand that has just begun, and what is to happen in it."""
    (deal, dealt), *rest = a_round("kaboo", seed)
    assert isinstance(dealt, Dealt)
    with tempfile.TemporaryDirectory() as folder:
        live = Live(Journal(Path(folder)), clock=lambda: NOON)
        live.record(GameStarted(deal.now.pack, deal.now.pack.content_hash, deal.now.players))
        live.record(RoundWatched(dealt.dealer, is_dealt=True, by_hand=True))
        yield live, [event for _, event in rest]
        live.close()


def facts(live: Live) -> Facts:
    return facts_of(project(live.evening, Role.HOST, live.play))


def told(live: Live, events: list[Event]) -> list[Announcement]:
    """Everything that is said while a round is told."""
    said: list[Announcement] = []
    before = facts(live)
    for number, event in enumerate(events):
        tell(live, 10_000.0 * number, event)
        now = facts(live)
        said += news(before, now)
        before = now
    return said


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_snaps_and_calls_are_said_once_each_and_no_card_is_named(seed: int) -> None:
    with table(seed) as (live, events):
        said = told(live, [event for event in events if not isinstance(event, Revealed)])
        assert len({one.text for one in said if one.tone is Tone.CALL}) == sum(isinstance(e, Called) for e in events)
        assert len([one for one in said if one.tone is Tone.VERDICT]) >= len(playing(live.play).races)
        named = {name for card in set(cards(events)) for name in (words(card), glyphs(card))}
        assert not [one.text for one in said if any(name in one.text for name in named)]


def cards(events: list[Event]) -> Iterator[Card]:
    for event in events:
        found = (getattr(event, name, None) for name in ("card", "out", "first_card", "second_card"))
        yield from (card for card in found if isinstance(card, Card) and card.suit is not None)


def test_another_caller_is_said_as_a_correction_and_nothing_else_is_repeated() -> None:
    with table(1) as (live, events):
        called = next(at for at, event in enumerate(events) if isinstance(event, Called))
        told(live, events[: called + 1])
        play, before = playing(live.play), facts(live)
        (caller,) = [timed for timed in play.happened if isinstance(timed.event, Called)]
        other = next(one for one in play.state.players if one != events[called].player)  # type: ignore[union-attr]
        assert caller.act is not None
        correction = live.record(answered(play, caller.act, (Called(other),), play.last_ms))
        assert [one.text for one in news(before, facts(live))] == [f"Now: {other} called Kaboo."]
        now = facts(live)
        live.record(Undone(correction.seq))
        assert len(news(now, facts(live))) == 1


def test_what_waits_in_the_inbox_is_said_and_its_answer_is_not() -> None:
    with table(1) as (live, events):
        told(live, events[:3])
        before = facts(live)
        player = playing(live.play).state.players[0]
        live.record(dispute_of(live.play, player, playing(live.play).last_ms))
        (said,) = news(before, facts(live))
        assert said.tone is Tone.QUESTION
        assert said.text.startswith(f"To be decided: {player} disputes")
        now = facts(live)
        (dispute,) = playing(live.play).disputes.open
        live.record(entry_of(live.play, Choice(Kind.AS_IT_IS, dispute.act), 0.0))
        assert news(now, facts(live)) == ()


def test_the_hands_are_said_when_they_are_counted_and_of_a_correction_only_the_points_that_change() -> None:
    with table(1) as (live, events):
        told(live, events)
        before = facts(live)
        reveal = playing(live.play).reveal()
        assert reveal is not None
        live.record(reveal)
        said = [one.text for one in news(before, facts(live))]
        assert said[0] == "All hands are counted."
        assert len(said) == 1 + len(reveal.hands)
        now = facts(live)
        sheet = live.evening.game.sheet if live.evening.game else None
        assert sheet is not None
        other = next(card for card in set(cards(events)) if card not in {one.card for one in sheet.cards})
        live.record(CardNamed(sheet.cards[0].card_id, other))
        changed = [one.text for one in news(now, facts(live))]
        assert len(changed) == 1
        assert changed[0].startswith(f"Now: {sheet.cards[0].player}: ")
        now = facts(live)
        assert sheet.end is not None
        live.record(CallerNamed(sheet.caller, sheet.end))
        assert news(now, facts(live)) == ()


def test_before_a_game_nothing_is_said(tmp_path: Path) -> None:
    live = Live(Journal(tmp_path), clock=lambda: NOON)
    assert facts(live) == {}
    live.close()
