"""What may be done next."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from kibitz_scoring.game.changes.moves import penalty_slot
from kibitz_scoring.game.changes.powers import LOOKS, SWAPS, power_of
from kibitz_scoring.game.events import (
    Called,
    CardTaken,
    Dealt,
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
)
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.round_state import (
    PLAYED,
    GiveDue,
    PenaltyDue,
    Phase,
    RoundState,
    cards_of,
    held_by,
    present,
)
from kibitz_scoring.rules.choices import Power, PowerTrigger
from kibitz_scoring.table import FACE_DOWN, SlotId


def legal_acts(state: RoundState) -> tuple[Event, ...]:
    """Events that break no rule now, faces left open; a snap is listed whether or not its card would match.

    The reveal lists nothing, as it tells faces; `to_turn_up` names the cards that are still face down.
    """
    return tuple(event for event in candidates(state) if not check(state, event))


def to_turn_up(state: RoundState) -> tuple[SlotId, ...]:
    """Slots whose cards are still to be turned up at the reveal."""
    if state.phase not in (Phase.AFTER_LAST_TURN, Phase.REVEAL):
        return ()
    return tuple(
        slot
        for seat in range(len(state.players))
        for slot, card in cards_of(state, seat)
        if not card.face_up or card.face is FACE_DOWN
    )


def candidates(state: RoundState) -> Iterator[Event]:
    """Events worth a check now: every legal act is among them."""
    yield from act_candidates(state)
    yield from snap_candidates(state)


def snap_candidates(state: RoundState) -> Iterator[Snapped]:
    """Snaps worth a check now: of every card by everybody."""
    if not (state.pack.snap.enabled and state.discard and state.phase in (*PLAYED, Phase.AFTER_LAST_TURN)):
        return
    slots = _slots(state)
    for player in present(state):
        yield from (Snapped(player, slot) for slot in slots)


def act_candidates(state: RoundState) -> Iterator[Event]:
    """Events worth a check now, snaps apart."""
    if state.phase in (Phase.SETUP, Phase.SCORED):
        yield from (Dealt(player) for player in present(state))
        return
    yield StarterTurned()
    yield Refilled()
    yield LastWindowClosed()
    yield from _due(state)
    yield from _power(state)
    for seat, player in enumerate(state.players):
        if seat in state.departed:
            continue
        if state.phase in PLAYED:
            yield from _turn(state, seat)
        if state.phase is Phase.INITIAL_PEEK:
            yield from (Looked(player, slot) for slot, _ in cards_of(state, seat))


def _slots(state: RoundState) -> tuple[SlotId, ...]:
    return tuple(slot for seat in range(len(state.players)) for slot, _ in cards_of(state, seat))


def _turn(state: RoundState, seat: int) -> Iterator[Event]:
    player = state.players[seat]
    own = [slot for slot, _ in cards_of(state, seat)]
    yield Called(player)
    if held_by(state, seat) is None:
        yield Drew(player)
        yield Took(player)
        yield Passed(player)
        yield from (Matched(player, slot) for slot in own if state.pack.match.enabled)
        if state.pack.pairs.enabled and state.pack.pairs.before_draw:
            yield from (Paired(player, first, second) for first, second in combinations(own, 2))
        return
    yield Discarded(player)
    yield from (Swapped(player, slot) for slot in own)
    if state.pack.powers.trigger is PowerTrigger.DRAWN:
        yield PowerClaimed(player)
    if state.pack.pairs.enabled:
        yield from (Paired(player, first, second) for first, second in combinations(own, 2))
        yield from (Paired(player, slot) for slot in own)


def _due(state: RoundState) -> Iterator[Event]:
    for due in state.due:
        player = state.players[due.seat]
        place = penalty_slot(state, due.seat)
        match due:
            case PenaltyDue():
                yield PenaltyTaken(player, place)
            case GiveDue():
                yield Declined(player)
                yield from (Gave(player, slot, due.slot) for slot, _ in cards_of(state, due.seat))
            case _:
                yield CardTaken(player, due.slot, place)


def _power(state: RoundState) -> Iterator[Event]:
    pending = state.power
    if pending is None:
        return
    player, slots = state.players[pending.seat], _slots(state)
    power = power_of(state.pack, pending.card)
    yield Declined(player)
    if power in LOOKS:
        yield from (Looked(player, slot) for slot in slots)
    if power in SWAPS:
        yield from (Exchanged(player, first, second) for first, second in combinations(slots, 2))
    if power in (Power.PLUS_ONE, Power.MINUS_ONE):
        yield from (Modified(player, slot, 1 if power is Power.PLUS_ONE else -1) for slot in slots)
