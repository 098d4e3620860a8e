"""The course of a watched round: what is seen and what is said, in order of time, becomes game events and a tally."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Called, Ended, Event, LastWindowClosed, Modified, Moved, Revealed
from kibitz_scoring.game.round_state import Phase, RoundState, TableCard, card_at, cards_of
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.acts.contest import NO_CONTEST, Contest
from kibitz_scoring.referee.acts.readings import Reading
from kibitz_scoring.referee.questions import HOW_IT_ENDED, ActId, Question
from kibitz_scoring.referee.referee import flush, gathered, laid_off, observe, pass_time, suppose, tell
from kibitz_scoring.referee.settlement import Finding, Referee
from kibitz_scoring.referee.tokens import Tokens, counted
from kibitz_scoring.score.hands import Hands, ScoredCard
from kibitz_scoring.score.tally import RoundEnd, RoundTally, tally_round
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.snaps.pauses import Pauses
from kibitz_scoring.table import (
    CardFlipped,
    CardLanded,
    CardLifted,
    CardPlaced,
    CardRevealed,
    Heap,
    Place,
    SlotEmptied,
    SlotFilled,
    SlotId,
    TableEvent,
)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a watched round ended: the last game events, the score sheet, and the questions that nobody answered.

    `hands` are the cards that were seen turned up, and a question names each other card that should lie there. `tally`
    is None, with `reason`, where they give no score sheet.
    """

    events: tuple[TimedEvent, ...]
    tally: RoundTally | None
    questions: tuple[Question, ...]
    hands: Hands
    caller: PlayerId | None
    end: RoundEnd | None
    reason: str = ""


class Course:
    """A round as it is watched, from a table as it stood at first: before the deal, or later.

    `see` takes table events and `hear` what people say or press, each at its turn: the timeline sees to that. All times
    are ms of capture time. Each call returns the game events that it settled. While `question` is open, acts are
    gathered and none is settled until `suppose` goes on without an answer; what people `said` of an act, whenever that
    was, it takes at the act's own turn and asks no more. With `is_told` nobody watches, and time decides nothing.
    `contest` is how long there was time for snaps at first.
    """

    def __init__(self, start: RoundState, *, is_told: bool = False, contest: Contest = NO_CONTEST) -> None:
        self._referee = Referee(start, contest=contest, is_told=is_told)
        self._callers: list[PlayerId] = []
        self._whole = True
        self._shown: dict[SlotId, Card] = {}
        self._tokens = Tokens(
            {slot: card.modifier for seat in range(len(start.players)) for slot, card in cards_of(start, seat)}
        )

    @property
    def state(self) -> RoundState:
        """The table after all that is settled."""
        return self._referee.state

    @property
    def contest(self) -> Contest:
        """The contest for the card on top of the pile."""
        return self._referee.contest

    @property
    def question(self) -> Question | None:
        """What holds the game up now."""
        return self._referee.question

    @property
    def questions(self) -> tuple[Question, ...]:
        """All that the table is asked and nobody has answered, in the order in which it came up."""
        asked = self._referee.question
        return (*self._referee.supposed, *(() if asked is None else (asked,)))

    @property
    def decided(self) -> tuple[Question, ...]:
        """The acts that were settled, each with its readings, as it could be asked about."""
        return self._referee.decided

    def copy(self, said: Mapping[ActId, tuple[Event, ...]], pauses: Pauses = ()) -> Course:
        """The course as it is now, to go on from apart from this one, with what people said of acts, and the pauses."""
        other, referee = copy(self), self._referee
        other._referee = replace(referee, said=said, contest=replace(referee.contest, pauses=pauses))
        other._callers, other._shown, other._tokens = list(self._callers), dict(self._shown), self._tokens.copy()
        return other

    @property
    def gathered_ms(self) -> float:
        """When the first act was done that time alone will settle, infinity where none is gathered."""
        return min((act.done_ms for act in gathered(self._referee)), default=float("inf"))

    @property
    def laid_off(self) -> Question | None:
        """The act of a card laid off whose power may still be claimed: only what follows settles it."""
        return laid_off(self._referee)

    @property
    def is_waiting(self) -> bool:
        """Whether time alone may settle something: acts that are gathered, a question, or the last time for snaps."""
        return bool(self._referee.waiting or self.question or self.state.phase is Phase.AFTER_LAST_TURN)

    def see(self, seen: TableEvent) -> tuple[TimedEvent, ...]:
        """Take in one table event; of a landing it waits for what that was."""
        if isinstance(seen, CardLanded):
            return ()
        self._look(seen)
        return self._took(observe(self._referee, seen))

    def hear(self, said: TimedEvent) -> tuple[TimedEvent, ...]:
        """Take in what somebody said or pressed."""
        if isinstance(said.event, Called):
            self._callers.append(said.event.player)
        elif isinstance(said.event, Modified):
            self._tokens.put(said.event.slot, said.event.delta)
        return self._took(tell(self._referee, said.event, said.at, said.act))

    def suppose(self) -> tuple[TimedEvent, ...]:
        """Go on without an answer to the open question."""
        self._whole = self._whole and self.question is None
        return self._took(suppose(self._referee))

    def advance(self, now_ms: float) -> tuple[TimedEvent, ...]:
        """Let time pass: acts that are long over by then are settled."""
        return self._took(pass_time(self._referee, now_ms))

    def rest(self) -> tuple[TimedEvent, ...]:
        """Take what was seen and said for all that there will be; a question stays open."""
        return self._took(flush(self._referee))

    def rest_unanswered(self) -> tuple[TimedEvent, ...]:
        """The same, and go on without an answer to whatever it asks."""
        settled = self.rest()
        while self.question is not None:
            settled += self.suppose() + self.rest()
        return settled

    def end(self, tokens: Mapping[SlotId, int] | None = None) -> Ending:
        """Take what was seen and said for all that there will be, and tally the cards turned up.

        `tokens` are the points of those that were seen on the card in each slot that shows its card.
        """
        lying = tokens or {}
        settled = self.rest_unanswered() + self._closed() + self._lying_open()
        questions = [*self.questions, *_not_turned_up(self.state), *self._doubtful_tokens(lying)]
        caller, end = self._ended()
        reason = next(self._untold(), "")
        if _is_unfounded(self.state) and caller is None:
            reason = "The round was taken to end by an empty hand, but nobody's hand was empty."
        hands, tally = self._open_hands(lying), None
        if not reason:
            try:
                tally = tally_round(self.state.pack, hands, caller, end)
            except InputError as error:
                reason = str(error)
        return Ending(settled, tally, tuple(questions), hands, caller, end, reason)

    def _took(self, finding: Finding) -> tuple[TimedEvent, ...]:
        self._referee = finding.referee
        self._whole = self._whole and not any(isinstance(event, Ended | Moved) for event in finding.events)
        return finding.timed

    def _closed(self) -> tuple[TimedEvent, ...]:
        """Close the last window for snaps where nobody has any cards to turn up."""
        if self.state.phase is not Phase.AFTER_LAST_TURN:
            return ()
        return self._took(tell(self._referee, LastWindowClosed()))

    def _look(self, seen: TableEvent) -> None:
        """Keep what lies face up in the slots, and tokens: at the reveal that decides, whatever was not understood."""
        self._tokens.follow(seen)
        match seen:
            case CardRevealed():
                self._shown[seen.place] = seen.face
            case CardLifted() | CardFlipped() | CardPlaced() | SlotEmptied() | SlotFilled():
                if not isinstance(seen.place, Heap):
                    self._shown.pop(seen.place, None)
                    if isinstance(seen, CardFlipped | CardPlaced | SlotFilled) and isinstance(seen.face, Card):
                        self._shown[seen.place] = seen.face
            case _:
                pass

    def _lying_open(self) -> tuple[TimedEvent, ...]:
        """Turn up what was seen to lie open at the end and is not known to."""
        if self.state.phase not in (Phase.REVEAL, Phase.SCORED):
            return ()
        settled: tuple[TimedEvent, ...] = ()
        for slot, face in self._shown.items():
            card = card_at(self.state, slot)
            if card is None:
                source = Heap.DRAW if self.state.draw_pile else Heap.DISCARD
                settled += self._took(tell(self._referee, Moved(source, slot)))
            if card is None or not _is_up(card) or card.face != face:
                settled += self._took(tell(self._referee, Revealed(slot, face)))
        return settled

    def _open_hands(self, lying: Mapping[SlotId, int]) -> Hands:
        """The cards turned up, with the tokens on them: as they lie there, or as they were seen to go with cards."""
        points = counted(self._followed_tokens(), lying)
        return {
            player: tuple(
                ScoredCard(card.face, points.get(slot, 0))
                for slot, card in cards_of(self.state, seat)
                if card.face_up and isinstance(card.face, Card)
            )
            for seat, player in enumerate(self.state.players)
            if seat not in self.state.departed or any(self.state.hands[seat])
        }

    def _followed_tokens(self) -> Mapping[Place, int]:
        """Points at each slot: as the game had them, or as they went with cards where not all of the play was seen."""
        if not self._whole:
            return self._tokens.at
        held = (cards_of(self.state, seat) for seat in range(len(self.state.players)))
        return {slot: card.modifier for hand in held for slot, card in hand}

    def _doubtful_tokens(self, lying: Mapping[SlotId, int]) -> Iterator[Question]:
        """Questions after tokens, where not all of the play was seen and none was seen to lie."""
        for seat, player in enumerate(self.state.players):
            for slot, _ in cards_of(self.state, seat):
                points = self._tokens.at.get(slot, 0)
                if points and not self._whole and not any(lying.values()):
                    away = Reading((Modified(player, slot, -points),), 0.5)
                    yield Question(Sentence("Is the token at {slot} not on the card there?", slot=slot), (away,))

    def _untold(self) -> Iterator[str]:
        """Why what was seen and said gives no score sheet."""
        if any(question.act == HOW_IT_ENDED for question in self.questions):
            yield "Nobody said who called."
        yield from _untold(self.state)

    def _ended(self) -> tuple[PlayerId | None, RoundEnd | None]:
        """Who called and what ended the round: a call that was heard where no hand is empty that should have been."""
        state = self.state
        if _is_unfounded(state) and self._callers:
            return self._callers[0], RoundEnd.CALL
        if state.caller in state.departed:
            return None, RoundEnd.LEFT
        return None if state.caller is None else state.players[state.caller], state.end


def _is_unfounded(state: RoundState) -> bool:
    """Whether a round was taken to end by an empty hand although nobody's is empty."""
    return state.end is RoundEnd.EMPTY_HAND and all(map(any, state.hands))


def _untold(state: RoundState) -> Iterator[str]:
    """Why what was seen gives no score sheet."""
    if state.phase in (Phase.SETUP, Phase.INITIAL_PEEK, Phase.TURNS, Phase.FINAL):
        yield f"The round is not over: it was followed to its {state.phase} part."
    lying = [found for seat in range(len(state.players)) for found in cards_of(state, seat)]
    down = [slot for slot, card in lying if not _is_up(card)]
    if len(down) * 2 > len(lying):
        yield f"{len(down)} of {len(lying)} cards were not seen turned up, such as the one at {down[0]}."


def _not_turned_up(state: RoundState) -> Iterator[Question]:
    """Questions after cards that should lie on the table and were not seen turned up: the tally is without them."""
    if state.phase is Phase.REVEAL:
        for seat in range(len(state.players)):
            for slot, card in cards_of(state, seat):
                if not _is_up(card):
                    gone = Reading((Moved(slot, Heap.ASIDE),), 0.5)
                    yield Question(Sentence("Does no card lie at {slot}?", slot=slot), (gone,))


def _is_up(card: TableCard) -> bool:
    return card.face_up and isinstance(card.face, Card)
