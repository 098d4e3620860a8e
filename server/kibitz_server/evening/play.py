"""A round as it is watched: a fold over the entries of the camera and of the people, through the referee."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from kibitz_scoring.cards import Card
from kibitz_scoring.game.events import Dealt, Event, Snapped, Verdict
from kibitz_scoring.game.projection import public_event
from kibitz_scoring.game.round_state import Phase, RoundState, cards_of, first_state, present
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.course import Course
from kibitz_scoring.referee.questions import Question
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import ScoredCard
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.table import Interval, TableEvent
from kibitz_server.evening.races import Contact, Race, contact_of, with_attempt
from kibitz_server.journal.play_entries import (
    ActSaid,
    PlayEntry,
    QuestionAnswered,
    RevealWatched,
    RoundWatched,
    SnapRuled,
    TableSeen,
    TimePassed,
)

_KEPT_CONTACTS = 24
_QUIET_MS = 3000.0
_QUIETS = 4
_LET_GO_AFTER_MS = 5000.0


@dataclass(frozen=True, slots=True)
class Happened:
    """A game event as everybody at the table may know it."""

    at_ms: float
    event: Event


class Play:
    """The watched round so far; `take` goes on from entry to entry, as when it is read anew from the journal."""

    def __init__(self, pack: RulePack, players: tuple[PlayerId, ...], begun: RoundWatched) -> None:
        state = first_state(pack, players)
        state = replace(state, dealer=players.index(begun.dealer))
        self._course = Course(apply(state, Dealt(begun.dealer)) if begun.is_dealt else state)
        self._contacts: tuple[Contact, ...] = ()
        self._seen_ms = self._settled_ms = self._said_ms = float("-inf")
        self._asked: Question | None = None
        self._asked_ms = float("-inf")
        self.happened: tuple[Happened, ...] = ()
        self.races: tuple[Race, ...] = ()
        self.turn_since_ms = 0.0

    @property
    def state(self) -> RoundState:
        """The table after all that is settled, faces that nobody may know included."""
        return self._course.state

    @property
    def question(self) -> Question | None:
        """What the table is asked now."""
        return self._course.question

    @property
    def last_ms(self) -> float:
        """The latest time that anything was seen or said, 0 before."""
        return max(0.0, self._seen_ms, self._settled_ms, self._said_ms)

    def take(self, entry: PlayEntry) -> None:
        """Go on with one entry."""
        before = self.state
        settled = self._settled_by(entry)
        for timed in settled:
            self._note(before, timed)
            after = apply(before, timed.event)
            if (after.turn, after.taken, after.phase) != (before.turn, before.taken, before.phase):
                self.turn_since_ms = timed.at.end_ms
            before = after
        if self.question is not self._asked:
            self._asked, self._asked_ms = self.question, max(self._seen_ms, self._settled_ms)

    def waits_for_time(self, now_ms: float) -> bool:
        """Whether letting time pass may settle what was said, or seen a while ago."""
        if self._said_ms > self._settled_ms:
            return True
        over_ms = self._seen_ms + _QUIETS * _QUIET_MS
        return now_ms - max(self._seen_ms, self._settled_ms) > _QUIET_MS and self._settled_ms < over_ms

    def is_let_go(self, now_ms: float) -> bool:
        """Whether the open question is about a touch that most likely meant nothing, and nobody has said otherwise."""
        question = self.question
        if question is None or now_ms - self._asked_ms < _LET_GO_AFTER_MS:
            return False
        return bool(question.readings) and not question.readings[0].events

    def hands_up(self) -> dict[PlayerId, tuple[ScoredCard, ...]]:
        """The hands of those players all of whose cards lie face up and are read."""
        if self.state.phase not in (Phase.AFTER_LAST_TURN, Phase.REVEAL, Phase.SCORED):
            return {}
        hands = {}
        for seat, player in enumerate(self.state.players):
            cards = [card for _, card in cards_of(self.state, seat)]
            if all(card.face_up and isinstance(card.face, Card) for card in cards):
                hands[player] = tuple(
                    ScoredCard(card.face, card.modifier) for card in cards if isinstance(card.face, Card)
                )
        return hands

    def reveal(self) -> RevealWatched | None:
        """The entry that brings the hands to the sheet, once all of them lie face up."""
        state = self.state
        there = present(state)
        hands = {player: hand for player, hand in self.hands_up().items() if player in there}
        if len(hands) < len(there):
            return None
        caller = None if state.caller is None else state.players[state.caller]
        end = RoundEnd.CALL if caller and state.end is None else state.end
        if state.caller in state.departed:
            caller, end = None, RoundEnd.LEFT
        return RevealWatched(tuple(hands.items()), caller, end)

    def _settled_by(self, entry: PlayEntry) -> Sequence[TimedEvent]:
        match entry:
            case RoundWatched():
                return ()
            case TableSeen(events):
                return [timed for seen in events for timed in self._see(seen)]
            case TimePassed(at_ms):
                self._settled_ms = max(self._settled_ms, at_ms)
                return self._course.advance(at_ms)
            case ActSaid(at_ms, text):
                return self._hear(at_ms, parse_event(text, self.state.players))
            case QuestionAnswered(reading):
                question = self.question
                readings = question.readings if question else ()
                chosen = readings[reading] if reading is not None and reading < len(readings) else None
                return self._course.answer(chosen)
            case SnapRuled():
                return self._rule(entry)
            case _:
                assert_never(entry)

    def _see(self, seen: TableEvent) -> Sequence[TimedEvent]:
        self._seen_ms = max(self._seen_ms, seen.seen.at.end_ms)
        contact = contact_of(seen)
        if contact is not None:
            self._contacts = (*self._contacts, contact)[-_KEPT_CONTACTS:]
        return self._course.see(seen)

    def _hear(self, at_ms: float, event: Event) -> Sequence[TimedEvent]:
        self._said_ms = max(self._said_ms, at_ms)
        return self._course.hear(TimedEvent(Interval(at_ms, at_ms), event))

    def _rule(self, ruled: SnapRuled) -> Sequence[TimedEvent]:
        if not 0 <= ruled.race < len(self.races):
            return ()
        race = self.races[ruled.race]
        chosen = race.attempts[ruled.attempt] if ruled.attempt is not None else None
        decided = replace(race, ruled=True, winner=chosen.player if chosen else None)
        self.races = (*self.races[: ruled.race], decided, *self.races[ruled.race + 1 :])
        if chosen is None or chosen.snapped.verdict is Verdict.CORRECT:
            return ()
        return self._hear(ruled.at_ms, replace(chosen.snapped, verdict=Verdict.CORRECT))

    def _note(self, before: RoundState, timed: TimedEvent) -> None:
        self.happened = (*self.happened, Happened(timed.at.end_ms, public_event(before, timed.event)))
        if isinstance(timed.event, Snapped):
            slot = timed.event.slot
            contact = next((one for one in reversed(self._contacts) if one.slot == slot), None)
            at_ms = contact.at.end_ms if contact else timed.at.end_ms
            self.races = with_attempt(self.races, timed.event, contact, at_ms)
