"""The contest for the card on top of the pile: all attempts at it so far, and the judge's verdict on one of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from kibitz_scoring.cards import Card
from kibitz_scoring.game.changes.claims import same_rank
from kibitz_scoring.game.changes.moves import place_of
from kibitz_scoring.game.events import Discarded, Drew, Event, Snapped, Verdict
from kibitz_scoring.game.round_state import RoundState, top_face
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.acts.act import Act, Kind
from kibitz_scoring.referee.acts.trace import Move, hand_weight
from kibitz_scoring.snaps.costs import judge_snaps
from kibitz_scoring.snaps.judge import Attempt, takes_one
from kibitz_scoring.snaps.pauses import Pauses
from kibitz_scoring.snaps.race import time_for_snaps
from kibitz_scoring.snaps.told import closes_window, of_any_suit, snaps_on
from kibitz_scoring.table import FACE_DOWN, Heap, Interval, SlotId

_OWN_HAND = 0.1
"""Odds of a player's hand below which a card is not one that this player laid."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict and the key of the rule that decided it."""

    verdict: Verdict
    rule: str


TOO_CLOSE = Judged(Verdict.TOO_CLOSE, "snap.too_close")
AFTER_ANOTHER = Judged(Verdict.LATE, "snap.per_discard")


@dataclass(frozen=True, slots=True)
class Contest:
    """Attempts at one card on the pile, which came to rest at `opened_ms`, and the last onto it at `rested_ms`.

    `closed_ms` is when the next player touched a pile, where that ends the time for snaps; `before` is the table at the
    first attempt. At `unclear_ms` something was done on the pile that nobody could explain, so nobody is surely first.
    In the `pauses` the time for snaps does not run out.
    """

    rested_ms: float = float("-inf")
    opened_ms: float = float("-inf")
    closed_ms: float | None = None
    attempts: tuple[Attempt, ...] = ()
    before: RoundState | None = None
    unclear_ms: float | None = None
    pauses: Pauses = ()

    def earlier(self, by_ms: float) -> Contest:
        """The same with no attempts, its times those of a clock that is so much behind."""
        pauses = tuple(one.earlier(by_ms) for one in self.pauses)
        closed_ms = None if self.closed_ms is None else self.closed_ms - by_ms
        unclear_ms = None if self.unclear_ms is None else self.unclear_ms - by_ms
        return Contest(self.rested_ms - by_ms, self.opened_ms - by_ms, closed_ms, unclear_ms=unclear_ms, pauses=pauses)

    def left_unclear(self, at_ms: float) -> Contest:
        """The contest once something was done on the pile that nobody could explain."""
        return replace(self, unclear_ms=at_ms if self.unclear_ms is None else self.unclear_ms)

    def joined(self, state: RoundState, attempt: Attempt) -> Contest:
        """The contest with one more attempt."""
        before = state if self.before is None else self.before
        return replace(self, attempts=(*self.attempts, attempt), before=before)

    def followed(
        self, before: RoundState, event: Event, after: RoundState, at_ms: float, *, is_unclear: bool = False
    ) -> Contest:
        """The contest once an event has happened: another card may lie on top, or the time for snaps be over.

        A new one is unclear where that is said, or where attempts at a later time were settled before it.
        """
        contest = self
        if len(after.discard) != len(before.discard) or after.top != before.top:
            was_later = any(attempt.time_ms > at_ms for attempt in self.attempts)
            unclear_ms = at_ms if is_unclear or was_later else None
            renewed = Contest(at_ms, at_ms, unclear_ms=unclear_ms, pauses=self.pauses)
            contest = replace(self, rested_ms=at_ms) if isinstance(event, Snapped) else renewed
        closes = contest.closed_ms is None and closes_window(before.pack, event)
        return replace(contest, closed_ms=at_ms) if closes else contest

    def judged(self, state: RoundState, attempt: Attempt, rivals: Iterable[Attempt]) -> Judged:
        """The judge's verdict on an attempt beside all others; unread cards have the benefit of the doubt."""
        before = state if self.before is None else self.before
        top = top_face(before)
        others = (*self.attempts, *rivals)
        if not isinstance(top, Card):
            return _on_unread(attempt, others)
        tried = [_trusted(before, one, top) for one in (attempt, *others)]
        opened_ms = self._opened_ms(attempt)
        snaps = snaps_on(before, state, top, tried, opened_ms, self._closed_ms(state, opened_ms))
        snaps = replace(snaps, pauses=self.pauses)
        judged, *ruled = (Judged(ruling.verdict, ruling.rule) for ruling in judge_snaps(state.pack, snaps))
        if judged.verdict is not Verdict.CORRECT:
            return judged
        if self.unclear_ms is not None or _is_doubtful(attempt, zip(others, ruled, strict=True)):
            return TOO_CLOSE
        return AFTER_ANOTHER if before.top.is_snapped and takes_one(state.pack) else judged

    def time_for_snaps(self, state: RoundState) -> Interval | None:
        """When a card laid onto the top of a table counts by the rules, None for never, or where nobody knows."""
        top = top_face(state)
        if not isinstance(top, Card) or self.opened_ms == float("-inf"):
            return None
        snaps = snaps_on(state, state, top, (), self.opened_ms, self._closed_ms(state, self.opened_ms))
        return time_for_snaps(state.pack, replace(snaps, pauses=self.pauses))

    def _opened_ms(self, attempt: Attempt) -> float:
        """When the card came to rest, or, where that was before anybody watched, no later than an attempt began."""
        if self.opened_ms > float("-inf"):
            return self.opened_ms
        times = [other.lifted_ms for other in (attempt, *self.attempts) if other.lifted_ms is not None]
        return min(times, default=attempt.time_ms)

    def _closed_ms(self, state: RoundState, opened_ms: float) -> float | None:
        """When the time for snaps was over; where a card was drawn before anybody watched, no later than it began."""
        drawn = (Drew(state.players[held.seat]) for held in state.held)
        is_over = any(closes_window(state.pack, event) for event in drawn)
        return opened_ms if self.closed_ms is None and is_over else self.closed_ms


NO_CONTEST = Contest()


def _on_unread(attempt: Attempt, others: Iterable[Attempt]) -> Judged:
    """The verdict on an attempt at a card that nobody could read: whether others match it is not known either."""
    if attempt.placed_ms is None:
        return Judged(Verdict.RETURNED, "snap.lift_commits")
    is_alone = all(other.placed_ms is None for other in others)
    return Judged(Verdict.CORRECT, "snap.enabled") if is_alone else TOO_CLOSE


def _is_doubtful(attempt: Attempt, ruled: Iterable[tuple[Attempt, Judged]]) -> bool:
    """Whether an attempt is perhaps the first that is valid only because another was not seen as it was.

    One that may not be made was perhaps not by that hand, or not before the card to match came. Where an attempt's own
    card was not read, one of another rank speaks for a misread pile as much as for a wrong snap.
    """
    for other, judged in ruled:
        barred = judged.verdict is Verdict.NOT_ALLOWED and other.placed_ms is not None
        barred &= other.time_ms <= attempt.time_ms
        if barred or (judged.verdict is Verdict.WRONG and attempt.card is FACE_DOWN):
            return True
    return False


def _trusted(state: RoundState, attempt: Attempt, top: Card) -> Attempt:
    """An attempt whose card, if it was placed and not read, is taken to match.

    A rank is read more surely than a suit: which of the deck's cards of a rank it is, is left open.
    """
    if attempt.placed_ms is None or attempt.card is None:
        return attempt
    card = top if attempt.card is FACE_DOWN else attempt.card
    assert isinstance(card, Card)
    return replace(attempt, card=of_any_suit(state.pack, card))


def attempt_of(state: RoundState, player: PlayerId, act: Act) -> Attempt | None:
    """The attempt that an act would be if it was this player's, None where it can be none."""
    move = act.moves[0] if act.moves else None
    if move is None or act.kind not in (Kind.CLAIMED, Kind.LIFTED_BACK) or move.target is Heap.ASIDE:
        return None
    slot = SlotId(str(move.origin))
    laid = move.laid if act.kind is Kind.CLAIMED else None
    lifted = move.lifted or move.laid
    owner = state.players[place_of(state, slot)[0]]
    return Attempt(
        player,
        owner,
        slot,
        move.face,
        lifted_ms=None if lifted is None else lifted.end_ms,
        placed_ms=None if laid is None else laid.end_ms,
        unseen_ms=None if laid is None else laid.end_ms - laid.start_ms,
    )


def is_strange(state: RoundState, act: Act, others: Iterable[Act], events: Iterable[Event]) -> bool:
    """Whether a card that is told to be laid off was perhaps a snap.

    Somebody else's hand was seen with it, or it matches the one beneath and a slot was emptied before whose card lies
    nowhere.
    """
    laid = act.moves[0].laid if act.moves else None
    contacts = [seen for seen in act.events if seen.seen.at == laid]
    players = [event.player for event in events if isinstance(event, Discarded)]
    is_anothers = any(hand_weight(contacts, player) < _OWN_HAND for player in players)
    return is_anothers or (bool(players) and _may_be_out_of_slot(state, act.moves[0], others))


def _may_be_out_of_slot(state: RoundState, move: Move, others: Iterable[Act]) -> bool:
    """Whether a card that came to the pile may be one that matches, out of a slot that was emptied before.

    So it may although another came from there since: it may have been told twice.
    """
    top = top_face(state)
    taken_ms = [other.at.start_ms for other in others if other.is_gone or other.kind is Kind.CLAIMED]
    is_match = same_rank(move.face, top, state.pack.deck.base)
    return is_match and move.laid is not None and any(at_ms < move.laid.end_ms for at_ms in taken_ms)
