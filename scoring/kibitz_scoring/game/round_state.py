"""The state of a round: where every card is, whose turn it is, and what is still due."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import ReplacedCard, WhenEmpty
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import deck_cards
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.sentences import Sentence, either
from kibitz_scoring.slots import locate, slot_ids
from kibitz_scoring.table import FACE_DOWN, Face, Heap, SlotId


class Phase(StrEnum):
    """Part of a round; the value is the notation."""

    SETUP = "setup"
    INITIAL_PEEK = "initial_peek"
    TURNS = "turns"
    FINAL = "final"
    AFTER_LAST_TURN = "after_last_turn"
    REVEAL = "reveal"
    SCORED = "scored"


PLAYED = (Phase.INITIAL_PEEK, Phase.TURNS, Phase.FINAL)
"""Phases in which turns are taken; the first turn ends the first peek."""
OVER = (Phase.AFTER_LAST_TURN, Phase.REVEAL, Phase.SCORED)
"""Phases in which hands are played to their end: they count for whoever has them."""


@dataclass(frozen=True, slots=True)
class TableCard:
    """One card on the table, wherever it goes: its face and who has seen it (seats from 0) move with it.

    `modifier` is the sum of the tokens on it. A card that is not `face_up` may have a face that Kibitz has read: it is
    sealed. `kept` says that it was drawn and kept unseen, in a game that lets only some cards be kept.
    """

    face: Face = FACE_DOWN
    modifier: int = 0
    known_to: frozenset[int] = frozenset()
    face_up: bool = False
    kept: bool = False


UNSEEN = TableCard()
HandCards = tuple[TableCard | None, ...]
"""A hand by index of its places; None is a gap."""


@dataclass(frozen=True, slots=True)
class Held:
    """A card in a player's fingers, and the heap that it came from."""

    seat: int
    card: TableCard
    source: Heap


@dataclass(frozen=True, slots=True)
class PendingPower:
    """A power that may be used: of which card, whether it has begun, and the slots looked at so far."""

    seat: int
    card: Card
    begun: bool = False
    looked: tuple[SlotId, ...] = ()


@dataclass(frozen=True, slots=True)
class PenaltyDue:
    """A player owes themselves a card from the draw pile, by this key of the pack."""

    seat: int
    rule: str


@dataclass(frozen=True, slots=True)
class TakeDue:
    """A player has to take over the card in another's slot."""

    seat: int
    slot: SlotId


@dataclass(frozen=True, slots=True)
class GiveDue:
    """A player may, or has to, give a card into the slot of another's card just snapped."""

    seat: int
    slot: SlotId


Due = PenaltyDue | TakeDue | GiveDue


@dataclass(frozen=True, slots=True)
class Top:
    """The card to snap onto: who laid it (None: the starter), snaps that stay, whether any were too close to call."""

    seat: int | None = None
    snaps: int = 0
    closed: bool = False
    contested: bool = False

    @property
    def is_snapped(self) -> bool:
        """Whether somebody was there before whoever comes now, though nobody may know who."""
        return self.snaps > 0 or self.contested


NO_TOP = Top()


@dataclass(frozen=True, slots=True)
class RoundState:
    """Everything about one round. Seats count from 0 in the order of `players`; `discard` ends in its top card.

    `final_left` are the seats whose final turn is not over, the one on turn first. `caller` by an empty hand is
    `forced`. `peeks` are the cards each seat has looked at before the first turn, `taken` the turns that it has ended,
    `timeouts` how often its time was over in the game. Powers that are `waiting` may be used after the open one.
    """

    pack: RulePack
    players: tuple[PlayerId, ...]
    number: int = 1
    dealer: int = 0
    hands: tuple[HandCards, ...] = ()
    draw_pile: int = 0
    discard: tuple[TableCard, ...] = ()
    aside: tuple[TableCard, ...] = ()
    held: tuple[Held, ...] = ()
    phase: Phase = Phase.SETUP
    turn: int = 0
    power: PendingPower | None = None
    due: tuple[Due, ...] = ()
    top: Top = NO_TOP
    caller: int | None = None
    forced: bool = False
    final_left: tuple[int, ...] = ()
    peeks: tuple[int, ...] = ()
    end: RoundEnd | None = None
    departed: frozenset[int] = frozenset()
    waiting: tuple[PendingPower, ...] = ()
    taken: tuple[int, ...] = ()
    timeouts: tuple[int, ...] = ()


def first_state(pack: RulePack, players: tuple[PlayerId, ...]) -> RoundState:
    """The table before the first deal; `InputError` where the pack is not made for these players."""
    check_table(pack, players)
    return empty_round(RoundState(pack, players), number=1)


def check_table(pack: RulePack, players: tuple[PlayerId, ...], fewest: int | None = None) -> None:
    """Raise `InputError` unless the pack is made for so many players and its deck holds their hands.

    `fewest` is given where a game goes on with fewer than the pack asks for.
    """
    deck = deck_size(pack)
    if not (pack.min_players if fewest is None else fewest) <= len(players) <= pack.max_players:
        raise InputError(
            Sentence(
                "players: found {number}: {name} is for {min_players} to {max_players} players.",
                number=len(players),
                name=pack.name,
                min_players=pack.min_players,
                max_players=pack.max_players,
            )
        )
    if len(set(players)) < len(players):
        raise InputError(Sentence("players: found {names}: expected every name once.", names=", ".join(players)))
    needed = len(players) * pack.table.hand_size + pack.piles.starter
    if needed > deck:
        raise InputError(
            Sentence(
                "table.hand_size: {number} hands of {hand_size} need more than {deck} cards.",
                number=len(players),
                hand_size=pack.table.hand_size,
                deck=deck,
            )
        )


def empty_round(state: RoundState, number: int) -> RoundState:
    """The same table with all cards in the draw pile, before the deal of a round."""
    seats = len(state.players)
    return RoundState(
        pack=state.pack,
        players=state.players,
        number=number,
        dealer=state.dealer,
        hands=((None,) * state.pack.table.hand_size,) * seats,
        draw_pile=deck_size(state.pack),
        peeks=(0,) * seats,
        departed=state.departed,
        taken=(0,) * seats,
        timeouts=state.timeouts or (0,) * seats,
    )


def deck_size(pack: RulePack) -> int:
    """Cards of the pack's deck."""
    return len(deck_cards(pack))


def seat_of(state: RoundState, player: PlayerId) -> int:
    """Seat of a player; `InputError` for a name that is not at the table."""
    try:
        return state.players.index(player)
    except ValueError:
        raise InputError(
            Sentence(
                "'{player}' is not at the table: expected {expected}.", player=player, expected=either(state.players)
            )
        ) from None


def present(state: RoundState) -> tuple[PlayerId, ...]:
    """The players who have not left."""
    return tuple(player for seat, player in enumerate(state.players) if seat not in state.departed)


def everyone(state: RoundState) -> frozenset[int]:
    """All seats, as those who know a card that was shown."""
    return frozenset(range(len(state.players)))


def card_at(state: RoundState, slot: SlotId) -> TableCard | None:
    """Card in a slot, None for a gap and for a place that is not there."""
    seat, index = locate(state.pack, slot)
    if seat >= len(state.hands) or index >= len(state.hands[seat]):
        return None
    return state.hands[seat][index]


def cards_of(state: RoundState, seat: int) -> Iterator[tuple[SlotId, TableCard]]:
    """A player's cards with their slots."""
    hand = state.hands[seat]
    for slot, card in zip(slot_ids(state.pack, seat, len(hand)), hand, strict=True):
        if card is not None:
            yield slot, card


def held_by(state: RoundState, seat: int) -> Held | None:
    """What a player has in hand."""
    return next((held for held in state.held if held.seat == seat), None)


def is_public(state: RoundState, card: TableCard) -> bool:
    """Whether everybody at the table knows a card's face: it lies open, or all have seen it."""
    return isinstance(card.face, Card) and (card.face_up or card.known_to | state.departed >= everyone(state))


def top_face(state: RoundState) -> Face:
    """What the card on top of the discard pile shows; of none, nothing is known."""
    return state.discard[-1].face if state.discard else FACE_DOWN


def can_refill(state: RoundState) -> bool:
    """Whether the discard pile gives a new draw pile."""
    return state.pack.piles.when_empty is WhenEmpty.RESHUFFLE and refill_size(state) > 0


def refill_size(state: RoundState) -> int:
    """How many cards a new draw pile would have: all of the discard pile but its top, and what was laid open aside."""
    return len(state.discard[:-1]) + sum(is_laid_aside(state.pack, card) for card in state.aside)


def is_laid_aside(pack: RulePack, card: TableCard) -> bool:
    """Whether a card aside was laid off there, in a game that has no pile for it; no refill takes others."""
    return card.face_up and pack.piles.replaced_card is not ReplacedCard.PILE


def in_progress(state: RoundState) -> bool:
    """Whether the turn has begun: a card is in hand or a power is open."""
    power = state.power
    return (power is not None and power.seat == state.turn) or held_by(state, state.turn) is not None


def all_cards(state: RoundState) -> Iterator[TableCard]:
    """Every card outside the draw pile."""
    for hand in state.hands:
        yield from (card for card in hand if card is not None)
    yield from state.discard
    yield from state.aside
    yield from (held.card for held in state.held)


def count_cards(state: RoundState) -> int:
    """Cards in the draw pile, the discard pile, the hands, fingers and aside: the whole deck, at any time."""
    return state.draw_pile + sum(1 for _ in all_cards(state))
