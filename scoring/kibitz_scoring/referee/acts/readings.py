"""Readings: the game events that an act on the table may stand for, each with how well it fits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz_scoring.game.changes.moves import penalty_slot, place_of
from kibitz_scoring.game.events import (
    CardTaken,
    Discarded,
    Drew,
    Event,
    Exchanged,
    Gave,
    Looked,
    Matched,
    Moved,
    Paired,
    PenaltyTaken,
    Refilled,
    Revealed,
    Snapped,
    StarterTurned,
    Swapped,
    Verdict,
)
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.round_state import GiveDue, Phase, RoundState, TakeDue, card_at, held_by
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.acts.act import Act, Kind
from kibitz_scoring.referee.acts.claim_readings import claim_guesses, judged, swap_guesses
from kibitz_scoring.referee.acts.contest import attempt_of
from kibitz_scoring.referee.acts.grouping import may_claim_power
from kibitz_scoring.referee.acts.guesses import CHANGED_MIND, NOTHING, UNSEEN, Guess, Scene, draws, slots_of
from kibitz_scoring.referee.acts.trace import Move, hand_weight
from kibitz_scoring.rules.choices import SnapWhose
from kibitz_scoring.table import FACE_DOWN, Heap, SlotId

_BREACH = 0.02
"""How much less likely an act is that breaks a rule."""
_OTHERWISE = 0.002
"""Weight of all that no reading thinks of."""
_STRANGER = 0.25
"""How much less likely a hand that was not seen is another's than that of who has something to do there."""
_LOOK_MS = 650.0
"""A card that is looked at stays lifted for longer than one that is lifted to be snapped and put back, but for those
who may look at one.
"""


@dataclass(frozen=True, slots=True)
class Reading:
    """Game events that would explain what was seen, and their probability among the readings."""

    events: tuple[Event, ...]
    probability: float


def readings(scene: Scene, act: Act) -> tuple[Reading, ...]:
    """Readings of an act, likeliest first.

    Their probabilities add up to less than the confidence in what was seen: it may have been something else.
    """
    weights: dict[tuple[Event, ...], float] = {}
    for seat, player in enumerate(scene.state.players):
        hand = hand_weight(act.events, player) * _likely_hand(act, seat)
        for events, fit in _guesses(scene, act, seat, player):
            weight = hand * fit * _lawful(scene.state, events)
            weights[events] = max(weight, weights.get(events, 0.0))
    total = sum(weights.values()) + _OTHERWISE * max((1.0, *weights.values()))
    # Of what is equally likely that nothing happened: nobody is told to pay for what was not seen.
    ranked = sorted(weights.items(), key=lambda item: (-item[1], bool(item[0])))
    return tuple(Reading(events, act.confidence * weight / total) for events, weight in ranked)


def _likely_hand(act: Act, seat: int) -> float:
    """How likely a hand that was not seen is a player's; a snap is told by its verdict only, not by whose it was."""
    known = act.hand_seen or act.kind in (Kind.CLAIMED, Kind.PAIRED)
    return 1.0 if known or seat == act.seat else _STRANGER


def _lawful(state: RoundState, events: tuple[Event, ...]) -> float:
    weight = 1.0
    for event in events:
        if check(state, event):
            weight *= _BREACH
        state = apply(state, event)
    return weight


def _guesses(scene: Scene, act: Act, seat: int, player: PlayerId) -> Iterator[Guess]:  # noqa: C901, PLR0912 - a case for each kind
    state = scene.state
    match act.kind:
        case Kind.REFILLED:
            yield (Refilled(),), 1.0
        case Kind.REVEALED:
            yield from _revealed(state, act)
        case Kind.TURNED_BACK:
            yield (Matched(player, SlotId(str(act.slot)), act.face),), 1.0
        case Kind.DRAWN:
            yield from _drawn(state, seat, player)
        case Kind.LAID_OFF:
            yield from _laid_off(state, act.moves[0], seat, player)
        case Kind.SWAPPED:
            yield from swap_guesses(scene, act, seat, player)
        case Kind.CLAIMED:
            yield from claim_guesses(scene, act, seat, player)
        case Kind.PAIRED:
            yield from _pair(act, player)
        case Kind.EXCHANGED:
            first, second = sorted(slots_of(act), key=lambda slot: place_of(state, slot))
            yield (Exchanged(player, first, second),), 1.0
            yield (), _not_exchanged(act)
        case Kind.SHIFTED:
            yield from _shifted(state, act, seat, player)
            yield from _still_dealt(state, act.moves[0])
        case Kind.DEALT:
            yield from _dealt(state, act.moves[0], seat, player)
            yield from _still_dealt(state, act.moves[0])
        case Kind.OPEN:
            yield from _filled_again(state, act, seat, player)
        case _:
            yield from _lifted_and_back(scene, act, seat, player)


def _drawn(state: RoundState, seat: int, player: PlayerId) -> Iterator[Guess]:
    """A card off the draw pile, or, where that may not be now, a hand that only passed it: what is drawn is laid down
    somewhere, and tells of itself there.
    """
    draw = Drew(player)
    yield (draw,), 1.0
    if check(state, draw):
        yield (), UNSEEN if held_by(state, seat) is not None else NOTHING


def _filled_again(state: RoundState, act: Act, seat: int, player: PlayerId) -> Iterator[Guess]:
    """A slot that was left and holds a card again, of which nobody saw where the card in it went: perhaps back."""
    into = next(move for move in act.moves if move.target is not None)
    slot = SlotId(str(into.target))
    yield (Looked(player, slot),), 1.0
    for draw, seen in draws(state, into, seat, player):
        yield (*draw, Swapped(player, slot)), seen * UNSEEN
    yield (), NOTHING


def _not_exchanged(act: Act) -> float:
    """How well it fits that two cards which were seen to lie in a slot again were put back as they lay."""
    if not all(move.is_back for move in act.moves):
        return 0.0
    return 1.0 if any(map(_is_quick, act.moves)) else NOTHING


def _is_quick(move: Move) -> bool:
    """Whether a card was away for less than it takes to look at it."""
    return move.lifted is not None and move.laid is not None and move.laid.end_ms - move.lifted.end_ms < _LOOK_MS


def _revealed(state: RoundState, act: Act) -> Iterator[Guess]:
    """A card turned up; where none was known to lie, one has come there unseen."""
    assert act.slot is not None
    assert act.face is not FACE_DOWN
    up = Revealed(act.slot, act.face)
    if card_at(state, act.slot) is not None:
        yield (up,), 1.0
    else:
        source = Heap.DRAW if state.draw_pile else Heap.DISCARD
        yield (Moved(source, act.slot), up), 1.0


def _laid_off(state: RoundState, move: Move, seat: int, player: PlayerId) -> Iterator[Guess]:
    """A card onto a heap that came out of no slot."""
    if state.phase is Phase.INITIAL_PEEK and not state.discard and state.pack.piles.starter:
        yield (StarterTurned(move.face),), 1.0
    for draw, seen in draws(state, move, seat, player):
        yield (*draw, Discarded(player, move.face)), seen


def _pair(act: Act, player: PlayerId) -> Iterator[Guess]:
    first, second = act.moves
    if not isinstance(first.origin, Heap | None) and not isinstance(second.origin, Heap | None):
        yield (Paired(player, first.origin, second.origin, first.face, second.face),), 1.0
        yield (Snapped(player, first.origin, first.face), Snapped(player, second.origin, second.face)), 1.0
        return
    own, drawn = (first, second) if not isinstance(first.origin, Heap | None) else (second, first)
    slot = SlotId(str(own.origin))
    yield (Paired(player, slot, None, own.face, drawn.face),), 1.0
    yield (Snapped(player, slot, own.face), Discarded(player, drawn.face)), 1.0


def _shifted(state: RoundState, act: Act, seat: int, player: PlayerId) -> Iterator[Guess]:
    """A card from one slot into another."""
    source, target = slots_of(act)[0], SlotId(str(act.moves[0].target))
    if card_at(state, target) is not None:
        first, second = sorted((source, target), key=lambda slot: place_of(state, slot))
        yield (Exchanged(player, first, second),), UNSEEN
    yield (Gave(player, source, _meant(state, seat, target)),), 1.0
    yield (CardTaken(player, source, target),), 1.0
    yield (Moved(source, target),), NOTHING * _BREACH


def _meant(state: RoundState, seat: int, target: SlotId) -> SlotId:
    """The gap that a card is given into, where it had to be laid beside it because the gap was filled since."""
    owner, _ = place_of(state, target)
    gaps = [due.slot for due in state.due if isinstance(due, GiveDue) and due.seat == seat]
    filled = [gap for gap in gaps if place_of(state, gap)[0] == owner and card_at(state, gap) is not None]
    return filled[0] if filled and penalty_slot(state, owner) == target else target


def _dealt(state: RoundState, move: Move, seat: int, player: PlayerId) -> Iterator[Guess]:
    """A card from a heap into a slot: a penalty, or the seen half of a swap."""
    slot = SlotId(str(move.target))
    owner, _ = place_of(state, slot)
    if move.origin is Heap.DISCARD:
        takes = [due.slot for due in state.due if isinstance(due, TakeDue) and due.seat == seat]
        yield from (((CardTaken(player, taken, slot),), 1.0) for taken in takes)
    else:
        yield (PenaltyTaken(state.players[owner], slot),), 1.0 if move.origin is Heap.DRAW else UNSEEN
    if owner == seat and card_at(state, slot) is not None:
        for draw, seen in draws(state, move, seat, player):
            yield (*draw, Swapped(player, slot)), seen * UNSEEN
    if card_at(state, slot) is None:
        yield (Moved(move.origin or Heap.DRAW, slot),), NOTHING * _BREACH


def _still_dealt(state: RoundState, move: Move) -> Iterator[Guess]:
    """Before the first turn the dealer may still lay cards right, whose places are known already."""
    if state.phase is Phase.INITIAL_PEEK and card_at(state, SlotId(str(move.target))) is not None:
        yield (), 1.0


def _lifted_and_back(scene: Scene, act: Act, seat: int, player: PlayerId) -> Iterator[Guess]:
    state, move, slot = scene.state, act.moves[0], slots_of(act)[0]
    quick, may_look = _is_quick(move), not check(state, Looked(player, slot))
    is_snap_like = quick and (not may_look or _was_raced(scene, move))
    # Who may not look at a card has most likely only touched one of which nobody saw that it was lifted.
    unlifted = UNSEEN if move.lifted is None and not may_look else 1.0
    yield (Looked(player, slot),), CHANGED_MIND if is_snap_like else unlifted
    attempt = attempt_of(state, player, act)
    can_snap = state.pack.snap.enabled and state.discard and state.phase is not Phase.SETUP
    mine = place_of(state, slot)[0] == seat
    if can_snap and attempt is not None and (mine or state.pack.snap.whose is SnapWhose.ANY):
        verdict = judged(scene, attempt, act).verdict
        if verdict is Verdict.RETURNED:
            # Where no hand was seen it may be anybody's, and not that of who may look.
            may_be_snap = is_snap_like or (quick and not act.hand_seen)
            yield (Snapped(player, slot, verdict=verdict),), 1.0 if may_be_snap else CHANGED_MIND
    yield (), UNSEEN if held_by(state, seat) is not None else NOTHING


def _was_raced(scene: Scene, move: Move) -> bool:
    """Whether a card came to the pile while another one was up, which was perhaps to be laid there, too."""
    rested_ms = scene.contest.rested_ms
    was_up = move.lifted is not None and move.lifted.end_ms < rested_ms
    return was_up and move.laid is not None and rested_ms < move.laid.end_ms


def may_be_claim(state: RoundState, act: Act) -> bool:
    """Whether an act is a drawn card laid off that may claim its power, as the next act tells."""
    return act.kind is Kind.LAID_OFF and not act.complete and may_claim_power(state, act.moves[0].face)
