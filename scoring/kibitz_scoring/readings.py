"""Readings: the game events that a trace on the table may stand for, each with how well it fits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz_scoring.check import check
from kibitz_scoring.choices import SnapPerDiscard
from kibitz_scoring.claims import same_rank
from kibitz_scoring.events import (
    CardTaken,
    Discarded,
    Drew,
    Event,
    Exchanged,
    Gave,
    Looked,
    Matched,
    Paired,
    PenaltyTaken,
    Refilled,
    Revealed,
    Snapped,
    StarterTurned,
    Swapped,
    Took,
)
from kibitz_scoring.moves import place_of
from kibitz_scoring.round_state import Phase, RoundState, held_by
from kibitz_scoring.rounds import apply
from kibitz_scoring.snap import Verdict
from kibitz_scoring.table import FACE_DOWN, Face, Heap, Place, PlayerId, SlotId
from kibitz_scoring.trace import Trace

_BREACH = 0.02
"""How much less likely an act is that breaks a rule."""
_UNSEEN = 0.2
"""How much less likely an act is of which a part was not seen."""
_CHANGED_MIND = 0.15
"""How much rarer it is to lift a card for a snap and put it back than to look at one."""
_OTHERWISE = 0.002
"""Weight of all that no reading thinks of."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Game events that would explain what was seen, and their probability among the readings."""

    events: tuple[Event, ...]
    probability: float


Guess = tuple[tuple[Event, ...], float]
"""Events and how well the seen parts fit them, before rules and hands are weighed."""


def readings(state: RoundState, trace: Trace) -> tuple[Reading, ...]:
    """Readings of a trace, likeliest first.

    Their probabilities add up to less than the confidence in what was seen: it may have been something else.
    """
    weights: dict[tuple[Event, ...], float] = {}
    for seat, player in enumerate(state.players):
        hand = trace.actor_weight(player)
        for events, fit in _guesses(state, trace, seat, player):
            weight = hand * fit * _lawful(state, events)
            weights[events] = max(weight, weights.get(events, 0.0))
    total = sum(weights.values()) + _OTHERWISE
    ranked = sorted(weights.items(), key=lambda item: -item[1])
    return tuple(Reading(events, trace.confidence * weight / total) for events, weight in ranked)


def _lawful(state: RoundState, events: tuple[Event, ...]) -> float:
    weight = 1.0
    for event in events:
        if check(state, event):
            weight *= _BREACH
        state = apply(state, event)
    return weight


def _guesses(state: RoundState, trace: Trace, seat: int, player: PlayerId) -> Iterator[Guess]:
    if trace.refilled:
        yield (Refilled(),), 1.0
    elif trace.revealed and not trace.tops:
        yield tuple(Revealed(slot, face) for slot, face in trace.revealed), 1.0
    elif trace.tops:
        yield from _onto_pile(state, trace, seat, player)
    elif trace.filled:
        yield from _between_slots(trace, player)
    elif trace.back:
        yield from _lifted_and_back(state, trace, seat, player)
    elif trace.deck_lifted:
        yield (Drew(player),), 1.0


def _onto_pile(state: RoundState, trace: Trace, seat: int, player: PlayerId) -> Iterator[Guess]:
    tops = laid(state, trace)
    face, origin = tops[-1]
    if len(tops) == 2:
        yield from _pair(tops, trace, player)
        return
    if isinstance(origin, Heap) or origin is None:
        yield from _drawn_card_down(state, trace, seat, player, face)
    slots = [origin] if origin is not None and not isinstance(origin, Heap) else trace.gone
    for slot in slots:
        yield from _from_slot(state, trace, player, slot, face)


def laid(state: RoundState, trace: Trace) -> list[tuple[Face, Place | None]]:
    """Cards laid onto the pile, without the one that shows again when a wrong card is taken back."""
    if len(trace.tops) < 2 or not state.discard or trace.tops[-1] != (state.discard[-1].face, None):
        return trace.tops
    return trace.tops[:-1]


def is_wrong(state: RoundState, trace: Trace) -> bool:
    """Whether a card from a slot lies on the pile that may not stay: of another rank, or onto one snapped onto."""
    tops = laid(state, trace)
    if not tops or not state.discard or isinstance(tops[-1][1], Heap | None):
        return False
    taken = state.top.snaps > 0 and state.pack.snap.per_discard is SnapPerDiscard.ONE
    return taken or not same_rank(tops[-1][0], state.discard[-1].face)


def _drawn_card_down(state: RoundState, trace: Trace, seat: int, player: PlayerId, face: Face) -> Iterator[Guess]:
    """A card onto the pile that came out of no slot."""
    fit = _UNSEEN if trace.gone else 1.0
    if state.phase is Phase.INITIAL_PEEK and not state.discard and state.pack.piles.starter:
        yield (StarterTurned(face),), fit
    for draw, seen in _draws(state, trace, seat, player):
        yield (*draw, Discarded(player, face)), fit * seen


def _draws(state: RoundState, trace: Trace, seat: int, player: PlayerId) -> Iterator[Guess]:
    """Where the card in a player's hand came from, if that was before this act or is part of it."""
    if held_by(state, seat) is not None:
        yield (), 1.0
        return
    yield (Drew(player),), _UNSEEN if trace.pile_lifted or not trace.deck_touched else 1.0
    yield (Took(player),), 1.0 if trace.pile_lifted else _UNSEEN * _UNSEEN


def _from_slot(state: RoundState, trace: Trace, player: PlayerId, slot: SlotId, face: Face) -> Iterator[Guess]:
    """A card onto the pile out of a slot: a swap if the slot was filled again, else a snap or a match."""
    owner, _ = place_of(state, slot)
    top = state.discard[-1].face if state.discard else FACE_DOWN
    right = same_rank(face, top)
    refill = trace.filled.get(slot)
    if slot in trace.filled and (refill is None or isinstance(refill, Heap)):
        if state.players[owner] == player:
            turned_first = slot in trace.flipped or trace.lifts.index(slot) < trace.pile_lift
            for draw, seen in _draws(state, trace, owner, player):
                yield (*draw, Swapped(player, slot, face)), seen * (_CHANGED_MIND if turned_first else 1.0)
            if not right and trace.pile_lifted:
                yield (Matched(player, slot, face),), 1.0 if turned_first else _CHANGED_MIND
        if refill is Heap.DISCARD and not trace.pile_lifted:
            yield (Snapped(player, slot, face, Verdict.LATE if right else Verdict.WRONG),), 1.0
        return
    taken = [target for target, source in trace.filled.items() if source is Heap.DISCARD and target != slot]
    if taken and not right:
        yield (Snapped(player, slot, face, Verdict.WRONG), CardTaken(player, slot, taken[0])), 1.0
        return
    if slot in trace.back:
        verdict = Verdict.LATE if right else Verdict.WRONG
        yield from _claims(state, player, slot, face, verdict)
        return
    yield from _laid_from_slot(state, player, slot, face, refill)


def _laid_from_slot(
    state: RoundState, player: PlayerId, slot: SlotId, face: Face, refill: Place | None
) -> Iterator[Guess]:
    if refill is not None and not isinstance(refill, Heap):
        yield (Snapped(player, slot, face), Gave(player, refill, slot)), 1.0
        return
    yield from _claims(state, player, slot, face, Verdict.CORRECT)


def _claims(state: RoundState, player: PlayerId, slot: SlotId, face: Face, verdict: Verdict) -> Iterator[Guess]:
    """A card laid off without a draw: a match where the game has those, else a snap."""
    if state.pack.match.enabled:
        yield (Matched(player, slot, face),), 1.0
    if state.pack.snap.enabled or not state.pack.match.enabled:
        yield (Snapped(player, slot, face, verdict),), 1.0


def _pair(tops: list[tuple[Face, Place | None]], trace: Trace, player: PlayerId) -> Iterator[Guess]:
    (first_face, first), (second_face, second) = tops
    slots = [origin for origin in (first, second) if origin is not None and not isinstance(origin, Heap)]
    if len(slots) == 2 and slots[1] in trace.filled:
        yield (Snapped(player, slots[0], first_face), Swapped(player, slots[1], second_face)), 1.0
    elif len(slots) == 2:
        yield (Paired(player, slots[0], slots[1], first_face, second_face),), 1.0
        yield (Snapped(player, slots[0], first_face), Snapped(player, slots[1], second_face)), 1.0
    elif len(slots) == 1:
        faces = (first_face, second_face) if slots[0] == first else (second_face, first_face)
        yield (Paired(player, slots[0], None, *faces),), 1.0
        yield (Snapped(player, slots[0], faces[0]), Discarded(player, faces[1])), 1.0


def _between_slots(trace: Trace, player: PlayerId) -> Iterator[Guess]:
    """Cards that changed slots, or came into one, without anything on the pile."""
    if len(trace.filled) == 2 and set(trace.gone) == set(trace.filled):
        first, second = trace.gone
        yield (Exchanged(player, first, second),), 1.0
        return
    for slot, origin in trace.filled.items():
        if origin is None or isinstance(origin, Heap):
            yield (PenaltyTaken(player, slot),), 1.0 if trace.deck_touched else _UNSEEN
        sources = trace.gone if origin is None else [origin]
        for source in sources:
            if not isinstance(source, Heap):
                yield (Gave(player, source, slot),), 1.0
                yield (CardTaken(player, source, slot),), 1.0


def _lifted_and_back(state: RoundState, trace: Trace, seat: int, player: PlayerId) -> Iterator[Guess]:
    yield tuple(Looked(player, slot) for slot in trace.back), 1.0
    if state.pack.snap.enabled and state.phase is not Phase.SETUP:
        yield tuple(Snapped(player, slot, verdict=Verdict.RETURNED) for slot in trace.back), _CHANGED_MIND
    if held_by(state, seat) is not None:
        yield (), _UNSEEN
