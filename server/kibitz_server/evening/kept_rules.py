"""Rulings kept as house rules: which key would have said by itself what the table ruled against the rules."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pydantic import JsonValue

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import (
    Discarded,
    Event,
    Matched,
    Paired,
    PowerClaimed,
    Snapped,
    StarterTurned,
    Swapped,
    Verdict,
)
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.round_state import Phase, RoundState
from kibitz_scoring.rules.choices import TooClose
from kibitz_scoring.rules.house_rules import with_house_rules
from kibitz_scoring.rules.rule_pack import KEY_PATHS, HouseRule, choices_at
from kibitz_server.evening.round.choices import Choice, entry_of, said_by
from kibitz_server.evening.round.moments import moment_before_act
from kibitz_server.evening.round.play import Play
from kibitz_server.journal.play_entries import SnapRuled

_LAID = (Discarded, Swapped, PowerClaimed, StarterTurned, Matched, Paired)
"""What opens a window for snaps."""
_WHOLE_MS = 500
"""Windows for snaps are agreed on in such steps."""
_BARRED = (Verdict.NOT_ALLOWED, Verdict.BLOCKED)


@dataclass(frozen=True, slots=True)
class Switch:
    """A key of the rules and the value by which they would have said what the table ruled."""

    key: str
    value: JsonValue


def switches_of(play: Play, choice: Choice) -> tuple[Switch, ...]:
    """The switches of which each alone would have made the rules say what is chosen, none where they say it already."""
    try:
        before = moment_before_act(play, choice.act).state
        entry = entry_of(play, choice, play.last_ms)
        said = said_by(play, entry).get(choice.act, ())
    except InputError:
        return ()
    now = play.events_of(choice.act)
    if said == now and all(doubt.act != choice.act for doubt in play.doubts):
        return ()
    found = dict.fromkeys((*_of_closeness(play, choice), *_of_lateness(play, choice, before, now, said)))
    if found or isinstance(entry, SnapRuled):
        # No rule says who was first.
        return tuple(found)
    return tuple(dict.fromkeys((*_allowing(before, said), *_forbidding(before, now, said))))


def _of_closeness(play: Play, choice: Choice) -> Iterator[Switch]:
    """What the table does about snaps that nobody can tell apart, where it ruled otherwise."""
    race = next((race for race in play.races if choice.act in race.acts), None)
    if race is None or not any(one.snapped.verdict is Verdict.TOO_CLOSE for one in race.attempts):
        return
    by_looking = any(said.verdict is Verdict.CORRECT for said in _snaps(said_by_choice(play, choice)))
    rule = play.state.pack.snap.too_close
    if by_looking and rule is TooClose.BOTH_RETURNED:
        yield Switch("snap.too_close", str(TooClose.REPLAY))
    elif not by_looking and rule is not TooClose.BOTH_RETURNED:
        yield Switch("snap.too_close", str(TooClose.BOTH_RETURNED))


def said_by_choice(play: Play, choice: Choice) -> tuple[Event, ...]:
    """All events that a choice says happened."""
    words = said_by(play, entry_of(play, choice, play.last_ms))
    return tuple(event for events in words.values() for event in events)


def _of_lateness(
    play: Play, choice: Choice, before: RoundState, now: tuple[Event, ...], said: tuple[Event, ...]
) -> Iterator[Switch]:
    """A longer window, where a snap counts that came after its end and after nobody else's."""
    was_late = any(snap.verdict is Verdict.LATE for snap in _snaps(now))
    if not (was_late and any(snap.verdict is Verdict.CORRECT for snap in _snaps(said))) or before.top.snaps:
        return
    race = next((race for race in play.races if choice.act in race.acts), None)
    if race is None or any(one.snapped.verdict is Verdict.CORRECT for one in race.attempts):
        return
    snap = before.pack.snap
    key = "snap.final_window_ms" if before.phase is Phase.AFTER_LAST_TURN else "snap.window_ms"
    length = before.pack.keys()[key]
    laid = [one.at.end_ms for one in play.happened if isinstance(one.event, _LAID) and one.at.end_ms <= race.at_ms]
    if isinstance(length, int) and laid:
        needed = _WHOLE_MS * math.floor((race.at_ms - laid[-1]) / _WHOLE_MS + 1)
        if needed > length:
            yield Switch(key, needed)
            return
    if before.held and snap.closes_on_draw is True:
        yield Switch("snap.closes_on_draw", value=False)


def _allowing(before: RoundState, said: tuple[Event, ...]) -> Iterator[Switch]:
    """Keys that forbid something of what is said, each with the values that allow all of it."""
    for key in dict.fromkeys(violation.rule for event in said for violation in check(before, event)):
        for value in _others(before, key):
            state = _with(before, key, value)
            if state is not None and not any(check(state, event) for event in said):
                yield Switch(key, value)
                break


def _forbidding(before: RoundState, now: tuple[Event, ...], said: tuple[Event, ...]) -> Iterator[Switch]:
    """Keys that would have forbidden a snap that the rules allow and the table does not."""
    barred = any(snap.verdict in _BARRED for snap in _snaps(said))
    allowed = [event for event in now if isinstance(event, Snapped) and not check(before, event)]
    if not barred or not allowed:
        return
    for key in KEY_PATHS:
        if not key.startswith("snap.") or key == "snap.enabled":
            continue
        for value in _others(before, key):
            state = _with(before, key, value)
            if state is not None and {one.rule for event in allowed for one in check(state, event)} == {key}:
                yield Switch(key, value)
                break


def _others(state: RoundState, key: str) -> tuple[JsonValue, ...]:
    """The other values of a switch: yes or no, or a word of a list; none of a key that is no switch."""
    if key not in KEY_PATHS:
        return ()
    now = state.pack.keys()[key]
    if isinstance(now, bool):
        return (not now,)
    return (
        tuple(word for word in choices_at(KEY_PATHS[key]) if word not in (now, '"-"')) if isinstance(now, str) else ()
    )


def _with(state: RoundState, key: str, value: JsonValue) -> RoundState | None:
    rule = HouseRule(key=key, value=value, author="-", reason="-")
    try:
        return replace(state, pack=with_house_rules(state.pack, [rule]))
    except InputError:
        return None


def _snaps(events: tuple[Event, ...]) -> tuple[Snapped, ...]:
    return tuple(event for event in events if isinstance(event, Snapped))
