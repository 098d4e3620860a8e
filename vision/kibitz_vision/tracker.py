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

from kibitz_scoring.table import Actors, Heap, Interval, Place
from kibitz_vision.arms import Arms, arms_mask, arms_of
from kibitz_vision.changes import Change, Kind
from kibitz_vision.contact import landing, parting, share, showing
from kibitz_vision.detections import Image
from kibitz_vision.draw_pile import DrawPile, is_bare
from kibitz_vision.geometry import Homography
from kibitz_vision.looks import Looks
from kibitz_vision.motion import Glance, MotionGate
from kibitz_vision.past import Moment, Past
from kibitz_vision.patches import BORDER, CARD_AREA, FAR_THIRD, Atlas, Mask, PatchMap, alike, patch_map, texture
from kibitz_vision.places import TablePlaces
from kibitz_vision.sights import Inspector, Sight, covered_part
from kibitz_vision.spots import Spot
from kibitz_vision.stops import Stop

_NOBODY: Actors = ()
_CALM = 0.92
_UNTOUCHED = 0.985
_PARTLY = 0.45
_COVERED = 0.75
_LEAST_PX = 300
_READ = 0.9
_TRIES = 4
_JUDGED = (0, 3, 6, 12, 24)
"""So many frames after a look it is thought over, as a hand may be gone by then."""
_JUDGED_SOON = (1, 2, *_JUDGED)
_HIDDEN = 0.3
_AROUND = 0.8
"""Share of the border around a card that looks as before where nothing but the card is gone."""
_TOUCHED_FRAMES = 30
_RESTED = 0.97
_OTHERWISE = 0.6
_AT_REST = 3
_LIES_FRAMES = 2
"""A card that comes lies once it did not move for so long; one that is turned over nearly stops before it does."""
_LOOK_AGAIN = 4


@dataclass(slots=True, eq=False)
class Tracker:
    """The places of one table over time."""

    inspector: Inspector
    patches: PatchMap
    arms: Arms
    gate: MotionGate
    spots: list[Spot] = field(default_factory=list)
    draw_pile: DrawPile = field(default_factory=DrawPile)
    past: Past = field(default_factory=Past)
    looks: Looks = field(default_factory=Looks)
    _resting: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, np.uint8))

    def begin(self, glance: Glance, image: Image) -> None:
        """Take in the table as it is before anything happens."""
        atlas = self.patches.cut(glance.half)
        for number, place in enumerate(self.patches.places):
            sight = self.inspector.look(image, place)
            self.spots.append(Spot(place, number, atlas[number].copy(), sight))
        self._resting = np.zeros(atlas.shape[:3], np.uint8)
        self.past.remember(glance, atlas)

    def update(self, glance: Glance, image: Image) -> list[Change]:
        """What is found out with the next frame, in no special order; nothing where nothing moves or waits."""
        if not glance.moved and all(spot.is_settled for spot in self.spots):
            self.past.pass_over(glance.at_ms)
            return []
        atlas = self.patches.cut(glance.half)
        rested = np.stack([spot.rested for spot in self.spots])
        like = alike(atlas, rested)
        before = self.past.moments[-1].atlas
        self._rest(alike(atlas, before))
        shown = like.mean((1, 2))
        self.past.remember(glance, atlas)
        changes: list[Change] = []
        for spot in self.spots:
            spot.still = float((self._resting[spot.number] >= _AT_REST).mean())
            if shown[spot.number] >= _CALM:
                changes += self._calm(spot, glance)
            else:
                changes += self._busy(spot, atlas[spot.number])
        changes += self._draw_pile(shown)
        for spot in self._due(atlas):
            self.looks.ask(spot, atlas[spot.number], partial(self.inspector.look, image, spot.place))
        self.looks.answer()
        for spot in self.spots:
            if spot.looked is not None and spot.busy_since is not None:
                changes += self._judge(spot, atlas[spot.number], like[spot.number])
        return changes

    def move(self, table: TablePlaces, image_from_before: Homography, glance: Glance) -> None:
        """The camera stands elsewhere; what lies on the table lies there still, as far as it looks the same."""
        self.gate.move(image_from_before)
        self.inspector = replace(self.inspector, table=table)
        self.patches, self.arms = patch_map(table), arms_of(table)
        atlas = self.patches.cut(glance.half)
        self.past.moments.clear()
        self.looks.forget()
        self.past.remember(glance, atlas)
        self._resting = np.zeros(atlas.shape[:3], np.uint8)
        for spot in self.spots:
            spot.look_from_elsewhere(atlas[spot.number])

    def _rest(self, unchanged: Mask) -> None:
        self._resting = np.where(unchanged, np.minimum(self._resting, 250) + 1, 0).astype(np.uint8)

    def _calm(self, spot: Spot, glance: Glance) -> Iterator[Change]:
        if spot.busy_since is not None:
            if spot.gone is not None:
                yield self._back(spot)
            spot.calm_down()
        spot.calm += 1
        if spot.calm == 6:
            spot.rested = self.past.moments[-1].atlas[spot.number].copy()
            self._paint(spot, glance)

    def _paint(self, spot: Spot, glance: Glance) -> None:
        """The table without hands now looks so at this place."""
        y, x = self.inspector.region(spot.place, glance.quarter.shape[:2])
        assert self.gate.background is not None
        self.gate.background[y, x] = glance.quarter[y, x]

    def _busy(self, spot: Spot, patch: Atlas) -> Iterator[Change]:
        if spot.busy_since is None:
            spot.busy_since = self.past.moments[-1].index
        spot.calm, spot.waited = 0, spot.waited + 1
        if spot.lying is None or spot.bare is None:
            return
        bared = spot.bared(patch)
        spot.bare_run = spot.bare_run + 1 if bared > 0.5 else 0
        spot.part_run = spot.part_run + 1 if bared > 0.12 else 0
        if spot.bare_run == 2:
            yield replace(self._gone(spot), is_sure=True)
        elif spot.part_run >= 8 and spot.gone is None:
            yield self._gone(spot)
        if bared > 0.88 and spot.still >= 0.8:
            yield self._emptied(spot, patch)

    def _gone(self, spot: Spot) -> Change:
        since = self.past.position(spot.busy_since or 0) - 1
        last = parting(
            self.past.patches(spot.number, self.past.moments[max(since, 0)].index), spot.rested, spot.weights
        )
        number = max(since, 0) + last + 1
        number = min(max(number, 1), len(self.past.moments) - 1)
        spot.gone_index = self.past.moments[number].index
        spot.gone = self.past.moments[number].interval
        return self._change(Kind.GONE, spot, spot.gone_index)

    def _emptied(self, spot: Spot, patch: Atlas) -> Change:
        gone = self._gone(spot) if spot.gone is None else None
        index = gone.frame if gone else spot.gone_index
        spot.settle(patch, None)
        return self._change(Kind.EMPTIED, spot, index)

    def _draw_pile(self, shown: NDArray[np.float64]) -> Iterator[Change]:
        spot = self.place_of(Heap.DRAW)
        at_rest, by = float((self._resting[spot.number] >= 1).mean()), _NOBODY
        if shown[spot.number] < _UNTOUCHED:
            by = self.arms.touching(Heap.DRAW, self._mask(self.past.moments[-1]))
            if not by and spot.still > _RESTED and not self._is_reached(spot) and not self._is_other(spot):
                spot.settle(self.past.moments[-1].atlas[spot.number], spot.lying)
        for kind, moments_ago in self.draw_pile.update(by, at_rest):
            moment = self.past.moments[max(-1 - moments_ago, -len(self.past.moments))]
            yield Change(kind, Heap.DRAW, moment.interval, moment.index, by or self.draw_pile.by)

    def _seen_bare(self, spot: Spot, patch: Atlas, like: Mask) -> Iterator[Change]:
        """No card was found at a place: it is gone, unless an arm lies over it."""
        if spot.lying is None or spot.bare is not None or spot.still <= 0.9 or self._is_reached(spot):
            return
        if spot.place is Heap.DRAW:
            if not is_bare(patch):
                return
            self.draw_pile = DrawPile(ran_out=True)
        elif like[BORDER].mean() <= _AROUND:
            return
        yield self._emptied(spot, patch)

    def _is_other(self, spot: Spot) -> bool:
        """Whether a place looks altogether otherwise, as where a draw pile has run out or has come."""
        patch = self.past.moments[-1].atlas[spot.number]
        return float(alike(patch, spot.rested)[CARD_AREA].mean()) < _OTHERWISE and not self._is_reached(spot)

    def _due(self, atlas: Atlas) -> list[Spot]:
        """Places to be looked at now, those at rest first; none that look as they did the last time."""
        due = [
            spot
            for spot in self.spots
            if spot.busy_since is not None
            and (spot.place is not Heap.DRAW or self._is_other(spot))
            and spot.waited >= _LOOK_AGAIN
            and spot.still >= _PARTLY
            and not self.looks.is_asked(spot)
            and not spot.was_seen(atlas[spot.number])
        ]
        due.sort(key=lambda spot: (-spot.still, -spot.waited))
        return due[: self.looks.room]

    def _judge(self, spot: Spot, patch: Atlas, like: Mask) -> Iterator[Change]:
        """What the last look at a place means, as long as the place shows the same."""
        judged, at_rest = (_JUDGED, _AT_REST) if spot.may_turn else (_JUDGED_SOON, _LIES_FRAMES)
        if spot.waited not in judged or not spot.was_seen(patch):
            return
        sight = spot.sight
        if sight is None:
            yield from self._seen_bare(spot, patch, like)
            return
        part = covered_part(sight, self.patches, spot.place)
        if part.sum() < _LEAST_PX or (self._resting[spot.number][part] >= at_rest).mean() < _PARTLY:
            return
        same = share(like, part, spot.weights + texture(patch))
        if spot.lying is None:
            lies = sight.fits(self.inspector.table.quads_mm[spot.place])
        elif spot.lying.differs(sight):
            lies = self._is_flat(spot, sight) or (isinstance(spot.place, Heap) and same < _COVERED)
        elif same >= _COVERED:
            lies = False
            yield from self._lies_as_before(spot, sight, patch)
        else:
            lies = self._is_flat(spot, sight) and (spot.gone is not None or not self._is_reached(spot))
            if not lies and spot.stays_raised(
                sight, share(like, part & FAR_THIRD, spot.weights), self.past.moments[-1].index
            ):
                yield self._gone(spot)
        if lies:
            yield from self._lies(spot, sight, patch, part)

    def _lies(self, spot: Spot, sight: Sight, patch: Atlas, part: Mask) -> Iterator[Change]:
        """A card lies there: that another came is known at once, which one it is when it is read."""
        if spot.shows_another(sight) and not spot.has_landed:
            spot.has_landed = True
            yield self._change(Kind.LANDED, spot, self._landing(spot, patch, part))
        if self._is_read(spot, sight):
            yield from self._came(spot, sight, patch, part)

    def _landing(self, spot: Spot, patch: Atlas, part: Mask) -> int:
        """Index of the frame from which on a part of a place shows what it shows now."""
        since = self.past.position(spot.gone_index if spot.gone is not None else spot.busy_since or 0)
        patches = self.past.patches(spot.number, self.past.moments[since].index)
        telling = part & ~alike(patch, spot.rested)
        weights = texture(patch) * (telling if telling.sum() >= _LEAST_PX else part)
        first = (landing if spot.lying else showing)(patches, patch, weights)
        return self.past.moments[min(since + first, len(self.past.moments) - 1)].index

    def _came(self, spot: Spot, sight: Sight, patch: Atlas, part: Mask) -> Iterator[Change]:
        index = self._landing(spot, patch, part)
        before, left = spot.lying, spot.gone
        if spot.place is Heap.DRAW:
            self.draw_pile, left = DrawPile(), self.past.moments[self.past.position(spot.busy_since or 0)].interval
        spot.settle(patch, sight)
        came = replace(self._change(Kind.CAME, spot, index, before, left), hidden=tuple(self.suspects()))
        yield replace(came, stops=self._stops()) if spot.place is Heap.DISCARD else came

    def _stops(self) -> tuple[Stop, ...]:
        """When hands came to rest at the pile in the last second."""
        assert self.gate.background is not None
        return self.arms.approaches.stops(list(self.past.moments)[-_TOUCHED_FRAMES:], self.gate.background)

    def _lies_as_before(self, spot: Spot, sight: Sight, patch: Atlas) -> Iterator[Change]:
        if spot.gone is not None and self._is_flat(spot, sight):
            yield self._back(spot)
            spot.calm_down()
        elif spot.still > _RESTED and sight.is_flat and not self._is_reached(spot):
            spot.settle(patch, sight)

    def _is_flat(self, spot: Spot, sight: Sight) -> bool:
        """Whether a card lies flat: it looks so, or it is at rest where one had gone, and no hand is there."""
        return sight.is_flat or (spot.gone is not None and spot.still > _RESTED and not self._is_reached(spot))

    def _back(self, spot: Spot) -> Change:
        first = landing(self.past.patches(spot.number, spot.gone_index), spot.rested, spot.weights)
        return self._change(Kind.BACK, spot, spot.gone_index + first)

    def _is_read(self, spot: Spot, sight: Sight) -> bool:
        """Whether it is clear what is seen, or looking again has not helped."""
        spot.unread += spot.waited in _JUDGED
        if sight.is_back or float(sight.probabilities.max()) >= _READ or spot.unread > _TRIES:
            return True
        return spot.still > _RESTED and not self._is_reached(spot)

    def vacate(self, place: Place) -> None:
        """Its card turned up elsewhere, though nobody saw it go."""
        spot = self.place_of(place)
        if spot.lying is not None and spot.busy_since is not None and spot.gone is None:
            self._gone(spot)

    def suspects(self) -> list[Change]:
        """Cards that are hidden now and on which a hand rested just before: one of them may have been taken unseen."""
        found = []
        atlas = self.past.moments[-1].atlas
        for spot in self.spots:
            if spot.lying is None or spot.busy_since is None or spot.gone is not None or isinstance(spot.place, Heap):
                continue
            shown = float(alike(atlas[spot.number], spot.rested)[CARD_AREA].mean())
            if shown < _HIDDEN and (by := self._touched(spot)):
                kept = spot.gone, spot.gone_index
                found.append(replace(self._gone(spot), by=by))
                spot.gone, spot.gone_index = kept
        return found

    def _touched(self, spot: Spot) -> Actors:
        """Whose finger tips rested on a place in the last second."""
        before: Actors = ()
        for moment in list(self.past.moments)[-_TOUCHED_FRAMES:]:
            by = self.arms.touching(spot.place, self._mask(moment))
            if by and before and by[0][0] == before[0][0]:
                return by
            before = by
        return ()

    def _is_reached(self, spot: Spot) -> bool:
        return bool(self.arms.at(spot.place, self._mask(self.past.moments[-1])))

    def _mask(self, moment: Moment) -> Image:
        assert self.gate.background is not None
        return arms_mask(moment.quarter, self.gate.background)

    def _change(
        self, kind: Kind, spot: Spot, index: int, before: Sight | None = None, left: Interval | None = None
    ) -> Change:
        moment = self.past.moments[self.past.position(index)]
        by = self.arms.at(spot.place, self._mask(moment))
        return Change(kind, spot.place, moment.interval, moment.index, by, spot.lying, before, left)

    def hides(self, place: Place) -> bool:
        """Whether it cannot be seen now what lies at a place."""
        return self.place_of(place).busy_since is not None

    def place_of(self, place: Place) -> Spot:
        """What is known of a place."""
        return self.spots[self.patches.places.index(place)]
