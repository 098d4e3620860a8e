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
from numpy.typing import NDArray

from kibitz_scoring.hand_posterior import UNSEEN_HAND
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
from kibitz_vision.tracking.changes import Change, Kind, was_laid
from kibitz_vision.tracking.draw_pile import DrawPile, is_bare
from kibitz_vision.tracking.first_look import first_look
from kibitz_vision.tracking.frames.change_points import share
from kibitz_vision.tracking.frames.frame_history import FrameHistory
from kibitz_vision.tracking.frames.normalized_frame import MotionGate, NormalizedFrame
from kibitz_vision.tracking.frames.stillness import Stillness
from kibitz_vision.tracking.hands.arm_attribution import arms_of
from kibitz_vision.tracking.hands.hand_attribution import Reach
from kibitz_vision.tracking.hands_over_places import HandsOver
from kibitz_vision.tracking.landings import Landings
from kibitz_vision.tracking.slots.backs import Backs
from kibitz_vision.tracking.slots.card_observation import Inspector, Sight, covered_part
from kibitz_vision.tracking.slots.inference_queue import Looks, is_due
from kibitz_vision.tracking.slots.slot_track import LONG, Spot
from kibitz_vision.tracking.slots.unsettled import Landed
from kibitz_vision.tracking.tellings import Tellings

_CALM, _PARTLY, _COVERED, _LEAST_PX = 0.92, 0.45, 0.75, 300
_AROUND, _ALL_AROUND = 0.8, 0.95
"""Share of the border around a card that looks as before where nothing but the card is gone, and where no arm is."""
_PUSHED_MS, _AT_REST = 1000.0, 3
_LIES_FRAMES = 2
"""A card that comes lies once it did not move for so long; one that is turned over nearly stops before it does."""


@dataclass(slots=True, eq=False)
class Tracker:
    """The places of one table over time."""

    inspector: Inspector
    patches: PatchMap
    reach: Reach
    gate: MotionGate
    spots: list[Spot] = field(default_factory=list)
    draw_pile: DrawPile = field(default_factory=DrawPile)
    history: FrameHistory = field(default_factory=FrameHistory)
    looks: Looks = field(default_factory=Looks)
    hands_over: HandsOver = field(default_factory=HandsOver)
    landings: Landings = field(default_factory=Landings)
    backs: Backs = field(default_factory=Backs)
    _still: Stillness = field(init=False)

    def begin(self, normalized: NormalizedFrame, image: Image) -> None:
        """Take in the table as it is before anything happens."""
        atlas = self.patches.cut(normalized.half)
        self.inspector, self.spots = first_look(self.inspector, self.patches, atlas, image)
        self._still = Stillness.of(atlas)
        self.history.remember(normalized, atlas)

    def update(self, normalized: NormalizedFrame, image: Image) -> list[Change]:
        """What is found out with the next frame, in no special order; nothing where nothing moves or waits."""
        if not normalized.moved and all(spot.is_settled for spot in self.spots):
            self.history.pass_over(normalized.at_ms)
            return []
        atlas = self.patches.cut(normalized.half)
        like = alike(atlas, np.stack([spot.rested for spot in self.spots]))
        self._still.follow(atlas, self.history.now.atlas)
        shown, still = portions(like), self._still.shares(_AT_REST)
        self.history.remember(normalized, atlas)
        changes: list[Change] = []
        for spot in self.spots:
            spot.rest(float(still[spot.number]))
            is_calm = shown[spot.number] >= _CALM
            changes += self._calm(spot, normalized) if is_calm else self._busy(spot, atlas[spot.number])
        changes += self._draw_pile(shown)
        changes += self.hands_over.look(self.spots, self.history.now, self.reach)
        changes += self.landings.update(self.spots, (atlas, self._still.frames), (self.inspector, image), self._tell)
        for spot in self._due(atlas):
            self.looks.ask(spot, atlas[spot.number], partial(self.inspector.look, image, spot.place))
        self.looks.answer()
        for spot in self.spots:
            if spot.looked is not None and spot.busy_since is not None and is_due(spot):
                changes += self._judge(spot, atlas[spot.number], like[spot.number])
        if sum(was_laid(change) and not change.by for change in changes) > 1:
            for spot in self.spots:
                spot.lain = None  # as no hand touched those cards, the camera was pushed a little
        return changes

    def finish(self, image: Image) -> Iterator[Change]:
        """What lies in the last picture where that was not clear before."""
        for spot in (one for one in self.spots if one.busy_since is not None and one.place is not Heap.DRAW):
            patch = self.history.now.atlas[spot.number]
            spot.see(patch, self.inspector.look(image, spot.place))
            sight = self._sight(spot, patch)
            if sight is not None and (spot.is_vacated or spot.shows_another(sight)):
                part, place_mm = covered_part(sight, self.patches, spot.place), self.patches.table.quads_mm[spot.place]
                is_flat, is_still = self._is_flat(spot, sight), self._rests(spot, part, _LIES_FRAMES)
                lies = spot.lies_at_last(sight, place_mm, is_flat=is_flat, is_still=is_still)
                if lies and not spot.may_be_held(sight, is_reached=not self._is_free(spot)):
                    yield self._came(spot, sight, patch, part)

    def move(self, table: TablePlaces, image_from_before: Homography, normalized: NormalizedFrame) -> list[Change]:
        """The camera stands elsewhere; what lies on the table lies there still, as far as it looks the same.

        What seemed to leave its rest while the camera moved is back at once.
        """
        self.gate.move(image_from_before)
        self.inspector = replace(self.inspector, table=table)
        self.patches, self.reach = patch_map(table), Reach(arms_of(table), self.gate)
        atlas = self.patches.cut(normalized.half)
        self.history.moments.clear()
        self.looks.forget()
        self.landings.forget()
        self.history.remember(normalized, atlas)
        self._still = Stillness.of(atlas)
        return [change for spot in self.spots for change in self._move(spot, atlas[spot.number])]

    def _move(self, spot: Spot, patch: Atlas) -> Iterator[Change]:
        gone, is_same = spot.gone, spot.look_from_elsewhere(patch)
        if gone is not None and (is_same or self.history.now.at_ms - gone.end_ms < _PUSHED_MS):
            spot.gone = None
            yield Change(Kind.BACK, spot.place, gone, spot.gone_index, UNSEEN_HAND, spot.lying)

    @property
    def _tell(self) -> Tellings:
        return Tellings(self.history, self.reach)

    def _calm(self, spot: Spot, normalized: NormalizedFrame) -> Iterator[Change]:
        if spot.busy_since is not None:
            if spot.landed is not None and spot.place is Heap.DISCARD:
                yield self._tell.same(spot)
            became = self._tell.moved if spot.gone is None else self._tell.back
            changed = became(spot, self.history.now.atlas[spot.number])
            if changed is not None:
                yield changed
            spot.calm_down()
        spot.calm += 1
        if spot.calm == 6:
            spot.rest_as(self.history.now.atlas[spot.number])
            self.gate.paint(self.inspector.region(spot.place, normalized.quarter.shape[:2]), normalized.quarter)

    def _busy(self, spot: Spot, patch: Atlas) -> Iterator[Change]:
        spot.busy_since = self.history.now.index if spot.busy_since is None else spot.busy_since
        spot.calm, spot.waited = 0, spot.waited + 1
        if spot.has_slipped(patch):
            yield from self._tell.slipped(spot, patch, self.spots)
        if spot.lying is None or spot.bare is None:
            return
        bared = spot.follow_bare(patch)
        if spot.bare_run >= 2 and not spot.was_bared and spot.shows_grain(patch):
            spot.was_bared = True
            yield replace(self._tell.gone(spot), is_sure=True)
        elif spot.shows_table and spot.gone is None:
            yield self._tell.gone(spot)
        if bared > 0.88 and spot.still >= 0.8 and spot.shows_grain(patch):
            yield self._tell.emptied(spot, patch)

    def _draw_pile(self, shown: NDArray[np.float64]) -> Iterator[Change]:
        spot = self.place_of(Heap.DRAW)
        seen = self._still.share(spot.number, 1), float(shown[spot.number])
        return self.draw_pile.follow(spot, seen, self.history, self.reach)

    def _seen_bare(self, spot: Spot, patch: Atlas, like: Mask) -> Iterator[Change]:
        """No card was found at a place: it is gone, unless an arm lies over it or it shows as it rested."""
        if spot.lying is None or spot.bare is not None or spot.still <= 0.9:
            return
        if spot.place is Heap.DRAW:
            if self._is_reached(spot) or not is_bare(patch) or self.reach.over((spot.place,), self.history.now):
                return
            self.draw_pile = DrawPile(ran_out=True)
        else:
            is_clear = like[BORDER].mean() > (_AROUND if self._is_free(spot) else _ALL_AROUND)
            if not is_clear or share(like, CARD_AREA, spot.weights + texture(patch)) >= _COVERED:
                return
        yield self._tell.emptied(spot, patch)

    def _due(self, atlas: Atlas) -> list[Spot]:
        """Places to be looked at now, those at rest first; none that look as they did the last time."""
        due = [
            spot
            for spot in self.spots
            if spot.is_due(atlas[spot.number])
            and not self.looks.is_asked(spot)
            and (spot.place is not Heap.DRAW or (spot.looks_other(atlas[spot.number]) and not self._is_reached(spot)))
        ]
        return sorted(due, key=lambda spot: (-spot.still, -spot.waited))[: self.looks.room]

    def _judge(self, spot: Spot, patch: Atlas, like: Mask) -> Iterator[Change]:
        """What the last look at a place means, as long as the place shows the same."""
        if not spot.was_seen(patch):
            return
        sight = self._sight(spot, patch)
        if sight is None:
            yield from self._seen_bare(spot, patch, like)
            return
        part = covered_part(sight, self.patches, spot.place)
        if not self._rests(spot, part, _AT_REST if spot.may_turn else _LIES_FRAMES):
            return
        same = share(like, part, spot.weights + texture(patch))
        far, reached = part & THIRDS[0], self._is_reached(spot)
        is_tilted = spot.is_tilted(sight, share(like, far, spot.weights), patch[far])
        place_mm = self.patches.table.quads_mm[spot.place]
        if spot.lying is None:
            sight = spot.upon_bare(sight, place_mm, like) if self._is_free(spot) else sight
            lies = sight.fits(place_mm) or self._is_flat(spot, sight)
        elif spot.lying.differs(sight):
            is_left = spot.resting >= _LIES_FRAMES and (not reached or self.landings.is_known(spot, sight))
            is_whole = sight.has_size_of(place_mm) or (is_left and sight.reaches_over(place_mm))
            lies = (isinstance(spot.place, Heap) and same < _COVERED and is_whole) or self._is_flat(spot, sight)
            is_tilted &= float(like[THIRDS[0]].mean()) > _PARTLY
        elif same >= _COVERED:
            lies = is_tilted = False
            yield from self._lies_as_before(spot, sight, patch)
        else:
            has_come = self._is_free(spot) and self._tell.may_be(spot, patch, sight)
            held = spot.may_be_raised(sight, patch, self.history.now.index, is_reached=reached)
            lies = (has_come or (spot.gone is not None and not is_tilted)) and self._is_flat(spot, sight) and not held
        # An arm that only passes hides the far part of a card, too.
        if spot.stays_raised(self.history.now.index, is_tilted=is_tilted and not lies) and reached:
            yield replace(self._tell.gone(spot), is_raised=True)
        if lies and not spot.may_be_held(sight, is_reached=not self._is_free(spot)):
            yield from self._lies(spot, sight, patch, part)

    def _sight(self, spot: Spot, patch: Atlas) -> Sight | None:
        """What the last look showed, or what others look like that lie where it rests."""
        rests, place_mm = self._rests(spot, CARD_AREA, _LIES_FRAMES), self.patches.table.quads_mm[spot.place]
        return self.backs.sight_at(place_mm, spot, patch, self.spots) if rests else spot.sight

    def _rests(self, spot: Spot, part: Mask, frames: int) -> bool:
        """Whether enough of a part of a place has not changed for so many frames."""
        return part.sum() >= _LEAST_PX and self._still.share(spot.number, frames, part) >= _PARTLY

    def _lies(self, spot: Spot, sight: Sight, patch: Atlas, part: Mask) -> Iterator[Change]:
        """A card lies there: that another came is known at once, which one it is when it is read."""
        if spot.place is not Heap.DRAW and spot.landed is None and self.landings.is_new(spot, sight):
            spot.landed = Landed(sight, self.history.now, upon=None)
            yield self._tell.landed(spot, patch, sight, part)
        if spot.is_read(sight) or (spot.was_seen_at_rest and not self._is_reached(spot)):
            yield self._came(spot, sight, patch, part)

    def _came(self, spot: Spot, sight: Sight, patch: Atlas, part: Mask) -> Change:
        if spot.place is Heap.DRAW and spot.lying is None:
            left = self.history.at(spot.busy_since or 0)
            self.draw_pile, spot.gone, spot.gone_index = DrawPile(), left.interval, left.index
        return self._tell.came(spot, sight, (patch, part), self.spots)

    def _lies_as_before(self, spot: Spot, sight: Sight, patch: Atlas) -> Iterator[Change]:
        if spot.gone is not None and self._is_flat(spot, sight):
            yield self._tell.back(spot, patch)
            spot.calm_down()
        elif spot.resting and self._is_flat(spot, sight) and self._is_free(spot):
            spot.settle(patch, sight)

    def _is_flat(self, spot: Spot, sight: Sight) -> bool:
        """Whether a card lies flat: it looks so, as the last one or the pile's, or rests long, or where that went.

        The card that lay on a heap may only seem not to, as others beside it show as well.
        """
        if spot.looks_flat(sight, self.place_of(Heap.DISCARD).lying):
            return True
        is_read = isinstance(spot.place, Heap) and sight.is_sure and not spot.shows_another(sight)
        frames = 1 if spot.is_vacated else _LIES_FRAMES if is_read else LONG
        return spot.resting >= frames and not self._is_reached(spot)

    def vacate(self, place: Place) -> None:
        """Its card turned up elsewhere, though nobody saw it go."""
        spot = self.place_of(place)
        if spot.lying is not None and spot.busy_since is not None:
            spot.is_vacated = True
            if spot.gone is None:
                self._tell.gone(spot)

    def _is_free(self, spot: Spot) -> bool:
        """Whether no hand is there: what has not moved for long is none, whatever it was taken for."""
        return spot.resting >= LONG or not self._is_reached(spot)

    def _is_reached(self, spot: Spot) -> bool:
        return bool(self.reach.at(spot.place, self.history.now))

    def hides(self, place: Place) -> bool:
        """Whether it cannot be seen now what lies at a place."""
        return self.place_of(place).busy_since is not None

    def place_of(self, place: Place) -> Spot:
        """What is known of a place."""
        return self.spots[self.patches.places.index(place)]
