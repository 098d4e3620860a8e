"""Landings: that a card has come to a place, told while the hand that brought it is still on it.

What card it is can often not be read before that hand is gone. That one lies there is clear sooner: where the table was
bare, a corner of a card's stays for a moment, or an edge of one is seen at rest and the look of backs that lie
elsewhere; on the discard pile the detector finds another card than lay on top, and not the one beneath it. Where a back
lay, one rests that does not lie as that one did, and the hand that is there has a card from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.table import Heap, Place
from kibitz_vision.detections import Image
from kibitz_vision.geometry import Points
from kibitz_vision.table.patches import CARD_AREA, INNER, Atlas, Mask, alike, likeness, near, portion, shaded, texture
from kibitz_vision.tracking.changes import Change
from kibitz_vision.tracking.durations import AT_REST_MS, LEAST_FRAMES
from kibitz_vision.tracking.frames.card_edges import edges_of, has_corner
from kibitz_vision.tracking.frames.change_points import share
from kibitz_vision.tracking.frames.micro_motion import LAID_MM, micro_motion_mm
from kibitz_vision.tracking.slots.card_observation import READ, CardObservation, Inspector
from kibitz_vision.tracking.slots.slot_track import SlotTrack
from kibitz_vision.tracking.slots.unsettled import Landed
from kibitz_vision.tracking.tellings import Tellings

_HELD_MS = 133.0
"""So long a hand with a card does not rest before it lays that down."""
_LOOKED_AT_REST, _NEW_AT_REST = 0.85, 0.4
"""So much of a pile is at rest where what it seems to show counts, and so much of what it shows that is new where that
counts if it is surely read: the hand that brings the next card is on it by then."""
_BACK, _AROUND_PX = 0.2, 5
"""Another card does not lie exactly as one did, and next to its rim the table may be what shows."""
_RESTS, _SAME_CARD = 0.6, 0.35
"""Of the contrast of a back so much is at rest with it; of one that lies as before so much shows as before."""
_ALL = 0.95
"""Share of a back that rests in view where it can be told how it lies: a hand over a corner seems to move it."""
_SAME = 0.97
_BARED = 0.5
"""The share of a card's place in which the table shows where nothing lies."""
_READ = 0.8
_REMEMBERED = 8
"""Cards of a heap."""
BACK_OF_OTHERS, ASIDE_PX, _MODELS = 0.25, 3, 2
"""What holds of a back like one that lies open to see: hands have some of the colours between it and the table."""

Resting = NDArray[np.uint8]
"""For each pixel of a patch (height, width) how many frames it has looked the same."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A patch, which of its pixels are at rest, and which do not show the bare table."""

    patch: Atlas
    rests: Mask
    over: Mask

    def like(self, back: Atlas, around_px: int) -> Mask:
        """Which pixels of a card may show a back seen before, so many px around, and not the table."""
        return near(self.patch, back, around_px) & CARD_AREA & self.over

    def resting_share(self, back: Mask) -> float:
        """Share of a card that rests there and may show a back."""
        return portion((back & self.rests)[INNER])


class Air(Protocol):
    """What is known of cards in the air."""

    def holds_for(self, place: Place) -> bool:
        """Whether there is one from elsewhere than a place."""

    def awaits(self, landed: Change) -> bool:
        """Whether a card may come to where another lies, given how it would be told."""


@dataclass(slots=True, eq=False)
class _Watched:
    """A place while it is not at rest: whether its card was seen gone, which patch the detector has looked at, since
    which frame a back is known to lie as before, and in how many frames on end a corner, or the table, was seen.
    """

    was_bared: bool = False
    looked: Atlas | None = None
    unmoved_since: int | None = None
    corner_run: int = 0
    table_run: int = 0

    def proves_bare(self, track: SlotTrack, patch: Atlas) -> bool:
        """Whether what was taken for a card that came was none: the table is seen where it would lie."""
        if track.lying is not None or track.bare is None or isinstance(track.place, Heap):
            return False
        shows_table = portion(shaded(patch, track.bare)[CARD_AREA]) > _BARED
        self.table_run = self.table_run + 1 if shows_table else 0
        return self.table_run >= track.pace.frames(AT_REST_MS, LEAST_FRAMES)

    def is_bare(self, track: SlotTrack) -> bool:
        """Whether the table was seen where a card may lie now; faces are turned over there, too."""
        if track.lying is None:
            return True
        return self.was_bared and (track.lying.is_back or track.gone is not None)

    def rests_unmoved(self, resting: Resting, frame: int) -> bool:
        """Whether a back was found to lie as before when all of it was seen, and its place shows the same since."""
        if self.unmoved_since is None:
            return False
        return portion(resting[CARD_AREA] >= frame - self.unmoved_since) >= _SAME


@dataclass(slots=True, eq=False)
class Landings:
    """Looks out for cards that come.

    Where a card lies, another may only come out of the `air`.
    """

    air: Air | None = None
    _watched: dict[int, _Watched] = field(default_factory=dict)
    _heaps: dict[int, list[CardObservation]] = field(default_factory=dict)
    _backs: list[Atlas] = field(default_factory=list)
    _frames: int = 0

    def update(
        self, tracks: Iterable[SlotTrack], shown: tuple[Atlas, Resting], eye: tuple[Inspector, Image], tell: Tellings
    ) -> Iterator[Change]:
        """The cards that have come by the next frame, each told once, and not where that has been told already.

        `shown`: the patches and for how many frames each pixel of them (n, height, width) has looked the same.
        """
        tracks = tuple(tracks)
        self._frames += 1
        self._backs = [track.rested for track in tracks if _lies_open(track)][-_MODELS:] or self._backs
        for track in tracks:
            self.pile_up(track)
            if track.busy_since is None or track.place is Heap.DRAW:
                self._watched.pop(track.number, None)
                continue
            watched = self._watched.setdefault(track.number, _Watched())
            patch, resting = (part[track.number] for part in shown)
            if track.landed is not None and not isinstance(track.place, Heap):
                track.landed = None if watched.proves_bare(track, patch) else track.landed
            elif (landed := self._landed(track, (patch, resting), eye, tell)) is not None:
                track.landed = Landed(
                    landed.lying, tell.history.now, None if track.landed is None else track.landed.seen
                )
                self._watched[track.number] = _Watched(looked=watched.looked)
                yield landed

    def forget(self) -> None:
        """The camera was moved: what is under way is of no use any more."""
        self._watched.clear()

    def _landed(
        self, track: SlotTrack, shown: tuple[Atlas, Resting], eye: tuple[Inspector, Image], tell: Tellings
    ) -> Change | None:
        """The card that has come to a place, if one has."""
        watched = self._watched[track.number]
        watched.was_bared |= track.table.run >= track.pace.frames(AT_REST_MS, LEAST_FRAMES)
        is_heap = isinstance(track.place, Heap)
        is_bare = not is_heap and watched.is_bare(track)
        is_free = is_heap or is_bare
        if not (is_free or (self.air is not None and self.air.holds_for(track.place))):
            return None
        observation = self._on_heap(track, shown, eye) if is_heap else None
        if observation is None and (is_heap or not self._in_slot(track, shown)):
            return None
        patch, shows_edge = shown[0], partial(_shows_edge, track)
        landed = tell.covered(track, patch, shows_edge) if is_bare else tell.landed(track, patch, observation)
        return landed if is_free or (self.air is not None and self.air.awaits(landed)) else None

    def _in_slot(self, track: SlotTrack, shown: tuple[Atlas, Resting]) -> bool:
        """Whether the patch shows a card where the table was bare, or another than lay there."""
        (patch, resting), watched = shown, self._watched[track.number]
        is_bare, is_on_back = watched.is_bare(track), track.lying is not None and track.lying.is_back
        if track.bare is None or not (is_bare or is_on_back) or watched.rests_unmoved(resting, self._frames):
            return False
        at_rest = track.pace.frames(AT_REST_MS, LEAST_FRAMES)
        view = View(patch, resting >= at_rest, ~shaded(patch, track.bare))
        edges = edges_of(view.over)
        watched.corner_run = watched.corner_run + 1 if has_corner(view.over, edges) else 0
        if not is_on_back:
            return watched.corner_run >= at_rest or (any(edges) and self._rests_one_like_others(view))
        back = view.like(track.rested, _AROUND_PX)
        if not (watched.corner_run and rests_a_back(view, back)):
            return False
        if is_bare or not lies_as_before(track, view, back):
            return True
        if view.resting_share(back) >= _ALL:
            watched.unmoved_since = self._frames
        return False

    def _rests_one_like_others(self, view: View) -> bool:
        """Whether enough rests there of a back like each of two that lie open to see: a hand may look like one."""
        shares = [view.resting_share(view.like(back, ASIDE_PX)) for back in self._backs]
        return len(shares) == _MODELS and min(shares) >= BACK_OF_OTHERS

    def _on_heap(
        self, track: SlotTrack, shown: tuple[Atlas, Resting], eye: tuple[Inspector, Image]
    ) -> CardObservation | None:
        """The card seen there, if it is another than lay on top: read surely, or the first and all rests."""
        (patch, resting), (inspector, image), watched = shown, eye, self._watched[track.number]
        was_seen = watched.looked is not None and likeness(patch, watched.looked) >= _SAME
        is_at_rest = portion(resting[CARD_AREA] > 0) >= _LOOKED_AT_REST
        if was_seen or not (is_at_rest or _rests_new(track, patch, resting)):
            return None
        watched.looked = patch.copy()
        # Not beside the frames, as others are: people wait for the word of a card that is snapped.
        observation = inspector.look(image, track.place)
        if observation is None or not _is_clear(observation, inspector.table.quads_mm[track.place]):
            return None
        if not self.is_new(track, observation) or not (observation.is_sure or (is_at_rest and track.landed is None)):
            return None
        place_mm = inspector.table.quads_mm[track.place]
        if observation.is_sure and (observation.is_flat or observation.has_size_of(place_mm)):
            track.see(patch, observation)  # another may cover it before the next look is due
        return observation

    def is_new(self, track: SlotTrack, observation: CardObservation) -> bool:
        """Whether a card seen has come from elsewhere.

        On a heap it is neither its top nor the one beneath, which shows where the top is taken. In a slot a face is no
        sign of it: a card was turned over, or one that is peeked at, or a back that cannot be read seems to be one.
        """
        if isinstance(track.place, Heap):
            is_landed = track.landed is not None and track.landed.is_seen_as(observation)
            return not is_landed and all(top.differs(observation) for top in self._heaps[track.number][-2:])
        return observation.is_back and track.shows_another(observation)

    def is_known(self, track: SlotTrack, observation: CardObservation) -> bool:
        """Whether a face under a hand that rests there for long is the card that landed, as far as that was read."""
        is_held = track.landed is not None and track.resting >= track.pace.frames(_HELD_MS)
        landed = track.landed.observation if track.landed is not None and is_held else None
        is_one = landed is not None and (landed.certainty < READ or not landed.differs(observation))
        return is_one and not observation.is_back and observation.certainty >= READ

    def pile_up(self, track: SlotTrack) -> None:
        """Note what lies on top of a heap: what is beneath it shows again when it is taken, and has not come then."""
        if not isinstance(track.place, Heap):
            return
        heap = self._heaps.setdefault(track.number, [])
        if track.lying is None:
            heap.clear()
        elif track.lying not in heap[-1:]:
            if len(heap) > 1 and not heap[-2].differs(track.lying):
                heap.pop()
            if heap and not heap[-1].differs(track.lying):
                heap.pop()  # the same card, looked at once more
            heap.append(track.lying)
            del heap[:-_REMEMBERED]


def _shows_edge(track: SlotTrack, patch: Atlas) -> bool:
    """Whether an edge of what lies there is seen where the table was bare."""
    assert track.bare is not None
    return any(edges_of(~shaded(patch, track.bare)))


def _rests_new(track: SlotTrack, patch: Atlas, resting: Resting) -> bool:
    """Whether much of what a place shows, and the card that lay or landed there did not, is at rest."""
    before = track.rested if track.landed is None else track.landed.seen.atlas[track.number]
    is_new = CARD_AREA & ~alike(patch, before)
    return bool(is_new.any()) and portion(resting[is_new] > 0) >= _NEW_AT_REST


def _is_clear(observation: CardObservation, place_mm: Points) -> bool:
    """Whether a card is seen well: about in its shape, or well enough to be read beneath a hand."""
    is_read = not observation.is_back and observation.certainty >= _READ
    return is_read or observation.is_flat or observation.is_about(place_mm)


def rests_a_back(view: View, back: Mask) -> bool:
    """Whether much of a back rests there, with what tells where it lies and not only its plain parts."""
    return view.resting_share(back) >= _BACK and share(view.rests, back, texture(view.patch)) >= _RESTS


def lies_as_before(track: SlotTrack, view: View, back: Mask) -> bool:
    """Whether what shows of a back is the one that lay there, its pixels weighed by their contrast.

    Plain backs look alike wherever they lie: where all of one rests in view it is seen whether it was laid anew.
    """
    in_view = view.resting_share(back)
    if share(alike(view.patch, track.rested), CARD_AREA, track.weights) < _SAME_CARD * in_view:
        return False
    return in_view < _ALL or track.lain is None or micro_motion_mm(track.lain, view.patch) < LAID_MM


def _lies_open(track: SlotTrack) -> bool:
    """Whether a single back lies there that nothing hides."""
    is_back = track.lying is not None and track.lying.is_back and not isinstance(track.place, Heap)
    return is_back and track.busy_since is None
