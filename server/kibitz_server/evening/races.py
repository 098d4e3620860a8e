"""Snap races as they were seen: who had a card on the pile when, and how surely one came before another."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from kibitz_scoring.game.events import Snapped, Verdict
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import CardPlaced, Heap, Interval, PileTopChanged, SlotId, TableEvent
from kibitz_server.journal.play_entries import SnapOutcome, SnapOutcomes

TOGETHER_MS = 3000.0
"""Attempts further apart than this are not one race."""
_SAME_MS = 1e-6
"""Times that differ by less are the same: a sum of floats."""
_JUDGED = (Verdict.CORRECT, Verdict.LATE, Verdict.TOO_CLOSE, Verdict.WRONG)


@dataclass(frozen=True, slots=True)
class Contact:
    """A card from a slot touches the pile: when, and on which frames."""

    slot: SlotId
    at: Interval
    frames: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One snap of a race with its verdict; `contact` is None where none was seen, `act` names what it was read from."""

    snapped: Snapped
    contact: Contact | None
    act: str | None = None

    @property
    def player(self) -> PlayerId:
        """Who snapped."""
        return self.snapped.player


@dataclass(frozen=True, slots=True)
class Race:
    """Snaps onto the same card in the order of their contacts; `ruled` once the table has decided, for `winner`."""

    attempts: tuple[Attempt, ...]
    at_ms: float
    ruled: bool = False
    winner: PlayerId | None = None

    @property
    def acts(self) -> tuple[str, ...]:
        """What its attempts were read from."""
        return tuple(one.act for one in self.attempts if one.act is not None)

    @property
    def is_open(self) -> bool:
        """Whether nobody can say who was first, and the table has not said it either."""
        return not self.ruled and any(one.snapped.verdict is Verdict.TOO_CLOSE for one in self.attempts)

    @property
    def window_ms(self) -> Interval:
        """The time to look at again: from before the first contact to after the last."""
        contacts = [one.contact.at for one in self.attempts if one.contact]
        start_ms = min((at.start_ms for at in contacts), default=self.at_ms)
        return Interval(start_ms - 700, max((at.end_ms for at in contacts), default=self.at_ms) + 400)


@dataclass(frozen=True, slots=True)
class Lead:
    """How much earlier one contact was than another, in ms, and how far off that may be."""

    by_ms: float
    plus_minus_ms: float

    @property
    def is_firm(self) -> bool:
        """Whether the other cannot have been first: it came in a later picture, if only in the next."""
        return self.by_ms >= self.plus_minus_ms - _SAME_MS


def lead(first: Interval, second: Interval) -> Lead:
    """Lead of the first contact over the second; each happened somewhere in its interval."""
    least, most = second.start_ms - first.end_ms, second.end_ms - first.start_ms
    return Lead((least + most) / 2, (most - least) / 2)


def contact_of(seen: TableEvent) -> Contact | None:
    """The contact with the pile that a table event is, None for any other."""
    match seen:
        case PileTopChanged(origin=origin) if origin is not None and not isinstance(origin, Heap):
            return Contact(origin, seen.seen.at, seen.seen.frames)
        case CardPlaced(place=Heap.DISCARD, origin=origin) if origin is not None and not isinstance(origin, Heap):
            return Contact(origin, seen.seen.at, seen.seen.frames)
        case _:
            return None


def with_attempt(races: Sequence[Race], attempt: Attempt, at_ms: float) -> tuple[Race, ...]:
    """The races with one more snap, which joins the last race or begins another."""
    snapped = attempt.snapped
    if snapped.verdict not in _JUDGED:
        return tuple(races)
    if races and at_ms - races[-1].at_ms < TOGETHER_MS:
        others = [one for one in races[-1].attempts if (one.player, one.snapped.slot) != (snapped.player, snapped.slot)]
        attempts = sorted((*others, attempt), key=lambda one: one.contact.at.end_ms if one.contact else at_ms)
        return (*races[:-1], replace(races[-1], attempts=tuple(attempts)))
    return (*races, Race((attempt,), at_ms))


def outcomes(races: Iterable[Race]) -> SnapOutcomes:
    """What each snap came to; of a race that nobody can decide none is told but those of another rank."""
    told = ((one.player, _outcome(race, one)) for race in races for one in race.attempts)
    return tuple((player, outcome) for player, outcome in told if outcome is not None)


def _outcome(race: Race, attempt: Attempt) -> SnapOutcome | None:
    verdict = attempt.snapped.verdict
    if verdict is Verdict.WRONG:
        return SnapOutcome.WRONG
    if race.ruled:
        return SnapOutcome.WON if attempt.player == race.winner else SnapOutcome.LOST
    return {Verdict.CORRECT: SnapOutcome.WON, Verdict.LATE: SnapOutcome.LOST}.get(verdict)


def find_race(races: Sequence[Race], number: int, acts: Collection[str]) -> int | None:
    """Where a race stands that was told by its number and, if they are known, its attempts; None where it is gone."""
    if not acts:
        return number if 0 <= number < len(races) else None
    return next((at for at, race in enumerate(races) if not set(acts).isdisjoint(race.acts)), None)


def race_sentence(race: Race) -> str:
    """`Ben first by 67 ms ± 33 ms`, or that it is too close to say, or what one snap alone was."""
    if race.ruled:
        return f"The table ruled: {race.winner} has it." if race.winner else "The table ruled: nobody has it."
    in_time = [one for one in race.attempts if one.snapped.verdict is not Verdict.WRONG]
    if len(in_time) >= 2 and in_time[0].contact and in_time[1].contact:
        first, second = in_time[0], in_time[1]
        ahead = lead(in_time[0].contact.at, in_time[1].contact.at)
        gap = f"{ahead.by_ms:.0f} ms ± {ahead.plus_minus_ms:.0f} ms"
        if race.is_open or not ahead.is_firm:
            return f"Too close to call: {first.player} and {second.player}, {gap} apart."
        return f"{first.player} first by {gap}."
    only = (in_time or race.attempts)[0]
    return f"{only.player}'s snap: {_WORDS.get(only.snapped.verdict, only.snapped.verdict.value)}."


_WORDS = {
    Verdict.CORRECT: "it counts",
    Verdict.WRONG: "another rank, it goes back",
    Verdict.LATE: "too late",
    Verdict.TOO_CLOSE: "too close to call",
}
