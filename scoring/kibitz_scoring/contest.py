"""The contest for the card on top of the pile: all attempts at it so far, and the judge's verdict on one of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from kibitz_scoring.act import Act, Kind
from kibitz_scoring.cards import Card
from kibitz_scoring.moves import place_of
from kibitz_scoring.round_state import RoundState, cards_of
from kibitz_scoring.snap import Attempt, Snaps, Verdict, takes_one
from kibitz_scoring.snap_costs import judge_snaps
from kibitz_scoring.table import FACE_DOWN, Heap, PlayerId, SlotId


@dataclass(frozen=True, slots=True)
class Contest:
    """Attempts at one card on the pile, which came to rest at `rested_ms`.

    `before` is the table at the first attempt, `frame_ms` the longest time within which a contact could not be told.
    `is_unclear`: something was done on the pile that nobody could explain, so nobody is surely first.
    """

    rested_ms: float = float("-inf")
    attempts: tuple[Attempt, ...] = ()
    before: RoundState | None = None
    frame_ms: float = 0.0
    is_unclear: bool = False

    def joined(self, state: RoundState, attempt: Attempt, frame_ms: float) -> Contest:
        """The contest with one more attempt."""
        before = state if self.before is None else self.before
        attempts = (*self.attempts, attempt)
        return replace(self, attempts=attempts, before=before, frame_ms=max(self.frame_ms, frame_ms))

    def verdict(self, state: RoundState, attempt: Attempt, rivals: Iterable[Attempt], frame_ms: float) -> Verdict:
        """The judge's verdict on an attempt beside all others; unread cards have the benefit of the doubt."""
        before = state if self.before is None else self.before
        top = before.discard[-1].face if before.discard else FACE_DOWN
        if not isinstance(top, Card):
            return Verdict.RETURNED if attempt.placed_ms is None else Verdict.CORRECT
        snaps = Snaps(
            top=top,
            attempts=tuple(_trusted(one, top) for one in (attempt, *self.attempts, *rivals)),
            phase=before.phase,
            discarder=_player(before, before.top.seat),
            caller=_player(before, before.caller),
            power_in_progress=state.power is not None and state.power.begun,
            owed_card=any(due in before.due for due in state.due),
            window_opened_ms=self._opened_ms(attempt),
            frame_interval_ms=max(self.frame_ms, frame_ms),
            hands={player: sum(1 for _ in cards_of(before, seat)) for seat, player in enumerate(before.players)},
            draw_pile=before.draw_pile,
            discard_pile=len(before.discard),
        )
        verdict = judge_snaps(state.pack, snaps)[0].verdict
        snapped_unseen = before.top.snaps > 0 and takes_one(state.pack) and verdict is Verdict.CORRECT
        if self.is_unclear and verdict is Verdict.CORRECT:
            return Verdict.TOO_CLOSE
        return Verdict.LATE if snapped_unseen else verdict

    def _opened_ms(self, attempt: Attempt) -> float:
        """When the card came to rest, or, where that was before anybody watched, no later than an attempt began."""
        if self.rested_ms > float("-inf"):
            return self.rested_ms
        times = [other.lifted_ms for other in (attempt, *self.attempts) if other.lifted_ms is not None]
        return min(times, default=attempt.time_ms)


NO_CONTEST = Contest()


def _trusted(attempt: Attempt, top: Card) -> Attempt:
    """An attempt whose card, if it was placed and not read, is taken to match."""
    is_unread = attempt.card is FACE_DOWN and attempt.placed_ms is not None
    return replace(attempt, card=top) if is_unread else attempt


def _player(state: RoundState, seat: int | None) -> PlayerId | None:
    return None if seat is None else state.players[seat]


def attempt_of(state: RoundState, player: PlayerId, act: Act) -> Attempt | None:
    """The attempt that an act would be if it was this player's, None where it can be none."""
    move = act.moves[0] if act.moves else None
    if move is None or act.kind not in (Kind.CLAIMED, Kind.LIFTED_BACK) or move.target is Heap.ASIDE:
        return None
    slot = SlotId(str(move.origin))
    claimed = act.kind is Kind.CLAIMED
    laid_ms = None if move.laid is None else move.laid.end_ms
    lifted_ms = laid_ms if move.lifted is None else move.lifted.end_ms
    owner = state.players[place_of(state, slot)[0]]
    return Attempt(player, owner, slot, move.face, lifted_ms, laid_ms if claimed else None)


def blur_ms(act: Act) -> float:
    """How long the time of an act's contact with the pile is open."""
    laid = act.moves[0].laid
    return 0.0 if laid is None else laid.end_ms - laid.start_ms
