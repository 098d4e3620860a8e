"""What is told of a place by how the backs of other places look, from patches drawn with a pattern."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from kibitz_scoring.table import Heap, Place, SlotId
from kibitz_vision.geometry import Points
from kibitz_vision.table.patches import CARD_AREA, HEIGHT_PX, WIDTH_PX, Atlas
from kibitz_vision.tracking.slots.backs import Backs, has_colours, shows, turned
from kibitz_vision.tracking.slots.card_observation import CardObservation
from kibitz_vision.tracking.slots.slot_track import SlotTrack

PLACE_MM: Points = np.array([[0.0, 0.0], [63.0, 0.0], [63.0, 88.0], [0.0, 88.0]])
TABLE = np.full((HEIGHT_PX, WIDTH_PX, 3), (60, 140, 90), np.uint8)
PLAIN = TABLE.copy()
PLAIN[CARD_AREA] = (10, 10, 10)


def monogram(letter: str) -> Atlas:
    """A black card with a large letter and nothing else, which a detector may take for a face."""
    patch = PLAIN.copy()
    cv2.putText(patch, letter, (9, 36), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (200, 200, 200), 2)
    return patch


def lying_otherwise(patch: Atlas, deg: float) -> Atlas:
    turn = cv2.getRotationMatrix2D(((WIDTH_PX - 1) / 2, (HEIGHT_PX - 1) / 2), deg, 1.0)
    turn[:, 2] += (2, -3)
    moved = cv2.warpAffine(patch, turn, (WIDTH_PX, HEIGHT_PX), borderMode=cv2.BORDER_REPLICATE)
    noise = np.random.default_rng(5).normal(0, 3, patch.shape)
    return np.asarray(np.clip(moved + noise, 0, 255), np.uint8)


def observation(*, is_back: bool) -> CardObservation:
    """A card at the place; a face is doubtful."""
    return CardObservation(
        PLACE_MM, is_flat=True, is_back=is_back, probabilities=np.array([0.6, 0.2, 0.1, 0.1], np.float32)
    )


def track(place: Place, patch: Atlas, lying: CardObservation | None = None) -> SlotTrack:
    return SlotTrack(place, 0, patch, lying, resting=1)


DECK = track(Heap.DRAW, monogram("A"), observation(is_back=False))
SLOT = SlotId("p1.a1")


@pytest.mark.parametrize("deg", [0.0, 4.0, -5.0, 180.0, 176.0])
def test_a_back_is_known_by_its_pattern_a_little_off_and_either_way_round(deg: float) -> None:
    assert shows(lying_otherwise(monogram("A"), deg), turned(monogram("A")))


def test_another_pattern_the_table_and_a_back_beneath_a_hand_are_not_taken_for_it() -> None:
    held = monogram("A")
    held[20:, 10:] = (90, 110, 180)
    for other in (monogram("X"), TABLE, held):
        assert not shows(lying_otherwise(other, 0.0), turned(monogram("A")))


def test_a_table_with_the_pattern_of_a_back_in_other_colours_is_none_and_a_back_in_the_shadow_is_one() -> None:
    faint, shadow = (np.asarray(monogram("A") * factor + level, np.uint8) for factor, level in ((0.25, 100), (0.7, 0)))
    assert [shows(patch, turned(monogram("A"))) for patch in (faint, shadow)] == [False, True]


def striped(turn: float) -> Atlas:
    """A back of stripes so fine that another one shows them elsewhere."""
    patch = PLAIN.copy()
    stripes = np.sin(np.arange(HEIGHT_PX) * turn)[:, None, None] * (60, 20, 40) + (150, 90, 60)
    patch[CARD_AREA] = np.broadcast_to(stripes, patch.shape)[CARD_AREA].astype(np.uint8)
    return patch


def test_a_back_that_is_plain_or_finely_striped_is_known_by_its_colours_where_those_of_the_table_are_others() -> None:
    assert has_colours(lying_otherwise(PLAIN, 3.0), PLAIN)
    assert has_colours(striped(1.5), striped(1.9))
    assert not shows(striped(1.5), turned(striped(1.9)))
    like_table = np.full_like(TABLE, 10)
    for bare, back in ((TABLE, PLAIN), (TABLE, striped(1.9)), (like_table, PLAIN)):
        assert not has_colours(bare, back)


def test_a_back_without_any_pattern_tells_nothing() -> None:
    assert not shows(PLAIN, turned(PLAIN))


@pytest.mark.parametrize("seen", [None, observation(is_back=False)])
def test_a_card_that_the_detector_misses_or_reads_as_a_face_is_a_back_where_it_looks_like_the_draw_pile(
    seen: CardObservation | None,
) -> None:
    one = track(SLOT, TABLE)
    one.observation = seen
    found = Backs().observation_at(PLACE_MM, one, lying_otherwise(monogram("A"), 3.0), [one, DECK])
    assert found is not None and found.is_back and found.fits(PLACE_MM)


def test_a_face_surely_read_is_one_though_it_looks_like_a_back() -> None:
    one = track(SLOT, TABLE)
    one.observation = replace(observation(is_back=False), probabilities=np.array([0.99, 0.01, 0, 0], np.float32))
    assert Backs().observation_at(PLACE_MM, one, monogram("A"), [one, DECK]) is one.observation


def test_what_looks_like_no_back_is_what_the_detector_says() -> None:
    one = track(SLOT, TABLE)
    one.observation = observation(is_back=False)
    assert Backs().observation_at(PLACE_MM, one, lying_otherwise(monogram("X"), 3.0), [one, DECK]) is one.observation


def test_nobody_learns_the_back_from_a_face_in_a_slot() -> None:
    one, other = track(SLOT, TABLE), track(SlotId("p1.a2"), monogram("A"), observation(is_back=False))
    assert Backs().observation_at(PLACE_MM, one, monogram("A"), [one, other]) is None


@pytest.mark.parametrize("lying", [None, observation(is_back=True)])
def test_a_card_is_known_so_only_while_nothing_moves_over_its_place(lying: CardObservation | None) -> None:
    one = track(SLOT, TABLE, lying)
    one.rest(0.5)
    assert Backs().observation_at(PLACE_MM, one, monogram("A"), [one, DECK]) is None
    one.rest(1.0)
    assert Backs().observation_at(PLACE_MM, one, monogram("A"), [one, DECK]) is not None


def test_a_place_is_compared_with_other_backs_again_once_it_was_looked_at_again_or_they_look_otherwise() -> None:
    backs, one = Backs(), track(SLOT, TABLE)
    other = track(SlotId("p1.a2"), monogram("X"), observation(is_back=True))
    shown = monogram("A")
    one.see(shown, None)
    assert backs.observation_at(PLACE_MM, one, shown, [one, other]) is None
    other.rested = monogram("A")
    assert backs.observation_at(PLACE_MM, one, shown, [one, other]) is not None
    one.see(TABLE, None)
    assert backs.observation_at(PLACE_MM, one, TABLE, [one, other]) is None


ZONE = TABLE.copy()
ZONE[CARD_AREA] = (90, 200, 230)
PACK = track(Heap.DRAW, PLAIN, observation(is_back=True))


@pytest.mark.parametrize("place", [SLOT, Heap.DISCARD])
def test_what_is_printed_on_a_mat_is_no_back_where_no_card_lies_and_where_one_is_taken_off_it(place: Place) -> None:
    for lying in (None, observation(is_back=True)):
        one = track(place, PLAIN, lying)
        one.observation = observation(is_back=True)
        assert Backs((ZONE,)).observation_at(PLACE_MM, one, ZONE, [one, PACK]) is None
        assert Backs().observation_at(PLACE_MM, one, ZONE, [one, PACK]) is one.observation


def test_a_back_of_the_pack_is_one_on_a_mat_too_in_the_shadow_and_where_it_lay_beneath_a_hand() -> None:
    lies, comes = track(SLOT, PLAIN, observation(is_back=True)), track(SLOT, TABLE)
    held, shadow = PLAIN.copy(), np.asarray(striped(1.5) * 0.6, np.uint8)
    held[12:] = (90, 110, 180)
    for one, shown, pack in ((lies, held, PLAIN), (comes, shadow, striped(1.9))):
        one.observation = observation(is_back=True)
        known = track(Heap.DRAW, pack, observation(is_back=True))
        assert Backs((ZONE,)).observation_at(PLACE_MM, one, shown, [one, known]) is one.observation
