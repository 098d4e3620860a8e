"""Cards that come for others are known of while the hand that brought them still lies on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np
import pytest
from tests.vision.tracking.test_tellings import EMPTY_HANDED, MINE
from tests.vision.tracking.test_tellings import table as places
from tests.vision.tracking.test_tellings import tell as tellings

from kibitz_scoring.table import Heap, SlotId
from kibitz_vision.detections import Image
from kibitz_vision.table.patches import CARD_AREA, HEIGHT_PX, WIDTH_PX, Atlas, Mask, shaded
from kibitz_vision.tracking.frames.normalized_frame import NormalizedFrame
from kibitz_vision.tracking.frames.stillness import Stillness
from kibitz_vision.tracking.landings import ASIDE_PX, BACK_OF_OTHERS, Landings, View, lies_as_before, rests_a_back
from kibitz_vision.tracking.slots.card_observation import CardObservation, Inspector
from kibitz_vision.tracking.slots.slot_track import SlotTrack

TABLE, BORDER, BACK, DOTS, SKIN = (60, 110, 70), (235, 235, 235), (190, 90, 40), (230, 160, 90), (120, 150, 200)
EDGE_PX, AROUND_PX = 4, 5
RESTS = np.ones((HEIGHT_PX, WIDTH_PX), bool)
TABLE_PLACES = places()
QUAD_MM = np.array([[0.0, 0.0], [63.0, 0.0], [63.0, 88.0], [0.0, 88.0]])


def table() -> Atlas:
    grain = np.random.default_rng(4).integers(-3, 4, (HEIGHT_PX, WIDTH_PX, 1))
    return np.clip(np.array(TABLE) + grain, 0, 255).astype(np.uint8)


def card(turned_deg: float = 0.0, aside_px: float = 0.0) -> Atlas:
    """A place on which a back of dots in a border lies."""
    back = np.full((HEIGHT_PX, WIDTH_PX, 3), BACK, np.uint8)
    back[1::4, 1::4] = back[1::4, 2::4] = back[2::4, 1::4] = back[2::4, 2::4] = DOTS
    cv2.rectangle(back, (EDGE_PX, EDGE_PX), (WIDTH_PX - EDGE_PX - 1, HEIGHT_PX - EDGE_PX - 1), BORDER, 2)
    turn = cv2.getRotationMatrix2D(((WIDTH_PX - 1) / 2, (HEIGHT_PX - 1) / 2), turned_deg, 1.0)
    turn = turn + np.array([[0, 0, aside_px], [0, 0, aside_px]])
    laid = cv2.warpAffine(back, turn, (WIDTH_PX, HEIGHT_PX))
    lies = cv2.warpAffine(CARD_AREA.astype(np.uint8), turn, (WIDTH_PX, HEIGHT_PX)) > 0
    return np.where(lies[..., None], laid, table()).astype(np.uint8)


def under_arm(patch: Atlas, share: float) -> Atlas:
    covered = patch.copy()
    covered[:, round(WIDTH_PX * (1 - share)) :] = SKIN
    return covered


def track() -> SlotTrack:
    back = CardObservation(QUAD_MM, is_flat=True, is_back=True, probabilities=np.ones(1, np.float32))
    return SlotTrack(SlotId("p1.a1"), 0, card(), back, bare=table())


def view(patch: Atlas, rests: Mask = RESTS) -> View:
    return View(patch, rests, ~shaded(patch, table()))


def is_back(patch: Atlas, rests: Mask = RESTS) -> bool:
    return rests_a_back(view(patch, rests), view(patch).like(track().rested, AROUND_PX))


def is_as_before(patch: Atlas, before: SlotTrack) -> bool:
    return lies_as_before(before, view(patch), view(patch).like(before.rested, AROUND_PX))


def moving(before: Atlas, now: Atlas) -> Mask:
    return np.asarray(cv2.absdiff(before, now).max(-1) < 14)


def told_in(frames: Sequence[Atlas]) -> list[int]:
    """Numbers of the frames of a slot, bare before, with which a card is told to have come."""
    tell, still, landings = tellings([]), Stillness.of(table()[None]), Landings()
    slot, before, told = SlotTrack(MINE, 0, table(), None, busy_since=0), table()[None], []
    eye = cast("tuple[Inspector, Image]", None)  # slots are not looked at closely
    for number, frame in enumerate(frames):
        still.follow(frame[None], before)
        tell.history.remember(
            NormalizedFrame(number, number * 33.0, EMPTY_HANDED, EMPTY_HANDED, moved=True), frame[None]
        )
        told += [number for _ in landings.update([slot], (frame[None], still.frames), eye, tell)]
        before = frame[None]
    return told


def passing(number: int) -> Atlas:
    """An arm of no plain colour over all of a place, otherwise in each frame."""
    arm = np.random.default_rng(number).integers(100, 220, (HEIGHT_PX, WIDTH_PX, 1)) + np.zeros(3)
    return arm.astype(np.uint8)


def under_moving_arm(number: int) -> Atlas:
    """A card of which an arm that moves covers nearly half."""
    covered = card()
    covered[:, WIDTH_PX * 3 // 5 :] = passing(number)[:, WIDTH_PX * 3 // 5 :]
    return covered


def test_a_card_of_which_a_corner_shows_for_two_frames_between_two_arms_has_come() -> None:
    hidden = [passing(number) for number in range(3)]
    assert told_in([*hidden, under_moving_arm(3), under_moving_arm(4), passing(5)]) == [4]
    assert told_in([*hidden, under_moving_arm(3), passing(4), passing(5), under_moving_arm(6), passing(7)]) == []


def test_what_was_taken_for_a_card_was_none_where_the_table_shows_later_and_the_card_itself_is_told_then() -> None:
    seeming = [under_moving_arm(0), under_moving_arm(1)]
    assert told_in([*seeming, *[passing(2)] * 3, under_moving_arm(3), under_moving_arm(4)]) == [1]
    assert told_in([*seeming, *[table()] * 3, under_moving_arm(3), under_moving_arm(4)]) == [1, 6]


def test_a_card_laid_otherwise_than_the_one_before_lies_there_though_an_arm_is_over_half_of_it() -> None:
    for laid in (card(3.0, aside_px=2.0), card(-3.0, aside_px=2.0)):
        for share in (0.0, 0.5):
            assert is_back(under_arm(laid, share))
            assert not is_as_before(under_arm(laid, share), track())


def test_a_card_that_an_arm_covers_in_part_lies_as_before() -> None:
    assert all(is_as_before(under_arm(card(), share), track()) for share in (0.0, 0.3, 0.6))


def test_an_arm_over_all_of_a_place_is_no_back() -> None:
    assert not is_back(under_arm(card(), 1.0))


def test_a_plain_back_that_is_still_drawn_along_does_not_rest() -> None:
    before, now = card(), card(3.0, aside_px=1.0)
    assert not is_back(now, moving(before, now))


def test_a_plain_back_laid_otherwise_is_another_once_all_of_it_rests_in_view() -> None:
    def plain(aside_px: float) -> Atlas:
        shift = np.array([[1.0, 0, aside_px], [0, 1, aside_px]])
        lies = cv2.warpAffine(CARD_AREA.astype(np.float32), shift, (WIDTH_PX, HEIGHT_PX))[..., None]
        return np.round(lies * BACK + (1 - lies) * table()).astype(np.uint8)

    before = SlotTrack(SlotId("p1.a1"), 0, plain(0.0), track().lying, bare=table())
    assert all(is_as_before(under_arm(plain(0.0), share), before) for share in (0.0, 0.2))
    assert not is_as_before(plain(0.5), before)


def test_a_back_half_under_an_arm_is_known_by_one_that_lies_open_and_an_arm_alone_is_none() -> None:
    def like_one_open(patch: Atlas) -> float:
        return view(patch).resting_share(view(patch).like(card(), ASIDE_PX))

    assert like_one_open(under_arm(card(aside_px=1.0), 0.5)) > BACK_OF_OTHERS
    for share in (0.5, 1.0):
        assert like_one_open(under_arm(table(), share)) < BACK_OF_OTHERS / 2


def test_a_card_looked_at_again_on_the_pile_is_not_taken_for_one_beneath_it() -> None:
    def face(number: int) -> CardObservation:
        return CardObservation(QUAD_MM, is_flat=True, is_back=False, probabilities=np.eye(5, dtype=np.float32)[number])

    below, top = face(0), face(1)
    landings, pile = Landings(), SlotTrack(Heap.DISCARD, 0, card(), below, bare=table())
    for lying in (below, top, face(1), face(1)):
        pile.lying = lying
        landings.pile_up(pile)
    assert [landings.is_new(pile, one) for one in (face(0), face(1), face(2))] == [False, False, True]
    pile.lying = None  # all of it was taken
    landings.pile_up(pile)
    assert landings.is_new(pile, face(0))


@pytest.mark.parametrize("certainty", [0.99, 0.97])
def test_a_card_surely_read_as_it_came_to_the_pile_need_not_be_looked_at_again_as_another_may_cover_it_by_then(
    certainty: float,
) -> None:
    place_mm = TABLE_PLACES.quads_mm[Heap.DISCARD]
    lying, new = (
        CardObservation(place_mm, is_flat=True, is_back=False, probabilities=np.float32([*odds, 0, 0]))
        for odds in ((1.0, 0.0), (0.0, certainty))
    )
    eye = cast("Inspector", SimpleNamespace(table=TABLE_PLACES, look=lambda *_: new)), EMPTY_HANDED
    pile, tell, still = (
        SlotTrack(Heap.DISCARD, 0, table(), lying, busy_since=0),
        tellings([]),
        Stillness.of(table()[None]),
    )
    tell.history.remember(NormalizedFrame(0, 0.0, EMPTY_HANDED, EMPTY_HANDED, moved=True), table()[None])
    for index, patch in enumerate((card(), card()), 1):
        pile.waited += 1
        still.follow(patch[None], tell.history.moments[-1].atlas)
        tell.history.remember(NormalizedFrame(index, index * 33.0, EMPTY_HANDED, EMPTY_HANDED, moved=True), patch[None])
        told = list(Landings().update([pile], (patch[None], still.frames), eye, tell))
    assert [(landed.at.end_ms, landed.lying) for landed in told] == [(33.0, new)]
    assert (pile.observation, pile.waited) == ((new, 0) if certainty > 0.98 else (None, 2))


def pile_told(
    seen: Sequence[tuple[CardObservation, float]], shows_before: int = 0
) -> list[tuple[float, CardObservation | None]]:
    """What is told to have landed on a pile, when each frame shows a card, and so much of it rests.

    `shows_before`: rows of its patch that show what they did before.
    """
    place_mm, shown = TABLE_PLACES.quads_mm[Heap.DISCARD], iter(one for one, _ in seen)
    lying = CardObservation(place_mm, is_flat=True, is_back=False, probabilities=np.eye(5, dtype=np.float32)[0])
    eye = cast("Inspector", SimpleNamespace(table=TABLE_PLACES, look=lambda *_: next(shown))), EMPTY_HANDED
    pile, tell, landings, told = SlotTrack(Heap.DISCARD, 0, table(), lying, busy_since=0), tellings([]), Landings(), []
    for index, (_, share) in enumerate(seen):
        patch, resting = card(aside_px=3.0 * index), np.zeros((1, HEIGHT_PX, WIDTH_PX), np.uint8)
        same = HEIGHT_PX - shows_before
        patch[same:] = table()[same:]
        resting[0, : round(HEIGHT_PX * share)] = resting[0, same:] = 1
        tell.history.remember(NormalizedFrame(index, index * 33.0, EMPTY_HANDED, EMPTY_HANDED, moved=True), patch[None])
        told += [(one.seen_ms, one.lying) for one in landings.update([pile], (patch[None], resting), eye, tell)]
    return told


def pile_card(number: int, certainty: float) -> CardObservation:
    odds = np.eye(5, dtype=np.float32)[number] * np.float32(certainty)
    return CardObservation(TABLE_PLACES.quads_mm[Heap.DISCARD], is_flat=True, is_back=False, probabilities=odds)


@pytest.mark.parametrize(
    ("rests", "certainty", "is_told"), [(0.5, 0.99, True), (0.5, 0.95, False), (0.9, 0.95, True), (0.2, 0.99, False)]
)
def test_a_card_on_the_pile_counts_while_the_next_hand_comes_if_it_is_surely_read(
    rests: float, certainty: float, *, is_told: bool
) -> None:
    assert bool(pile_told([(pile_card(1, certainty), rests)])) == is_told


@pytest.mark.parametrize(("rests", "is_told"), [(0.1, False), (0.3, True)])
def test_a_card_that_still_moves_over_a_pile_at_rest_does_not_count(rests: float, *, is_told: bool) -> None:
    assert bool(pile_told([(pile_card(1, 0.99), rests)], shows_before=HEIGHT_PX // 2)) == is_told


@pytest.mark.parametrize(("certainty", "is_told"), [(0.99, True), (0.95, False)])
def test_a_card_that_covers_one_which_has_just_landed_is_told_too_if_it_is_surely_read(
    certainty: float, *, is_told: bool
) -> None:
    first, next_one = pile_card(1, 0.95), pile_card(2, certainty)
    told = [(0.0, first), *([(66.0, next_one)] if is_told else [])]
    assert pile_told([(first, 1.0), (pile_card(1, 0.99), 1.0), (next_one, 1.0), (next_one, 1.0)]) == told


@pytest.mark.parametrize(
    ("landed", "certainty", "known"), [(0, 0.95, [True, False, False]), (1, 0.6, [True, True, False])]
)
def test_what_rests_under_a_hand_is_known_where_a_card_landed_that_was_no_other(
    landed: int, certainty: float, known: list[bool]
) -> None:
    def face(number: int, certainty: float = 0.95) -> CardObservation:
        odds = np.eye(5, dtype=np.float32)[number] * np.float32(certainty)
        return CardObservation(QUAD_MM, is_flat=False, is_back=False, probabilities=odds)

    tell, landings = tellings([card()]), Landings()
    pile, draw = (SlotTrack(heap, number, card(), face(2)) for number, heap in enumerate((Heap.DISCARD, Heap.DRAW)))
    seen_first = replace(face(landed, certainty), is_flat=True)
    eye = cast("Inspector", SimpleNamespace(table=TABLE_PLACES, look=lambda *_: seen_first)), EMPTY_HANDED
    still = np.full((2, HEIGHT_PX, WIDTH_PX), 9, np.uint8)
    pile.busy_since = draw.busy_since = 0
    assert len(list(landings.update([pile, draw], (np.stack([table()] * 2), still), eye, tell))) == 1
    assert not landings.is_known(pile, face(0))
    for track in (pile, draw):
        for _ in range(4):
            track.rest(1.0)
    seen = face(0), face(1), face(0, 0.8)
    assert [landings.is_known(pile, observation) for observation in seen] == known
    assert not landings.is_known(draw, face(0))


def test_only_a_back_can_have_come_to_a_slot_unread() -> None:
    lying = track()
    back, face = (
        lying.lying,
        CardObservation(QUAD_MM, is_flat=True, is_back=False, probabilities=np.ones(1, np.float32)),
    )
    assert back is not None
    bare = SlotTrack(SlotId("p1.a1"), 0, table(), None)
    assert [Landings().is_new(one, observation) for one in (lying, bare) for observation in (back, face)] == [
        False,
        False,
        True,
        False,
    ]
