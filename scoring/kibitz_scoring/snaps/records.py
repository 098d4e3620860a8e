"""The snaps of a game that was written down, judged as they come: by their times where the file has them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kibitz_scoring.cards import Card
from kibitz_scoring.game.changes.moves import place_of
from kibitz_scoring.game.events import Event, Snapped, Verdict
from kibitz_scoring.game.legality.violations import Violation, broken
from kibitz_scoring.game.round_state import RoundState, top_face
from kibitz_scoring.snaps.costs import judge_snaps
from kibitz_scoring.snaps.judge import Attempt
from kibitz_scoring.snaps.told import closes_window, of_any_suit, snaps_on
from kibitz_scoring.table import FACE_DOWN, Interval

_STEP_MS = 1e-3
"""Time between two events that have none: in their order, and never so long that a window ends."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """When something happened: its time, if the file has it, and its place among all events."""

    at: Interval | None
    order: int


class RecordedSnaps:
    """The snaps onto the card on top of the pile so far, and when it came and its window was closed.

    `verdict` is the judge's on the last event, where that is a snap and the file has all times that matter.
    """

    def __init__(self) -> None:
        self._order = 0
        self._opened = _Moment(None, 0)
        self._closed: _Moment | None = None
        self._tried: list[tuple[Attempt, _Moment]] = []
        self._before: RoundState | None = None
        self.verdict: Verdict | None = None

    def take(self, before: RoundState, event: Event, at: Interval | None, after: RoundState) -> Violation | None:
        """Go on with one event; what the judge says otherwise than the file about a snap is a violation."""
        self._order += 1
        self.verdict = None
        if isinstance(event, Snapped):
            return self._judged(before, event, at)
        if after.discard[-1:] != before.discard[-1:]:
            self._begin(at)
        if self._closed is None and closes_window(before.pack, event):
            self._closed = _Moment(at, self._order)
        return None

    def _begin(self, at: Interval | None) -> None:
        self._opened, self._closed = _Moment(at, self._order), None
        self._tried, self._before = [], None

    def _judged(self, now: RoundState, event: Snapped, at: Interval | None) -> Violation | None:
        before = self._before = self._before or now
        top = top_face(before)
        is_unread = event.card is FACE_DOWN and event.verdict is not Verdict.RETURNED
        if not isinstance(top, Card) or (is_unread and event.verdict is not Verdict.CORRECT):
            return None
        owner = now.players[place_of(now, event.slot)[0]]
        # Whether a card can be there is said by the rules of play: the judge is asked about its rank.
        face = top if is_unread else event.card
        card = of_any_suit(now.pack, face) if isinstance(face, Card) else face
        placed_ms = None if event.verdict is Verdict.RETURNED else 0.0
        self._tried.append((Attempt(event.player, owner, event.slot, card, 0.0, placed_ms), _Moment(at, self._order)))
        moments = [self._opened, *(moment for _, moment in self._tried), *([self._closed] if self._closed else [])]
        is_timed = all(moment.at is not None for moment in moments)
        attempts = [
            _attempt(one, _ms(moment, timed=is_timed), moment.at if is_timed else None) for one, moment in self._tried
        ]
        closed_ms = _ms(self._closed, timed=is_timed) if self._closed else None
        snaps = snaps_on(before, now, top, attempts, _ms(self._opened, timed=is_timed), closed_ms)
        *_, judged = judge_snaps(now.pack, replace(snaps, already_snapped=before.top.is_snapped))
        self.verdict = judged.verdict if is_timed else None
        if judged.verdict is event.verdict or Verdict.TOO_CLOSE in (judged.verdict, event.verdict):
            return None
        if judged.rule == "snap.per_discard" and event.verdict is Verdict.LATE:
            return None
        return broken(
            judged.rule,
            "The snap is {judged}, not {told}: {reason}",
            judged=judged.verdict,
            told=event.verdict,
            reason=judged.reason,
        )


def _ms(moment: _Moment, *, timed: bool) -> float:
    return moment.at.end_ms if timed and moment.at is not None else moment.order * _STEP_MS


def _attempt(attempt: Attempt, at_ms: float, at: Interval | None) -> Attempt:
    """The attempt at its time, which lies within the interval in which it was seen, or is exact where there is none."""
    unseen_ms = 0.0 if at is None else at.end_ms - at.start_ms
    placed_ms = None if attempt.placed_ms is None else at_ms
    return replace(attempt, lifted_ms=at_ms, placed_ms=placed_ms, unseen_ms=unseen_ms)
