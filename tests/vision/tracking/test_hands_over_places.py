"""Hands that come to a place and stay, from what differs from the table without hands."""

from __future__ import annotations

import numpy as np
from tests.vision.tracking.hands.test_arm_attribution import PACK, SHAPE, arm, table_of

from kibitz_datasets.films.simulate import NAMES
from kibitz_datasets.films.stage.seats import plan_table
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Place
from kibitz_vision.table.patches import HEIGHT_PX, WIDTH_PX
from kibitz_vision.tracking.changes import Kind
from kibitz_vision.tracking.frames.empty_table import EmptyTable
from kibitz_vision.tracking.frames.frame_history import HistoryFrame
from kibitz_vision.tracking.frames.normalized_frame import MotionGate
from kibitz_vision.tracking.hands.arm_attribution import Mask, arms_of
from kibitz_vision.tracking.hands.hand_attribution import HandAttribution
from kibitz_vision.tracking.hands_over_places import HandsOver
from kibitz_vision.tracking.slots.card_observation import CardObservation
from kibitz_vision.tracking.slots.slot_track import SlotTrack

PLAN = plan_table(PACK, 4)
TABLE = table_of(PLAN, 4)
SLOT = slot_id(PACK, 1, 0)
HAND, NOTHING = arm(TABLE, PLAN, 1, SLOT), np.zeros(SHAPE, np.uint8)
BACK = CardObservation(TABLE.quads_mm[SLOT], is_flat=True, is_back=True, probabilities=np.zeros(2, np.float32))
PATCH = np.zeros((HEIGHT_PX, WIDTH_PX, 3), np.uint8)


def told(*masks: Mask, lying: CardObservation | None = BACK) -> list[tuple[Kind, Place, int, str]]:
    """What is told of a place over which these masks of arms lie, frame by frame."""
    attribution = HandAttribution(arms_of(TABLE), MotionGate(EmptyTable(np.zeros((*SHAPE, 3), np.uint8))))
    over, track = HandsOver(), SlotTrack(SLOT, 0, PATCH, lying, busy_since=0)
    changes = []
    for index, mask in enumerate(masks):
        moment = HistoryFrame(
            index, index * 33.0, index * 33.0 - 33.0, PATCH[None], np.repeat(mask[..., None], 3, axis=2)
        )
        changes += over.look([track], moment, attribution)
    return [(change.kind, change.place, change.frame, change.by[0][0]) for change in changes]


def test_a_hand_that_stays_is_told_once_with_the_frame_on_which_it_came() -> None:
    assert told(*[NOTHING] * 3, *[HAND] * 20) == [(Kind.OVER, SLOT, 3, NAMES[1])]


def test_a_hand_that_passes_is_not_told() -> None:
    assert told(NOTHING, *[HAND] * 4, *[NOTHING] * 20, *[HAND] * 3) == []


def test_an_arm_that_goes_on_over_a_card_is_over_it_as_well() -> None:
    beyond = arm(TABLE, PLAN, 1, SLOT, short_mm=-90.0)
    assert told(NOTHING, *[beyond] * 8) == [(Kind.OVER, SLOT, 1, NAMES[1])]


def test_no_hand_is_over_a_place_without_a_card_or_beside_one() -> None:
    assert told(*[HAND] * 20, lying=None) == []
    assert told(*[arm(TABLE, PLAN, 1, slot_id(PACK, 1, 3))] * 20) == []


def test_a_hand_that_was_not_seen_for_a_moment_is_the_same_and_later_another() -> None:
    assert len(told(*[HAND] * 8, *[NOTHING] * 5, *[HAND] * 8)) == 1
    assert [frame for _, _, frame, _ in told(*[HAND] * 8, *[NOTHING] * 15, *[HAND] * 8)] == [0, 23]
