"""What a knock, a flickering lamp and a missing frame make of the cards that come to the pile meanwhile."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.table import CardLifted, Heap, Interval, PileTopChanged, Place, Seen, SlotId, TableEvent
from kibitz_vision.tracking.frames.disturbances import Disturbances
from kibitz_vision.tracking.frames.normalized_frame import NormalizedFrame

FRAME_MS = 33.0
SMALL = np.zeros((4, 4, 3), np.uint8)
SLOT, OTHER = SlotId("p1.a1"), SlotId("p2.b2")


def watched(
    frames: int = 60,
    *,
    shaken: Collection[int] = (),
    dark: Collection[int] = (),
    moving: Collection[int] = (),
    missing: Collection[int] = (),
) -> Disturbances:
    """What was noted of some frames, by their numbers."""
    disturbances = Disturbances()
    for index in range(frames):
        if index not in missing:
            frame = NormalizedFrame(index, index * FRAME_MS, SMALL, SMALL, True, index in shaken, index in dark)
            disturbances.look(frame, is_moving=index in moving)
    return disturbances


def contact(frame: int, origin: Place | None = SLOT) -> PileTopChanged:
    """A card that came to the pile between a frame and the one before."""
    return PileTopChanged(Seen(Interval((frame - 1) * FRAME_MS, frame * FRAME_MS)), parse_card("7h"), origin)


def may_be_either(disturbances: Disturbances, *contacts: PileTopChanged) -> bool:
    """Whether nobody can say any more which of two contacts was first."""
    one, other = (event.seen.at for event in disturbances.doubted(contacts))
    return one.overlaps(other)


def test_contacts_of_steady_frames_are_told_as_they_were_seen() -> None:
    events = [contact(20), contact(25, OTHER)]
    assert watched().doubted(events) == events


@pytest.mark.parametrize("doubt", [{"shaken": (20, 21, 22)}, {"dark": (20, 21, 22)}, {"moving": (20, 21, 22)}])
def test_of_two_contacts_while_the_picture_shakes_or_flickers_nobody_knows_the_first(doubt: dict[str, tuple]) -> None:
    assert may_be_either(watched(**doubt), contact(21), contact(24, OTHER))


def test_of_two_contacts_while_most_frames_are_passed_over_nobody_knows_the_first() -> None:
    late = [index for index in range(200) if index % 4]
    assert may_be_either(watched(200, missing=late), contact(164), contact(172, OTHER))
    assert not may_be_either(watched(200), contact(164), contact(172, OTHER))


def test_a_contact_seen_as_the_picture_is_steady_again_may_be_from_before() -> None:
    assert may_be_either(watched(shaken=(20, 21, 22)), contact(20), contact(26, OTHER))


def test_a_camera_swings_on_for_longer_than_exposure_takes_to_follow_the_light() -> None:
    late = contact(28), contact(30, OTHER)
    assert may_be_either(watched(shaken=(20, 21, 22)), *late)
    assert not may_be_either(watched(dark=(20, 21, 22)), *late)


def test_a_contact_well_before_a_knock_stays_the_first() -> None:
    assert not may_be_either(watched(shaken=(20, 21, 22)), contact(17), contact(24, OTHER))


def test_contacts_long_after_a_knock_are_as_firm_as_any() -> None:
    events = [contact(42), contact(46, OTHER)]
    assert watched(shaken=(10, 11, 12)).doubted(events) == events


def test_a_missing_frame_makes_doubtful_only_what_came_meanwhile() -> None:
    stalled = watched(missing=(20, 21, 22))
    across = PileTopChanged(Seen(Interval(20.4 * FRAME_MS, 21.2 * FRAME_MS)), parse_card("7h"), SLOT)
    assert stalled.doubted([across])[0].seen.at == Interval(19 * FRAME_MS, across.seen.at.end_ms)
    events = [contact(18), contact(26, OTHER)]
    assert stalled.doubted(events) == events


@pytest.mark.parametrize(
    "event", [contact(21, Heap.DRAW), CardLifted(Seen(Interval(20 * FRAME_MS, 21 * FRAME_MS)), SLOT)]
)
def test_what_is_no_snap_keeps_its_time(event: TableEvent) -> None:
    assert watched(shaken=(20, 21, 22)).doubted([event]) == [event]
