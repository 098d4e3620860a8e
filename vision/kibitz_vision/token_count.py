"""Counting the printed tokens on a table that is watched."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.table import Heap, SlotId
from kibitz_vision.detections import Image
from kibitz_vision.tokens.finder import points_on
from kibitz_vision.watcher import Watcher


def count_tokens(watcher: Watcher, pack: RulePack, image: Image) -> Mapping[SlotId, int]:
    """Points of the tokens on the card in each slot that shows on the picture (h, w, 3) that was followed last.

    There are none in games without tokens.
    """
    if not pack.has_tokens or watcher.places is None:
        return {}
    slots = {place: seen for place, seen in watcher.state().items() if not isinstance(place, Heap)}
    quads = [np.asarray(watcher.places.quad_px(slot), np.float32) for slot in slots]
    points = zip(slots, points_on(image, quads), strict=True)
    # Where something is in the way only what shows is known.
    return {slot: given for slot, given in points if given or not slots[slot].occluded}
