"""The race of matching cards to the pile: who was in time and first, and what no camera can tell.

A contact first seen at t lies in (t - frame interval, t], or in more than that where hands hid it: two that may have
come in either order get no firm verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz_scoring.game.events import Verdict
from kibitz_scoring.game.round_state import Phase
from kibitz_scoring.rules.choices import AfterWrong, TooClose, WhenEmpty
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.sentences import Sentence, to_say
from kibitz_scoring.snaps.judge import Attempt, Ruling, Snaps, place_index, takes_one
from kibitz_scoring.snaps.pauses import runs_out_ms
from kibitz_scoring.table import Interval

_TOLERANCE_MS = 0.5
"""How much less than a frame apart two frame times may be and still be two frames, as clocks jitter."""
_ROUNDING_MS = 1e-6
_BETWEEN_PICTURES, _UNSEEN = to_say("between two pictures"), to_say("in which hands hid the later one")
_TABLE_DOES = {
    TooClose.BOTH_RETURNED: to_say("the cards go back"),
    TooClose.REPLAY: to_say("look at the replay"),
    TooClose.COIN_FLIP: to_say("a coin decides"),
    TooClose.CALLERS_LEFT: to_say("whoever sits first to the left of the caller has it"),
}


@dataclass(frozen=True, slots=True)
class _Window:
    """When snapping begins and ends (None for no end), half-open, and the key that ends it.

    It is empty where it ends no later than it begins.
    """

    opened_ms: float
    end_ms: float | None
    rule: str


def rule_race(
    pack: RulePack, snaps: Snaps, racing: Sequence[Attempt], wrong: Sequence[Attempt]
) -> list[tuple[Ruling, float]]:
    """Ruling on each matching attempt, and how long after what decided it its contact was seen, in ms.

    `racing` are the matching attempts in order of time, `wrong` those of another rank, whose contact may close the
    window.
    """
    window = _window(pack, snaps)
    closers = wrong if pack.snap.after_wrong is AfterWrong.CLOSES else ()
    rulings: list[tuple[Ruling, float]] = []
    for attempt in racing:
        rivals = [other for other in racing if other is not attempt and _rival(pack, attempt, other)]
        ruling = _too_close(pack, snaps, attempt, (*rivals, *closers), window) or _in_order(
            attempt, rivals, closers, window
        )
        rulings.append(ruling)
        if pack.snap.chain and ruling[0].verdict is Verdict.CORRECT:
            window = _window(pack, snaps, attempt.time_ms)
    return rulings


def time_for_snaps(pack: RulePack, snaps: Snaps) -> Interval | None:
    """When a matching card on the pile counts, None for never; it ends at infinity where only an act would end it."""
    window = _window(pack, snaps)
    end_ms = float("inf") if window.end_ms is None else window.end_ms
    return Interval(window.opened_ms, end_ms) if pack.snap.enabled and window.opened_ms < end_ms else None


def _window(pack: RulePack, snaps: Snaps, opened_ms: float | None = None) -> _Window:
    """Window of the card on the pile; a snapped card that may be snapped onto in turn opens its own at `opened_ms`."""
    opened_ms = snaps.window_opened_ms if opened_ms is None else opened_ms
    ends = []
    if snaps.phase is Phase.AFTER_LAST_TURN:
        ends.append((runs_out_ms(opened_ms, _final_ms(pack, snaps), snaps.pauses), "snap.final_window_ms"))
    elif isinstance(pack.snap.window_ms, int):
        ends.append((runs_out_ms(opened_ms, pack.snap.window_ms, snaps.pauses), "snap.window_ms"))
    if snaps.window_closed_ms is not None:
        closing = "snap.closes_on_draw" if pack.snap.closes_on_draw is True else "snap.window_ms"
        ends.append((snaps.window_closed_ms, closing))
    return _Window(opened_ms, *min(ends, default=(None, "snap.window_ms")))


def _final_ms(pack: RulePack, snaps: Snaps) -> int:
    """Length of the window after the last turn: none where the deck running out ended the round."""
    ran_out = not snaps.draw_pile and pack.piles.when_empty is WhenEmpty.END_ROUND
    final_ms = pack.snap.final_window_ms
    return 0 if ran_out or not isinstance(final_ms, int) else final_ms


def _rival(pack: RulePack, attempt: Attempt, other: Attempt) -> bool:
    """Whether only one of the two can be valid: one snap for each card on the pile, or the same card twice."""
    return takes_one(pack) or _is_same_card(pack, attempt, other)


def _is_same_card(pack: RulePack, attempt: Attempt, other: Attempt) -> bool:
    if attempt.slot is None or other.slot is None or attempt.owner != other.owner:
        return False
    return place_index(pack, attempt.slot) == place_index(pack, other.slot)


def _too_close(
    pack: RulePack,
    snaps: Snaps,
    attempt: Attempt,
    others: Sequence[Attempt],
    window: _Window,
) -> tuple[Ruling, float] | None:
    near = [other for other in others if _overlap(snaps, attempt, other)]
    if near:
        nearest = min(near, key=lambda other: (abs(other.time_ms - attempt.time_ms), other.player))
        apart = abs(nearest.time_ms - attempt.time_ms)
        later = max(attempt, nearest, key=lambda one: one.time_ms)
        reason = Sentence(
            "{player}'s and {player2}'s cards came {apart:.0f} ms apart, less than the {unseen_ms:.0f} ms {where}: "
            "nobody can say which of the two was first, so {then}.",
            player=attempt.player,
            player2=nearest.player,
            apart=apart,
            unseen_ms=_unseen_ms(snaps, later),
            where=Sentence(_UNSEEN if later.unseen_ms is not None else _BETWEEN_PICTURES),
            then=Sentence(_TABLE_DOES[pack.snap.too_close]),
        )
        return Ruling(Verdict.TOO_CLOSE, "snap.too_close", reason), 0.0
    end = window.end_ms
    earliest_ms = max(attempt.time_ms - _unseen_ms(snaps, attempt), window.opened_ms)
    if end is not None and earliest_ms < end - _ROUNDING_MS and end <= attempt.time_ms:
        reason = Sentence("{player}'s card came in the very picture in which the window ended.", player=attempt.player)
        return Ruling(Verdict.TOO_CLOSE, window.rule, reason), 0.0
    return None


def _overlap(snaps: Snaps, attempt: Attempt, other: Attempt) -> bool:
    """Whether the two may have come in either order: the later one may have come no later than the earlier was seen."""
    earlier, later = sorted((attempt, other), key=lambda one: one.time_ms)
    return later.time_ms - earlier.time_ms < _unseen_ms(snaps, later) - _TOLERANCE_MS - _ROUNDING_MS


def _unseen_ms(snaps: Snaps, attempt: Attempt) -> float:
    """How long before its time an attempt's contact may have been."""
    return snaps.frame_interval_ms if attempt.unseen_ms is None else attempt.unseen_ms


def _in_order(
    attempt: Attempt, rivals: Sequence[Attempt], closers: Sequence[Attempt], window: _Window
) -> tuple[Ruling, float]:
    """Ruling on a contact that is firmly before or after everything that matters."""
    first = min((other.time_ms for other in rivals if other.time_ms < attempt.time_ms), default=None)
    closed = min((other.time_ms for other in closers if other.time_ms < attempt.time_ms), default=None)
    end = window.end_ms
    if end is not None and end <= attempt.time_ms:
        reason = Sentence(
            "{player}'s card matches but came {time_ms:.0f} ms after the window ended.",
            player=attempt.player,
            time_ms=attempt.time_ms - end,
        )
        return Ruling(Verdict.LATE, window.rule, reason), attempt.time_ms - end
    if first is not None:
        reason = Sentence(
            "{player}'s card matches but came {time_ms:.0f} ms after the first one.",
            player=attempt.player,
            time_ms=attempt.time_ms - first,
        )
        return Ruling(Verdict.LATE, "snap.per_discard", reason), attempt.time_ms - first
    if closed is not None:
        reason = Sentence(
            "{player}'s card matches but came {time_ms:.0f} ms after a wrong one.",
            player=attempt.player,
            time_ms=attempt.time_ms - closed,
        )
        return Ruling(Verdict.LATE, "snap.after_wrong", reason), attempt.time_ms - closed
    rule = "snap.enabled" if attempt.player == attempt.owner else "snap.whose"
    return Ruling(
        Verdict.CORRECT,
        rule,
        Sentence("{card} matches and {player} was first on the pile.", card=attempt.card, player=attempt.player),
    ), 0.0
