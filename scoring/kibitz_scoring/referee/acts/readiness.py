"""When an act can be settled: once all of it was seen, or no more of it will be."""

from __future__ import annotations

from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.referee.acts.act import Act, Kind, is_slot
from kibitz_scoring.referee.acts.claim_readings import LEAST_CARRY_MS, LONGEST_CARRY_MS
from kibitz_scoring.referee.acts.readings import may_be_claim

QUIET_MS = 2500.0
"""How long after its last sight an act is taken for all that will be seen of it."""
_NEVER_MS = float("inf")
_SOON_MS = 500.0
"""How soon after a card comes to the pile its slot is filled again."""


def is_over(state: RoundState, now_ms: float, act: Act, others: list[Act]) -> bool:
    """Whether an act is complete, or what is still missing of it will not be seen any more."""
    since_ms = now_ms - act.at.end_ms
    lost_lift = act.kind is Kind.LAID_OFF and act.moves[0].origin is None
    if act.complete:
        # A card from nowhere may have come out of a slot that is about to be filled.
        return not lost_lift or since_ms > _SOON_MS or any(other.done_ms > act.done_ms for other in others)
    if act.kind is Kind.REVEALED or may_be_claim(state, act):
        return False
    if act.kind is Kind.OPEN and not act.is_gone:
        return False
    if (act.is_unread or act.kind is Kind.SWAPPED) and any(
        other.complete and other.done_ms > act.done_ms for other in others
    ):
        return True
    return since_ms > QUIET_MS


def is_held_up(now_ms: float, act: Act, others: list[Act], since_ms: float = _NEVER_MS) -> bool:
    """Whether an attempt has to wait: for an earlier one, or for a rival's card that may come at the same time.

    Longest it waits for one taken up since the card to match came to rest (`since_ms`), which perhaps came first
    unseen: it did not if it comes back into its slot. But play that goes on, as without that time, is not kept waiting.
    One of which the camera hardly saw when it came waits for any, as it may be told before its rival was taken up.
    A card that is lost has to wait for the attempts that it may have been a rival of, and a new one to match, like a
    draw, which may end the time for snaps, for those that came before it.
    """
    if act.kind is Kind.OPEN:
        return any(other.kind is Kind.CLAIMED and other.done_ms > act.done_ms for other in others)
    if act.kind in (Kind.DRAWN, Kind.LAID_OFF, Kind.SWAPPED):
        return any(other.kind is Kind.CLAIMED and other.done_ms < act.done_ms for other in others)
    laid = act.moves[0].laid if act.kind is Kind.CLAIMED else None
    if laid is None:
        return False
    if any(other.complete and other.kind is not Kind.CLAIMED and other.done_ms > act.done_ms for other in others):
        since_ms = _NEVER_MS
    may_have_come_ms = now_ms - LONGEST_CARRY_MS
    for other in others:
        if not other.moves or other.is_of_one_hand(act):
            continue
        move = other.moves[0]
        if other.kind is Kind.CLAIMED and move.laid is not None and move.laid.end_ms < laid.end_ms:
            return True
        if move.target is not None or move.lifted is None or not is_slot(move.origin):
            continue
        may_be_first = since_ms < move.lifted.end_ms < laid.end_ms
        if laid.end_ms > may_have_come_ms or (may_be_first and now_ms - move.lifted.end_ms < QUIET_MS):
            return True
    return laid.end_ms > may_have_come_ms and laid.end_ms - laid.start_ms > LEAST_CARRY_MS
