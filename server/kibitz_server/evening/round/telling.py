"""What people tell of a round: when it was, among all that happened, and the entry that tells it."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Called, Event, Moved, Revealed
from kibitz_scoring.game.round_state import seat_of
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.questions import ActId
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.table import Heap, SlotId
from kibitz_server.evening.round.choices import answered
from kibitz_server.evening.round.moments import (
    HappenedKey,
    Moment,
    moment_after,
    moment_before,
    moment_before_act,
    moment_now,
)
from kibitz_server.evening.round.offers import Draft, drafted
from kibitz_server.evening.round.play import Play
from kibitz_server.journal.play_entries import ActSaid, QuestionAnswered


@dataclass(frozen=True, slots=True)
class When:
    """Just before or after something that is listed, or instead of an act; now where nothing is named."""

    before: HappenedKey | None = None
    after: HappenedKey | None = None
    instead: ActId | None = None

    def __post_init__(self) -> None:
        if sum(named is not None for named in (self.before, self.after, self.instead)) > 1:
            raise InputError(Sentence("Say one of these only: before it, after it, or instead of it."))


def moment_of(play: Play, when: When, now_ms: float) -> Moment:
    """The moment that is meant; `InputError` where what it is told by is not there any more."""
    if when.instead is not None:
        return moment_before_act(play, when.instead)
    if when.before is not None:
        return moment_before(play, when.before)
    return moment_now(play, now_ms) if when.after is None else moment_after(play, when.after, now_ms)


def entry_told(play: Play, when: When, draft: Draft, now_ms: float) -> ActSaid | QuestionAnswered:
    """The entry that tells an act, or that it was this instead of another; `InputError` where it cannot have been."""
    moment = moment_of(play, when, now_ms)
    event = drafted(moment.state, draft)
    if when.instead is not None:
        return answered(play, when.instead, (event,), now_ms)
    return ActSaid(moment.at_ms, format_event(event, moment.state.players))


def call_of(play: Play, player: PlayerId, now_ms: float) -> ActSaid | None:
    """A player's call, which anybody may say at any time; `InputError` of somebody who is not at the table.

    Once it is known that it does not count by the rules, the table is asked. None where it was said just now and does
    not count yet: a second tap says nothing new.
    """
    seat_of(play.state, player)
    event = Called(player)
    if event in [said.event for said in play.said_just_now]:
        return None
    return ActSaid(now_ms, format_event(event, play.state.players))


def turned_up(play: Play, slot: SlotId, face: Card | None, now_ms: float) -> ActSaid:
    """What lies at a place at the reveal, None for no card."""
    event: Event = Moved(slot, Heap.ASIDE) if face is None else Revealed(slot, face)
    return ActSaid(now_ms, format_event(event, play.state.players))
