"""Tellings: what became of the card at a place, put into a change with its time and whose hand it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.table import Heap, Interval
from kibitz_vision.table.patches import CARD_AREA, Atlas, Mask, likeness
from kibitz_vision.tracking.changes import Change, Kind
from kibitz_vision.tracking.durations import AT_REST_MS, LEAST_FRAMES
from kibitz_vision.tracking.frames.frame_history import FrameHistory, HistoryFrame
from kibitz_vision.tracking.frames.micro_motion import shows_micro_motion
from kibitz_vision.tracking.hands.hand_attribution import HandAttribution
from kibitz_vision.tracking.occluded_origins import HIDDEN, occluded_origins
from kibitz_vision.tracking.slots import change_point_search as timing
from kibitz_vision.tracking.slots.card_observation import CardObservation
from kibitz_vision.tracking.slots.slot_track import SlotTrack

_EMPTY, _NEARLY_AT_REST = 0.88, 0.8
"""Share of a card beneath which the table shows where nothing lies, and of its place that is at rest then."""
_PUSHED_MS = 1000.0
"""How long before a camera stands again what seemed to leave may have seemed so for its motion."""
_NOW_OR_BEFORE = (0.55, 0.45)
"""Odds that the hand seen as a card had gone took it, and that another on it until then did: neither is named."""


@dataclass(frozen=True, slots=True, eq=False)
class Tellings:
    """Looks up in the past of one table when a thing happened; notes at the spot what it is from then on."""

    history: FrameHistory
    attribution: HandAttribution

    def gone(self, track: SlotTrack) -> Change:
        """Its card left its rest."""
        moment = timing.parted(self.history, track)
        track.gone_index, track.gone = moment.index, moment.interval
        return self._taken(Kind.GONE, track, moment)

    def emptied(self, track: SlotTrack, patch: Atlas) -> Change:
        """Nothing lies there any more."""
        moment = timing.bared(self.history, track, patch) if track.gone is None else self.history.at(track.gone_index)
        track.settle(patch, None)
        return self._taken(Kind.EMPTIED, track, moment)

    def bared(self, track: SlotTrack, patch: Atlas) -> Iterator[Change]:
        """What the table says that shows beneath a card in a busy place: that it left, or that nothing lies there."""
        if track.lying is None or track.bare is None:
            return
        shown = track.table.follow(patch)
        least = self.history.pace.frames(AT_REST_MS, LEAST_FRAMES)
        if track.table.run >= least and not track.was_bared and track.table.shows_grain(patch):
            track.was_bared = True
            yield replace(self.gone(track), is_sure=True)
        elif track.table.is_seen(track.pace) and track.gone is None:
            yield self.gone(track)
        if shown > _EMPTY and track.still >= _NEARLY_AT_REST and track.table.shows_grain(patch):
            yield self.emptied(track, patch)

    def back(self, track: SlotTrack, patch: Atlas) -> Change:
        """Its card lies again as it did, or one that looks the same."""
        back = self._change(Kind.BACK, track, timing.back(self.history, track))
        return replace(back, moved_mm=track.moved_mm(patch, track.lying))

    def moved(self, track: SlotTrack, patch: Atlas) -> Change | None:
        """A card lies there that looks the same, but not as it lay; None where it does.

        An arm over a part of it makes it seem to lie otherwise: but it never hides it, and that seems to have left only
        after it lay so.
        """
        moved_mm = track.moved_mm(patch, track.lying)
        if not shows_micro_motion(moved_mm):
            return None
        left, moment = self._left(track, patch), timing.came(self.history, track, patch, CARD_AREA)
        moved = replace(self._change(Kind.CAME, track, moment, track.lying, left), moved_mm=moved_mm)
        was_hidden = any(likeness(one.atlas[track.number], track.rested) < HIDDEN for one in self._since_busy(track))
        return moved if was_hidden or moment.at_ms >= left.end_ms else None

    def from_elsewhere(self, track: SlotTrack, patch: Atlas) -> Iterator[Change]:
        """The camera moved: what seemed to leave its rest meanwhile is back at once."""
        gone, is_same = track.gone, track.look_from_elsewhere(patch)
        if gone is not None and (is_same or self.history.now.at_ms - gone.end_ms < _PUSHED_MS):
            track.gone = None
            yield Change(Kind.BACK, track.place, gone, track.gone_index, UNSEEN_HAND, track.lying)

    def _left(self, track: SlotTrack, patch: Atlas) -> Interval:
        """When a card left its rest that lies otherwise by now: that it had gone may have been seen only later."""
        left = timing.parted(self.history, track, patch)
        if track.gone is None or left.index >= track.gone_index:
            return track.gone or left.interval
        track.gone_index, track.gone = left.index, left.interval
        return left.interval

    def may_be(self, track: SlotTrack, patch: Atlas, observation: CardObservation) -> bool:
        """Whether a card that looks like the last one lies as it seems to: otherwise only if a hand was on it, or if it
        rests for long; an arm beside it hides a part of it, too.
        """
        was_reached = track.rests_long or any(self.attribution.at(track.place, one) for one in self._since_busy(track))
        return was_reached or not shows_micro_motion(track.moved_mm(patch, observation))

    def _since_busy(self, track: SlotTrack) -> list[HistoryFrame]:
        return self.history.since(track.busy_since or 0)

    def slipped(self, track: SlotTrack, patch: Atlas, tracks: Iterable[SlotTrack]) -> Iterator[Change]:
        """A card that looks the same rests a little off from where one lay: a change if it is clear that it does."""
        assert track.lying is not None
        moved_mm = track.moved_mm(patch, track.lying)
        if track.gone is None and not shows_micro_motion(moved_mm):
            track.settle(patch, track.lying)
        else:
            yield self.came(track, track.lying, (patch, CARD_AREA), tracks)

    def covered(self, track: SlotTrack, patch: Atlas, is_seen: Callable[[Atlas], bool]) -> Change:
        """A card that `is_seen` in a patch has come to a bare place; when, will be known once all of it shows."""
        first, moment = timing.came_in_part(self.history, track, patch, is_seen)
        return replace(self._change(Kind.LANDED, track, moment), at=Interval(first.before_ms, moment.at_ms))

    def landed(
        self, track: SlotTrack, patch: Atlas, observation: CardObservation | None, part: Mask = CARD_AREA
    ) -> Change:
        """A card has come that is not surely read yet, and what it seems to be in the last frame."""
        change = self._change(Kind.LANDED, track, self._when_came(track, observation, patch, part))
        return replace(change, lying=observation, seen_ms=self.history.now.at_ms)

    def _when_came(
        self, track: SlotTrack, observation: CardObservation | None, patch: Atlas, part: Mask
    ) -> HistoryFrame:
        """When a card came: on a heap after another that has landed before and that it covers."""
        landed = track.landed if isinstance(track.place, Heap) else None
        upon = None if landed is None or observation is None else landed.beneath(observation)
        if upon is not None:
            return timing.came_upon(self.history, track, patch, upon)
        return timing.came(self.history, track, patch, part)

    def same(self, track: SlotTrack) -> Change:
        """A place shows what it did in the last frame."""
        return self._change(Kind.SAME, track, self.history.now)

    def came(
        self, track: SlotTrack, observation: CardObservation, shown: tuple[Atlas, Mask], tracks: Iterable[SlotTrack]
    ) -> Change:
        """A card has come; `shown` is the patch, and the part of it that shows the card."""
        before, moved_mm, seen_ms = track.lying, track.moved_mm(shown[0], observation), self._looked_ms(track)
        left = self._left(track, shown[0]) if track.may_turn and shows_micro_motion(moved_mm) else track.gone
        is_back = before is not None and left is not None and moved_mm is not None and not shows_micro_motion(moved_mm)
        moment = timing.back(self.history, track) if is_back else self._when_came(track, observation, *shown)
        lies = observation.decided()
        track.settle(shown[0], lies)
        is_on_heap = isinstance(track.place, Heap)
        hidden, reached = occluded_origins(tracks, self.history, self.attribution) if is_on_heap else ((), ())
        came = self._change(Kind.CAME, track, moment, before, left)
        sure = 1.0 if lies.is_back else round(lies.certainty, 3)
        return replace(came, hidden=hidden, reached=reached, moved_mm=moved_mm, confidence=sure, seen_ms=seen_ms)

    def _looked_ms(self, track: SlotTrack) -> float:
        """When a place was looked at last, or up to two frames later."""
        return self.history.latest(track.waited + 1)[0].at_ms

    def _taken(self, kind: Kind, track: SlotTrack, moment: HistoryFrame) -> Change:
        """A card left, taken by the hand seen as it had gone or, nearly as likely, by another that was on it before."""
        taken, position = self._change(kind, track, moment), self.history.position(moment.index)
        if not (taken.by and position):
            return taken
        before = self.attribution.at(track.place, self.history.moments[position - 1])
        if not before or taken.by.may_be_one_with(before):
            return taken
        now, earlier = (max(by, key=lambda named: named[1])[0] for by in (taken.by, before))
        either = HandPosterior(zip((now, earlier), _NOW_OR_BEFORE, strict=True))
        return taken if now == earlier else replace(taken, by=either)

    def _change(
        self,
        kind: Kind,
        track: SlotTrack,
        moment: HistoryFrame,
        before: CardObservation | None = None,
        left: Interval | None = None,
    ) -> Change:
        by = self.attribution.at(track.place, moment)
        return Change(kind, track.place, moment.interval, moment.index, by, track.lying, before, left)
