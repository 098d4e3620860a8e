"""The tracker: follows every place of a table through the frames, and says what came to lie where and what left.

A place is calm while it shows what it showed when it last came to rest. When that ends, hands may cover a card, take
it, turn it or bring one: what lies there is looked at again when the place is at rest, and the frames of the past
second tell when it came or went.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from kibitz_scoring.table import Heap, Place
from kibitz_vision.detections import Image
from kibitz_vision.geometry import Homography
from kibitz_vision.table.patches import (
    BORDER,
    CARD_AREA,
    THIRDS,
    Atlas,
    Mask,
    PatchMap,
    alike,
    patch_map,
    portions,
    texture,
)
from kibitz_vision.table.places import TablePlaces
from kibitz_vision.tracking.changes import Change, was_laid
from kibitz_vision.tracking.draw_pile import DrawPile, is_bare
from kibitz_vision.tracking.durations import AT_REST_MS, CALM_MS, LEAST_FRAMES, LONG_MS, SURELY_AT_REST_MS
from kibitz_vision.tracking.first_look import first_look
from kibitz_vision.tracking.frames.change_points import share
from kibitz_vision.tracking.frames.frame_history import FrameHistory
from kibitz_vision.tracking.frames.normalized_frame import MotionGate, NormalizedFrame
from kibitz_vision.tracking.frames.stillness import Stillness
from kibitz_vision.tracking.hands.arm_attribution import arms_of
from kibitz_vision.tracking.hands.hand_attribution import HandAttribution
from kibitz_vision.tracking.hands_over_places import HandsOver
from kibitz_vision.tracking.landings import Landings
from kibitz_vision.tracking.slots.backs import Backs
from kibitz_vision.tracking.slots.card_observation import CardObservation, Inspector, covered_part
from kibitz_vision.tracking.slots.inference_queue import InferenceQueue, is_due
from kibitz_vision.tracking.slots.slot_track import SlotTrack
from kibitz_vision.tracking.slots.unsettled import Landed
from kibitz_vision.tracking.tellings import Tellings

_CALM, _PARTLY, _COVERED, _LEAST_PX = 0.92, 0.45, 0.75, 300
_AROUND, _ALL_AROUND = 0.8, 0.95
"""Share of the border around a card that looks as before where nothing but the card is gone, and where no arm is."""


@dataclass(slots=True, eq=False)
class Tracker:
    """The places of one table over time."""

    inspector: Inspector
    patches: PatchMap
    attribution: HandAttribution
    gate: MotionGate
    tracks: list[SlotTrack] = field(default_factory=list)
    draw_pile: DrawPile = field(default_factory=DrawPile)
    history: FrameHistory = field(default_factory=FrameHistory)
    queue: InferenceQueue = field(default_factory=InferenceQueue)
    hands_over: HandsOver = field(default_factory=HandsOver)
    landings: Landings = field(default_factory=Landings)
    backs: Backs = field(default_factory=Backs)
    _still: Stillness = field(init=False)

    def __post_init__(self) -> None:
        self.draw_pile = DrawPile(pace=self.history.pace)
        self.hands_over.pace = self.history.pace

    def begin(self, normalized: NormalizedFrame, image: Image) -> None:
        """Take in the table as it is before anything happens."""
        atlas = self.patches.cut(normalized.half)
        self.inspector, self.tracks = first_look(self.inspector, self.patches, atlas, image)
        self.backs.printed = self.inspector.printed
        for track in self.tracks:
            track.pace = self.history.pace
        self._still = Stillness.of(atlas)
        self.history.remember(normalized, atlas)

    def update(self, normalized: NormalizedFrame, image: Image) -> list[Change]:
        """What is found out with the next frame, in no special order; nothing where nothing moves or waits."""
        if not normalized.moved and all(track.is_settled for track in self.tracks):
            self.history.pass_over(normalized.at_ms)
            return []
        atlas = self.patches.cut(normalized.half)
        like = alike(atlas, np.stack([track.rested for track in self.tracks]))
        self._still.follow(atlas, self.history.now.atlas)
        shown, still = portions(like), self._still.shares(self._frames(SURELY_AT_REST_MS))
        self.history.remember(normalized, atlas)
        changes: list[Change] = []
        for track in self.tracks:
            track.rest(float(still[track.number]))
            is_calm = shown[track.number] >= _CALM
            changes += self._calm(track, normalized) if is_calm else self._busy(track, atlas[track.number])
        pile = self.place_of(Heap.DRAW)
        seen = self._still.share(pile.number, 1), float(shown[pile.number])
        changes += self.draw_pile.follow(self.tracks, seen, self.history, self.attribution)
        changes += self.hands_over.look(self.tracks, self.history.now, self.attribution)
        changes += self.landings.update(self.tracks, (atlas, self._still.frames), (self.inspector, image), self._tell)
        for track in self._due(atlas):
            self.queue.ask(track, atlas[track.number], partial(self.inspector.look, image, track.place))
        self.queue.answer()
        for track in self.tracks:
            if track.looked is not None and track.busy_since is not None and is_due(track):
                changes += self._judge(track, atlas[track.number], like[track.number])
        if sum(was_laid(change) and not change.by for change in changes) > 1:
            for track in self.tracks:
                track.lain = None  # as no hand touched those cards, the camera was pushed a little
        return changes

    def finish(self, image: Image) -> Iterator[Change]:
        """What lies in the last picture where that was not clear before."""
        for track in (one for one in self.tracks if one.busy_since is not None and one.place is not Heap.DRAW):
            patch = self.history.now.atlas[track.number]
            track.see(patch, self.inspector.look(image, track.place))
            observation = self._sight(track, patch)
            if observation is not None and (track.is_vacated or track.shows_another(observation)):
                place_mm = self.patches.table.quads_mm[track.place]
                part = covered_part(observation, self.patches, track.place)
                is_flat, is_still = self._is_flat(track, observation), self._rests(track, part, AT_REST_MS)
                lies = track.lies_at_last(observation, place_mm, is_flat=is_flat, is_still=is_still)
                if lies and not track.may_be_held(observation, is_reached=not self._is_free(track)):
                    yield self._came(track, observation, patch, part)

    def move(self, table: TablePlaces, image_from_before: Homography, normalized: NormalizedFrame) -> list[Change]:
        """The camera stands elsewhere; what lies on the table lies there still, as far as it looks the same."""
        self.gate.move(image_from_before)
        self.inspector = replace(self.inspector, table=table)
        self.patches, self.attribution = patch_map(table), HandAttribution(arms_of(table), self.gate)
        atlas = self.patches.cut(normalized.half)
        self.history.moments.clear()
        self.queue.forget()
        self.landings.forget()
        self.history.remember(normalized, atlas)
        self._still = Stillness.of(atlas)
        return [change for track in self.tracks for change in self._tell.from_elsewhere(track, atlas[track.number])]

    @property
    def _tell(self) -> Tellings:
        return Tellings(self.history, self.attribution)

    def _calm(self, track: SlotTrack, normalized: NormalizedFrame) -> Iterator[Change]:
        if track.busy_since is not None:
            if track.landed is not None and track.place is Heap.DISCARD:
                yield self._tell.same(track)
            became = self._tell.moved if track.gone is None else self._tell.back
            changed = became(track, self.history.now.atlas[track.number])
            if changed is not None:
                yield changed
            track.calm_down()
        track.calm += 1
        if track.calm == self.history.pace.frames(CALM_MS):
            track.rest_as(self.history.now.atlas[track.number])
            self.gate.paint(self.inspector.region(track.place, normalized.quarter.shape[:2]), normalized.quarter)

    def _busy(self, track: SlotTrack, patch: Atlas) -> Iterator[Change]:
        track.busy_since = self.history.now.index if track.busy_since is None else track.busy_since
        track.calm, track.waited = 0, track.waited + 1
        if track.has_slipped(patch):
            yield from self._tell.slipped(track, patch, self.tracks)
        yield from self._tell.bared(track, patch)

    def _seen_bare(self, track: SlotTrack, patch: Atlas, like: Mask) -> Iterator[Change]:
        """No card was found at a place: it is gone, unless an arm lies over it or it shows as it rested."""
        if track.lying is None or track.bare is not None or track.still <= 0.9:
            return
        if track.place is Heap.DRAW:
            if self._is_reached(track) or not is_bare(patch) or self.attribution.over((track.place,), self.history.now):
                return
            self.draw_pile = DrawPile(ran_out=True, pace=self.history.pace)
        else:
            is_clear = like[BORDER].mean() > (_AROUND if self._is_free(track) else _ALL_AROUND)
            if not is_clear or share(like, CARD_AREA, track.weights + texture(patch)) >= _COVERED:
                return
        yield self._tell.emptied(track, patch)

    def _due(self, atlas: Atlas) -> list[SlotTrack]:
        """Places to be looked at now, a draw pile only where no hand is on one that has changed altogether."""

        def may_be(track: SlotTrack) -> bool:
            return track.looks_other(atlas[track.number]) and not self._is_reached(track)

        return self.queue.due((one for one in self.tracks if one.place is not Heap.DRAW or may_be(one)), atlas)

    def _judge(self, track: SlotTrack, patch: Atlas, like: Mask) -> Iterator[Change]:
        """What the last look at a place means, as long as the place shows the same."""
        if not track.was_seen(patch):
            return
        observation = self._sight(track, patch)
        if observation is None:
            yield from self._seen_bare(track, patch, like)
            return
        part = covered_part(observation, self.patches, track.place)
        if not self._rests(track, part, SURELY_AT_REST_MS if track.may_turn else AT_REST_MS):
            return
        same = share(like, part, track.weights + texture(patch))
        far, reached = part & THIRDS[0], self._is_reached(track)
        is_tilted = track.is_tilted(observation, share(like, far, track.weights), patch[far])
        place_mm = self.patches.table.quads_mm[track.place]
        if track.lying is None:
            observation = track.upon_bare(observation, place_mm, like) if self._is_free(track) else observation
            lies = observation.fits(place_mm) or self._is_flat(track, observation)
        elif track.lying.differs(observation):
            is_left = track.resting >= self._frames(AT_REST_MS) and (
                not reached or self.landings.is_known(track, observation)
            )
            is_whole = observation.has_size_of(place_mm) or (is_left and observation.reaches_over(place_mm))
            lies = (isinstance(track.place, Heap) and same < _COVERED and is_whole) or self._is_flat(track, observation)
            is_tilted &= float(like[THIRDS[0]].mean()) > _PARTLY
        elif same >= _COVERED:
            lies = is_tilted = False
            yield from self._lies_as_before(track, observation, patch)
        else:
            has_come = self._is_free(track) and self._tell.may_be(track, patch, observation)
            held = track.may_be_raised(observation, patch, self.history.now.index, is_reached=reached)
            lies = (
                (has_come or (track.gone is not None and not is_tilted))
                and self._is_flat(track, observation)
                and not held
            )
        # An arm that only passes hides the far part of a card, too.
        if track.stays_raised(self.history.now.index, is_tilted=is_tilted and not lies) and reached:
            yield self._tell.gone(track)
        if lies and not track.may_be_held(observation, is_reached=not self._is_free(track)):
            yield from self._lies(track, observation, patch, part)

    def _sight(self, track: SlotTrack, patch: Atlas) -> CardObservation | None:
        """What the last look showed, or what others look like that lie where it rests."""
        rests, place_mm = self._rests(track, CARD_AREA, AT_REST_MS), self.patches.table.quads_mm[track.place]
        return self.backs.observation_at(place_mm, track, patch, self.tracks) if rests else track.observation

    def _rests(self, track: SlotTrack, part: Mask, ms: float) -> bool:
        """Whether enough of a part of a place has not changed for so long."""
        return part.sum() >= _LEAST_PX and self._still.share(track.number, self._frames(ms), part) >= _PARTLY

    def _frames(self, ms: float) -> int:
        """In how many frames on end of the camera something that lasts so long is seen."""
        return self.history.pace.frames(ms, LEAST_FRAMES)

    def _lies(self, track: SlotTrack, observation: CardObservation, patch: Atlas, part: Mask) -> Iterator[Change]:
        """A card lies there: that another came is known at once, which one it is when it is read."""
        if track.place is not Heap.DRAW and track.landed is None and self.landings.is_new(track, observation):
            track.landed = Landed(observation, self.history.now, upon=None)
            yield self._tell.landed(track, patch, observation, part)
        if track.is_read(observation) or (track.was_seen_at_rest and not self._is_reached(track)):
            yield self._came(track, observation, patch, part)

    def _came(self, track: SlotTrack, observation: CardObservation, patch: Atlas, part: Mask) -> Change:
        if track.place is Heap.DRAW and track.lying is None:
            left = self.history.at(track.busy_since or 0)
            self.draw_pile, track.gone, track.gone_index = DrawPile(pace=self.history.pace), left.interval, left.index
        return self._tell.came(track, observation, (patch, part), self.tracks)

    def _lies_as_before(self, track: SlotTrack, observation: CardObservation, patch: Atlas) -> Iterator[Change]:
        if track.gone is not None and self._is_flat(track, observation):
            yield self._tell.back(track, patch)
            track.calm_down()
        elif track.resting and self._is_flat(track, observation) and self._is_free(track):
            track.settle(patch, observation)

    def _is_flat(self, track: SlotTrack, observation: CardObservation) -> bool:
        """Whether a card lies flat: it looks so, as the last one or the pile's, or rests long, or where that went.

        The card that lay on a heap may only seem not to, as others beside it show as well.
        """
        if track.looks_flat(observation, self.place_of(Heap.DISCARD).lying):
            return True
        is_read = isinstance(track.place, Heap) and observation.is_sure and not track.shows_another(observation)
        frames = 1 if track.is_vacated else self._frames(AT_REST_MS if is_read else LONG_MS)
        return track.resting >= frames and (track.shows_surely(observation) or not self._is_reached(track))

    def vacate(self, place: Place) -> None:
        """Its card turned up elsewhere, though nobody saw it go."""
        track = self.place_of(place)
        if track.lying is not None and track.busy_since is not None:
            track.is_vacated = True
            if track.gone is None:
                self._tell.gone(track)

    def _is_free(self, track: SlotTrack) -> bool:
        """Whether no hand is there: what has not moved for long is none, whatever it was taken for."""
        return track.rests_long or not self._is_reached(track)

    def _is_reached(self, track: SlotTrack) -> bool:
        return bool(self.attribution.at(track.place, self.history.now))

    def hides(self, place: Place) -> bool:
        """Whether it cannot be seen now what lies at a place."""
        return self.place_of(place).busy_since is not None

    def place_of(self, place: Place) -> SlotTrack:
        """What is known of a place."""
        return self.tracks[self.patches.places.index(place)]
