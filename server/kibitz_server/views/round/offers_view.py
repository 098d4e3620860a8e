"""What people may tell of a round, as buttons: who does what, on which cards, and which faces the table sees then."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import (
    CardTaken,
    Declined,
    Discarded,
    Drew,
    Event,
    Exchanged,
    Gave,
    LastWindowClosed,
    Looked,
    Matched,
    Modified,
    Paired,
    Passed,
    PenaltyTaken,
    PowerClaimed,
    Refilled,
    Snapped,
    StarterTurned,
    Swapped,
    Took,
    Verdict,
)
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.players import PlayerId
from kibitz_scoring.sentences import to_say
from kibitz_scoring.table import SlotId
from kibitz_server.evening.round.offers import NOT_NOW, OfferedKind, faces_to_tell, kinds_offered, offered
from kibitz_server.texts import say
from kibitz_server.views.round.inbox import places_of

_LABELS: dict[type, str] = {
    CardTaken: to_say("Take the card over"),
    Declined: to_say("Do without"),
    Discarded: to_say("Lay it off"),
    Drew: to_say("Draw a card"),
    Exchanged: to_say("Exchange two cards"),
    Gave: to_say("Give a card away"),
    LastWindowClosed: to_say("The time for snaps is over"),
    Looked: to_say("Look at a card"),
    Matched: to_say("Match a card"),
    Modified: to_say("Put a token on a card"),
    Paired: to_say("Lay off a pair"),
    Passed: to_say("Pass"),
    PenaltyTaken: to_say("Take a penalty card"),
    PowerClaimed: to_say("Lay it off for its power"),
    Refilled: to_say("Refill the draw pile"),
    Snapped: to_say("Snap"),
    StarterTurned: to_say("Turn the first card of the pile"),
    Swapped: to_say("Swap it for a card"),
    Took: to_say("Take the pile's card"),
}
_QUESTIONS = {
    "card": to_say("Which card is it?"),
    "out": to_say("Which card came out?"),
    "first_card": to_say("Which is the first card?"),
    "second_card": to_say("Which is the other card?"),
}
_VERDICTS = {
    Verdict.CORRECT: to_say("It counts"),
    Verdict.LATE: to_say("Too late"),
    Verdict.WRONG: to_say("Another rank: it goes back"),
}


@dataclass(frozen=True, slots=True)
class OfferedView:
    """One act that may be told: its event in the notation, the cards that it is about, and the faces that are asked.

    `faces` are pairs of the name of a face and the question after it.
    """

    event: str
    places: tuple[SlotId, ...]
    faces: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OfferView:
    """A button: what a player may do, or the table (None)."""

    kind: OfferedKind
    label: str

    @property
    def key(self) -> str:
        """What tells it from all others."""
        return f"{self.kind[0].__name__}-{self.player or ''}"

    @property
    def player(self) -> PlayerId | None:
        """Who does it."""
        return self.kind[1]

    @property
    def is_snap(self) -> bool:
        """Whether it is one of the snaps, which everybody is offered."""
        return self.kind[0] is Snapped


def offers_of(state: RoundState) -> tuple[OfferView, ...]:
    """Everything that may be told of a table, snaps last; which cards lie face down tells nothing of it."""
    return tuple(OfferView(kind, say(_LABELS[kind[0]])) for kind in kinds_offered(state))


def acts_of(state: RoundState, offer: OfferView) -> tuple[OfferedView, ...]:
    """The acts that a button stands for, at least one, each on other cards; `InputError` where none can be done now."""
    events = offered(state, offer.kind)
    if not events:
        raise InputError(say(NOT_NOW))
    return tuple(_act(state, event) for event in events)


def verdict_labels(verdicts: Iterable[Verdict]) -> tuple[tuple[Verdict, str], ...]:
    """What may have become of a snap, in words."""
    return tuple((verdict, say(_VERDICTS[verdict])) for verdict in verdicts)


def _act(state: RoundState, event: Event) -> OfferedView:
    asked = tuple((name, say(_QUESTIONS[name])) for name in faces_to_tell(state, event))
    # Where a card goes that is dealt, given away or taken over, the rules say.
    chosen = {PenaltyTaken: 0, CardTaken: 1, Gave: 1}.get(type(event), 2)
    return OfferedView(format_event(event, state.players), places_of([event])[:chosen], asked)
