"""Whether looks, exchanges and tokens are allowed, by the first peek or by a power."""

from __future__ import annotations

from typing import assert_never

from kibitz_scoring.cards import Card
from kibitz_scoring.game.changes.moves import place_of
from kibitz_scoring.game.changes.powers import LOOKS, SWAPS, is_optional, open_to, power_key, power_of
from kibitz_scoring.game.events import Declined, Exchanged, Looked, Modified, PowerClaimed
from kibitz_scoring.game.legality.violations import (
    Found,
    broken,
    in_hand,
    lies_there,
    name,
    not_owed,
    optional_key,
    owner,
    possible_as,
)
from kibitz_scoring.game.round_state import GiveDue, PendingPower, Phase, RoundState, held_by, seat_of
from kibitz_scoring.rules.choices import PeekWhich, Power, PowerTrigger, SnapGive, SwapCard
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.slots import nearest
from kibitz_scoring.table import SlotId

_OTHERS_ONLY = (Power.PEEK_OTHER, Power.LOOK_SWAP, Power.LOOK_OTHER_SWAP, Power.LOOK_OTHER_SWAP_ANY)


def power_violations(state: RoundState, event: Looked | Exchanged | Modified | PowerClaimed | Declined) -> Found:
    """Violations of an event of these kinds."""
    seat = seat_of(state, event.player)
    match event:
        case Looked():
            return _look(state, seat, event)
        case Exchanged():
            return _exchange(state, seat, event)
        case Modified():
            return _modify(state, seat, event)
        case PowerClaimed():
            return _claim(state, seat, event)
        case Declined():
            return _decline(state, seat)
        case _:
            assert_never(event)


def _pending(state: RoundState, seat: int) -> tuple[PendingPower, Power, str] | None:
    """A player's open power with its kind and key."""
    pending = state.power
    if pending is None or pending.seat != seat:
        return None
    return pending, power_of(state.pack, pending.card), power_key(pending.card) or ""


def _look(state: RoundState, seat: int, event: Looked) -> Found:
    yield from lies_there(state, event.slot)
    if state.phase is Phase.INITIAL_PEEK:
        yield from _first_peek(state, seat, event.slot)
        return
    found = _pending(state, seat)
    if found is None:
        yield broken("peek.count", "{player} may not look at a card now.", player=name(state, seat))
        return
    pending, power, key = found
    if len(pending.looked) >= LOOKS.get(power, 0) or event.slot in pending.looked:
        yield broken(key, "{card} gives no look at the card at {slot}.", card=pending.card, slot=event.slot)
    elif power is Power.PEEK_OWN and owner(state, event.slot) != seat:
        yield broken(key, "{card} gives a look at an own card.", card=pending.card)
    elif power in _OTHERS_ONLY and owner(state, event.slot) == seat:
        yield broken(key, "{card} gives a look at another player's card.", card=pending.card)
    yield from _protected(state, seat, power, event.slot)


def _first_peek(state: RoundState, seat: int, slot: SlotId) -> Found:
    rules = state.pack.peek
    where, index = place_of(state, slot)
    if state.peeks[seat] >= rules.count:
        yield broken(
            "peek.count",
            "{player} may look at {count} cards before the first turn.",
            player=name(state, seat),
            count=rules.count,
        )
    if where != seat:
        yield broken("peek.which", "{player} may look at own cards only.", player=name(state, seat))
    elif rules.which is PeekWhich.NEAREST and index not in nearest(state.pack):
        yield broken("peek.which", "{player} may look at the nearest cards only.", player=name(state, seat))


def _protected(state: RoundState, seat: int, power: Power, *slots: SlotId) -> Found:
    for slot in slots:
        whose = owner(state, slot)
        if whose == state.caller and whose != seat and not open_to(state, whose, power):
            yield broken(
                "powers.caller_protected", "{player} has called: the cards stay as they are.", player=name(state, whose)
            )


def _exchange(state: RoundState, seat: int, event: Exchanged) -> Found:
    yield from lies_there(state, event.first)
    yield from lies_there(state, event.second)
    yield from not_owed(state, event.first)
    yield from not_owed(state, event.second)
    found = _pending(state, seat)
    if found is None or found[1] not in SWAPS:
        yield broken("powers.trigger", "{player} has no power to exchange cards.", player=name(state, seat))
        return
    pending, power, key = found
    if event.first == event.second:
        yield broken(key, "Two different cards are exchanged.")
    reason = _wrong_cards(state, seat, pending, power, event)
    if reason:
        yield broken(key, "{card}: {reason}", card=pending.card, reason=reason)
    yield from _protected(state, seat, power, event.first, event.second)


def _wrong_cards(state: RoundState, seat: int, pending: PendingPower, power: Power, event: Exchanged) -> str | None:
    """Why these are not the cards that the power exchanges."""
    slots = (event.first, event.second)
    if len(pending.looked) < LOOKS.get(power, 0):
        if not state.pack.powers.look_optional:
            return Sentence("the cards are looked at first.")
        if power is Power.LOOK_TWO_SWAP:
            return None if set(pending.looked) <= set(slots) else Sentence("the card looked at is exchanged, or none.")
    if power is Power.BLIND_SWAP_ANY_TWO:
        return None
    if power is Power.LOOK_TWO_SWAP:
        return None if set(slots) == set(pending.looked) else Sentence("the two cards looked at are exchanged.")
    return _not_own_with_other(state, seat, pending, power, slots)


def _not_own_with_other(
    state: RoundState, seat: int, pending: PendingPower, power: Power, slots: tuple[SlotId, SlotId]
) -> str | None:
    own = [slot for slot in slots if owner(state, slot) == seat]
    if len(own) != 1:
        return Sentence("an own card is exchanged with another player's.")
    (other,) = (slot for slot in slots if slot not in own)
    if power in (Power.BLIND_SWAP, Power.LOOK_OTHER_SWAP_ANY) or other in pending.looked or not pending.looked:
        return None
    same_player = owner(state, other) == owner(state, pending.looked[0])
    if state.pack.powers.swap_card is SwapCard.SAME_PLAYER and same_player:
        return None
    return Sentence("the card looked at is exchanged, or none.")


def _modify(state: RoundState, seat: int, event: Modified) -> Found:
    yield from lies_there(state, event.slot)
    found = _pending(state, seat)
    deltas = {Power.PLUS_ONE: 1, Power.MINUS_ONE: -1}
    if found is None or found[1] not in deltas:
        yield broken("powers.trigger", "{player} has no power to put a token on a card.", player=name(state, seat))
        return
    pending, power, key = found
    if event.delta != deltas[power]:
        yield broken(key, "{card} puts {delta:+d} on a card.", card=pending.card, delta=deltas[power])
    yield from _protected(state, seat, power, event.slot)


def _claim(state: RoundState, seat: int, event: PowerClaimed) -> Found:
    if state.pack.powers.trigger is PowerTrigger.DRAWN and _pending(state, seat) is None:
        yield from in_hand(state, seat)
        held = held_by(state, seat)
        yield from possible_as(state, event.card, None if held is None else held.card)
        if isinstance(event.card, Card) and power_of(state.pack, event.card) is Power.NONE:
            yield broken(power_key(event.card) or "powers.trigger", "{card} has no power.", card=event.card)
    elif _pending(state, seat) is None:
        yield broken("powers.trigger", "{player} has no power to use.", player=name(state, seat))


def _decline(state: RoundState, seat: int) -> Found:
    if any(isinstance(due, GiveDue) and due.seat == seat for due in state.due):
        if state.pack.snap.give is SnapGive.REQUIRED:
            yield broken("snap.give", "{player} has to give a card away.", player=name(state, seat))
        return
    pending = state.power
    if pending is None or pending.seat != seat:
        yield broken("play.turn", "{player} has nothing to decline.", player=name(state, seat))
    elif not pending.looked and not is_optional(state.pack, pending.card):
        yield broken(optional_key(pending.card), "The power of {card} has to be used.", card=pending.card)
