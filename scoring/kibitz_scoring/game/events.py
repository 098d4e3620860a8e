"""Game events: everything that people do in a round, and what they say about it afterwards.

An event says what happened, not what was allowed. A card that nobody but a player saw is FACE_DOWN, or its face if
Kibitz has read it; such a face is sealed and leaves only through `projection`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kibitz_scoring.cards import Card
from kibitz_scoring.players import PlayerId
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.table import FACE_DOWN, Face, Place, SlotId


class Verdict(StrEnum):
    """What became of a snap, in the order in which they are looked for."""

    INVALID = "invalid"
    NOT_ALLOWED = "not_allowed"
    BLOCKED = "blocked"
    RETURNED = "returned"
    WRONG = "wrong"
    TOO_CLOSE = "too_close"
    LATE = "late"
    CORRECT = "correct"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round begins: every player gets a hand face down; `hands` are the faces by seat where they are known."""

    dealer: PlayerId
    hands: tuple[tuple[Card, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class StarterTurned:
    """The first card of the discard pile is turned."""

    card: Face = FACE_DOWN


@dataclass(frozen=True, slots=True)
class Looked:
    """A player looks at a card in its place: the first peek, or a power."""

    player: PlayerId
    slot: SlotId
    card: Face = FACE_DOWN


@dataclass(frozen=True, slots=True)
class Drew:
    """A player takes the top card of the draw pile."""

    player: PlayerId
    card: Face = FACE_DOWN


@dataclass(frozen=True, slots=True)
class Took:
    """A player takes the top card of the discard pile."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Swapped:
    """The card in hand goes into a slot, and what lay there out of the hand."""

    player: PlayerId
    slot: SlotId
    out: Face = FACE_DOWN


@dataclass(frozen=True, slots=True)
class Discarded:
    """The card in hand is laid off."""

    player: PlayerId
    card: Face = FACE_DOWN


@dataclass(frozen=True, slots=True)
class PowerClaimed:
    """A player says that the power is used; where powers come from drawn cards, the card in hand is shown for it."""

    player: PlayerId
    card: Face = FACE_DOWN


@dataclass(frozen=True, slots=True)
class Exchanged:
    """Two cards on the table change places."""

    player: PlayerId
    first: SlotId
    second: SlotId


@dataclass(frozen=True, slots=True)
class Modified:
    """A token for `delta` points is put on a card."""

    player: PlayerId
    slot: SlotId
    delta: int


@dataclass(frozen=True, slots=True)
class Declined:
    """A player does without what may still be done: a power, the rest of it, or giving a card away."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Matched:
    """On the own turn an own card is turned over to match the top of the discard pile."""

    player: PlayerId
    slot: SlotId
    card: Face = FACE_DOWN


@dataclass(frozen=True, slots=True)
class Snapped:
    """A card is snapped onto the discard pile; only by a correct verdict does it stay there."""

    player: PlayerId
    slot: SlotId
    card: Face = FACE_DOWN
    verdict: Verdict = Verdict.CORRECT


@dataclass(frozen=True, slots=True)
class Paired:
    """Two own cards are laid off as a pair; without `second` it is the drawn card."""

    player: PlayerId
    first: SlotId
    second: SlotId | None = None
    first_card: Face = FACE_DOWN
    second_card: Face = FACE_DOWN


@dataclass(frozen=True, slots=True)
class PenaltyTaken:
    """A player takes an unseen card from the draw pile into a slot."""

    player: PlayerId
    slot: SlotId
    card: Face = FACE_DOWN


@dataclass(frozen=True, slots=True)
class CardTaken:
    """A player takes over another player's card, which was snapped wrongly."""

    player: PlayerId
    origin: SlotId
    target: SlotId


@dataclass(frozen=True, slots=True)
class Gave:
    """A player gives an own card away, into the place of the card just snapped."""

    player: PlayerId
    origin: SlotId
    target: SlotId


@dataclass(frozen=True, slots=True)
class Passed:
    """A turn without an act."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The time for a player's turn is over; a drawn card goes into `slot`, drawn by lot, and `card` out of it."""

    player: PlayerId
    slot: SlotId | None = None
    card: Face = FACE_DOWN


@dataclass(frozen=True, slots=True)
class Called:
    """A player calls the end of the round."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Refilled:
    """All of the discard pile but its top card is shuffled into the draw pile."""


@dataclass(frozen=True, slots=True)
class LastWindowClosed:
    """The time for snaps after the last final turn is over, and the reveal begins."""


@dataclass(frozen=True, slots=True)
class Revealed:
    """A card is turned face up for good."""

    slot: SlotId
    card: Card


@dataclass(frozen=True, slots=True)
class Corrected:
    """A card that lies on the table is another one than was thought, or not known after all."""

    place: Place
    card: Face


@dataclass(frozen=True, slots=True)
class Moved:
    """A card was moved otherwise than by the game, or is put where it belongs."""

    origin: Place
    target: Place


@dataclass(frozen=True, slots=True)
class Ruled:
    """The table rules: with `value` (as JSON) the key is so from here on; without, its last breach is let go."""

    rule: str
    value: str | None = None
    author: str = "the table"
    reason: str = "agreed at the table"


@dataclass(frozen=True, slots=True)
class Ended:
    """The table says how the round ended, where that went unseen: the reveal begins. A call has a `caller`."""

    end: RoundEnd
    caller: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Departed:
    """A player leaves the game, and the cards with them."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Joined:
    """A player sits down between rounds, in a seat of their own or one that is free (from 0)."""

    player: PlayerId
    seat: int


@dataclass(frozen=True, slots=True)
class HandedOver:
    """Another person goes on in a player's seat, with the hand and the total."""

    player: PlayerId
    successor: PlayerId


@dataclass(frozen=True, slots=True)
class Misdealt:
    """The round is void and will be dealt again."""

    reason: str = ""


TurnEvent = (
    Drew
    | Took
    | Swapped
    | Discarded
    | PowerClaimed
    | Looked
    | Exchanged
    | Modified
    | Declined
    | Passed
    | TimedOut
    | Called
)
ClaimEvent = Snapped | Matched | Paired | PenaltyTaken | CardTaken | Gave
TableFix = Revealed | Corrected | Moved | Ruled | Ended
SeatEvent = Departed | Joined | HandedOver
Event = TurnEvent | ClaimEvent | TableFix | SeatEvent | Dealt | StarterTurned | Refilled | LastWindowClosed | Misdealt
