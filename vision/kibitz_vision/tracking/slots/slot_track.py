"""Slot tracks: what the tracker knows of one place."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from kibitz_scoring.table import Heap, Interval, Place
from kibitz_vision.geometry import Points
from kibitz_vision.table.patches import CARD_AREA, THIRDS, Atlas, Mask, alike, likeness, portion, texture
from kibitz_vision.tracking.durations import CALM_MS, LONG_MS
from kibitz_vision.tracking.frames.change_points import Weights
from kibitz_vision.tracking.frames.frame_pace import FramePace
from kibitz_vision.tracking.frames.micro_motion import has_slipped, micro_motion_mm, shows_micro_motion
from kibitz_vision.tracking.slots.bared_table import BaredTable
from kibitz_vision.tracking.slots.card_observation import READ, CardObservation
from kibitz_vision.tracking.slots.unsettled import Landed

_LOOK_AGAIN_MS, _PARTLY = 133.0, 0.45
_AT_LAST_MS = (LONG_MS, 4 * LONG_MS)
"""A place at rest for so long is looked at again: what was beside it may have confused the last look."""
_SAME, _RESTED = 0.97, 0.97
_OTHERWISE, _STILL_BARE = 0.6, 0.12
_READ_BESIDE = 0.94
"""Certainty from which on a face in a slot is one though something still moves there."""
_RAISED, _RAISED_MS = 0.5, 200.0
_HELD_MS = 1200.0
"""Nobody looks at a card for much longer."""
_SAME_EDGE_MM, _MOVED_EDGE_MM = 16.0, 12.0
_SAME_COLOUR = 22.0
_OFF = 3
_TRIES = 4
_TRIED_MS = (0.0, 100.0, 200.0, 400.0, 800.0)
"""So long after a look a card that is not read counts as tried once more."""
_EMPTY = 0.838
"""How sure it is that nothing lies where nothing was found: of 820 cards told as lifted 687 were
(docs/measured/video.json).
"""
_LIKELY = 0.8
"""Correlation from which on two patches show the same, some px off."""


@dataclass(slots=True, eq=False)
class SlotTrack:
    """A place, its patch when it was last at rest, and what lies there (None: nothing).

    `busy_since`: the frame at which it stopped showing that; `still`: share of the patch at rest; `resting`: frames
    in which all of it was; `gone`: when the card left its rest; `is_vacated`: it lies elsewhere now; `shape`: the last
    card that lay flat there, `lain`: its patch, None where there was none since the camera stands as it does; `bare`:
    the patch of the table with nothing there, None while that has not been seen, `was_bared`: it shows since the place
    is busy, `table`: for how long; `pace`: how fast frames come.
    """

    place: Place
    number: int
    rested: Atlas
    lying: CardObservation | None
    bare: Atlas | None = None
    busy_since: int | None = None
    still: float = 0.0
    resting: int = 0
    calm: int = 0
    waited: int = 0
    was_bared: bool = False
    gone: Interval | None = None
    gone_index: int = 0
    raised_since: int | None = None
    is_vacated: bool = False
    shape: CardObservation | None = field(init=False)
    lain: Atlas | None = field(init=False)
    unread: int = 0
    landed: Landed | None = None
    observation: CardObservation | None = None
    looked: Atlas | None = None
    pace: FramePace = field(default_factory=FramePace)
    weights: Weights = field(init=False)
    table: BaredTable = field(init=False)

    def __post_init__(self) -> None:
        self.shape, self.lain = self.lying, None if self.lying is None else self.rested
        self._weigh()

    @property
    def certainty(self) -> float:
        """How sure it is what lies there, or that nothing does, 0 to 1."""
        return _EMPTY if self.lying is None else self.lying.certainty

    @property
    def is_settled(self) -> bool:
        """Whether nothing is to be found out."""
        return self.busy_since is None and self.calm >= self.pace.frames(CALM_MS)

    @property
    def rests_long(self) -> bool:
        """Whether all of it has been at rest for longer than a hand over it would be."""
        return self.resting >= self.pace.frames(LONG_MS)

    def rest(self, still: float) -> None:
        """So much of the patch is at rest in the next frame."""
        self.still = still
        self.resting = self.resting + 1 if still > _RESTED else 0

    def settle(self, patch: Atlas, lying: CardObservation | None) -> None:
        """The place is at rest and shows something else."""
        self.lying, self.shape = lying, lying or self.shape
        self.rest_as(patch)
        self.calm_down()
        self._weigh()

    def rest_as(self, patch: Atlas) -> None:
        """What lies there rests, and looks so now."""
        self.rested = patch.copy()
        if self.lying is not None:
            self.lain = self.rested

    def look_from_elsewhere(self, patch: Atlas) -> bool:
        """The camera moved: whether the place shows the same up to the inexactness of where the camera stands now."""
        likeness = cv2.matchTemplate(patch, self.rested[_OFF:-_OFF, _OFF:-_OFF], cv2.TM_CCOEFF_NORMED)
        is_same = float(likeness.max()) > _LIKELY
        self.lain = None
        if is_same:
            self.settle(patch, self.lying)
        self.looked = None
        return is_same

    def calm_down(self) -> None:
        """Nothing is under way any more."""
        self.busy_since, self.gone, self.looked, self.observation = None, None, None, None
        self.waited = self.calm = self.unread = 0
        self.table.forget()
        self.raised_since, self.landed, self.is_vacated, self.was_bared = None, None, False, False

    def see(self, patch: Atlas, observation: CardObservation | None) -> None:
        """The place was looked at closely."""
        self.looked, self.observation, self.waited = patch.copy(), observation, 0

    def is_due(self, patch: Atlas) -> bool:
        """Whether it is time to look closely: part of the place is at rest, and was not so at the last look."""
        if self.busy_since is None or self.waited < self.pace.frames(_LOOK_AGAIN_MS) or self.still < _PARTLY:
            return False
        is_clear = self.observation is not None and self.observation.is_flat
        is_again = self.resting in map(self.pace.frames, _AT_LAST_MS) and not is_clear
        return not self.was_seen(patch) or is_again or self._is_seen_badly

    @property
    def _is_seen_badly(self) -> bool:
        """Whether a face could not be read surely when it was not at rest yet, as with a hand that was leaving."""
        unread = self.observation is not None and not self.observation.is_back and self.observation.certainty < READ
        return unread and bool(self.resting) and not self.was_seen_at_rest

    @property
    def was_seen_at_rest(self) -> bool:
        """Whether all of the place was at rest when it was looked at last, and is still."""
        return self.resting > self.waited

    def was_seen(self, patch: Atlas) -> bool:
        """Whether the place shows what it showed when it was looked at last."""
        return self.looked is not None and portion(alike(patch, self.looked)) > _SAME

    def is_hidden(self, like: Mask) -> bool:
        """Whether something lies over all of a bare place, given where its patch looks as before."""
        return self.lying is None and portion(like[CARD_AREA]) < _STILL_BARE

    def upon_bare(self, observation: CardObservation, place_mm: Points, like: Mask) -> CardObservation:
        """What was seen at a bare place: backs without a border seem to be one with their neighbours."""
        hides = observation.is_back and not observation.fits(place_mm) and self.is_hidden(like)
        return observation.at(place_mm) if hides else observation

    def is_tilted(self, observation: CardObservation, same: float, far: Atlas) -> bool:
        """Whether of the card that lies there only the far edge is where it was, and no arm is over its far part.

        `far`: the pixels (n, 3) that show the far third of the card seen, which the own player's hand leaves free;
        `same`: share of them that look as before.
        """
        lying = self.lying if self.may_turn and not self.is_vacated else None
        if lying is None or same > _RAISED or observation.far_edge_off(lying) > _SAME_EDGE_MM:
            return False
        is_moved = observation.near_edge_off(lying) >= _MOVED_EDGE_MM or not len(far)
        return is_moved or float(np.abs(far.mean(axis=0) - self.rested[THIRDS[0]].mean(axis=0)).max()) < _SAME_COLOUR

    def stays_raised(self, frame: int, *, is_tilted: bool) -> bool:
        """Whether a card is tilted for longer than a hand rests on one that lies."""
        if not is_tilted or self.gone is not None:
            self.raised_since = None
            return False
        self.raised_since = frame if self.raised_since is None else self.raised_since
        return frame - self.raised_since >= self.pace.frames(_RAISED_MS)

    @property
    def may_turn(self) -> bool:
        """Whether a card lies there that somebody may turn over."""
        return self.lying is not None and not isinstance(self.place, Heap)

    def looks_other(self, patch: Atlas) -> bool:
        """Whether the place looks altogether otherwise, as where a draw pile has run out or has come."""
        return likeness(patch, self.rested) < _OTHERWISE

    def may_take(self, observation: CardObservation, place_mm: Points) -> bool:
        """Whether a card seen may have come where none lies, maybe with a hand over it."""
        return (self.is_vacated or self.lying is None) and observation.fits(place_mm)

    def looks_flat(self, observation: CardObservation, on_pile: CardObservation | None) -> bool:
        """Whether a card seen has the shape of one that lies flat: of any, of the last one here or of the pile's."""
        return observation.is_flat or any(
            one is not None and observation.is_shaped_like(one) for one in (self.shape, on_pile)
        )

    def shows_another(self, observation: CardObservation) -> bool:
        """Whether another card is seen than lay there, if any did."""
        return self.lying is None or self.lying.differs(observation)

    def shows_face(self, observation: CardObservation) -> bool:
        """Whether a face is seen in a slot."""
        return not (observation.is_back or isinstance(self.place, Heap))

    def shows_surely(self, observation: CardObservation) -> bool:
        """Whether a face in a slot is surely read and has not moved for long: then no hand lies over it."""
        return self.rests_long and self.shows_face(observation) and observation.certainty >= READ

    def lies_at_last(self, observation: CardObservation, place_mm: Points, *, is_flat: bool, is_still: bool) -> bool:
        """Whether a card seen lies in the last picture, a face in a slot only if it is whole and surely read."""
        if self.shows_face(observation):
            return is_flat and is_still and observation.certainty >= READ
        return is_flat or (is_still and self.may_take(observation, place_mm))

    def may_be_held(self, observation: CardObservation, *, is_reached: bool) -> bool:
        """Whether a face seen where no card lay may be that of one in a hand, or none but a hand that rests."""
        is_clear = self.resting and not is_reached and observation.certainty >= READ
        return self.lying is None and self.shows_face(observation) and not is_clear

    def moved_mm(self, patch: Atlas, observation: CardObservation | None) -> float | None:
        """How much otherwise a card seen lies than the last one did, None where the two do not look the same."""
        if (
            self.lain is None
            or self.shape is None
            or observation is None
            or not (observation.is_back and self.shape.is_back)
        ):
            return None
        return micro_motion_mm(self.lain, patch)

    def has_slipped(self, patch: Atlas) -> bool:
        """Whether a back rests there a little off from where one like it lay, whatever it is taken for."""
        was_back = self.may_turn and self.lying is not None and self.lying.is_back
        is_calm = self.resting == self.pace.frames(CALM_MS)
        return was_back and is_calm and self.lain is not None and has_slipped(self.lain, patch)

    def may_be_raised(self, observation: CardObservation, patch: Atlas, frame: int, *, is_reached: bool) -> bool:
        """Whether a card that never left its place is perhaps still held up by a hand, seen there or not."""
        if self.was_bared or self.lying is None or self.gone is None:
            return False
        if frame - self.gone_index > self.pace.frames(_HELD_MS):
            return False
        is_up = is_reached or observation.near_edge_off(self.lying) >= _MOVED_EDGE_MM
        return is_up and shows_micro_motion(self.moved_mm(patch, observation))

    def is_read(self, observation: CardObservation) -> bool:
        """Whether it is clear what is seen, or looking again has not helped; a back beside a hand may seem a face."""
        self.unread += self.waited in map(self.pace.frames, _TRIED_MS)
        least = _READ_BESIDE if self.shows_face(observation) and not self.resting else READ
        return observation.is_back or observation.certainty >= least or self.unread > _TRIES

    def _weigh(self) -> None:
        if self.lying is None and self.place is not Heap.DRAW:
            self.bare = self.rested
        self.weights = texture(self.rested) * CARD_AREA
        self.table = BaredTable.beneath(self.rested, None if self.lying is None else self.bare)
