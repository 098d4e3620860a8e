"""Whether the marks of clips are right: on which frame each contact truly was, and whether what is stated holds it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz_models.shares import share
from kibitz_models.watching.measuring.coverage import Stated, stated_figures
from kibitz_models.watching.measuring.races import told_races
from kibitz_models.watching.measuring.truth import FilmedRound
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.races import chance_first
from kibitz_scoring.table import FACE_DOWN, PileTopChanged, Seen
from kibitz_vision.clips.clip import Clip, ClipKind, Contact

_SURE = 0.95
"""From this probability on that one was first it should be so."""
_ROUNDING_MS = 0.5
"""A contact that is told to be on a frame is within this of its time."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A contact of a race as a clip marks it: so many frames too late, and when it is stated to have been."""

    player: PlayerId
    frames_late: int
    stated: Stated


@dataclass(frozen=True, slots=True)
class MarkedRace:
    """A race of a film: so many `contacts`, those that a clip marks, and whether who was told first was first.

    `chance` is what the clip says of that, None where it says nothing or no clip shows the race.
    """

    contacts: int
    marks: tuple[Mark, ...]
    chance: tuple[float, bool] | None


def marked_races(film: FilmedRound, clips: Iterable[Clip]) -> list[MarkedRace]:
    """What the clips of a film mark of its races."""
    marked: dict[PileTopChanged, tuple[Clip, Contact]] = {}
    for clip in clips:
        for contact in clip.verdict.contacts if clip.kind is ClipKind.SNAP and clip.verdict else ():
            at = contact.at_ms.later(clip.origin_ms)
            marked[PileTopChanged(Seen(at), FACE_DOWN, contact.slot)] = clip, contact
    races = []
    for told in told_races(film.done, list(marked)):
        there = [(true.at.end_ms, *marked[report]) for true, report in told if report is not None]
        races.append(MarkedRace(len(told), tuple(_mark(*one) for one in there), _chance(there)))
    return races


def _mark(true_ms: float, clip: Clip, contact: Contact) -> Mark:
    true_ms -= clip.origin_ms
    times = [frame.at_ms for frame in clip.frames]
    late = clip.at(contact.at_ms.end_ms + _ROUNDING_MS) - bisect_left(times, true_ms)
    return Mark(contact.player, late, Stated(clip.stated(contact), true_ms))


def _chance(there: Sequence[tuple[float, Clip, Contact]]) -> tuple[float, bool] | None:
    """How likely a clip says the first of two to be first, and whether it was."""
    if len(there) < 2:
        return None
    (first_ms, clip, first), (second_ms, _, second) = sorted(there, key=lambda one: one[2].at_ms.end_ms)[:2]
    chance = clip.verdict.chance if clip.verdict else None
    told = chance_first(clip.beside(first), clip.beside(second)) if chance is None else chance
    return told, first_ms <= second_ms


def mark_figures(races: Sequence[MarkedRace]) -> dict[str, Any]:
    """Shares with their 95 % Wilson intervals, and how many marks are how many frames late (early: negative)."""
    marks = [mark for race in races for mark in race.marks]
    late = Counter(mark.frames_late for mark in marks)
    return {
        "races": len(races),
        "shown": share(sum(bool(race.marks) for race in races), len(races)),
        "marked": share(len(marks), sum(race.contacts for race in races)),
        "within_a_frame": share(sum(abs(mark.frames_late) <= 1 for mark in marks), len(marks)),
        "frames_late": {str(frames): late[frames] for frames in sorted(late)},
        "stated": stated_figures([mark.stated for mark in marks]),
        "first_right": share(
            sum(race.chance[1] for race in races if race.chance and race.chance[0] >= _SURE),
            sum(race.chance is not None and race.chance[0] >= _SURE for race in races),
        ),
    }
