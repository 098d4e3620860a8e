"""A clip: the very frames that were judged, what was seen and made of them, and how it was decided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.notation.sentence_json import StoredText
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.acts.contest import NO_CONTEST, Contest
from kibitz_scoring.table import CardPlaced, Heap, Interval, PileTopChanged, SlotId, TableEvent
from kibitz_vision.camera.shutter.shutter import ASSUMED, Shutter
from kibitz_vision.detections import Found, Image
from kibitz_vision.frames import Frame, decode_image
from kibitz_vision.recording.round_table import RoundTable
from kibitz_vision.sound.onsets import Onset
from kibitz_vision.table.places import TablePlaces


class ClipKind(StrEnum):
    """What a clip was cut around."""

    SNAP = "snap"
    DISPUTE = "dispute"
    QUESTION = "question"
    CORRECTION = "correction"
    REVEAL = "reveal"


@dataclass(frozen=True, slots=True)
class Contact:
    """A card from a slot touches the discard pile for the first time; `at_ms` holds that by the frames' times."""

    player: PlayerId
    slot: SlotId
    at_ms: Interval


@dataclass(frozen=True, slots=True)
class ClipVerdict:
    """What was made of it, in words, by which rule, and the contacts in order.

    `rule` is the key of the rule pack, empty where none decided. `chance` is that of the first of the two contacts that
    `raced`, by their numbers, to be first, None where there are not two.
    """

    sentence: StoredText
    rule: str = ""
    contacts: tuple[Contact, ...] = ()
    chance: float | None = None
    raced: tuple[int, int] = (0, 1)

    @property
    def race(self) -> tuple[Contact, Contact] | None:
        """The two contacts that raced, None where there are not two."""
        both = [one for number, one in enumerate(self.contacts) if number in self.raced]
        return (both[0], both[1]) if self.chance is not None and len(both) == 2 else None


@dataclass(frozen=True, slots=True)
class ClipRuling:
    """What the table decided, in words, and why; `winner` has a race, None for nobody or where it is none."""

    sentence: StoredText
    reason: str = ""
    winner: PlayerId | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ClipFrame:
    """A frame as it was kept: its index, its time in ns after the clip's first, its JPEG, and what was found in it."""

    index: int
    at_ns: int
    jpeg: bytes
    found: tuple[Found, ...] = ()

    @property
    def at_ms(self) -> float:
        """The same time in ms."""
        return self.at_ns / 1e6

    def image(self) -> Image:
        """The picture, BGR (height, width, 3)."""
        return decode_image(self.jpeg, f"frame {self.index}")


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """Times are ms after the first frame, which was taken at `origin_ms` of the table's clock.

    `made` is when it was cut (ISO 8601); `key` tells what it is about within its round, `moment_ms` where to look.
    `seen` and `events` are what the watching told of this time, `acts` what was said; `judged` is what the stored
    frames come to by themselves, in lines of JSON, where that was looked at already. `torn` says how far a file
    that was cut off goes, and is empty for a whole one; `seal` stands for all content, empty before it is written.
    `contest` is how long there had been time for snaps as it begins, and when all clocks stood still; no attempt is in
    it. `shutter` is that of the camera, as far as it was known; `sounds` are slaps that were heard, none where nobody
    listened, and nothing is decided by them.
    """

    kind: ClipKind
    key: str
    title: str
    made: str
    size_px: tuple[int, int]
    origin_ms: float
    moment_ms: float
    window_ms: Interval
    table: RoundTable
    places: TablePlaces
    frames: tuple[ClipFrame, ...]
    seen: tuple[TableEvent, ...] = ()
    events: tuple[TimedEvent, ...] = ()
    acts: tuple[TimedEvent, ...] = ()
    verdict: ClipVerdict | None = None
    ruling: ClipRuling | None = None
    judged: tuple[str, ...] | None = None
    contest: Contest = NO_CONTEST
    shutter: Shutter = ASSUMED
    sounds: tuple[Onset, ...] = ()
    torn: str = ""
    seal: str = field(default="", compare=False)

    @property
    def opening_ms(self) -> float:
        """When the card to be matched had come to lie, else the window's beginning: people are told times after it."""
        contacts = self.verdict.contacts if self.verdict else ()
        first = min((one.at_ms.end_ms for one in contacts), default=self.window_ms.end_ms)
        raced = {one.at_ms for one in contacts}
        laid = [one.seen.at.end_ms for one in self.seen if _is_on_pile(one) and one.seen.at not in raced]
        return max((at for at in laid if at < first), default=self.window_ms.start_ms)

    @property
    def duration_ms(self) -> float:
        """From the first frame to the last."""
        return self.frames[-1].at_ms - self.frames[0].at_ms if self.frames else 0.0

    def beside(self, contact: Contact) -> Interval:
        """When a contact happened, beside others on the pile: by frames, their exposure, and the pile's rows."""
        early_ms = self.over_pile_ms + self.shutter.half_exposure_ms
        return Interval(contact.at_ms.start_ms - early_ms, contact.at_ms.end_ms)

    def stated(self, contact: Contact) -> Interval:
        """When it truly happened: by all that the rows of the whole picture may make all times of the clip late."""
        return self.shutter.covering(contact.at_ms, self.places.quad_px(Heap.DISCARD), self.size_px[1])

    @property
    def over_pile_ms(self) -> float:
        """How much later than the first the last row of the pile's place is read, at most."""
        return self.shutter.over_ms(self.places.quad_px(Heap.DISCARD), self.size_px[1])

    def at(self, time_ms: float) -> int:
        """The number of the newest frame that was taken at a time or before, 0 where there is none."""
        times = np.array([frame.at_ms for frame in self.frames])
        return max(0, int(np.searchsorted(times, time_ms + 1e-6, side="right")) - 1)

    def played(self) -> Iterator[Frame]:
        """The frames as a camera would bring them; `InputError` where one is damaged."""
        for frame in self.frames:
            yield Frame(frame.image(), frame.index, frame.at_ns)


def _is_on_pile(seen: TableEvent) -> bool:
    return isinstance(seen, PileTopChanged) or (isinstance(seen, CardPlaced) and seen.place is Heap.DISCARD)
