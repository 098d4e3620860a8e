"""Acts: the moves that belong together, such as the two cards of a swap, and whether all of an act has been seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from kibitz_scoring.cards import Card
from kibitz_scoring.game.changes.claims import same_rank
from kibitz_scoring.game.changes.moves import place_of
from kibitz_scoring.game.changes.powers import power_of
from kibitz_scoring.game.changes.turns import next_seat
from kibitz_scoring.game.round_state import PLAYED, GiveDue, PenaltyDue, Phase, RoundState, card_at, held_by
from kibitz_scoring.referee.acts.act import Act, Kind, is_slot
from kibitz_scoring.referee.acts.attribution import seat_of_act
from kibitz_scoring.referee.acts.exchanges import exchanges, may_be_exchanged
from kibitz_scoring.referee.acts.retracing import trace_gifts, trace_lost_lifts
from kibitz_scoring.referee.acts.trace import Move, Trace, may_be_one
from kibitz_scoring.rules.choices import Power, PowerTrigger, ReplacedCard, SnapGive
from kibitz_scoring.table import FACE_DOWN, CardFlipped, CardRevealed, Face, Heap, Interval, Place, SlotId, TableEvent


def acts_of(state: RoundState, trace: Trace, astray: frozenset[SlotId] = frozenset()) -> list[Act]:
    """The acts in what was seen, in the order in which they were done.

    `astray` are slots whose card, judged already, still lies on the pile.
    """
    left = list(trace.moves)
    acts = [Act(Kind.REFILLED, state.turn, turns=(event,)) for event in trace.refills]
    acts += _strays(state, left, astray)
    acts += exchanges(state, left)
    acts += _pairs(state, left)
    trace_gifts(state, left)
    trace_lost_lifts(state, left)
    acts += _swaps(state, left, trace)
    acts += _claims(state, left, trace)
    acts += [_single(state, move, left) for move in left]
    acts += _turned(state, acts, trace)
    acts.sort(key=lambda act: act.done_ms)
    return _in_context(state, acts)


def _strays(state: RoundState, left: list[Move], astray: frozenset[SlotId]) -> Iterator[Act]:
    """Cards judged already that go from the pile back into their slots, and pile cards put back."""
    for move in list(left):
        from_pile = move.origin in (None, Heap.DISCARD, move.target)
        nowhere = move.is_back and isinstance(move.target, Heap)
        if nowhere or (move.target in astray and from_pile):
            left.remove(move)
            yield Act(Kind.STRAY, state.turn, (move,))


def _pairs(state: RoundState, left: list[Move]) -> Iterator[Act]:
    onto = [move for move in left if move.target is Heap.DISCARD and not move.is_back]
    refilled = {move.target for move in left}
    if not state.pack.pairs.enabled or len(onto) != 2 or not any(is_slot(move.origin) for move in onto):
        return
    first, second = onto
    if first.origin not in refilled and second.origin not in refilled and _may_belong(first, second):
        for move in onto:
            left.remove(move)
        yield Act(Kind.PAIRED, seat_of_act(state, (first, second)), (first, second))


def _may_belong(first: Move, second: Move) -> bool:
    return may_be_one(first.hand, second.hand)


def _swaps(state: RoundState, left: list[Move], trace: Trace) -> Iterator[Act]:
    """Slots out of which one card went and into which another one came."""
    for into in list(left):
        if not is_slot(into.target) or into.is_back or is_slot(into.origin):
            continue
        out = next((move for move in left if move.origin == into.target and not is_slot(move.target)), None)
        if out is None or not _may_belong(out, into):
            continue
        if out.target is Heap.DISCARD and _is_taken_back(state, out, into):
            continue
        left.remove(into)
        left.remove(out)
        # A back that is put aside on others is easily missed.
        is_aside = state.pack.piles.replaced_card is ReplacedCard.ASIDE_FACE_DOWN
        kind = Kind.OPEN if out.target is None and not is_aside else Kind.SWAPPED
        act = Act(kind, seat_of_act(state, (out, into)), (out, into), turns=_turns_of(trace, out.origin, into.laid))
        yield replace(act, complete=out.target is not None and not act.is_unread)


def _is_taken_back(state: RoundState, out: Move, into: Move) -> bool:
    """Whether a card on the pile went back into its slot, and not another one into the gap."""
    seat = seat_of_act(state, (out, into))
    held = held_by(state, seat) is not None
    if into.origin is Heap.DISCARD and into.lifted is not None:
        return out.laid is not None and into.lifted.end_ms > out.laid.end_ms
    if not state.pack.snap.enabled or (into.hand is None and out.hand is None):
        return False
    if into.origin is Heap.DISCARD:
        return held or seat != state.turn
    return into.origin is None and not held and seat != state.turn


def _claims(state: RoundState, left: list[Move], trace: Trace) -> Iterator[Act]:
    """Cards that went from a slot onto a heap, each with the way back if it was taken back."""
    for out in list(left):
        if out not in left or not (is_slot(out.origin) and isinstance(out.target, Heap)):
            continue
        seat = seat_of_act(state, (out,))
        back = _way_back(state, seat, left, out)
        left.remove(out)
        if back is not None:
            left.remove(back)
        moves = (out,) if back is None else (out, back)
        landed = None if back is None or isinstance(back.target, Heap) else back.target
        act = Act(
            Kind.CLAIMED, seat, moves, back=landed, turns=_turns_of(trace, out.origin, None if back else out.laid)
        )
        half = _may_be_half(state, act) or any(_is_before(move, out) or _was_drawn(move, out) for move in left)
        in_hand = back is not None and landed is None
        yield replace(act, complete=not in_hand and not act.is_unread and (landed is not None or not half))


def _way_back(state: RoundState, seat: int, left: list[Move], out: Move) -> Move | None:
    """How a claimed card left the pile again: into its slot, or to who claimed another player's."""
    for move in left:
        if move is out or move.origin not in (None, Heap.DISCARD) or out.target is not Heap.DISCARD:
            continue
        if not _may_belong(move, out):
            continue
        in_hand = move.target is None and _is_after(move, out)
        if move.target == out.origin or (in_hand and not _is_anothers(state, left, move, out)):
            return move
        if is_slot(move.target) and _is_after(move, out) and out.origin is not None:
            mine = place_of(state, SlotId(str(move.target)))[0] == seat
            if mine and place_of(state, SlotId(str(out.origin)))[0] != seat:
                return move
    return None


def _is_anothers(state: RoundState, left: list[Move], lifted: Move, out: Move) -> bool:
    """Whether a card taken from the pile is rather another one, laid later by a hand that is no less likely."""
    claims = (move for move in left if is_slot(move.origin) and move.target is Heap.DISCARD)
    above = (move for move in claims if move.laid and out.laid and move.laid.end_ms > out.laid.end_ms)
    least = _likely_hand(state, lifted, out)
    return any(_is_after(lifted, move) and _likely_hand(state, lifted, move) >= least for move in above)


def _likely_hand(state: RoundState, lifted: Move, out: Move) -> int:
    """How likely (0 to 2) the hand that took a card from the pile is the one that had laid it."""
    if lifted.hand is None:
        return 1
    return 2 if state.players[seat_of_act(state, (out,))] == lifted.hand else 0


def _is_after(move: Move, out: Move) -> bool:
    return move.lifted is not None and out.laid is not None and move.lifted.end_ms > out.laid.end_ms


def _is_before(move: Move, out: Move) -> bool:
    """Whether the pile's card is in a hand since before another one came onto the pile: it is to go into the gap."""
    held = move.origin is Heap.DISCARD and move.target is None and _may_belong(move, out)
    return held and not _is_after(move, out)


def _was_drawn(move: Move, out: Move) -> bool:
    """Whether the same hand has a card off the draw pile since before it took up another one: it is to go into the gap.

    One that seems drawn after that is none: a hand with a card only passed the draw pile.
    """
    is_drawn = move.origin is Heap.DRAW and move.target is None and move.hand is not None and move.hand == out.hand
    drawn, taken = move.lifted, out.lifted
    return is_drawn and drawn is not None and taken is not None and drawn.end_ms < taken.end_ms


def _may_be_half(state: RoundState, act: Act) -> bool:
    """Whether a card out of a slot may be half of a swap or of a forced exchange, of which more is to be seen."""
    (out, *_), pack = act.moves, state.pack
    assert out.origin is not None
    no_claims = not (pack.snap.enabled or pack.match.enabled or pack.pairs.enabled)
    if out.target is Heap.ASIDE or no_claims:
        return True
    owner = place_of(state, SlotId(str(out.origin)))[0]
    if act.hand_seen and owner != act.seat:
        return False
    if held_by(state, owner) is not None:
        return True
    right = not state.discard or same_rank(out.face, state.discard[-1].face, state.pack.deck.base)
    return not right and state.phase in PLAYED and (owner in _next_to_act(state) or not act.hand_seen)


def _next_to_act(state: RoundState) -> frozenset[int]:
    """Seats that may begin a turn now: who is on turn, or, where a power may be left unused, the next."""
    if state.power is None:
        return frozenset((state.turn,))
    left = state.final_left[1:2] if state.phase is Phase.FINAL else (next_seat(state, state.turn),)
    return frozenset(left)


def _single(state: RoundState, move: Move, left: list[Move]) -> Act:
    """A move that belongs to no other of those `left`, or not yet."""
    seat, origin, target = seat_of_act(state, (move,)), move.origin, move.target
    if target is None:
        draws = origin is Heap.DRAW and state.phase in PLAYED and not _awaits_card(state, seat)
        # Of one whose turn it is not, where the card goes may tell more.
        is_expected = move.hand is not None and seat in _next_to_act(state)
        return Act(Kind.DRAWN if draws else Kind.OPEN, seat, (move,), draws and is_expected)
    if move.is_back:
        return Act(Kind.LIFTED_BACK, seat, (move,), not may_be_exchanged(state, move, left))
    if isinstance(target, Heap):
        act = Act(Kind.LAID_OFF, seat, (move,))
        return replace(act, complete=not act.is_unread and not may_claim_power(state, move.face))
    occupied = card_at(state, target) is not None
    if is_slot(origin):
        return Act(Kind.SHIFTED, seat, (move,), not occupied)
    owner = place_of(state, target)[0]
    due = any(isinstance(due, PenaltyDue) and due.seat == owner for due in state.due)
    return Act(Kind.DEALT, seat, (move,), due or not (occupied or held_by(state, owner) is not None))


def _awaits_card(state: RoundState, seat: int) -> bool:
    """Whether a card from the draw pile may be another than a drawn one: a penalty, the pile's first, or none."""
    starter = state.phase is Phase.INITIAL_PEEK and state.pack.piles.starter and not state.discard
    must_give = state.pack.snap.give is SnapGive.REQUIRED
    owed = PenaltyDue | GiveDue if must_give else PenaltyDue
    return starter or any(isinstance(due, owed) and due.seat == seat for due in state.due)


def may_claim_power(state: RoundState, face: Face) -> bool:
    """Whether laying off a card may be the claim of its power, as only the next act tells."""
    drawn = state.pack.powers.trigger is PowerTrigger.DRAWN
    return drawn and isinstance(face, Card) and power_of(state.pack, face) is not Power.NONE


def _turns_of(trace: Trace, slot: Place | None, over: Interval | None) -> tuple[TableEvent, ...]:
    """What was seen of a card being turned over in a slot, until another one lay there or it had gone for good."""
    turned: list[CardFlipped | CardRevealed] = [*trace.flips, *trace.revealed]
    return tuple(
        event for event in turned if event.place == slot and (over is None or event.seen.at.start_ms < over.end_ms)
    )


def _turned(state: RoundState, acts: Iterable[Act], trace: Trace) -> Iterator[Act]:
    """Cards turned up or over in their slots that went nowhere."""
    used = {id(event) for act in acts for event in act.turns}
    by_slot: dict[Place, list[CardFlipped | CardRevealed]] = {}
    turned: list[CardFlipped | CardRevealed] = [*trace.flips, *trace.revealed]
    for event in turned:
        if id(event) not in used:
            by_slot.setdefault(event.place, []).append(event)
    for slot, events in by_slot.items():
        if isinstance(slot, Heap):
            yield Act(Kind.STRAY, state.turn, turns=tuple(events))
        else:
            yield _turned_one(state, slot, events)


def _turned_one(state: RoundState, slot: SlotId, events: list[CardFlipped | CardRevealed]) -> Act:
    seat = place_of(state, slot)[0]
    faces = [event.face for event in events if event.face is not FACE_DOWN]
    over = state.phase in (Phase.AFTER_LAST_TURN, Phase.REVEAL, Phase.SCORED) or state.pack.display.open_hands
    if not faces:
        return Act(Kind.STRAY, seat, turns=tuple(events))
    if events[-1].face is FACE_DOWN:
        matched = state.pack.match.enabled
        return Act(Kind.TURNED_BACK, seat, (), matched, slot, faces[-1], turns=tuple(events))
    return Act(Kind.REVEALED, seat, (), over, slot, faces[-1], turns=tuple(events))


def _in_context(state: RoundState, acts: list[Act]) -> list[Act]:
    """The acts with those complete that a later one explains, and those not that wait for an earlier one."""
    found: list[Act] = []
    for number, act in enumerate(acts):
        later = [other for other in acts[number + 1 :] if other.seat == act.seat and other.complete]
        uses_hand = any(other.kind in (Kind.SWAPPED, Kind.LAID_OFF) for other in later)
        waits = any(not other.complete and other.kind is Kind.CLAIMED for other in found if other.seat == act.seat)
        if act.kind is Kind.CLAIMED and not act.is_unread and uses_hand and held_by(state, act.seat) is not None:
            found.append(replace(act, complete=True))
        elif act.kind in (Kind.DRAWN, Kind.DEALT) and waits:
            found.append(replace(act, complete=False))
        else:
            found.append(act)
    return found
