"""Tellings: what became of the card at a place, put into a change with its time and whose hand it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.table import Heap, Interval
from kibitz_vision.table.patches import CARD_AREA, Atlas, Mask, likeness
from kibitz_vision.tracking.changes import Change, Kind
from kibitz_vision.tracking.frames.frame_history import FrameHistory, HistoryFrame
from kibitz_vision.tracking.frames.micro_motion import is_nudged
from kibitz_vision.tracking.hands.hand_attribution import Reach
from kibitz_vision.tracking.occluded_origins import HIDDEN, suspects
from kibitz_vision.tracking.slots import change_point_search as timing
from kibitz_vision.tracking.slots.card_observation import Sight
from kibitz_vision.tracking.slots.slot_track import LONG, Spot

_NOW_OR_BEFORE = (0.55, 0.45)
"""Odds that the hand seen as a card had gone took it, and that another on it until then did: neither is named."""


@dataclass(frozen=True, slots=True, eq=False)
class Tellings:
    """Looks up in the past of one table when a thing happened; notes at the spot what it is from then on."""

    history: FrameHistory
    reach: Reach

    def gone(self, spot: Spot) -> Change:
        """Its card left its rest."""
        moment = timing.parted(self.history, spot)
        spot.gone_index, spot.gone = moment.index, moment.interval
        return self._taken(Kind.GONE, spot, moment)

    def emptied(self, spot: Spot, patch: Atlas) -> Change:
        """Nothing lies there any more."""
        moment = timing.bared(self.history, spot, patch) if spot.gone is None else self.history.at(spot.gone_index)
        spot.settle(patch, None)
        return self._taken(Kind.EMPTIED, spot, moment)

    def back(self, spot: Spot, patch: Atlas) -> Change:
        """Its card lies again as it did, or one that looks the same."""
        back = self._change(Kind.BACK, spot, timing.back(self.history, spot))
        return replace(back, nudged_mm=spot.nudged_mm(patch, spot.lying))

    def moved(self, spot: Spot, patch: Atlas) -> Change | None:
        """A card lies there that looks the same, but not as it lay; None where it does.

        An arm over a part of it makes it seem to lie otherwise: but it never hides it, and that seems to have left only
        after it lay so.
        """
        nudged_mm = spot.nudged_mm(patch, spot.lying)
        if not is_nudged(nudged_mm):
            return None
        left, moment = self._left(spot, patch), timing.came(self.history, spot, patch, CARD_AREA)
        moved = replace(self._change(Kind.CAME, spot, moment, spot.lying, left), nudged_mm=nudged_mm)
        was_hidden = any(likeness(one.atlas[spot.number], spot.rested) < HIDDEN for one in self._since_busy(spot))
        return moved if was_hidden or moment.at_ms >= left.end_ms else None

    def _left(self, spot: Spot, patch: Atlas) -> Interval:
        """When a card left its rest that lies otherwise by now: that it had gone may have been seen only later."""
        left = timing.parted(self.history, spot, patch)
        if spot.gone is None or left.index >= spot.gone_index:
            return spot.gone or left.interval
        spot.gone_index, spot.gone = left.index, left.interval
        return left.interval

    def may_be(self, spot: Spot, patch: Atlas, sight: Sight) -> bool:
        """Whether a card that looks like the last one lies as it seems to: otherwise only if a hand was on it, or if it
        rests for long; an arm beside it hides a part of it, too.
        """
        was_reached = spot.resting >= LONG or any(self.reach.at(spot.place, one) for one in self._since_busy(spot))
        return was_reached or not is_nudged(spot.nudged_mm(patch, sight))

    def _since_busy(self, spot: Spot) -> list[HistoryFrame]:
        return self.history.since(spot.busy_since or 0)

    def slipped(self, spot: Spot, patch: Atlas, spots: Iterable[Spot]) -> Iterator[Change]:
        """A card that looks the same rests a little off from where one lay: a change if it is clear that it does."""
        assert spot.lying is not None
        nudged_mm = spot.nudged_mm(patch, spot.lying)
        if spot.gone is None and not is_nudged(nudged_mm):
            spot.settle(patch, spot.lying)
        else:
            yield self.came(spot, spot.lying, (patch, CARD_AREA), spots)

    def covered(self, spot: Spot, patch: Atlas, is_seen: Callable[[Atlas], bool]) -> Change:
        """A card that `is_seen` in a patch has come to a bare place; when, will be known once all of it shows."""
        first, moment = timing.came_in_part(self.history, spot, patch, is_seen)
        return replace(self._change(Kind.LANDED, spot, moment), at=Interval(first.before_ms, moment.at_ms))

    def landed(self, spot: Spot, patch: Atlas, sight: Sight | None, part: Mask = CARD_AREA) -> Change:
        """A card has come that is not surely read yet, and what it seems to be in the last frame."""
        change = self._change(Kind.LANDED, spot, self._when_came(spot, sight, patch, part))
        return replace(change, lying=sight, seen_ms=self.history.now.at_ms)

    def _when_came(self, spot: Spot, sight: Sight | None, patch: Atlas, part: Mask) -> HistoryFrame:
        """When a card came: on a heap after another that has landed before and that it covers."""
        landed = spot.landed if isinstance(spot.place, Heap) else None
        upon = None if landed is None or sight is None else landed.beneath(sight)
        if upon is not None:
            return timing.came_upon(self.history, spot, patch, upon)
        return timing.came(self.history, spot, patch, part)

    def same(self, spot: Spot) -> Change:
        """A place shows what it did in the last frame."""
        return self._change(Kind.SAME, spot, self.history.now)

    def came(self, spot: Spot, sight: Sight, shown: tuple[Atlas, Mask], spots: Iterable[Spot]) -> Change:
        """A card has come; `shown` is the patch, and the part of it that shows the card."""
        before, nudged_mm, seen_ms = spot.lying, spot.nudged_mm(shown[0], sight), self._looked_ms(spot)
        left = self._left(spot, shown[0]) if spot.may_turn and is_nudged(nudged_mm) else spot.gone
        is_back = before is not None and left is not None and nudged_mm is not None and not is_nudged(nudged_mm)
        moment = timing.back(self.history, spot) if is_back else self._when_came(spot, sight, *shown)
        lies = sight.decided()
        spot.settle(shown[0], lies)
        is_on_heap = isinstance(spot.place, Heap)
        hidden, reached = suspects(spots, self.history, self.reach) if is_on_heap else ((), ())
        came = self._change(Kind.CAME, spot, moment, before, left)
        sure = 1.0 if lies.is_back else round(lies.certainty, 3)
        return replace(came, hidden=hidden, reached=reached, nudged_mm=nudged_mm, confidence=sure, seen_ms=seen_ms)

    def _looked_ms(self, spot: Spot) -> float:
        """When a place was looked at last, or up to two frames later."""
        return self.history.latest(spot.waited + 1)[0].at_ms

    def _taken(self, kind: Kind, spot: Spot, moment: HistoryFrame) -> Change:
        """A card left, taken by the hand seen as it had gone or, nearly as likely, by another that was on it before."""
        taken, position = self._change(kind, spot, moment), self.history.position(moment.index)
        if not (taken.by and position):
            return taken
        before = self.reach.at(spot.place, self.history.moments[position - 1])
        if not before or taken.by.may_be_one_with(before):
            return taken
        now, earlier = (max(by, key=lambda named: named[1])[0] for by in (taken.by, before))
        either = HandPosterior(zip((now, earlier), _NOW_OR_BEFORE, strict=True))
        return taken if now == earlier else replace(taken, by=either)

    def _change(
        self, kind: Kind, spot: Spot, moment: HistoryFrame, before: Sight | None = None, left: Interval | None = None
    ) -> Change:
        by = self.reach.at(spot.place, moment)
        return Change(kind, spot.place, moment.interval, moment.index, by, spot.lying, before, left)
