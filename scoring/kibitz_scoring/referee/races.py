"""Snap races as they were seen: who had a card on the pile when, and how surely one came before another."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from kibitz_scoring.game.events import Snapped, Verdict
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.acts.contest import TOO_CLOSE
from kibitz_scoring.sentences import Sentence, to_say
from kibitz_scoring.table import CardPlaced, Heap, Interval, PileTopChanged, SlotId, TableEvent

TOGETHER_MS = 3000.0
"""Attempts further apart than this are not one race."""
_SAME_MS = 1e-6
"""Times that differ by less are the same: a sum of floats."""
_KEPT_CONTACTS = 24
_FIRM_WRONG, _FIRM_TOLD = 0, 132
"""Of so many firm verdicts on filmed races so many were wrong, whatever their times said (docs/measured/video.json)."""
SUREST_FIRST = 1 - (_FIRM_WRONG + 0.5) / (_FIRM_TOLD + 1)
"""How likely the first of a race was first, at most, by Jeffreys' rule: 0.996."""
_JUDGED = (Verdict.CORRECT, Verdict.LATE, Verdict.TOO_CLOSE, Verdict.WRONG)


@dataclass(frozen=True, slots=True)
class Contact:
    """A card from a slot touches the pile: when, and on which frames."""

    slot: SlotId
    at: Interval
    frames: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One snap of a race with its verdict; `contact` is None where none was seen, `act` names what it was read from.

    `rule` is the key that decided it, empty where the table said what the judge does not.
    """

    snapped: Snapped
    contact: Contact | None
    act: str | None = None
    rule: str = ""

    @property
    def player(self) -> PlayerId:
        """Who snapped."""
        return self.snapped.player


@dataclass(frozen=True, slots=True)
class Race:
    """Snaps onto the same card in the order of their contacts; `ruled` once the table has decided, for `winner`.

    `reason` is why, if anybody said it. `is_asked`: the table is asked whether what seems to be the first snap was one.
    """

    attempts: tuple[Attempt, ...]
    at_ms: float
    ruled: bool = False
    winner: PlayerId | None = None
    reason: str = ""
    is_asked: bool = False

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


@dataclass(frozen=True, slots=True)
class Finish:
    """The first two of a race that were in time, and when each had its card on the pile."""

    attempts: tuple[Attempt, Attempt]
    times_ms: tuple[Interval, Interval]

    @property
    def first(self) -> PlayerId:
        """Who came first."""
        return self.attempts[0].player

    @property
    def second(self) -> PlayerId:
        """Who came second."""
        return self.attempts[1].player

    @property
    def ahead(self) -> Lead:
        """The lead of the first over the second."""
        return lead(*self.times_ms)

    @property
    def chance(self) -> float:
        """How likely the first was first."""
        return chance_first(*self.times_ms)


@dataclass(slots=True)
class RaceBook:
    """The races of a round so far, from what is settled of it, in order."""

    races: tuple[Race, ...] = ()
    _contacts: tuple[Contact, ...] = ()

    def take(self, settled: TableEvent | TimedEvent) -> None:
        """Go on with one thing that was seen, or that happened in the game."""
        if not isinstance(settled, TimedEvent):
            contact = contact_of(settled)
            if contact is not None:
                self._contacts = (*self._contacts, contact)[-_KEPT_CONTACTS:]
        elif isinstance(settled.event, Snapped):
            slot = settled.event.slot
            contact = next((one for one in reversed(self._contacts) if one.slot == slot), None)
            at_ms = contact.at.end_ms if contact else settled.at.end_ms
            self.races = with_attempt(self.races, Attempt(settled.event, contact, settled.act, settled.rule), at_ms)


def chance_first(first: Interval, second: Interval) -> float:
    """How likely the first contact came before the second, as far as anybody can know: never surely, never surely not.

    Each is as likely at any time of its interval, but the intervals themselves may be wrong (`SUREST_FIRST`).
    """
    return min(max(_part_before(first, second), 1 - SUREST_FIRST), SUREST_FIRST)


def _part_before(first: Interval, second: Interval) -> float:
    """The part of the product of two intervals in which the time of the first is the smaller one."""
    a, b, c, d = first.start_ms, first.end_ms, second.start_ms, second.end_ms
    if b <= c:
        return 1.0
    if d <= a:
        return 0.0
    if b == a:
        return (d - a) / (d - c)
    if d == c:
        return (c - a) / (b - a)

    def before(time_ms: float) -> float:
        """The integral from -inf to a time of the share of the first interval that lies before it."""
        inside = min(max(time_ms, a), b) - a
        return inside * inside / (2 * (b - a)) + max(0.0, time_ms - b)

    return (before(d) - before(c)) / (d - c)


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


def as_asked(race: Race, asked: Collection[str]) -> Race:
    """The race, not firm while the table is `asked` what the act was that gives it to anybody."""
    won = (one for one in race.attempts if one.snapped.verdict is Verdict.CORRECT)
    return replace(race, is_asked=not race.ruled and any(one.act in asked for one in won))


def find_race(races: Sequence[Race], number: int, acts: Collection[str]) -> int | None:
    """Where a race stands that was told by its number and, if they are known, its attempts; None where it is gone."""
    if not acts:
        return number if 0 <= number < len(races) else None
    return next((at for at, race in enumerate(races) if not set(acts).isdisjoint(race.acts)), None)


def finish_of(race: Race) -> Finish | None:
    """Who came first and second, None where no two contacts in time were seen."""
    match [(one, one.contact) for one in _in_time(race)[:2]]:
        case [(first, Contact(at=first_at)), (second, Contact(at=second_at))]:
            return Finish((first, second), (first_at, second_at))
        case _:
            return None


def decisive(race: Race) -> Attempt:
    """The attempt that a race without a finish is about."""
    return (_in_time(race) or race.attempts)[0]


def _in_time(race: Race) -> Sequence[Attempt]:
    return [one for one in race.attempts if one.snapped.verdict is not Verdict.WRONG]


def race_sentence(race: Race) -> str:
    """`Ben first by 67 ms ± 33 ms`, or that it is too close to say, or what one snap alone was."""
    if race.ruled:
        return (
            Sentence("The table ruled: {winner} has it.", winner=race.winner)
            if race.winner
            else Sentence("The table ruled: nobody has it.")
        )
    if race.is_asked:
        return Sentence("{player}'s snap: Kibitz is not sure, and asks the table.", player=decisive(race).player)
    finish = finish_of(race)
    if finish:
        ahead = finish.ahead
        gap = Sentence("{by_ms:.0f} ms ± {plus_minus_ms:.0f} ms", by_ms=ahead.by_ms, plus_minus_ms=ahead.plus_minus_ms)
        if race.is_open or not ahead.is_firm:
            return Sentence(
                "Too close to call: {player} and {player2}, {gap} apart.",
                player=finish.first,
                player2=finish.second,
                gap=gap,
            )
        return Sentence("{player} first by {gap}.", player=finish.first, gap=gap)
    only = decisive(race)
    return Sentence(
        "{player}'s snap: {verdict}.",
        player=only.player,
        verdict=Sentence(_WORDS.get(only.snapped.verdict, only.snapped.verdict.value)),
    )


def race_rule(race: Race) -> str:
    """The key of the rule that decides a race as its sentence tells it, empty where none is known."""
    finish = finish_of(race)
    if race.is_open or (finish and not finish.ahead.is_firm):
        close = (one.rule for one in race.attempts if one.snapped.verdict is Verdict.TOO_CLOSE)
        return next(filter(None, close), TOO_CLOSE.rule)
    return (finish.attempts[1].rule if finish else "") or decisive(race).rule


_WORDS = {
    Verdict.CORRECT: to_say("it counts"),
    Verdict.WRONG: to_say("another rank, it goes back"),
    Verdict.LATE: to_say("too late"),
    Verdict.TOO_CLOSE: to_say("too close to call"),
}
