"""What depends on an answer: the table is only pressed where the answer changes what it has to do, or who has what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

from kibitz_scoring.game.events import Event, Moved, Revealed, Snapped, Verdict
from kibitz_scoring.game.round_state import RoundState, cards_of
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.referee.acts.readings import Reading

PLAUSIBLE = 0.1
"""Probability from which a reading may be what happened: in 24 filmed rounds at hard tables, of 100 readings beside the
likeliest that came to this 30 were right, and of 446 that did not 11."""
_COUNTS = (Verdict.CORRECT, Verdict.WRONG, Verdict.LATE)
"""Verdicts that cost cards or take them away."""


def is_at_stake(state: RoundState, readings: Sequence[Reading]) -> bool:
    """Whether it matters which of these readings, likeliest first, is right.

    It does where there is a snap that counts, a card that came or went unseen or was turned up, or another outcome.
    Whose turn it is and which faces are known does not count: the next acts show the one, the reveal the other.
    """
    plausible = [one.events for one in readings if one.probability >= PLAUSIBLE] or [readings[0].events]
    if any(map(_matters_by_itself, plausible)):
        return True
    # Of most acts one reading alone is plausible, and every act is looked at.
    return len(plausible) > 1 and len({_outcome(state, events) for events in plausible}) > 1


def _matters_by_itself(events: Iterable[Event]) -> bool:
    """Whether what these events tell is on nobody's account but by this guess: a snap, or a card in a hand or not."""
    return any(
        isinstance(event, Moved | Revealed) or (isinstance(event, Snapped) and event.verdict in _COUNTS)
        for event in events
    )


def _outcome(state: RoundState, events: Iterable[Event]) -> Hashable:
    """What is due after these events, where cards lie then, and how the round ends."""
    for event in events:
        state = apply(state, event)
    places = frozenset(slot for seat in range(len(state.players)) for slot, _ in cards_of(state, seat))
    return frozenset(Counter(state.due).items()), places, state.caller, state.end
