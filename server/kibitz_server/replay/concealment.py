"""From when on a clip shows what nobody may see any more: that is told by the table now, not by that of the picture.

Who saw a card must remember it: a card that lay on the pile and lies face down again is not to be looked at once more.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from kibitz_scoring.cards import Card
from kibitz_scoring.game.events import Event, Snapped, Verdict
from kibitz_scoring.game.round_state import Phase, RoundState, TableCard
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.table import FACE_DOWN, CardPlaced, Face, Heap, PileTopChanged, TableEvent
from kibitz_server.evening.live import Live
from kibitz_server.evening.play import Play
from kibitz_server.journal.entries import Seq
from kibitz_server.journal.play_entries import RoundWatched
from kibitz_vision.clips.clip import Clip

_CARRIED_MS = 1500.0
"""So long before it lies there a card may show on its way to the pile."""


@dataclass(frozen=True, slots=True)
class ShownClip:
    """A clip as it may be looked at now: its pictures from `hidden_from_ms` on only coarsely, ms after the first."""

    clip: Clip
    hidden_from_ms: float = math.inf


class Concealment:
    """Judges clips by the round that is played now; those of other rounds are shown as they are."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._round: tuple[Play, Seq] | None = None

    def shown(self, clip: Clip) -> ShownClip:
        """What may be seen of a clip at this moment."""
        play = self._live.play
        if play is None or not _has_secrets(play.state) or not self.is_played(clip.key):
            return ShownClip(clip)
        faces = _secret_faces(play.state)
        times = [*_times_on_pile(clip, faces), *_times_of_returned(clip, play)]
        events, acts = (_all_without(timed, faces) for timed in (clip.events, clip.acts))
        return ShownClip(replace(clip, events=events, acts=acts), min(times, default=math.inf))

    def is_played(self, key: str) -> bool:
        """Whether the clip of a key is of the round that goes on."""
        play = self._live.play
        return play is not None and key.startswith(f"{self._seq_of(play)} ")

    def _seq_of(self, play: Play) -> Seq:
        """The entry that began the round."""
        if self._round is None or self._round[0] is not play:
            begun = (one.seq for one in self._live.since(Seq(1)) if isinstance(one.entry, RoundWatched))
            self._round = play, max(begun)
        return self._round[1]


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


def _times_of_returned(clip: Clip, play: Play) -> Iterator[float]:
    """When a card is brought that goes back by the verdict, whether its face was read or not."""
    for timed in play.happened:
        start_ms = timed.at.start_ms - clip.origin_ms
        if _goes_back(timed) and -_CARRIED_MS <= start_ms <= clip.duration_ms:
            yield start_ms - _CARRIED_MS


def _goes_back(timed: TimedEvent) -> bool:
    return isinstance(timed.event, Snapped) and timed.event.verdict is not Verdict.CORRECT


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
