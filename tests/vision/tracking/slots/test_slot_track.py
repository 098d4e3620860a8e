"""What is known of one place, from patches of a table, a card and hands."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kibitz_scoring.table import Heap, Interval, Place, SlotId
from kibitz_vision.table.patches import CARD_AREA, HEIGHT_PX, THIRDS, WIDTH_PX, Atlas
from kibitz_vision.table.places import card_rectangle
from kibitz_vision.tracking.durations import LONG_MS
from kibitz_vision.tracking.slots.card_observation import CardObservation
from kibitz_vision.tracking.slots.slot_track import SlotTrack

SLOT = SlotId("p1.a1")
TABLE = np.full((HEIGHT_PX, WIDTH_PX, 3), (60, 140, 90), np.uint8)
HAND = (90, 110, 180)
BACK = CardObservation(
    card_rectangle(np.zeros(2), 0.0), is_flat=True, is_back=True, probabilities=np.array([0.1, 0.9], "f4")
)


def card(seed: int = 1) -> Atlas:
    patch = TABLE.copy()
    patch[CARD_AREA] = np.random.default_rng(seed).integers(0, 256, (int(CARD_AREA.sum()), 3), dtype=np.uint8)
    return patch


def spot_with_card() -> SlotTrack:
    """A place that was bare, and at which a card has come to lie."""
    track = SlotTrack(SLOT, 0, TABLE, None)
    track.settle(card(), BACK)
    return track


def test_a_place_is_looked_at_once_part_of_it_rests_and_then_again_only_where_it_changed() -> None:
    track = SlotTrack(SLOT, 0, TABLE, None, busy_since=3, waited=2)
    track.rest(0.9)
    assert not track.is_due(card())
    track.waited = 4
    assert track.is_due(card())
    track.see(card(), BACK)
    track.waited = 4
    assert not track.is_due(card())
    assert track.is_due(card(seed=2))
    track.rest(0.2)
    assert not track.is_due(card(seed=2))


@pytest.mark.parametrize(("observation", "again"), [(None, True), (replace(BACK, is_flat=False), True), (BACK, False)])
def test_what_was_not_clear_is_looked_at_once_more_after_a_long_rest(
    observation: CardObservation | None, again: bool
) -> None:
    track = SlotTrack(SLOT, 0, TABLE, None, busy_since=3)
    track.see(card(), observation)
    due = []
    long = track.pace.frames(LONG_MS)
    for _ in range(long + 5):
        track.rest(1.0)
        track.waited += 1
        due.append(track.is_due(card()))
    assert [number for number, is_due in enumerate(due, 1) if is_due] == ([long] if again else [])


@pytest.mark.parametrize(("odds", "again"), [(0.6, True), (0.95, False)])
def test_a_face_that_was_not_read_under_a_hand_is_looked_at_again_when_it_rests(odds: float, *, again: bool) -> None:
    track = SlotTrack(Heap.DISCARD, 0, TABLE, BACK)
    track.busy_since = 0
    track.see(card(), replace(BACK, is_back=False, probabilities=np.array([odds, 1 - odds, 0, 0], "f4")))
    for _ in range(5):
        track.waited += 1
        track.rest(0.9)
    assert not track.is_due(card())
    track.rest(1.0)
    assert track.is_due(card()) == again
    assert not track.was_seen_at_rest
    track.see(card(), track.observation)
    assert track.was_seen_at_rest
    track.waited += 4
    for _ in range(4):
        track.rest(1.0)
    assert not track.is_due(card())


def test_a_face_counts_as_read_when_it_is_sure_or_no_look_has_helped() -> None:
    track = SlotTrack(SLOT, 0, TABLE, None, busy_since=3)
    doubtful = CardObservation(
        BACK.quad_mm, is_flat=True, is_back=False, probabilities=np.array([0.6, 0.3, 0.0, 0.1], "f4")
    )
    assert [track.is_read(doubtful) for _ in range(5)] == [False] * 4 + [True]
    assert SlotTrack(SLOT, 0, TABLE, None).is_read(BACK)


def test_a_face_of_which_surely_nothing_can_be_read_does_not_count_as_read() -> None:
    none, card = np.array([0.01, 0.0, 0.0, 0.99], "f4"), np.array([0.99, 0.0, 0.0, 0.01], "f4")
    under_a_hand = CardObservation(BACK.quad_mm, is_flat=True, is_back=False, probabilities=none)
    track = SlotTrack(SLOT, 0, TABLE, None, busy_since=3)
    assert not track.is_read(under_a_hand)
    assert track.is_read(replace(under_a_hand, probabilities=card))


def test_a_card_is_tilted_if_only_its_far_edge_is_where_it_was() -> None:
    track, hand = spot_with_card(), np.full((50, 3), HAND, np.uint8)
    shorter = BACK.quad_mm.copy()
    shorter[2:, 1] -= 30.0
    tilted, elsewhere = replace(BACK, quad_mm=shorter), replace(BACK, quad_mm=BACK.quad_mm + 30.0)
    assert track.is_tilted(tilted, 0.2, hand)
    assert not track.is_tilted(tilted, 0.9, hand)
    assert not track.is_tilted(elsewhere, 0.2, hand)
    assert not SlotTrack(SLOT, 0, TABLE, None).is_tilted(tilted, 0.2, hand)
    track.is_vacated = True  # its card is known to lie elsewhere: another lies there
    assert not track.is_tilted(tilted, 0.2, hand)


def test_a_card_with_its_edges_where_they_were_is_tilted_only_if_its_far_part_shows_its_colours() -> None:
    track, shifted = spot_with_card(), np.roll(card(), 3, axis=0)[THIRDS[1]]
    assert track.is_tilted(BACK, 0.2, shifted)
    assert not track.is_tilted(BACK, 0.2, np.full((50, 3), HAND, np.uint8))


def test_a_card_is_raised_once_it_was_tilted_for_several_frames_on_end() -> None:
    track = spot_with_card()
    assert [track.stays_raised(frame, is_tilted=True) for frame in (10, 13, 16)] == [False, False, True]
    assert not track.stays_raised(17, is_tilted=False)
    assert not track.stays_raised(18, is_tilted=True)
    track.gone = Interval(0, 33)
    assert not track.stays_raised(40, is_tilted=True)


def test_something_over_all_of_a_bare_place_hides_it() -> None:
    bare = SlotTrack(SLOT, 0, TABLE, None)
    covered, half = ~CARD_AREA, ~THIRDS[0]
    assert bare.is_hidden(covered)
    assert not bare.is_hidden(half)
    assert not spot_with_card().is_hidden(covered)


def test_after_the_camera_moved_a_place_that_looks_the_same_has_nothing_under_way() -> None:
    track = spot_with_card()
    track.busy_since, track.gone = 7, Interval(100, 133)
    assert track.look_from_elsewhere(np.roll(card(), 2, axis=1))
    assert track.gone is None
    assert track.is_due(card(seed=2)) is False
    track.busy_since = 7
    assert not track.look_from_elsewhere(card(seed=2))
    assert track.busy_since == 7


def test_only_cards_in_slots_may_turn() -> None:
    assert spot_with_card().may_turn
    assert not SlotTrack(SLOT, 0, TABLE, None).may_turn
    assert not SlotTrack(Heap.DISCARD, 0, card(), BACK).may_turn


def test_a_card_with_a_hand_over_it_may_have_come_only_where_none_lies() -> None:
    place_mm = BACK.quad_mm
    covered = replace(BACK, is_flat=False, quad_mm=np.array([*place_mm[:2], *(place_mm[2:] - (0, 30))]))
    track = spot_with_card()
    assert not track.may_take(covered, place_mm)
    track.is_vacated = True
    assert track.may_take(covered, place_mm)
    assert not track.may_take(replace(covered, quad_mm=covered.quad_mm + 40), place_mm)
    assert SlotTrack(SLOT, 0, TABLE, None).may_take(covered, place_mm)


@pytest.mark.parametrize(
    ("place", "certainty", "rests", "is_read"),
    [
        (SLOT, 0.92, False, False),
        (SLOT, 0.92, True, True),
        (SLOT, 0.95, False, True),
        (Heap.DISCARD, 0.92, False, True),
    ],
)
def test_a_face_in_a_slot_that_is_not_quite_surely_read_is_one_once_all_of_it_rests(
    place: Place, certainty: float, rests: bool, is_read: bool
) -> None:
    face = replace(BACK, is_back=False, probabilities=np.array([certainty, 1 - certainty, 0, 0], np.float32))
    track = SlotTrack(place, 0, card(), BACK)
    track.rest(float(rests))
    assert track.is_read(face) == is_read


def test_a_face_is_surely_shown_in_a_slot_once_it_is_read_and_has_not_moved_for_long() -> None:
    face, unread = (
        replace(BACK, is_flat=False, is_back=False, probabilities=np.array([odds, 1 - odds, 0, 0], np.float32))
        for odds in (0.97, 0.6)
    )
    track = spot_with_card()
    for _ in range(track.pace.frames(LONG_MS) - 1):
        track.rest(1.0)
    assert not track.shows_surely(face)
    track.rest(1.0)
    assert track.shows_surely(face)
    assert not track.shows_surely(unread)
    assert not track.shows_surely(BACK)
    track.rest(0.5)
    assert not track.shows_surely(face)


def test_a_face_over_a_slot_lies_there_only_if_no_hand_may_hold_it() -> None:
    face, unread = (
        replace(BACK, is_back=False, probabilities=np.array([odds, 1 - odds, 0, 0], np.float32)) for odds in (0.95, 0.6)
    )
    bare = SlotTrack(SLOT, 0, TABLE, None)
    assert bare.may_be_held(face, is_reached=False)
    bare.rest(1.0)
    assert not bare.may_be_held(face, is_reached=False)
    assert bare.may_be_held(unread, is_reached=False)
    assert bare.may_be_held(face, is_reached=True)
    assert not bare.may_be_held(BACK, is_reached=True)
    assert not SlotTrack(Heap.DISCARD, 0, TABLE, None).may_be_held(face, is_reached=True)
    assert not spot_with_card().may_be_held(face, is_reached=True)


def test_in_the_last_picture_a_face_in_a_slot_lies_only_if_it_is_whole_and_still_and_surely_read() -> None:
    track, place_mm = spot_with_card(), BACK.quad_mm
    read = CardObservation(place_mm, is_flat=True, is_back=False, probabilities=np.array([0.95, 0.05, 0, 0], "f4"))
    assert track.lies_at_last(read, place_mm, is_flat=True, is_still=True)
    assert not track.lies_at_last(read, place_mm, is_flat=True, is_still=False)
    assert not track.lies_at_last(read, place_mm, is_flat=False, is_still=True)
    unread = replace(read, probabilities=np.array([0.6, 0.4, 0, 0], "f4"))
    assert not track.lies_at_last(unread, place_mm, is_flat=True, is_still=True)
    assert track.lies_at_last(BACK, place_mm, is_flat=True, is_still=False)


def test_a_card_outlined_larger_than_its_place_lies_flat_where_the_one_on_the_pile_is_outlined_like_it() -> None:
    wide = replace(BACK, quad_mm=BACK.quad_mm * 1.15, is_flat=False, is_back=False)
    track = spot_with_card()
    assert track.looks_flat(BACK, None)
    assert not track.looks_flat(wide, None)
    assert not track.looks_flat(wide, BACK)
    assert track.looks_flat(wide, replace(wide, quad_mm=wide.quad_mm + 200))


def test_a_card_that_is_held_up_a_little_does_not_lie_yet() -> None:
    track = spot_with_card()
    raised = np.roll(card(), 1, axis=0)
    short = replace(BACK, quad_mm=np.array([*BACK.quad_mm[:2], *(BACK.quad_mm[2:] - (0, 20))]))
    assert not track.may_be_raised(BACK, raised, 10, is_reached=True)
    track.gone, track.gone_index = Interval(0, 33), 5
    assert track.may_be_raised(BACK, raised, 10, is_reached=True)
    assert not track.may_be_raised(BACK, raised, 10, is_reached=False)
    assert track.may_be_raised(short, raised, 10, is_reached=False)
    assert not track.may_be_raised(BACK, card(), 10, is_reached=True)
    assert not track.may_be_raised(BACK, raised, 50, is_reached=True)
    track.was_bared = True
    assert not track.may_be_raised(BACK, raised, 10, is_reached=True)


def test_a_card_lies_as_the_last_one_only_where_both_are_backs_and_the_camera_stands() -> None:
    track = spot_with_card()
    assert track.moved_mm(card(), BACK) == 0.0
    track.settle(TABLE, None)
    assert track.moved_mm(card(), BACK) == 0.0
    assert track.moved_mm(card(), replace(BACK, is_back=False)) is None
    assert track.moved_mm(card(), None) is None
    track.lain = None
    assert track.moved_mm(card(), BACK) is None


def test_a_back_has_slipped_once_it_rests_and_only_in_a_slot_where_one_lay() -> None:
    track = spot_with_card()
    assert not track.has_slipped(card())
    for _ in range(6):
        track.rest(1.0)
    assert track.has_slipped(card())
    assert not track.has_slipped(TABLE)
    track.settle(TABLE, None)
    assert not track.has_slipped(card())


def test_a_card_that_looks_like_a_face_while_it_is_held_up_is_tilted_all_the_same() -> None:
    track = spot_with_card()
    edge = replace(BACK, is_back=False, is_flat=False, quad_mm=BACK.quad_mm * (1, 0.4) - (0, 26))
    far = np.full((40, 3), 128, np.uint8)
    assert track.is_tilted(edge, 0.1, far)
    heap = SlotTrack(Heap.DISCARD, 0, card(), BACK)
    assert not heap.is_tilted(edge, 0.1, far)
