"""What guesses at an act are weighed by: parts that went unseen, and where a placed card came from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz_scoring.game.events import Drew, Event, Took
from kibitz_scoring.game.round_state import RoundState, held_by
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.acts.act import Act
from kibitz_scoring.referee.acts.contest import NO_CONTEST, Contest
from kibitz_scoring.referee.acts.trace import Move
from kibitz_scoring.table import Heap, SlotId

UNSEEN = 0.2
"""How much less likely an act is of which a part was not seen."""
CHANGED_MIND = 0.05
"""How much rarer it is to lift a card for a snap and put it back than to look at one."""
NOTHING = 0.05
"""How rare it is that a card is touched, or moved about, without any meaning."""
_ELSEWHERE = 0.02
"""How much less likely a card is from another place than the one it was seen to come from."""


_MEANT = 3.0
"""So many times likelier at least is a card that matches than any other where one is snapped: nobody snaps to miss."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The table on which an act is read, with the contest for the pile's top and the acts that may compete in it."""

    state: RoundState
    contest: Contest = NO_CONTEST
    others: tuple[Act, ...] = ()


Guess = tuple[tuple[Event, ...], float]
"""Events and how well the seen parts fit them, before rules and hands are weighed."""


def borne_out(probability: float, read: float, snaps: int = 1) -> float:
    """Probability of what a card that was read so surely stands for, given snaps that match as it was read."""
    meant = _MEANT**snaps
    return meant * probability / (meant * read + 1 - read)


def slots_of(act: Act) -> list[SlotId]:
    """Slots that an act's cards came from."""
    return [SlotId(move.origin) for move in act.moves if move.origin is not None]


def draws(state: RoundState, move: Move, seat: int, player: PlayerId) -> Iterator[Guess]:
    """Where a card came from that a player placed, if that was before this act or is part of it."""
    held = held_by(state, seat)
    if held is not None:
        yield (), _ELSEWHERE if move.origin not in (None, held.source) else 1.0
        return
    known = {Heap.DRAW: (1.0, _ELSEWHERE), Heap.DISCARD: (_ELSEWHERE, 1.0)}
    from_deck, from_pile = UNSEEN, UNSEEN * NOTHING
    if isinstance(move.origin, Heap):
        from_deck, from_pile = known.get(move.origin, (from_deck, from_pile))
    yield (Drew(player),), from_deck
    if state.pack.piles.draw_from_discard and state.discard:
        yield (Took(player),), from_pile
