"""Acting: what hands do for each act of a turn, and when the act is done."""

from __future__ import annotations

from typing import assert_never

import numpy as np

from kibitz_datasets.films.acting.put_tokens import put_token
from kibitz_datasets.films.stage.bodies import Body, Hand
from kibitz_datasets.films.stage.motion import Move, Pose, half_turns_off, pose
from kibitz_datasets.films.stage.stage import Stage
from kibitz_datasets.films.trouble_kinds import Trouble, TroubleKind
from kibitz_scoring.cards import Card
from kibitz_scoring.game.changes.claims import same_rank
from kibitz_scoring.game.changes.moves import penalty_slot
from kibitz_scoring.game.events import (
    Called,
    CardTaken,
    Declined,
    Discarded,
    Drew,
    Exchanged,
    Gave,
    Looked,
    Matched,
    Modified,
    Paired,
    Passed,
    PenaltyTaken,
    PowerClaimed,
    Swapped,
    Took,
)
from kibitz_scoring.game.round_state import RoundState, card_at
from kibitz_scoring.rules.choices import DrawnCard, PowerTrigger, ReplacedCard, WrongMatch
from kibitz_scoring.slots import locate
from kibitz_scoring.table import FACE_DOWN, CardFlipped, Face, Heap, Interval, Place, SlotId

TurnAct = (
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
    | Called
    | Matched
    | Paired
    | PenaltyTaken
    | CardTaken
    | Gave
)

_OVER_EDGE = 0.7
_SLIPS_MM, _TURNS = 1.2, 0.015
"""How far, and by what angle, a card that somebody looked at lies from where it lay."""


def act_out(stage: Stage, state: RoundState, event: TurnAct, at_ms: float) -> float:  # noqa: C901, PLR0911, PLR0912 - one case for each kind of act
    """Let a player's hands do what an event says from a time on; returns when it is done.

    `state` is the table before the event.
    """
    right, left = stage.hands[state.players.index(event.player)]
    match event:
        case Drew():
            return _draw(stage, state, right, event.card, at_ms)
        case Took():
            stage.lift(right, Heap.DISCARD, at_ms)
            return stage.carry(right, holding(stage, right), right.free_ms)
        case Swapped():
            return _swap(stage, state, (right, left), event, at_ms)
        case Discarded():
            return stage.place(right, lay_off_place(state), at_ms, up=True)
        case PowerClaimed():
            shown = state.pack.powers.trigger is PowerTrigger.DRAWN and right.holds is not None
            return stage.place(right, lay_off_place(state), at_ms, up=True) if shown else at_ms
        case Looked():
            return look(stage, right, event.slot, at_ms)
        case Exchanged():
            return _exchange(stage, (right, left), event, at_ms)
        case Modified() if stage.has_tokens:
            return put_token(stage, right, event.slot, event.delta, at_ms)
        case Modified():
            body = stage.lying[event.slot][-1]
            return stage.reach(right, stage.grip(right, body.track.at(at_ms)[:2]), at_ms)
        case Declined() | Passed() | Called():
            return at_ms
        case Matched():
            return _match(stage, state, (right, left), event, at_ms)
        case Paired():
            return _pair(stage, state, (right, left), event, at_ms)
        case PenaltyTaken():
            return _penalty(stage, state, right, event, at_ms)
        case CardTaken() | Gave():
            stage.lift(right, event.origin, at_ms)
            return stage.place(right, _landing(state, event.target), right.free_ms, up=_lies_open(state))
        case _:
            assert_never(event)


def holding(stage: Stage, hand: Hand) -> Pose:
    """How a player holds a card up so that nobody else sees its face: tilted, above the own edge of the table."""
    spot = stage.seat(hand).at(float(stage.rng.normal(45, 10)), float(stage.rng.normal(105, 8)))
    held = pose(spot, float(stage.rng.uniform(40, 90)), stage.seat(hand).turn)
    held[4] = stage.rng.uniform(0.9, 1.45)
    return held


def lay_off_place(state: RoundState) -> Heap:
    """Where a drawn card is laid off."""
    return Heap.DISCARD if state.pack.piles.replaced_card is ReplacedCard.PILE else Heap.ASIDE


def _lies_open(state: RoundState) -> bool:
    return state.pack.display.open_hands


def _draw(stage: Stage, state: RoundState, hand: Hand, face: Face, at_ms: float) -> float:
    stage.lift(hand, Heap.DRAW, at_ms)
    know(hand.holds, face)
    target = holding(stage, hand)
    if state.pack.turn.drawn_card is DrawnCard.OPEN or _lies_open(state):
        target[4:] = (0.0, np.pi)
    return stage.carry(hand, target, hand.free_ms)


def know(body: Body | None, face: Face) -> None:
    """A card from the draw pile turns out to be this one."""
    if body is not None and isinstance(face, Card):
        body.face = face


def _swap(stage: Stage, state: RoundState, hands: tuple[Hand, Hand], event: Swapped, at_ms: float) -> float:
    """The left hand takes the old card away, the right one puts the new card in its place."""
    right, left = hands
    kind = state.pack.piles.replaced_card
    heap = lay_off_place(state)
    up = kind is not ReplacedCard.ASIDE_FACE_DOWN
    lifted = stage.lift(left, event.slot, at_ms)
    if stage.rng.random() < 0.5:
        filled = stage.place(right, event.slot, lifted + stage.rng.uniform(30, 250), up=_lies_open(state))
        return max(filled, stage.place(left, heap, lifted, up=up))
    laid = stage.place(left, heap, lifted, up=up)
    return max(laid, stage.place(right, event.slot, laid - stage.rng.uniform(0, 150), up=_lies_open(state)))


def look(stage: Stage, hand: Hand, slot: SlotId, at_ms: float) -> float:
    """Look at a card: tilt it where it lies, or, as with another player's, hold it up; then lay it back."""
    body = stage.lying[slot][-1]
    own = locate(stage.plan.pack, slot)[0] == hand.seat
    if not own:
        lifted = stage.lift(hand, slot, at_ms)
        held = stage.carry(hand, holding(stage, hand), lifted)
        return stage.place(hand, slot, held + stage.rng.uniform(500, 1100), up=body.up)
    if TroubleKind.EDGE in stage.kinds and stage.whims.random() < _OVER_EDGE:
        return _drag_over_edge(stage, hand, slot, at_ms)
    stage.reach(hand, stage.grip(hand, body.track.at(at_ms)[:2]), at_ms)
    return _tilt(stage, hand, slot, body)


def _drag_over_edge(stage: Stage, hand: Hand, slot: SlotId, at_ms: float) -> float:
    """Drag a card flat to the edge of the table, pick it up there, look, and lay it back."""
    up = stage.lying[slot][-1].up
    lifted = stage.lift(hand, slot, at_ms)
    x, near = float(stage.whims.normal(20, 25)), float(stage.whims.uniform(150, 185))
    flat = pose(stage.seat(hand).at(x, near), 0.6, stage.seat(hand).turn + stage.whims.normal(0, 0.1), up=up)
    dragged = stage.carry(hand, flat, lifted, lift_mm=0.0)
    stage.noted.append(Trouble(TroubleKind.EDGE, Interval(lifted, dragged), slot))
    held = stage.carry(hand, holding(stage, hand), dragged)
    return stage.place(hand, slot, held + stage.whims.uniform(400, 1000), up=up)


def _tilt(stage: Stage, hand: Hand, slot: SlotId, body: Body) -> float:
    start_ms = hand.free_ms + 60
    flat, fingers = body.track.at(start_ms), hand.track.at(start_ms)
    flat[3] = half_turns_off(flat[3], stage.seat(hand).turn)
    raised = flat.copy()
    raised[2] += stage.rng.uniform(0, 10)
    raised[4] = stage.rng.uniform(0.7, 1.7)
    high = stage.fingers(hand, raised)
    up_ms = start_ms + stage.rng.uniform(180, 320)
    down_ms = up_ms + stage.rng.uniform(400, 1000)
    end_ms = down_ms + stage.rng.uniform(150, 260)
    stage.tilt(hand, slot, (start_ms, end_ms))
    # A card that was raised at one edge never comes down exactly where it lay.
    down = flat.copy()
    down[:2] += stage.rng.normal(0, _SLIPS_MM, 2)
    down[3] += stage.rng.normal(0, _TURNS)
    for track, low, top, end in ((body.track, flat, raised, down), (hand.track, fingers, high, fingers)):
        track.add(Move(start_ms, up_ms, low, top, brake=0.2))
        track.add(Move(down_ms, end_ms, top, end, brake=0.6))
    hand.free_ms = end_ms
    return end_ms


def _exchange(stage: Stage, hands: tuple[Hand, Hand], event: Exchanged, at_ms: float) -> float:
    right, left = hands
    up = [stage.lying[slot][-1].up for slot in (event.first, event.second)]
    first = stage.lift(right, event.first, at_ms)
    second = stage.lift(left, event.second, at_ms + stage.rng.uniform(60, 300))
    both = max(first, second)
    one = stage.place(right, event.second, both, up=up[0])
    return max(one, stage.place(left, event.first, both + stage.rng.uniform(40, 200), up=up[1]))


def flip(stage: Stage, hand: Hand, slot: SlotId, at_ms: float) -> float:
    """Turn a card over where it lies."""
    body = stage.lying[slot][-1]
    stage.reach(hand, stage.grip(hand, body.track.at(at_ms)[:2]), at_ms)
    start_ms = hand.free_ms + 40
    end_ms = start_ms + stage.paces[hand.seat] * stage.rng.uniform(220, 340)
    here = body.track.at(start_ms)
    over = here.copy()
    body.up = not body.up
    over[5] = np.pi if body.up else 0.0
    over[:2] += stage.rng.normal(0, 2, 2)
    body.aloft.append((start_ms, end_ms))
    body.layers.append((end_ms, stage.next_layer()))
    body.track.add(Move(start_ms, end_ms, here, over, lift_mm=6.0))
    fingers = hand.track.at(start_ms)
    hand.track.add(Move(start_ms, end_ms, fingers, fingers + np.append((over - here)[:2], np.zeros(4)), lift_mm=50.0))
    hand.free_ms = end_ms
    face: Face = body.face if body.up and body.face is not None else FACE_DOWN
    stage.saw(lambda seen: CardFlipped(seen, slot, face), end_ms, hand)
    return end_ms


def _match(stage: Stage, state: RoundState, hands: tuple[Hand, Hand], event: Matched, at_ms: float) -> float:
    """Turn an own card over beside the pile's top: onto the pile if it matches, else the two change places."""
    right, left = hands
    top = state.discard[-1].face
    shown = flip(stage, right, event.slot, at_ms)
    if same_rank(event.card, top):
        lifted = stage.lift(right, event.slot, shown + 200)
        return stage.place(right, Heap.DISCARD, lifted, up=True)
    match state.pack.match.wrong:
        case WrongMatch.FORCED_EXCHANGE:
            lifted = stage.lift(left, Heap.DISCARD, shown + stage.rng.uniform(300, 700))
            away = stage.lift(right, event.slot, shown + 200)
            laid = stage.place(right, Heap.DISCARD, max(away, lifted), up=True)
            return max(laid, stage.place(left, event.slot, max(away, lifted), up=_lies_open(state)))
        case _:
            return flip(stage, right, event.slot, shown + stage.rng.uniform(500, 900))


def _pair(stage: Stage, state: RoundState, hands: tuple[Hand, Hand], event: Paired, at_ms: float) -> float:
    """Lay two cards onto the pile one after the other; a wrong pair goes back."""
    right, left = hands
    laid = stage.place(left, Heap.DISCARD, stage.lift(left, event.first, at_ms), up=True)
    if event.second is None:
        held = right.holds
        laid = stage.place(right, Heap.DISCARD, laid, up=True)
    else:
        held = None
        laid = stage.place(right, Heap.DISCARD, stage.lift(right, event.second, laid), up=True)
    if same_rank(event.first_card, event.second_card):
        return laid
    back = stage.lift(right, Heap.DISCARD, laid + stage.rng.uniform(400, 900))
    if held is None and event.second is not None:
        back = stage.place(right, event.second, back, up=_lies_open(state))
    else:
        back = stage.carry(right, holding(stage, right), back)
    lifted = stage.lift(left, Heap.DISCARD, back - 200)
    stage.show_top(lifted, left)
    return stage.place(left, event.first, lifted, up=_lies_open(state))


def _penalty(stage: Stage, state: RoundState, hand: Hand, event: PenaltyTaken, at_ms: float) -> float:
    heap: Place = Heap.DRAW if stage.lying[Heap.DRAW] else Heap.DISCARD
    stage.lift(hand, heap, at_ms)
    know(hand.holds, event.card)
    return stage.place(hand, _landing(state, event.slot), hand.free_ms, up=_lies_open(state))


def _landing(state: RoundState, slot: SlotId) -> SlotId:
    """Where a card for a slot is laid: there, or in the next free place where another card lies by now."""
    return slot if card_at(state, slot) is None else penalty_slot(state, locate(state.pack, slot)[0])
