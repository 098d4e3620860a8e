"""Cards taken from the draw pile, told by the hand that rests on it."""

from __future__ import annotations

import numpy as np
import pytest
from tests.vision.tracking.frames.test_micro_motion import CARD, moved
from tests.vision.tracking.hands.test_arm_attribution import PACK, SHAPE, arm, table_of

from kibitz_datasets.films.stage.seats import plan_table
from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Heap
from kibitz_vision.table.patches import Atlas
from kibitz_vision.tracking.changes import Kind
from kibitz_vision.tracking.draw_pile import DrawPile
from kibitz_vision.tracking.frames.empty_table import EmptyTable
from kibitz_vision.tracking.frames.frame_history import FrameHistory
from kibitz_vision.tracking.frames.normalized_frame import MotionGate, NormalizedFrame
from kibitz_vision.tracking.hands.arm_attribution import arms_of
from kibitz_vision.tracking.hands.hand_attribution import HandAttribution
from kibitz_vision.tracking.slots.card_observation import CardObservation
from kibitz_vision.tracking.slots.slot_track import SlotTrack

ANN = HandPosterior.sole(PlayerId("Ann"))
REACHING, RESTING, NOTHING = (ANN, 0.6), (ANN, 0.99), (UNSEEN_HAND, 1.0)


def watch(*frames: tuple[HandPosterior, float]) -> list[tuple[int, Kind]]:
    """What is found out, with the frame it is said to have happened in; a hand covers a third of the pile."""
    pile = DrawPile()
    return [
        (frame - ago, kind)
        for frame, (by, rest) in enumerate(frames)
        for kind, ago in pile.update(by, rest, 0.7 if by else 1.0)
    ]


def test_a_hand_that_rests_on_the_pile_and_moves_away_took_a_card() -> None:
    frames = [NOTHING, REACHING, REACHING, RESTING, RESTING, REACHING, NOTHING]
    assert watch(*frames) == [(2, Kind.TOUCHED), (4, Kind.TAKEN)]


def test_a_hand_that_never_rests_there_took_none() -> None:
    assert watch(NOTHING, *[REACHING] * 6, NOTHING) == []


def test_a_hand_that_only_slows_down_before_much_of_the_pile_moves_took_a_card() -> None:
    slow, carried = (ANN, 0.8), (ANN, 0.5)
    assert watch(NOTHING, slow, slow, slow, carried, NOTHING) == [(1, Kind.TOUCHED), (3, Kind.TAKEN)]
    assert watch(NOTHING, slow, slow, carried, NOTHING) == []
    assert watch(NOTHING, slow, slow, slow, slow, NOTHING) == []


def test_the_same_hand_on_its_way_off_is_not_taken_for_another() -> None:
    frames = [NOTHING, REACHING, RESTING, REACHING, RESTING, REACHING, NOTHING, NOTHING]
    assert [kind for _, kind in watch(*frames)] == [Kind.TOUCHED, Kind.TAKEN]


def test_a_second_hand_takes_a_second_card() -> None:
    once = [REACHING, RESTING, RESTING, REACHING, NOTHING, NOTHING, NOTHING]
    assert [kind for _, kind in watch(*once, *once)] == [Kind.TOUCHED, Kind.TAKEN] * 2


PLAN = plan_table(PACK, 4)
TABLE = table_of(PLAN, 4)
BACK = CardObservation.straight_back(TABLE.quads_mm[Heap.DRAW])


def top_moved_mm(before: Atlas, now: Atlas) -> float | None:
    """How far the first card of an atlas is said to have moved as a hand was over it; it is the draw pile's."""
    attribution = HandAttribution(arms_of(TABLE), MotionGate(EmptyTable(np.zeros((*SHAPE, 3), np.uint8))))
    pile, history = DrawPile(), FrameHistory()
    places = [Heap.DRAW, *(slot_id(PACK, 0, number) for number in range(len(before) - 1))]
    tracks = [SlotTrack(place, number, before[0], BACK, resting=1) for number, place in enumerate(places)]
    hand, nothing = arm(TABLE, PLAN, 1, Heap.DRAW), np.zeros(SHAPE, np.uint8)
    found = []
    for index, (mask, atlas, shown) in enumerate(((nothing, before, 1.0), (hand, before, 0.5), (nothing, now, 1.0))):
        quarter = np.repeat(mask[..., None], 3, axis=2)
        history.remember(NormalizedFrame(index, index * 33.0, quarter, quarter, moved=True), atlas)
        found += pile.follow(tracks, (0.9, shown), history, attribution)
    return next((change.moved_mm for change in found if change.kind is Kind.CLEAR), None)


@pytest.mark.parametrize(("top_mm", "others_mm", "is_known"), [(0.1, 0.0, True), (0.3, 0.1, True), (0.1, 0.08, False)])
def test_a_top_card_lies_otherwise_only_where_it_moved_by_far_more_than_cards_that_nobody_touched_seem_to(
    top_mm: float, others_mm: float, is_known: bool
) -> None:
    before, others = np.stack([CARD] * 5), [moved(others_mm)] * 4
    assert bool(top_moved_mm(before, np.stack([moved(top_mm), *others]))) == is_known


def test_where_too_few_other_cards_are_seen_a_top_card_lies_otherwise_only_where_it_moved_far() -> None:
    before = np.stack([CARD] * 3)
    assert top_moved_mm(before, np.stack([moved(0.1)] * 3)) == 0
    assert top_moved_mm(before, np.stack([moved(0.3)] * 3))
