"""Hand attribution: whose hand was on a place in a frame of the past, by what differs from the table without hands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.table import Place
from kibitz_vision.detections import Image
from kibitz_vision.geometry import Points
from kibitz_vision.tracking.frames.frame_history import FrameHistory, HistoryFrame
from kibitz_vision.tracking.frames.normalized_frame import MotionGate
from kibitz_vision.tracking.hands.arm_attribution import ArmAttribution, arms_mask
from kibitz_vision.tracking.hands.hand_stops import HandStop, stops_of

_LATELY_MS = 1000.0
_STOPS_MS = 1500.0
"""As long as a hand may rest on a card before it can be read, after those that came before it."""


_LEAST_HAND_PX, _OUTLINE_PX = 150.0, 1.0
"""What differs and is smaller is no hand; its outline is told so exactly, both in px of a picture of quarter size."""


@dataclass(frozen=True, slots=True, eq=False)
class HandAttribution:
    """The ways of arms on one table, and the gate that knows the table without hands."""

    arms: ArmAttribution
    gate: MotionGate

    def at(self, place: Place, moment: HistoryFrame) -> HandPosterior:
        """Whose hand was on a place."""
        return self.arms.at(place, self._mask(moment))

    def over(self, places: Iterable[Place], moment: HistoryFrame) -> dict[Place, HandPosterior]:
        """Which of several places a hand or arm covers a good part of, and whose."""
        asked = tuple(places)
        if not asked:
            return {}
        mask = self._mask(moment)
        return {place: by for place in asked if (by := self.arms.over(place, mask))}

    def touching(self, place: Place, moment: HistoryFrame) -> HandPosterior:
        """Whose finger tips were on a place and held nothing."""
        return self.arms.touching(place, self._mask(moment))

    def rested(self, place: Place, history: FrameHistory) -> HandPosterior:
        """Whose finger tips were on a place in two frames on end in the last second."""
        before: HandPosterior = UNSEEN_HAND
        for moment in history.lately(_LATELY_MS):
            by = self.touching(place, moment)
            if by and before and by[0][0] == before[0][0]:
                return by
            before = by
        return UNSEEN_HAND

    def stops(self, history: FrameHistory) -> tuple[HandStop, ...]:
        """When hands came to rest at the discard pile in the last second and a half."""
        return stops_of(self.arms.approaches, history.lately(_STOPS_MS), self.gate.background)

    def outlines(self, moment: HistoryFrame) -> list[Points]:
        """The outlines (n, 2) of hands and arms in a frame, in px of a picture of quarter size."""
        contours, _ = cv2.findContours(self._mask(moment), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        large = (one for one in contours if cv2.contourArea(one) >= _LEAST_HAND_PX)
        return [cv2.approxPolyDP(one, _OUTLINE_PX, closed=True)[:, 0].astype(np.float64) for one in large]

    def _mask(self, moment: HistoryFrame) -> Image:
        return arms_mask(moment.quarter, self.gate.background, moment.light)
