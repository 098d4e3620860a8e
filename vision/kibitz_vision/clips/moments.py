"""Moments of a round that people may want to look at again: races for the pile, and what the table is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kibitz_scoring.referee.questions import ActId, Question
from kibitz_scoring.referee.races import Race, finish_of, race_rule, race_sentence
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.table import Interval
from kibitz_vision.clips.clip import ClipKind, ClipRuling, ClipVerdict, Contact

_BEFORE_MS, _AFTER_MS = 700.0, 600.0
LONGEST_MS = 6000.0
"""Of what took longer its end is shown."""
REVEAL_MS = 3000.0
"""The cards are turned up one after the other; so long all of them lie there before they are counted, and more."""


@dataclass(frozen=True, slots=True)
class ClipMoment:
    """What it is about, by the referee's acts, when it was, and what was made of it; times are ms at the table."""

    kind: ClipKind
    acts: tuple[ActId, ...]
    title: str
    at: Interval
    moment_ms: float
    verdict: ClipVerdict | None = None
    ruling: ClipRuling | None = None

    def is_about(self, other: ClipMoment) -> bool:
        """Whether both are the same moment, told sooner or later."""
        return self.kind is other.kind and not set(self.acts).isdisjoint(other.acts)


def moments_of(races: Iterable[Race], questions: Iterable[Question]) -> Iterator[ClipMoment]:
    """A moment for every race and for every question."""
    yield from (moment_of_race(race) for race in races if race.acts)
    for question in questions:
        if question.about:
            yield moment_at(ClipKind.QUESTION, question.act, question.text, question.at)


def moment_at(kind: ClipKind, act: ActId, title: str, at: Interval) -> ClipMoment:
    """A moment of one act; the last that was seen of it is where to look."""
    return ClipMoment(kind, (act,), title, window_of(at), at.end_ms)


def moment_of_dispute(act: ActId, title: str, at: Interval, races: Iterable[Race]) -> ClipMoment:
    """What is disputed; of an act of a race it is the moment of the race, with its verdict."""
    race = next((race for race in races if act in race.acts), None)
    if race is None:
        return moment_at(ClipKind.DISPUTE, act, title, at)
    return replace(moment_of_race(race), kind=ClipKind.DISPUTE, acts=(act,), title=title, ruling=None)


def moment_of_reveal(now_ms: float) -> ClipMoment:
    """All cards lie there to be counted."""
    return ClipMoment(
        ClipKind.REVEAL, ("reveal",), Sentence("The reveal."), Interval(now_ms - REVEAL_MS, now_ms), now_ms
    )


def moment_of_race(race: Race) -> ClipMoment:
    """A race: one looks at the contact that decided it, the second one in time where there are two."""
    judged = replace(race, ruled=False)
    seen = [(one, one.contact.at) for one in race.attempts if one.contact is not None]
    contacts = tuple(Contact(one.player, one.snapped.slot, at) for one, at in seen)
    finish = finish_of(race)
    verdict = ClipVerdict(race_sentence(judged), race_rule(judged), contacts)
    if finish is not None:
        first, second = ([one for one, _ in seen].index(attempt) for attempt in finish.attempts)
        verdict = replace(verdict, chance=finish.chance, raced=(first, second))
    ruling = ClipRuling(race_sentence(race), race.reason, race.winner) if race.ruled else None
    times_ms = finish.times_ms if finish else [at for _, at in seen[:1]]
    moment_ms = times_ms[-1].end_ms if times_ms else race.at_ms
    return ClipMoment(ClipKind.SNAP, race.acts, race_sentence(judged), race.window_ms, moment_ms, verdict, ruling)


def window_of(at: Interval) -> Interval:
    """The time that shows something."""
    end_ms = at.end_ms + _AFTER_MS
    return Interval(max(at.start_ms - _BEFORE_MS, end_ms - LONGEST_MS), end_ms)
