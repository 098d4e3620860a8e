"""A witness: somebody who was at the table of a filmed round and answers what the page asks, by what truly happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz_models.watching.measuring.truth import FilmedRound
from kibitz_scoring.cards import Card
from kibitz_scoring.game.events import Ended, Event, Snapped, Verdict
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.round_state import RoundState, card_at, cards_of
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.questions import HOW_IT_ENDED, Question
from kibitz_scoring.referee.races import TOGETHER_MS
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.table import Interval, SlotId
from kibitz_server.evening.round.choices import Choice, Kind, question_about, slot_in_question
from kibitz_server.evening.round.play import Play
from kibitz_server.views.round.inbox import AnswerView, ItemView

NEAR_MS = 2500.0
"""What people tell of an act happened at most so long before or after the camera saw something of it."""
_NAMES = ("player", "slot", "first", "second", "origin", "target")


@dataclass(frozen=True, slots=True)
class Witness:
    """What happened, in ms at the table, and the table at the start and after each event."""

    start: RoundState
    happened: tuple[TimedEvent, ...]
    states: tuple[RoundState, ...]

    @classmethod
    def of(cls, film: FilmedRound, start_ms: float) -> Witness:
        """The witness of a film whose first picture was taken at a time."""
        start = state = parse_table(film.start, film.pack, film.players)
        happened, states = [], []
        for timed in film.done:
            happened.append(TimedEvent(timed.at.later(start_ms), timed.event))
            state = apply(state, timed.event)
            states.append(state)
        return cls(start, tuple(happened), tuple(states))

    @property
    def caller(self) -> PlayerId | None:
        """Who called, None where nobody did."""
        last = self.states[-1]
        return None if last.caller is None else last.players[last.caller]

    @property
    def end(self) -> RoundEnd | None:
        """How the round ended."""
        last = self.states[-1]
        return RoundEnd.CALL if last.caller is not None and last.end is None else last.end

    def hand(self, player: PlayerId) -> tuple[Card, ...]:
        """The cards that a player has at the end."""
        last = self.states[-1]
        held = cards_of(last, last.players.index(player))
        return tuple(card.face for _, card in held if isinstance(card.face, Card))

    def card(self, slot: SlotId) -> Card | None:
        """The card that lies at a place at the end, None where none does."""
        found = card_at(self.states[-1], slot)
        return found.face if found is not None and isinstance(found.face, Card) else None

    def answer(self, play: Play, item: ItemView) -> AnswerView:
        """What somebody says who saw it: of the answers that the page offers the true one, or else that it is none."""
        true = next((one for one in item.answers if self._is_true(play, one.choice)), None)
        none = next((one for one in item.answers if _is_none(play, one.choice)), item.answers[-1])
        return true or none

    def _is_true(self, play: Play, choice: Choice) -> bool:
        question = question_about(play, choice.act)
        if choice.kind is Kind.HAS_IT:
            return self._was_first(play, choice)
        if question is None:
            return choice.kind is Kind.AS_IT_IS and self._counted(play, choice)
        match choice.kind:
            case Kind.AS_IT_IS:
                return self._happened(play.events_of(choice.act), question)
            case Kind.READING:
                return self._happened(question.readings[choice.number].events, question)
            case Kind.NO_CARD:
                return self._is_bare(question)
            case _:
                return False

    def _happened(self, events: Sequence[Event], question: Question) -> bool:
        """Whether all of this happened about then."""
        if question.act == HOW_IT_ENDED:
            return all(isinstance(one, Ended) and (one.end, one.caller) == (self.end, self.caller) for one in events)
        near = [one.event for one in self.happened if _is_near(one.at, question.at)]
        return bool(events) and all(any(_is_same(event, true) for true in near) for event in events)

    def _counted(self, play: Play, choice: Choice) -> bool:
        """Whether what somebody tapped was so, and allowed on the table as it stood."""
        tap = next((one.tap for one in play.doubts if one.act == choice.act), None)
        if tap is None:
            return False
        began = (self.start, *self.states)
        return any(
            _is_near(true.at, tap.at) and _is_same(tap.event, true.event) and not check(before, true.event)
            for true, before in zip(self.happened, began, strict=False)
        )

    def _was_first(self, play: Play, choice: Choice) -> bool:
        race = next((race for race in play.races if choice.act in race.acts), None)
        attempt = next((one for one in race.attempts if one.act == choice.act), None) if race else None
        if attempt is None or race is None:
            return False
        return any(
            isinstance(true.event, Snapped)
            and true.event.verdict is Verdict.CORRECT
            and (true.event.player, true.event.slot) == (attempt.player, attempt.snapped.slot)
            and abs(true.at.end_ms - race.at_ms) < TOGETHER_MS
            for true in self.happened
        )

    def _is_bare(self, question: Question) -> bool:
        """Whether no card lay at the place in question when what is asked about was over."""
        slot, over_ms = slot_in_question(question), question.at.end_ms + NEAR_MS
        after = [state for one, state in zip(self.happened, self.states, strict=True) if one.at.end_ms <= over_ms]
        return slot is not None and bool(after) and card_at(after[-1], slot) is None


def _is_none(play: Play, choice: Choice) -> bool:
    """Whether an answer says that nothing of what is offered was so."""
    question = question_about(play, choice.act)
    if choice.kind is Kind.READING and question is not None:
        return not question.readings[choice.number].events
    return choice.kind in (Kind.NOTHING, Kind.NOBODY_HAS_IT)


def _is_near(at: Interval, asked: Interval) -> bool:
    return asked.start_ms - NEAR_MS <= at.end_ms <= asked.end_ms + NEAR_MS


def _is_same(told: Event, true: Event) -> bool:
    """Whether two events are the same in the words of the page: they tell no faces, and not who of two was first."""
    if type(told) is not type(true) or any(getattr(told, name, None) != getattr(true, name, None) for name in _NAMES):
        return False
    returned = {one.verdict is Verdict.RETURNED for one in (told, true) if isinstance(one, Snapped)}
    return len(returned) < 2
