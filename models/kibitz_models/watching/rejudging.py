"""A clip judged once more: the same code over its stored frames, from its table on, and what is different then."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import unified_diff

from kibitz_models.watching.following import Following
from kibitz_scoring.game.projection import public_event
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.seen_lines import TimedEvent, event_json, seen_json
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.referee.races import RaceBook
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.table import HandOver, TableEvent
from kibitz_vision.clips.clip import Clip, ClipVerdict
from kibitz_vision.clips.moments import moment_of_race
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.watcher import Watcher

_NEAR_MS = 34.0
"""What was told as it happened and what its stored frames tell may differ by a frame."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What the frames of a clip come to: table events and game events as lines of JSON, and the verdict on its race.

    The game events are as everybody may know them. `verdict` is None where no race was seen.
    """

    seen: tuple[TableEvent, ...]
    events: tuple[TimedEvent, ...]
    lines: tuple[str, ...]
    verdict: ClipVerdict | None


def judge_clip(clip: Clip, pipeline: Pipeline, pack: RulePack | None = None) -> Judged:
    """Watch the frames of a clip from the table as it stood, by its rules or others.

    Each time alike, with the same models. `InputError` where a frame is damaged or its table does not go with the
    rules.
    """
    pack, players = pack or clip.table.pack, clip.table.players
    start = parse_table(clip.table.start, pack, players)
    places = replace(clip.places, players=players)
    watcher = Watcher(pipeline, pack, players, places=places)
    following = Following.begin(watcher, start, clip.acts, contest=clip.contest)
    seen: list[TableEvent] = []
    done: list[TimedEvent] = []
    for frame in clip.played():
        news = following.take(frame)
        seen += news.seen
        done += news.done
    news = following.rest()
    seen, done = [*seen, *news.seen], [*done, *news.done]
    book = RaceBook()
    for settled in following.timeline.settled:
        book.take(settled)
    state, events = start, list[TimedEvent]()
    for timed in done:
        events.append(replace(timed, event=public_event(state, timed.event)))
        state = apply(state, timed.event)
    told = [*map(seen_json, seen), *(event_json(timed, players) for timed in events)]
    verdict = moment_of_race(book.races[-1]).verdict if book.races else None
    return Judged(tuple(seen), tuple(events), tuple(map(json.dumps, told)), verdict)


def differences(clip: Clip, now: Judged) -> list[str]:
    """What is not as it was, in lines for people, none where all is the same.

    Beside what its frames came to when they were judged before it is the same to the bit, or told. Where nobody did
    that, beside what was told as it happened, from all that the watching knew then: alike within a frame.
    """
    if clip.judged is not None:
        return list(unified_diff(clip.judged, now.lines, "then", "now", lineterm="", n=0))[2:]
    then = [*_told(clip, clip.seen, clip.events)]
    again = [*_told(clip, now.seen, now.events)]
    found = []
    for text, at_ms in then:
        near = next((one for one in again if one[0] == text and abs(one[1] - at_ms) <= _NEAR_MS), None)
        if near is None:
            found.append(f"-{at_ms:.0f} ms: {text}")
        else:
            again.remove(near)
    return [*found, *(f"+{at_ms:.0f} ms: {text}" for text, at_ms in again)]


def _told(clip: Clip, seen: Sequence[TableEvent], events: Sequence[TimedEvent]) -> list[tuple[str, float]]:
    """What happened and when, without what only says how surely it was seen."""
    players = clip.table.players
    lines = [(_seen_words(one), one.seen.at.end_ms) for one in seen if not isinstance(one, HandOver)]
    lines += [(str(event_json(one, players)["event"]), one.at.end_ms) for one in events]
    return sorted(lines, key=lambda line: line[1])


def _seen_words(event: TableEvent) -> str:
    line = seen_json(event)
    return " ".join(str(line[key]) for key in ("type", "place", "origin", "face") if line.get(key))
