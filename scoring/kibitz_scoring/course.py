"""The course of a watched round: what is seen and what is said, merged by time, becomes game events and a tally."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.hands import Hands, ScoredCard
from kibitz_scoring.readings import Reading
from kibitz_scoring.referee import Finding, Question, Referee, answer, flush, observe, tell
from kibitz_scoring.round_state import RoundState, cards_of
from kibitz_scoring.seen_lines import TimedEvent
from kibitz_scoring.table import Interval, TableEvent
from kibitz_scoring.tally import RoundTally, tally_round

QUIET_MS = 2500.0
"""How long after the last table event an act is taken for all that there will be of it."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a watched round ended: the last game events, the score sheet, and the questions that nobody answered.

    `tally` is None, with `reason`, where the cards that were seen at the reveal give no score sheet.
    """

    events: tuple[TimedEvent, ...]
    tally: RoundTally | None
    questions: tuple[Question, ...]
    reason: str = ""


class Course:
    """A round as it is watched, from a table as it stood at first: before the deal, or later.

    `see` takes table events in the order in which they become known, `hear` what people say or press, at any time
    before or after: it waits for its time. All times are ms of capture time. Each call returns the game events that it
    settled. While `question` is open, acts are gathered and none is settled until it is answered, or the end.
    """

    def __init__(self, start: RoundState) -> None:
        self._referee = Referee(start)
        self._said: list[TimedEvent] = []
        self._now_ms = float("-inf")

    @property
    def state(self) -> RoundState:
        """The table after all that is settled."""
        return self._referee.state

    @property
    def question(self) -> Question | None:
        """What the table is asked now."""
        return self._referee.question

    def see(self, seen: TableEvent) -> tuple[TimedEvent, ...]:
        """Take in one table event."""
        settled = self.advance(seen.seen.at.end_ms)
        return settled + self._took(observe(self._referee, seen))

    def hear(self, said: TimedEvent) -> tuple[TimedEvent, ...]:
        """Take in what somebody said or pressed, which takes effect at its time."""
        insort(self._said, said, key=lambda timed: timed.at.end_ms)
        return self._heard(self._now_ms)

    def answer(self, reading: Reading | None) -> tuple[TimedEvent, ...]:
        """Take in the answer to the open question: one of its readings, or None for none of them."""
        return self._took(answer(self._referee, reading))

    def advance(self, now_ms: float) -> tuple[TimedEvent, ...]:
        """Let time pass to a frame's time: what was said by then takes effect, and acts long over are settled."""
        settled = self._heard(now_ms)
        if now_ms - self._now_ms > QUIET_MS:
            settled += self._took(flush(self._referee))
        self._now_ms = max(self._now_ms, now_ms)
        return settled

    def end(self) -> Ending:
        """Take what was seen and said for all that there will be, and tally the cards turned up."""
        settled = self.advance(float("inf"))
        questions = list[Question]()
        while self.question is not None:
            questions.append(self.question)
            settled += self.answer(None) + self._took(flush(self._referee))
        try:
            tally = _tally(self.state)
        except InputError as error:
            return Ending(settled, None, tuple(questions), str(error))
        return Ending(settled, tally, tuple(questions))

    def _heard(self, until_ms: float) -> tuple[TimedEvent, ...]:
        settled: tuple[TimedEvent, ...] = ()
        while self._said and self._said[0].at.end_ms <= until_ms:
            settled += self._took(tell(self._referee, self._said.pop(0).event))
        return settled

    def _took(self, finding: Finding) -> tuple[TimedEvent, ...]:
        self._referee = finding.referee
        return tuple(TimedEvent(Interval(self._now_ms, self._now_ms), event) for event in finding.events)


def _tally(state: RoundState) -> RoundTally:
    hands: Hands = {
        player: tuple(
            ScoredCard(card.face, card.modifier) for _, card in cards_of(state, seat) if isinstance(card.face, Card)
        )
        for seat, player in enumerate(state.players)
    }
    caller = None if state.caller is None else state.players[state.caller]
    return tally_round(state.pack, hands, caller, state.end)
