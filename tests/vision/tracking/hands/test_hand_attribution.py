"""Whose hands were on places in frames of the past, and which cards they may have taken unseen."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from kibitz_datasets.films.simulate import NAMES
from kibitz_datasets.films.stage.seats import camera_over, plan_table
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Heap, Place
from kibitz_vision.detections import Image
from kibitz_vision.geometry import inverse
from kibitz_vision.table.patches import CARD_AREA, HEIGHT_PX, WIDTH_PX, Atlas
from kibitz_vision.table.places import TablePlaces, card_rectangle
from kibitz_vision.tracking.changes import Kind
from kibitz_vision.tracking.frames.empty_table import EmptyTable
from kibitz_vision.tracking.frames.frame_history import FrameHistory
from kibitz_vision.tracking.frames.normalized_frame import MotionGate, NormalizedFrame
from kibitz_vision.tracking.hands.arm_attribution import arms_of
from kibitz_vision.tracking.hands.hand_attribution import HandAttribution
from kibitz_vision.tracking.occluded_origins import occluded_origins
from kibitz_vision.tracking.slots.card_observation import CardObservation
from kibitz_vision.tracking.slots.slot_track import SlotTrack

PACK = load_pack("kaboo")
PLAN = plan_table(PACK, 2)
PLACES: list[Place] = [slot_id(PACK, seat, index) for seat in range(2) for index in range(4)]
MINE = PLACES[0]
EMPTY_HANDED = np.full((180, 320, 3), 40, np.uint8)


def table() -> TablePlaces:
    camera = camera_over(PLAN, (720, 1280), 10.0, 2.0)
    quads = {place: card_rectangle(PLAN.spot(place), PLAN.turn(place)) for place in (*PLACES, *Heap)}
    return TablePlaces(NAMES[:2], (1280, 720), inverse(camera[:, [0, 1, 3]]), quads)


def with_arm(seat: int, place: Place, short_mm: float = 14.0) -> Image:
    """A quarter picture with an arm whose finger tips end so far before the middle of a place."""
    home, spot = PLAN.seats[seat].at(70, 330), PLAN.spot(place)
    tip = spot + (home - spot) / np.hypot(*(home - spot)) * short_mm
    ends = table().in_picture(np.stack([tip, home])) / 4
    picture = EMPTY_HANDED.copy()
    (x0, y0), (x1, y1) = np.round(ends).astype(int).tolist()
    cv2.line(picture, (x0, y0), (x1, y1), (120, 130, 180), 16)
    return picture


def patch(level: int) -> Atlas:
    shown = np.full((HEIGHT_PX, WIDTH_PX, 3), 90, np.uint8)
    shown[CARD_AREA] = level
    return shown


def past_of(pictures: list[Image], patches: list[Atlas]) -> FrameHistory:
    history = FrameHistory()
    for index, (picture, shown) in enumerate(zip(pictures, patches, strict=True)):
        history.remember(NormalizedFrame(index, index * 33.0, picture, picture, moved=True), shown[None])
    return history


@pytest.fixture
def attribution() -> HandAttribution:
    return HandAttribution(arms_of(table()), MotionGate(EmptyTable(EMPTY_HANDED)))


def test_the_hand_on_a_place_is_its_players_until_it_is_away(attribution: HandAttribution) -> None:
    history = past_of([EMPTY_HANDED, with_arm(0, Heap.DRAW), with_arm(1, Heap.DRAW)], [patch(200)] * 3)
    assert [[name for name, _ in attribution.at(Heap.DRAW, moment)][:1] for moment in history.moments] == [
        [],
        ["Ann"],
        ["Ben"],
    ]
    assert attribution.touching(Heap.DRAW, history.at(1))[0][0] == "Ann"


def test_a_hand_rests_where_it_is_for_two_frames_on_end(attribution: HandAttribution) -> None:
    passing = [EMPTY_HANDED, with_arm(0, MINE), EMPTY_HANDED, with_arm(0, Heap.DRAW)]
    assert attribution.rested(MINE, past_of(passing, [patch(200)] * 4)) == ()
    resting = [EMPTY_HANDED, with_arm(0, MINE), with_arm(0, MINE), with_arm(0, Heap.DRAW)]
    assert attribution.rested(MINE, past_of(resting, [patch(200)] * 4))[0][0] == "Ann"


@pytest.mark.parametrize(("rests_frames", "found"), [(36, ["Ann"]), (50, [])])
def test_a_hand_came_to_rest_on_the_pile_also_long_before_what_it_laid_is_seen(
    rests_frames: int, found: list[str], attribution: HandAttribution
) -> None:
    comes = [EMPTY_HANDED, EMPTY_HANDED, *(with_arm(0, Heap.DISCARD, short_mm) for short_mm in (200.0, 120.0, 60.0))]
    rests = [with_arm(0, Heap.DISCARD)] * rests_frames
    history = past_of([*comes, *rests], [patch(200)] * (len(comes) + rests_frames))
    assert [stop.player for stop in attribution.stops(history)] == found


def test_a_hidden_card_on_which_a_hand_rested_may_have_been_taken_when_it_was_hidden(
    attribution: HandAttribution,
) -> None:
    back = CardObservation(table().quads_mm[MINE], is_flat=True, is_back=True, probabilities=np.zeros(2, np.float32))
    history = past_of([EMPTY_HANDED, with_arm(0, MINE), with_arm(0, MINE)], [patch(200), patch(20), patch(20)])
    track = SlotTrack(MINE, 0, patch(200), back, busy_since=1)
    (found,), _ = occluded_origins([track], history, attribution)
    assert (found.kind, found.place, found.frame, found.by[0][0]) == (Kind.GONE, MINE, 1, "Ann")
    assert track.gone is None
    calm = SlotTrack(MINE, 0, patch(200), back)
    bare = SlotTrack(MINE, 0, patch(200), None, busy_since=1)
    assert occluded_origins([calm, bare], history, attribution) == ((), ())


@pytest.mark.parametrize(("pictures", "takers"), [((0, 1, 0), ["Ann"]), ((0, 0, 0), [])], ids=["a hand", "nobody"])
def test_a_card_that_shows_no_more_with_no_hand_there_was_taken_by_the_one_that_was_as_it_went(
    pictures: tuple[int, ...], takers: list[str], attribution: HandAttribution
) -> None:
    back = CardObservation(table().quads_mm[MINE], is_flat=True, is_back=True, probabilities=np.zeros(2, np.float32))
    seen = [with_arm(0, MINE) if has_arm else EMPTY_HANDED for has_arm in pictures]
    history = past_of(seen, [patch(200), patch(20), patch(20)])
    hidden, reached = occluded_origins([SlotTrack(MINE, 0, patch(200), back, busy_since=1)], history, attribution)
    assert [one.by[0][0] for one in hidden] == takers
    assert reached == ()
