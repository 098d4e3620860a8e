"""Powers: which card has which, whether somebody can use it, and when it is over."""

from __future__ import annotations

from dataclasses import replace

from kibitz_scoring.cards import Card, Rank
from kibitz_scoring.game.changes.turns import finish_turn
from kibitz_scoring.game.round_state import PendingPower, Phase, RoundState, cards_of, everyone
from kibitz_scoring.rules.choices import CallerProtected, DeckBase, Power, ShownTo
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import own_card
from kibitz_scoring.table import Face, SlotId

LOOKS = {
    Power.PEEK_OWN: 1,
    Power.PEEK_OTHER: 1,
    Power.LOOK_SWAP: 1,
    Power.LOOK_OTHER_SWAP: 1,
    Power.LOOK_OTHER_SWAP_ANY: 1,
    Power.LOOK_TWO_SWAP: 2,
}
"""Cards that a power lets its player look at."""

SWAPS = frozenset(
    (
        Power.BLIND_SWAP,
        Power.BLIND_SWAP_ANY_TWO,
        Power.LOOK_SWAP,
        Power.LOOK_OTHER_SWAP,
        Power.LOOK_OTHER_SWAP_ANY,
        Power.LOOK_TWO_SWAP,
    )
)
"""Powers that exchange two cards."""

_ANY_TWO = (Power.BLIND_SWAP_ANY_TWO, Power.LOOK_TWO_SWAP)


def power_key(card: Card) -> str | None:
    """Key of the pack that says which power a card has; None for ranks that never have one."""
    match card.rank:
        case Rank.N0:
            return "powers.0"
        case Rank.SEVEN | Rank.EIGHT | Rank.NINE | Rank.TEN:
            return f"powers.{card.rank}"
        case Rank.JACK | Rank.N11:
            return "powers.J"
        case Rank.QUEEN | Rank.N12:
            return "powers.Q"
        case Rank.KING | Rank.N13:
            return f"powers.K.{'red' if card.is_red else 'black'}"
        case _:
            return None


def may_look(state: RoundState) -> bool:
    """Whether somebody may look at a card now: in the first peek, or by a power."""
    power = state.power
    by_power = power is not None and power_of(state.pack, power.card) in LOOKS
    return by_power or state.phase is Phase.INITIAL_PEEK


def power_of(pack: RulePack, card: Card) -> Power:
    """Power of a card, whoever lays it."""
    if pack.deck.base is DeckBase.OWN:
        own = own_card(pack, card)
        return own.power if own else Power.NONE
    powers = pack.powers
    if card.is_red and not powers.red_royals_effect and card.rank in (Rank.JACK, Rank.QUEEN, Rank.KING):
        return Power.NONE
    by_key = {
        "powers.0": powers.zero,
        "powers.7": powers.seven,
        "powers.8": powers.eight,
        "powers.9": powers.nine,
        "powers.10": powers.ten,
        "powers.J": powers.jack,
        "powers.Q": powers.queen,
        "powers.K.black": powers.king.black,
        "powers.K.red": powers.king.red,
    }
    return by_key.get(power_key(card) or "", Power.NONE)


def is_optional(pack: RulePack, card: Card) -> bool:
    """Whether a player may do without the power of this card."""
    return pack.powers.optional and (power_key(card) != "powers.J" or pack.powers.jack_optional)


def offered(state: RoundState, seat: int, face: Face) -> RoundState:
    """The table with the power of a card open for a player, if it has one that can be used; first come, first used."""
    if not isinstance(face, Card):
        return state
    power = power_of(state.pack, face)
    if power is Power.NONE or not has_target(state, seat, power):
        return state
    if state.power is not None:
        return replace(state, waiting=(*state.waiting, PendingPower(seat, face)))
    return replace(state, power=PendingPower(seat, face))


def has_target(state: RoundState, seat: int, power: Power) -> bool:
    """Whether there are cards that the power can be used on."""
    own = any(state.hands[seat])
    others = any(open_to(state, other, power) for other in range(len(state.hands)) if other != seat)
    match power:
        case Power.PEEK_OWN:
            return own
        case Power.PEEK_OTHER:
            return others
        case Power.BLIND_SWAP_ANY_TWO | Power.LOOK_TWO_SWAP | Power.PLUS_ONE | Power.MINUS_ONE:
            needed = 2 if power in _ANY_TWO else 1
            return _open_cards(state, power) >= needed
        case _:
            return own and others


def open_to(state: RoundState, seat: int, power: Power) -> bool:
    """Whether a power may be used on some card of a player, whom a call may protect."""
    if not any(state.hands[seat]):
        return False
    if seat != state.caller:
        return True
    match state.pack.powers.caller_protected:
        case CallerProtected.NONE:
            return True
        case CallerProtected.SWAPS:
            return power not in SWAPS
        case _:
            return False


def _open_cards(state: RoundState, power: Power) -> int:
    return sum(len(list(cards_of(state, seat))) for seat in range(len(state.hands)) if open_to(state, seat, power))


def looked(state: RoundState, slot: SlotId) -> RoundState:
    """The table after a look by a player's open power, which ends it unless a swap may follow."""
    pending = state.power
    assert pending is not None
    power = power_of(state.pack, pending.card)
    pending = replace(pending, begun=True, looked=(*pending.looked, slot))
    if power not in SWAPS and len(pending.looked) >= LOOKS.get(power, 1):
        return closed(state)
    return replace(state, power=pending)


def closed(state: RoundState) -> RoundState:
    """The table after a power is used up or done without, which ends the turn of who had it."""
    pending = state.power
    assert pending is not None
    following, waiting = (state.waiting[0], state.waiting[1:]) if state.waiting else (None, ())
    return finish_turn(replace(state, power=following, waiting=waiting), pending.seat)


def without_idle_power(state: RoundState) -> RoundState:
    """The table without a power that can be used on nothing any more, which is over by itself."""
    while (pending := state.power) and not has_target(state, pending.seat, power_of(state.pack, pending.card)):
        state = closed(state)
    return state


def used(state: RoundState, seat: int) -> RoundState:
    """The table after a player did what ends a power, if one was open for that player."""
    return closed(state) if state.power is not None and state.power.seat == seat else state


def shown_seats(state: RoundState, seat: int) -> frozenset[int]:
    """Seats that see a card which a player looks at."""
    return everyone(state) if state.pack.powers.shown_to is ShownTo.ALL else frozenset((seat,))
