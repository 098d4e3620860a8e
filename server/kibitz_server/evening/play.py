"""A round as it is watched: a fold over the entries of the camera and of the people, through the referee."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import assert_never

from kibitz_scoring.cards import Card
from kibitz_scoring.game.events import Dealt, Snapped, Verdict
from kibitz_scoring.game.projection import public_event
from kibitz_scoring.game.round_state import Phase, RoundState, cards_of, first_state, present
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.questions import Question
from kibitz_scoring.referee.timeline import Settled, Timeline
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import ScoredCard
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.table import Interval, Place, TableEvent
from kibitz_server.evening.races import Attempt, Contact, Race, contact_of, outcomes, with_attempt
from kibitz_server.journal.play_entries import (
    ActSaid,
    FilmEnded,
    PlayEntry,
    QuestionAnswered,
    RevealWatched,
    RoundWatched,
    SnapRuled,
    TableSeen,
    TimePassed,
)

_KEPT_CONTACTS = 24


class Play:
    """The watched round so far; `take` goes on from entry to entry, as when it is read anew from the journal."""

    def __init__(self, pack: RulePack, players: tuple[PlayerId, ...], begun: RoundWatched) -> None:
        state = first_state(pack, players)
        state = replace(state, dealer=players.index(begun.dealer))
        self._timeline = Timeline(apply(state, Dealt(begun.dealer)) if begun.is_dealt else state)
        self._contacts: tuple[Contact, ...] = ()
        self.happened: tuple[TimedEvent, ...] = ()
        self.races: tuple[Race, ...] = ()
        self.turn_since_ms = 0.0

    @property
    def state(self) -> RoundState:
        """The table after all that is settled, faces that nobody may know included."""
        return self._timeline.state

    @property
    def question(self) -> Question | None:
        """What the table is asked now."""
        return self._timeline.question

    @property
    def seen_just_now(self) -> tuple[TableEvent, ...]:
        """What was seen and means nothing in the game yet, faces that nobody may know included."""
        return self._timeline.seen_just_now

    @property
    def said_just_now(self) -> tuple[TimedEvent, ...]:
        """What was said and has not taken effect yet, as everybody at the table may know it."""
        said = self._timeline.said_just_now
        return tuple(replace(timed, event=public_event(self.state, timed.event)) for timed in said)

    @property
    def last_ms(self) -> float:
        """The latest time that anything was seen or said, 0 before."""
        return max(0.0, self._timeline.last_ms)

    def take(self, entry: PlayEntry) -> None:
        """Go on with one entry."""
        before = self.state
        for settled in self._settled_by(entry):
            if isinstance(settled, TimedEvent):
                self._note(before, settled)
                after = apply(before, settled.event)
                if _turn_of(after) != _turn_of(before):
                    self.turn_since_ms = settled.at.end_ms
                before = after
            elif (contact := contact_of(settled)) is not None:
                self._contacts = (*self._contacts, contact)[-_KEPT_CONTACTS:]

    def is_due(self, known_ms: float) -> bool:
        """Whether anything may be settled once all is known up to a time."""
        return self._timeline.is_due(known_ms)

    def hands_up(self, bare: Collection[Place] = ()) -> dict[PlayerId, tuple[ScoredCard, ...]]:
        """The hands of those players all of whose cards lie face up and are read.

        `bare`: places where no card lies, whatever should: not all of the play may have been seen.
        """
        if self.state.phase not in (Phase.AFTER_LAST_TURN, Phase.REVEAL, Phase.SCORED):
            return {}
        hands = {}
        for seat, player in enumerate(self.state.players):
            held = list(cards_of(self.state, seat))
            cards = [card for slot, card in held if card.face_up or slot not in bare]
            # Nobody's whole hand goes without anything of that being seen.
            if bool(cards) is bool(held) and all(card.face_up and isinstance(card.face, Card) for card in cards):
                hands[player] = tuple(
                    ScoredCard(card.face, card.modifier) for card in cards if isinstance(card.face, Card)
                )
        return hands

    def reveal(self, bare: Collection[Place] = ()) -> RevealWatched | None:
        """The entry that brings the hands to the sheet, once all cards lie face up but those at `bare` places."""
        state = self.state
        there = present(state)
        hands = {player: hand for player, hand in self.hands_up(bare).items() if player in there}
        if len(hands) < len(there):
            return None
        caller = None if state.caller is None else state.players[state.caller]
        end = RoundEnd.CALL if caller and state.end is None else state.end
        if state.caller in state.departed:
            caller, end = None, RoundEnd.LEFT
        return RevealWatched(tuple(hands.items()), caller, end, outcomes(self.races))

    def ruling(self, ruled: SnapRuled) -> TimedEvent | None:
        """What a ruling says that was not so before: the snap that has it, at the time of the ruling."""
        chosen = self._chosen(ruled)
        if chosen is None or chosen.snapped.verdict is Verdict.CORRECT:
            return None
        event = replace(chosen.snapped, verdict=Verdict.CORRECT)
        return TimedEvent(Interval(ruled.at_ms, ruled.at_ms), event)

    def _settled_by(self, entry: PlayEntry) -> Sequence[Settled]:
        match entry:
            case RoundWatched():
                return ()
            case TableSeen() | TimePassed() | FilmEnded():
                return self._seen(entry)
            case ActSaid(at_ms, text):
                said = TimedEvent(Interval(at_ms, at_ms), parse_event(text, self.state.players))
                return self._timeline.hear(said)
            case QuestionAnswered(reading):
                question = self.question
                readings = question.readings if question else ()
                chosen = readings[reading] if reading is not None and reading < len(readings) else None
                return self._timeline.answer(chosen)
            case SnapRuled():
                return self._rule(entry)
            case _:
                assert_never(entry)

    def _seen(self, entry: TableSeen | TimePassed | FilmEnded) -> Sequence[Settled]:
        if isinstance(entry, FilmEnded):
            return self._timeline.rest()
        if isinstance(entry, TimePassed):
            return self._timeline.settle(entry.at_ms)
        self._timeline.tell(entry.events)
        at_once_ms = max((seen.seen.at.end_ms for seen in entry.events), default=float("-inf"))
        return self._timeline.settle(at_once_ms if entry.known_ms is None else entry.known_ms)

    def _rule(self, ruled: SnapRuled) -> Sequence[Settled]:
        if not 0 <= ruled.race < len(self.races):
            return ()
        chosen, said = self._chosen(ruled), self.ruling(ruled)
        decided = replace(self.races[ruled.race], ruled=True, winner=chosen.player if chosen else None)
        self.races = (*self.races[: ruled.race], decided, *self.races[ruled.race + 1 :])
        return () if said is None else self._timeline.hear(said)

    def _chosen(self, ruled: SnapRuled) -> Attempt | None:
        if ruled.attempt is None or not 0 <= ruled.race < len(self.races):
            return None
        return self.races[ruled.race].attempts[ruled.attempt]

    def _note(self, before: RoundState, timed: TimedEvent) -> None:
        # As everybody at the table may know it.
        self.happened = (*self.happened, replace(timed, event=public_event(before, timed.event)))
        if isinstance(timed.event, Snapped):
            slot = timed.event.slot
            contact = next((one for one in reversed(self._contacts) if one.slot == slot), None)
            at_ms = contact.at.end_ms if contact else timed.at.end_ms
            self.races = with_attempt(self.races, timed.event, contact, at_ms)


def _turn_of(state: RoundState) -> tuple[object, ...]:
    """What begins the time for a turn anew when it changes: a time-out that is a reminder does, too."""
    return state.turn, state.taken, state.phase, state.timeouts
