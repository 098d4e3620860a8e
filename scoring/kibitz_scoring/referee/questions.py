"""Questions to the table, where what was seen leaves open what happened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz_scoring.cards import Card
from kibitz_scoring.game.changes.claims import same_rank
from kibitz_scoring.game.events import Discarded, Ended, Event, Moved, PowerClaimed, StarterTurned, Swapped
from kibitz_scoring.game.round_state import RoundState, top_face
from kibitz_scoring.notation.wording import describe, player_of
from kibitz_scoring.referee.acts.act import Act, Kind, is_slot, span_of
from kibitz_scoring.referee.acts.guesses import borne_out
from kibitz_scoring.referee.acts.readings import Reading
from kibitz_scoring.referee.stakes import is_at_stake
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.table import FACE_DOWN, Face, Heap, Interval, PileTopChanged, SlotId, TableEvent

ActId = str
"""An act in all ways of following a round: when and where the first that was seen of it was, when it was said and in
what words, or how the round ended."""

HOW_IT_ENDED: ActId = "end"


def act_id(about: Iterable[TableEvent]) -> ActId:
    """Name of the act that these table events, at least one, are."""
    first = min(about, key=_order)
    return f"{first.seen.at.end_ms:.3f} {getattr(first, 'place', Heap.DISCARD)}"


def _order(seen: TableEvent) -> tuple[float, str]:
    return seen.seen.at.end_ms, str(getattr(seen, "place", Heap.DISCARD))


@dataclass(frozen=True, slots=True)
class Question:
    """What the table is asked, with the readings to choose from, likeliest first; none of them may be right either.

    `about` are the table events in question, `act` names what they are. It `presses` unless it most likely meant
    nothing, or the answer changes neither what the table has to do nor who has what.
    """

    text: str
    readings: tuple[Reading, ...]
    about: tuple[TableEvent, ...] = ()
    act: ActId = HOW_IT_ENDED
    presses: bool = True

    @property
    def supposed(self) -> tuple[Event, ...]:
        """What the game goes on with while nobody answers: the likeliest, but no caller whom nobody heard."""
        return (Ended(RoundEnd.DECK),) if self.act == HOW_IT_ENDED else self.readings[0].events

    @property
    def is_of_pile(self) -> bool:
        """Whether it leaves open what came to lie on the discard pile, and so who was first to snap at it."""
        return any(isinstance(seen, PileTopChanged) for seen in self.about)

    @property
    def at(self) -> Interval:
        """From the first to the last of what it is about."""
        return span_of(self.about)

    def borne_out(self, acts: Iterable[Act], state: RoundState) -> float:
        """Probability of the likeliest reading, given the cards that others snapped since at the one it tells of.

        Where that matches the card beneath, they snapped at either.
        """
        first, card, deck = self.readings[0], _laid(self.readings[0]), state.pack.deck.base
        beneath = top_face(state)
        if isinstance(beneath, Card) and same_rank(card, beneath, deck):
            return first.probability
        claims = ((act.seat, act.moves[0]) for act in acts if act.kind is Kind.CLAIMED and act.done_ms > self.at.end_ms)
        seats = {seat for seat, out in claims if isinstance(out.face, Card) and same_rank(out.face, card, deck)}
        if not isinstance(card, Card) or not seats:
            return first.probability
        return borne_out(first.probability, min(seen.seen.confidence for seen in self.about), len(seats))


def _laid(reading: Reading) -> Face:
    """The card that came to lie on the pile by a reading, for others to snap at."""
    for event in reading.events:
        match event:
            case Discarded(card=face) | PowerClaimed(card=face) | StarterTurned(card=face) | Swapped(out=face):
                return face
            case _:
                pass
    return FACE_DOWN


def question_of(state: RoundState, ranked: tuple[Reading, ...], about: tuple[TableEvent, ...]) -> Question:
    """The shortest question that tells the likeliest readings apart, on a table as it stood before."""
    presses = bool(ranked[0].events) and is_at_stake(state, ranked)
    return Question(_text(ranked), ranked, about, act_id(about), presses)


def _text(ranked: tuple[Reading, ...]) -> str:
    first, *others = ranked
    if not others:
        return Sentence("Is this right: {what}?", what=describe(first.events))
    second = others[0]
    same = [type(event) for event in first.events] == [type(event) for event in second.events]
    players = (_who(first), _who(second))
    if same and players[0] != players[1]:
        return Sentence("Who was it: {one} or {other}?", one=players[0], other=players[1])
    return Sentence("Which was it: {one}, or {other}?", one=describe(first.events), other=describe(second.events))


def _who(reading: Reading) -> str:
    return next(filter(None, map(player_of, reading.events)), "nobody")


def gone(act: Act) -> tuple[Reading, ...]:
    """Cards that left their slots for nobody knows where."""
    slots = [SlotId(str(move.origin)) for move in act.moves if is_slot(move.origin)]
    return (Reading(tuple(Moved(slot, Heap.ASIDE) for slot in slots), act.confidence / 2),)


def who_called(state: RoundState, about: tuple[TableEvent, ...]) -> Question:
    """The question after a round of which nobody knows how it ended."""
    calls = [(Ended(RoundEnd.CALL, player),) for player in state.players]
    ways = [*calls, (Ended(RoundEnd.DECK),)]
    return Question(Sentence("Who called?"), tuple(Reading(events, 1 / len(ways)) for events in ways), about)
