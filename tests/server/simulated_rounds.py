"""Rounds made up by the simulator, watched without a picture: the truth takes the place of a camera."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from kibitz_datasets.films.simulate import SimulationConfig, perform
from kibitz_datasets.films.stage.frame_clock import FrameClock
from kibitz_datasets.films.truth import SAID, Performance
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import CardRevealed, Interval, TableEvent
from kibitz_server.journal.entries import Entry
from kibitz_server.journal.play_entries import ActSaid, RoundWatched, TableSeen


@cache
def performed(pack_id: str, players: int, seed: int) -> Performance:
    """A round without slips of hand or camera."""
    return perform(SimulationConfig(load_pack(pack_id), players, seed, troubles=0.0))


def as_filmed(seen: TableEvent, clock: FrameClock, start_ms: float) -> TableEvent:
    """The event with the interval in which a film that began at `start_ms` leaves its time."""
    shown = clock.first_showing(seen.seen.at.end_ms)
    before_ms = clock.times_ms[shown - 1] if shown else 0.0
    at = Interval(start_ms + before_ms, start_ms + clock.times_ms[shown])
    return replace(seen, seen=replace(seen.seen, at=at, frames=(shown,)))


def unsure(seen: TableEvent) -> TableEvent:
    """The event as a poor camera sees it; cards turned up at the end it sees well."""
    return seen if isinstance(seen, CardRevealed) else replace(seen, seen=replace(seen.seen, confidence=0.5))


def entries_of(performance: Performance) -> Iterator[tuple[Entry, RoundState]]:
    """What a perfect camera and the people would put in, in order of time, each with the table as it truly is then."""
    stage = performance.stage
    timed: list[tuple[float, int, Entry]] = [(seen.seen.at.end_ms, 1, TableSeen((seen,))) for seen in stage.seen]
    for happening in performance.happenings:
        at, event = happening.timed.at, happening.timed.event
        if isinstance(event, SAID):
            timed.append((at.end_ms, 0, ActSaid(at.end_ms, format_event(event, stage.players))))
    states = [(happening.timed.at.end_ms, happening.after) for happening in performance.happenings]
    yield RoundWatched(performance.start.players[performance.start.dealer], is_dealt=False), performance.start
    for at_ms, _, entry in sorted(timed, key=lambda one: one[:2]):
        truth = [state for then_ms, state in states if then_ms <= at_ms]
        yield entry, truth[-1] if truth else performance.start
