"""What of a clip may be looked at: that is told by the table as it is now, not by that of the picture.

Who saw a card must remember it: a card that lay on the pile and lies face down again is not to be looked at once more
while its round goes on. Once the round is over, hands are shown as they lay open at the time of each picture.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Event, Snapped, Verdict
from kibitz_scoring.game.projection import lying_open
from kibitz_scoring.game.round_state import Phase, RoundState, TableCard
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.table import FACE_DOWN, CardPlaced, Face, Heap, PileTopChanged, SlotId, TableEvent
from kibitz_vision.clips.clip import Clip

_CARRIED_MS = 1500.0
"""So long before it lies there a card may show on its way to the pile."""


@dataclass(frozen=True, slots=True)
class ShownClip:
    """A clip as it may be looked at now: its pictures from `hidden_from_ms` on only coarsely, ms after the first.

    `shows_hands` says that what lay open in hands at the time of a picture is shown on it.
    """

    clip: Clip
    hidden_from_ms: float = math.inf
    shows_hands: bool = False


def shown_now(clip: Clip, state: RoundState, happened: Iterable[TimedEvent]) -> ShownClip:
    """A clip of a round that has come so far, with all that `happened` in it, in ms of the table."""
    if not _has_secrets(state):
        return ShownClip(clip, shows_hands=True)
    faces = _secret_faces(state)
    times = [*_times_on_pile(clip, faces), *_times_of_returned(clip, happened)]
    events, acts = (_all_without(timed, faces) for timed in (clip.events, clip.acts))
    return ShownClip(replace(clip, events=events, acts=acts), min(times, default=math.inf))


def shown_by_itself(clip: Clip, *, is_over: bool = False) -> ShownClip:
    """A clip of a round of which nothing is known but what it holds, and perhaps that it `is_over`.

    Where nobody told of a card on the pile that it counts, it may have gone back.
    """
    if is_over:
        return ShownClip(clip, shows_hands=True)
    state = _tables(clip)[-1]
    happened = [replace(one, at=one.at.later(clip.origin_ms)) for one in clip.events]
    shown = shown_now(clip, state, happened)
    if shown.shows_hands:
        return shown
    snaps = (one.event for one in clip.events if isinstance(one.event, Snapped))
    counted = {(snap.player, snap.slot) for snap in snaps if not _goes_back(snap)}
    contacts = clip.verdict.contacts if clip.verdict else ()
    doubtful = (one.at_ms.start_ms - _CARRIED_MS for one in contacts if (one.player, one.slot) not in counted)
    return replace(shown, hidden_from_ms=min((shown.hidden_from_ms, *doubtful)))


class OpenHands:
    """The places of hands whose card lay open to everybody while a clip was filmed."""

    def __init__(self, clip: Clip) -> None:
        tables = _tables(clip)
        self._events = clip.events[: len(tables) - 1]
        self._open = [lying_open(state) for state in tables]

    def at(self, at_ms: float) -> frozenset[SlotId]:
        """At a time of the clip: a card from when it had been turned up, and no more once it began to be covered."""
        done = next((number for number, one in enumerate(self._events) if one.at.end_ms > at_ms), len(self._events))
        begun = [number for number, one in enumerate(self._events) if number >= done and one.at.start_ms <= at_ms]
        return self._open[done].intersection(*(self._open[number + 1] for number in begun))


def _tables(clip: Clip) -> list[RoundState]:
    """The table as a clip begins and after each of its events, as far as these can be followed."""
    tables = [clip.table.state]
    for one in clip.events:
        try:
            tables.append(apply(tables[-1], one.event))
        except InputError:
            break
    return tables


def _has_secrets(state: RoundState) -> bool:
    return state.phase not in (Phase.REVEAL, Phase.SCORED) and not state.pack.display.open_hands


def _secret_faces(state: RoundState) -> frozenset[Card]:
    """The faces that Kibitz has read of cards that lie face down now, or are held."""
    cards: list[TableCard] = [card for hand in state.hands for card in hand if card is not None]
    cards += [held.card for held in state.held]
    return frozenset(card.face for card in cards if isinstance(card.face, Card) and not card.face_up)


def _times_on_pile(clip: Clip, faces: frozenset[Card]) -> Iterator[float]:
    """When such a card comes to lie on the pile, or that it lies there from the first picture on."""
    discard = clip.table.state.discard
    if discard and discard[-1].face in faces:
        yield 0.0
    for one in clip.seen:
        if _face_on_pile(one) in faces:
            yield one.seen.at.start_ms - _CARRIED_MS


def _face_on_pile(seen: TableEvent) -> Face:
    if isinstance(seen, PileTopChanged) or (isinstance(seen, CardPlaced) and seen.place is Heap.DISCARD):
        return seen.face
    return FACE_DOWN


def _times_of_returned(clip: Clip, happened: Iterable[TimedEvent]) -> Iterator[float]:
    """When a card is brought that goes back by the verdict, whether its face was read or not."""
    for timed in happened:
        start_ms = timed.at.start_ms - clip.origin_ms
        if _goes_back(timed.event) and -_CARRIED_MS <= start_ms <= clip.duration_ms:
            yield start_ms - _CARRIED_MS


def _goes_back(event: Event) -> bool:
    return isinstance(event, Snapped) and event.verdict is not Verdict.CORRECT


def _all_without(timed: Iterable[TimedEvent], faces: frozenset[Card]) -> tuple[TimedEvent, ...]:
    return tuple(replace(one, event=_without(one.event, faces)) for one in timed)


def _without(event: Event, faces: frozenset[Card]) -> Event:
    """The event without the face of a card that is secret now."""
    assert is_dataclass(event)
    named: dict[str, Any] = {
        field.name: FACE_DOWN
        for field in fields(event)
        if isinstance(getattr(event, field.name), Card) and getattr(event, field.name) in faces
    }
    return replace(event, **named) if named else event
