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
from kibitz_server.evening.live import Live
from kibitz_server.evening.round.choices import Choice, Kind, answered, dispute_of, entry_of
from kibitz_server.evening.round.moments import playing
from kibitz_server.journal.entries import CallerNamed, CardNamed, GameStarted, Undone
from kibitz_server.journal.journal import Journal
from kibitz_server.journal.play_entries import RoundWatched
from kibitz_server.views.announcements import Announcement, Facts, Tone, facts_of, gone, news
from kibitz_server.views.evening_view import project
from kibitz_server.views.words.card_words import glyphs, words

from ..conftest import NOON
from ..evening.round.test_offers import a_round, tell


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
def test_snaps_and_calls_are_said_once_each_and_no_card_is_named_but_the_one_on_the_pile(seed: int) -> None:
    with table(seed) as (live, events):
        said = told(live, [event for event in events if not isinstance(event, Revealed)])
        calls = {one.said.text for one in said if one.tone is Tone.CALL}
        assert len(calls) == sum(isinstance(event, Called) for event in events)
        assert len([one for one in said if one.tone is Tone.VERDICT]) >= len(playing(live.play).races)
        named = {name for card in set(cards(events)) for name in (words(card), glyphs(card))}
        others = [one.said.text for one in said if one.tone is not Tone.CARD]
        assert not [text for text in others if any(name in text for name in named)]


def test_turns_and_the_cards_on_the_pile_are_said_as_they_come_and_only_the_newest_counts() -> None:
    with table(1) as (live, events):
        said: list[Announcement] = []
        tops, before = [], facts(live)
        for number, event in enumerate(events[: len(events) // 2]):
            tell(live, 10_000.0 * number, event)
            now, play = facts(live), project(live.evening, Role.HOST, live.play).play
            said += news(before, now)
            before = now
            if play and play.top and (not tops or tops[-1] != play.top):
                tops.append(play.top)
        assert [one.said.text for one in said if one.tone is Tone.CARD] == [
            f"On the pile: {words(top)}." for top in tops
        ]
        turns = [one for one in said if one.tone is Tone.TURN]
        assert len(turns) > 2
        assert {one.about for one in turns} == {"turn"}
        assert all(one.said.text.endswith(" is on turn.") for one in turns)


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
        (said,) = calls(news(before, facts(live)))
        assert said.said.text == f"Correction: {other} called Kaboo."
        assert said.about == "call caller"
        now = facts(live)
        live.record(Undone(correction.seq))
        assert len(calls(news(now, facts(live)))) == 1


def test_a_call_that_is_taken_back_is_not_said_any_more() -> None:
    with table(1) as (live, events):
        called = next(at for at, event in enumerate(events) if isinstance(event, Called))
        told(live, events[:called])
        silent = facts(live)
        tell(live, 10_000.0 * called, events[called])
        assert "call caller" in gone(facts(live), silent)
        assert gone(silent, facts(live)) == ()


def calls(said: tuple[Announcement, ...]) -> list[Announcement]:
    return [one for one in said if one.tone is Tone.CALL]


def test_what_waits_in_the_inbox_is_said_and_its_answer_is_not() -> None:
    with table(1) as (live, events):
        told(live, events[:3])
        before = facts(live)
        player = playing(live.play).state.players[0]
        live.record(dispute_of(live.play, player, playing(live.play).last_ms))
        (said,) = news(before, facts(live))
        assert said.tone is Tone.QUESTION
        assert said.said.text == f"{player} disputes what happened."
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
        said = [one.said.text for one in news(before, facts(live))]
        assert said[0] == "All hands are counted."
        assert len(said) == 1 + len(reveal.hands)
        now = facts(live)
        sheet = live.evening.game.sheet if live.evening.game else None
        assert sheet is not None
        other = next(card for card in set(cards(events)) if card not in {one.card for one in sheet.cards})
        live.record(CardNamed(sheet.cards[0].card_id, other))
        changed = [one.said.text for one in news(now, facts(live))]
        assert len(changed) == 1
        assert changed[0].startswith(f"Correction: {sheet.cards[0].player} has ")
        now = facts(live)
        assert sheet.end is not None
        live.record(CallerNamed(sheet.caller, sheet.end))
        assert news(now, facts(live)) == ()


def test_before_a_game_nothing_is_said(tmp_path: Path) -> None:
    live = Live(Journal(tmp_path), clock=lambda: NOON)
    assert facts(live) == {}
    live.close()
