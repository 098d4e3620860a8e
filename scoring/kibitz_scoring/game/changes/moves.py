"""Cards on their way: into slots and out of them, onto the piles, into fingers and back."""

from __future__ import annotations

from dataclasses import replace

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.round_state import (
    UNSEEN,
    Held,
    RoundState,
    TableCard,
    Top,
    can_refill,
    everyone,
    held_by,
    is_laid_aside,
    refill_size,
)
from kibitz_scoring.rules.choices import ModifierOn, Place, ReplacedCard
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.slots import locate, slot_id
from kibitz_scoring.table import FACE_DOWN, Face, Heap, SlotId


def place_of(state: RoundState, slot: SlotId) -> tuple[int, int]:
    """Seat and index of a slot; `InputError` for a seat that nobody has."""
    seat, index = locate(state.pack, slot)
    if seat >= len(state.players):
        raise InputError(
            Sentence("'{slot}' is nobody's place: the table has {number} seats.", slot=slot, number=len(state.players))
        )
    return seat, index


def with_slot(state: RoundState, seat: int, index: int, card: TableCard | None) -> RoundState:
    """The table with this card, or a gap, at a place; extra places come and go with their cards."""
    hand = state.hands[seat]
    if index >= len(hand):
        hand += (None,) * (index + 1 - len(hand))
    hand = (*hand[:index], card, *hand[index + 1 :])
    while len(hand) > state.pack.table.hand_size and hand[-1] is None:
        hand = hand[:-1]
    return replace(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def lift(state: RoundState, slot: SlotId) -> tuple[RoundState, TableCard | None]:
    """Take the card out of a slot."""
    seat, index = place_of(state, slot)
    hand = state.hands[seat]
    card = hand[index] if index < len(hand) else None
    return (state, None) if card is None else (with_slot(state, seat, index, None), card)


def put(state: RoundState, slot: SlotId, card: TableCard) -> RoundState:
    """Lay a card into a slot, or, where one lies already, into that player's next free place."""
    seat, index = place_of(state, slot)
    hand = state.hands[seat]
    if index < len(hand) and hand[index] is not None:
        index = free_index(state, seat)
    return with_slot(state, seat, index, card)


def free_index(state: RoundState, seat: int) -> int:
    """Index of the place where a penalty card goes, by `table.penalty_place`."""
    hand = state.hands[seat]
    if state.pack.table.penalty_place is Place.END or None not in hand:
        return len(hand)
    return hand.index(None)


def penalty_slot(state: RoundState, seat: int) -> SlotId:
    """Slot where a player's next penalty card goes."""
    return slot_id(state.pack, seat, free_index(state, seat))


def turned_up(state: RoundState, card: TableCard, face: Face = FACE_DOWN) -> TableCard:
    """The card face up for everybody, with the face that was read if there was one."""
    return TableCard(card.face if face is FACE_DOWN else face, 0, everyone(state), face_up=True)


def in_slot(state: RoundState, card: TableCard, leaving: TableCard | None = None) -> TableCard:
    """A card as it lies in a slot: face down unless hands are open, with the tokens of the place or of its own."""
    keeps = state.pack.powers.modifier_on is ModifierOn.CARD
    modifier = card.modifier if keeps or leaving is None else leaving.modifier
    if state.pack.display.open_hands:
        return TableCard(card.face, modifier, everyone(state), face_up=True)
    return TableCard(card.face, modifier, card.known_to, kept=card.kept)


def lay(state: RoundState, card: TableCard, top: Top) -> RoundState:
    """Lay a card onto the discard pile, tokens off."""
    return replace(state, discard=(*state.discard, turned_up(state, card)), top=top)


def lay_off(state: RoundState, card: TableCard, seat: int) -> RoundState:
    """Lay off a card that was drawn: onto the pile, or aside where the game has none."""
    if state.pack.piles.replaced_card is ReplacedCard.PILE:
        return lay(state, card, Top(seat))
    return replace(state, aside=(*state.aside, turned_up(state, card)))


def lay_replaced(state: RoundState, card: TableCard, seat: int) -> RoundState:
    """Lay off a card that another one replaced, by `piles.replaced_card`."""
    if state.pack.piles.replaced_card is ReplacedCard.ASIDE_FACE_DOWN:
        return replace(state, aside=(*state.aside, replace(card, modifier=0, face_up=False)))
    return lay_off(state, card, seat)


def refill(state: RoundState) -> RoundState:
    """All of the discard pile but its top goes back, unseen, into the draw pile; so does what lies open aside."""
    return replace(
        state,
        draw_pile=state.draw_pile + refill_size(state),
        discard=state.discard[-1:],
        aside=tuple(card for card in state.aside if not is_laid_aside(state.pack, card)),
    )


def from_deck(state: RoundState) -> tuple[RoundState, TableCard | None]:
    """Take the top card of the draw pile, which a table refills first where it is empty and may be."""
    if not state.draw_pile and can_refill(state):
        state = refill(state)
    if not state.draw_pile:
        return state, None
    return replace(state, draw_pile=state.draw_pile - 1), UNSEEN


def grasp(state: RoundState, seat: int, card: TableCard, source: Heap) -> RoundState:
    """Take a card into a player's fingers; one already there is taken for laid aside by mistake."""
    return replace(state, held=(*state.held, Held(seat, card, source)))


def release(state: RoundState, seat: int) -> tuple[RoundState, Held | None]:
    """Take the card out of a player's fingers.

    Who lays off a card without having been seen to draw has drawn: None only where there is nothing to draw.
    """
    held = held_by(state, seat)
    if held is not None:
        return replace(state, held=tuple(other for other in state.held if other is not held)), held
    state, card = from_deck(state)
    return state, None if card is None else Held(seat, card, Heap.DRAW)


def learned(card: TableCard, face: Face, seats: frozenset[int]) -> TableCard:
    """The card after these seats have seen it, with its face if that was read."""
    return replace(card, face=card.face if face is FACE_DOWN else face, known_to=card.known_to | seats)
