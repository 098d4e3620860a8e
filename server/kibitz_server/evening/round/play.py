"""A round as it is watched: a fold over the entries of the camera and of the people, through the referee."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from kibitz_scoring.game.events import Dealt, Event
from kibitz_scoring.game.projection import public_event
from kibitz_scoring.game.round_state import RoundState, first_state, present
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.acts.contest import Contest
from kibitz_scoring.referee.questions import HOW_IT_ENDED, ActId, Question
from kibitz_scoring.referee.races import Race, RaceBook, as_asked
from kibitz_scoring.referee.timeline import Settled, Timeline
from kibitz_scoring.referee.tokens import NO_TOKENS
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import Hands
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.table import Place, SlotId, TableEvent
from kibitz_server.evening.round.disputes import Disputes, Words
from kibitz_server.evening.round.doubted_taps import DoubtedTap, Taps, is_clear_before
from kibitz_server.evening.round.hands_up import chosen_cards, hands_up
from kibitz_server.evening.round.ruled_races import chosen_attempt, words_of
from kibitz_server.evening.round.said_acts import timed_act
from kibitz_server.evening.round.snap_outcomes import outcomes
from kibitz_server.journal.play_entries import (
    ActDisputed,
    ActSaid,
    ChosenCards,
    FilmEnded,
    PlayEntry,
    QuestionAnswered,
    RevealWatched,
    RoundWatched,
    SnapRuled,
    TableSeen,
    TimePassed,
)


class Play:
    """The round so far, watched or told `by_hand`; `take` goes on from entry to entry, as when it is read anew.

    `start` is the table as it began.
    """

    def __init__(self, pack: RulePack, players: tuple[PlayerId, ...], begun: RoundWatched) -> None:
        state = first_state(pack, players)
        state = replace(state, dealer=players.index(begun.dealer))
        self.start = apply(state, Dealt(begun.dealer)) if begun.is_dealt else state
        self.by_hand = begun.by_hand
        self._timeline = Timeline(self.start, is_told=begun.by_hand)
        self._winners: dict[ActId, PlayerId | None] = {}
        self.reasons: dict[ActId, str] = {}
        self.disputes = Disputes()
        self._taps = Taps()
        self._begin()

    def _begin(self) -> None:
        """Nothing of what is settled is known here yet."""
        self._retold, self._noted = self._timeline.retold, 0
        self._before = self.start
        self._book = RaceBook()
        self.happened: tuple[TimedEvent, ...] = ()
        self.turn_since_ms = 0.0
        self._taps.forget()

    @property
    def state(self) -> RoundState:
        """The table after all that is settled, faces that nobody may know included."""
        return self._timeline.state

    @property
    def questions(self) -> tuple[Question, ...]:
        """All that the table is asked and nobody has answered, in the order in which it came up."""
        return self._timeline.questions

    @property
    def decided(self) -> tuple[Question, ...]:
        """The acts that were settled, each with its readings."""
        return self._timeline.decided

    @property
    def laid_off(self) -> Question | None:
        """A card laid off whose power may still be claimed: only what follows settles it."""
        return self._timeline.laid_off

    @property
    def said_of_acts(self) -> Mapping[ActId, tuple[Event, ...]]:
        """What people said of acts."""
        return self._timeline.said

    @property
    def races(self) -> tuple[Race, ...]:
        """The races so far, as they were seen and, where the table decided one, as it ruled."""
        asked = {question.act for question in self.questions}
        return tuple(as_asked(self._as_ruled(race), asked) for race in self._book.races)

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
        self._take(entry)
        if self._timeline.retold != self._retold:
            self._begin()
        for settled in self._timeline.settled[self._noted :]:
            self._book.take(settled)
            if isinstance(settled, TimedEvent):
                self._note(settled)
        self._noted = len(self._timeline.settled)
        if self.disputes.waiting_ms:
            self.disputes = self.disputes.settled(self._is_settled, (*self._told, *self._taken_for()), self.races)
        self._taps.judge(self.start, self._told, self._is_settled)

    @property
    def doubts(self) -> tuple[DoubtedTap, ...]:
        """Taps that do not count, of which nobody has said yet whether they are to count all the same."""
        return tuple(doubt for doubt in self._taps.doubts if doubt.act not in self.said_of_acts)

    def is_due(self, known_ms: float) -> bool:
        """Whether anything may be settled once all is known up to a time."""
        waits_ms = (*self.disputes.waiting_ms, *self._taps.waiting_ms)
        return self._timeline.is_due(known_ms) or any(self._timeline.is_settled(ms, known_ms) for ms in waits_ms)

    @property
    def settled(self) -> Sequence[Settled]:
        """All that is settled: what was seen, each followed by what it settled, faces that nobody may know included."""
        return self._timeline.settled

    @property
    def unclear(self) -> Sequence[Contest]:
        """The contests for the pile in which something was done that nobody could explain."""
        return self._timeline.unclear

    def events_of(self, act: ActId) -> tuple[Event, ...]:
        """What an act is taken for, faces that nobody may know included."""
        told = tuple(one.event for one in self._told if one.act == act)
        return told or tuple(one.event for one in self._taken_for() if one.act == act)

    def hands_up(self, bare: Collection[Place] = (), tokens: Mapping[SlotId, int] = NO_TOKENS) -> Hands:
        """The hands of those players all of whose cards lie face up and are read, see `evening.round.hands_up`."""
        return hands_up(self.state, bare, tokens)

    def reveal(self, bare: Collection[Place] = (), tokens: Mapping[SlotId, int] = NO_TOKENS) -> RevealWatched | None:
        """The entry that brings the hands to the sheet, once all cards lie face up but those at `bare` places."""
        state, there = self.state, present(self.state)
        hands = {player: hand for player, hand in self.hands_up(bare, tokens).items() if player in there}
        if len(hands) < len(there):
            return None
        return self._revealed(hands, chosen_cards(state, bare, self._told, self.said_of_acts))

    def left(self) -> RevealWatched:
        """The entry that leaves the round for a sheet whose hands a picture shows: all else that is known stays."""
        return self._revealed({})

    def _revealed(self, hands: Hands, chosen: ChosenCards = ()) -> RevealWatched:
        told = tuple((player, tuple(hand)) for player, hand in hands.items())
        return RevealWatched(told, *self.ending(), outcomes(self.races), self.by_hand, chosen)

    def ending(self) -> tuple[PlayerId | None, RoundEnd | None]:
        """Who called, and what ended the round or will, as far as that is known."""
        state = self.state
        if any(question.act == HOW_IT_ENDED for question in self.questions):
            return None, None
        if state.caller in state.departed:
            return None, RoundEnd.LEFT
        caller = None if state.caller is None else state.players[state.caller]
        return caller, RoundEnd.CALL if caller and state.end is None else state.end

    @property
    def is_undecided(self) -> bool:
        """Whether the table has still to say what counts: a question that presses, a race, a dispute."""
        asked = any(question.presses for question in self.questions)
        doubted = any(map(self.is_surely_doubted, self.doubts))
        return asked or doubted or bool(self.disputes.open) or any(race.is_open for race in self.races)

    def is_surely_doubted(self, doubt: DoubtedTap) -> bool:
        """Whether all that was done before a tap was seen clearly, or said: else it is likelier that it counts."""
        nothing = [one for one in self.decided if not one.supposed and one.act not in self.said_of_acts]
        return is_clear_before(doubt.tap, self._told, self.questions, nothing)

    def _take(self, entry: PlayEntry) -> None:
        match entry:
            case RoundWatched():
                pass
            case TableSeen() | TimePassed() | FilmEnded():
                self._see(entry)
            case ActSaid():
                self._hear(entry)
            case QuestionAnswered():
                self._answer(entry)
            case ActDisputed():
                self._stand_still(self.disputes.raised(entry, self.last_ms))
            case SnapRuled():
                self._rule(entry)
            case _:
                assert_never(entry)

    @property
    def _told(self) -> list[TimedEvent]:
        """What happened in the game, faces that nobody may know included."""
        return [one for one in self.settled if isinstance(one, TimedEvent)]

    def _taken_for(self) -> list[TimedEvent]:
        """What a card laid off is taken for while its power may still be claimed."""
        question = self.laid_off
        return [TimedEvent(question.at, event, question.act) for event in question.supposed] if question else []

    def _is_settled(self, at_ms: float) -> bool:
        # Nobody watches, so nothing will turn up that came before.
        return self.by_hand or self._timeline.is_settled(at_ms)

    def _stand_still(self, disputes: Disputes) -> None:
        before, self.disputes = self.disputes, disputes
        if disputes.pauses != before.pauses:
            self._timeline.pause(disputes.pauses)

    def _see(self, entry: TableSeen | TimePassed | FilmEnded) -> None:
        if isinstance(entry, FilmEnded):
            self._timeline.rest()
        elif isinstance(entry, TimePassed):
            self._timeline.settle(entry.at_ms)
        else:
            self._timeline.tell(entry.events)
            at_once_ms = max((seen.seen.at.end_ms for seen in entry.events), default=float("-inf"))
            self._timeline.settle(at_once_ms if entry.known_ms is None else entry.known_ms)

    def _hear(self, said: ActSaid) -> None:
        timed = timed_act(said, self.state.players)
        self._taps.add(timed)
        self._timeline.hear(timed)
        if self.by_hand:
            self._timeline.settle(said.at_ms)

    def _answer(self, answered: QuestionAnswered) -> None:
        if answered.act:
            self.reasons[answered.act] = answered.reason
            events = tuple(parse_event(text, self.state.players) for text in answered.events)
            self._say({answered.act: events}, answered.at_ms)
        elif self.questions:
            question, reading = self.questions[0], answered.reading
            readings = question.readings
            chosen = readings[reading].events if reading is not None and reading < len(readings) else ()
            self._say({question.act: chosen}, answered.at_ms)

    def _rule(self, ruled: SnapRuled) -> None:
        """Who was first is so from the time of the race on, whenever it was said."""
        winner = chosen_attempt(self._book.races, ruled)
        words = self.words_of(ruled)
        for act in words:
            self._winners[act] = winner.player if winner else None
            self.reasons[act] = ruled.reason
        if words:
            self._say(words, ruled.at_ms)

    def words_of(self, ruled: SnapRuled) -> Words:
        """What a ruling says of each attempt of its race."""
        return words_of(self._book.races, ruled, self.events_of)

    def _say(self, words: Words, at_ms: float | None = None) -> None:
        self._stand_still(self.disputes.decided(words.keys(), self.last_ms if at_ms is None else at_ms))
        self._timeline.say(words)

    def _as_ruled(self, race: Race) -> Race:
        ruled = next((act for act in race.acts if act in self._winners), None)
        if ruled is None:
            return race
        return replace(race, ruled=True, winner=self._winners[ruled], reason=self.reasons[ruled])

    def _note(self, timed: TimedEvent) -> None:
        # As everybody at the table may know it.
        before, after = self._before, apply(self._before, timed.event)
        self.happened = (*self.happened, replace(timed, event=public_event(before, timed.event)))
        if _turn_of(after) != _turn_of(before):
            self.turn_since_ms = timed.at.end_ms
        self._before = after


def _turn_of(state: RoundState) -> tuple[object, ...]:
    """What begins the time for a turn anew when it changes: a time-out that is a reminder does, too."""
    return state.turn, state.taken, state.phase, state.timeouts
