"""The parts of a round in which no turn is taken: the deal, the first card, the first peek, a refill and the reveal."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz_datasets.films.acting.gestures import flip, know, look
from kibitz_datasets.films.stage.bodies import Hand
from kibitz_datasets.films.stage.motion import pose
from kibitz_datasets.films.stage.stage import Stage
from kibitz_scoring.game.events import Dealt, Looked, Revealed, StarterTurned
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.slots import locate, slot_id
from kibitz_scoring.table import CardRevealed, Heap, Interval, PileRefilled, PileShuffled

_STROKES_MM = (15.0, -15.0, 15.0, -15.0, 15.0)
"""How cards are moved beside the draw pile while they are shuffled."""


def deal(stage: Stage, state: RoundState, event: Dealt, at_ms: float) -> float:
    """Deal every hand, one card at a time, beginning with the player after the dealer."""
    dealer = state.players.index(event.dealer)
    seats = [(dealer + 1 + number) % len(state.players) for number in range(len(state.players))]
    lifted = ended = at_ms
    for number in range(state.pack.table.hand_size * len(seats)):
        index, seat = number // len(seats), seats[number % len(seats)]
        hand = stage.hands[dealer][number % 2]
        lifted = stage.lift(hand, Heap.DRAW, lifted + 30)
        know(hand.holds, event.hands[seat][index])
        slot = slot_id(state.pack, seat, index)
        ended = max(ended, stage.deal(hand, slot, lifted, up=state.pack.display.open_hands))
    return ended


def turn_starter(stage: Stage, state: RoundState, event: StarterTurned, at_ms: float) -> float:
    """The dealer turns the first card of the discard pile."""
    hand = stage.hands[state.dealer][0]
    lifted = stage.lift(hand, Heap.DRAW, at_ms)
    know(hand.holds, event.card)
    return stage.place(hand, Heap.DISCARD, lifted, up=True)


def peek(stage: Stage, state: RoundState, looks: Sequence[Looked], at_ms: float) -> list[TimedEvent]:
    """Everybody looks at their cards, all at once, each at one card after the other."""
    done = []
    free = {player: at_ms + stage.rng.uniform(0, 600) for player in state.players}
    for event in looks:
        hand = stage.hands[state.players.index(event.player)][0]
        start_ms = free[event.player]
        free[event.player] = look(stage, hand, event.slot, start_ms)
        done.append(TimedEvent(Interval(start_ms, free[event.player]), event))
    return done


def reveal(stage: Stage, state: RoundState, cards: Sequence[Revealed], at_ms: float) -> list[TimedEvent]:
    """Everybody turns their cards up, all at once, each one card after the other."""
    done = []
    free = {seat: at_ms + stage.rng.uniform(0, 500) for seat in range(len(state.players))}
    for event in sorted(cards, key=lambda event: locate(state.pack, event.slot)):
        seat, _ = locate(state.pack, event.slot)
        hand = stage.hands[seat][0]
        start_ms = free[seat]
        if not stage.lying[event.slot][-1].up:
            free[seat] = flip(stage, hand, event.slot, start_ms)
        _show(stage, hand, event, free[seat])
        done.append(TimedEvent(Interval(start_ms, free[seat]), event))
    return done


def _show(stage: Stage, hand: Hand, event: Revealed, at_ms: float) -> None:
    stage.saw(lambda seen: CardRevealed(seen, event.slot, event.card), at_ms, hand)


def refill(stage: Stage, seat: int, at_ms: float) -> float:
    """All of the discard pile but its top is squared up, shuffled and laid down as the draw pile.

    The cards go as one packet, of which the uppermost is followed; as new cards they lie in the draw pile then.
    """
    hand = next(hand for hand in (*stage.hands[seat], *stage.hands[seat - 1]) if hand.holds is None)
    *under, top = stage.lying[Heap.DISCARD]
    packet = under[-1]
    stage.reach(hand, stage.grip(hand, packet.track.at(at_ms)[:2]), at_ms)
    taken_ms = hand.free_ms + 120
    for body in under[:-1]:
        body.gone_ms = taken_ms
    stage.lying[Heap.DISCARD] = [packet, top]
    stage.take(hand, Heap.DISCARD, taken_ms, packet)
    stage.seen.pop()  # a packet taken from under the top is no lifted card
    x, y = stage.plan.spot(Heap.DRAW)
    shuffled_ms = taken_ms
    for off_mm in _STROKES_MM:
        shuffled_ms = stage.carry(hand, pose((x + off_mm, y + 60), 15.0), shuffled_ms)
    laid_ms = stage.carry(hand, pose(stage.plan.spot(Heap.DRAW)), shuffled_ms)
    packet.gone_ms = laid_ms
    hand.release(laid_ms)
    for _ in under:
        stage.lay_out(Heap.DRAW, born_ms=laid_ms)
    stage.saw(lambda seen: PileShuffled(seen, Heap.DRAW), shuffled_ms, hand)
    stage.saw(PileRefilled, laid_ms, hand)
    return laid_ms
