"""What became of a card at a place, told as a change: when, by whose hand, and what the place is from then on."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from kibitz_datasets.films.simulate import NAMES
from kibitz_datasets.films.stage.seats import camera_over, plan_table
from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Heap, Interval, Place
from kibitz_vision.detections import Image
from kibitz_vision.geometry import inverse
from kibitz_vision.table.patches import CARD_AREA, HEIGHT_PX, WIDTH_PX, Atlas
from kibitz_vision.table.places import TablePlaces, card_rectangle
from kibitz_vision.tracking.changes import Kind
from kibitz_vision.tracking.frames.empty_table import EmptyTable
from kibitz_vision.tracking.frames.frame_history import FrameHistory
from kibitz_vision.tracking.frames.micro_motion import shows_micro_motion
from kibitz_vision.tracking.frames.normalized_frame import MotionGate, NormalizedFrame
from kibitz_vision.tracking.hands.arm_attribution import arms_of
from kibitz_vision.tracking.hands.hand_attribution import HandAttribution
from kibitz_vision.tracking.slots.card_observation import CardObservation
from kibitz_vision.tracking.slots.slot_track import SlotTrack
from kibitz_vision.tracking.tellings import Tellings

PACK = load_pack("kaboo")
PLAN = plan_table(PACK, 2)
MINE = slot_id(PACK, 0, 0)
PLACES: tuple[Place, ...] = (*(slot_id(PACK, seat, index) for seat in range(2) for index in range(4)), *Heap)
EMPTY_HANDED = np.full((180, 320, 3), 40, np.uint8)
BARE = np.full((HEIGHT_PX, WIDTH_PX, 3), 60, np.uint8)
HAND = np.full_like(BARE, 120)
FRAME_MS = 33.0


def card(seed: int = 1) -> Atlas:
    patch = BARE.copy()
    patch[CARD_AREA] = np.random.default_rng(seed).integers(0, 256, (int(CARD_AREA.sum()), 3), dtype=np.uint8)
    return patch


def observation(*odds: float, is_back: bool = True) -> CardObservation:
    """A card lying in the slot; `odds`: those of two faces, of a back and of none."""
    outline = card_rectangle(PLAN.spot(MINE), PLAN.turn(MINE))
    return CardObservation(outline, True, is_back, np.array(odds or (0, 0, 1, 0), np.float32))


def table() -> TablePlaces:
    camera = camera_over(PLAN, (720, 1280), 10.0, 2.0)
    quads = {place: card_rectangle(PLAN.spot(place), PLAN.turn(place)) for place in PLACES}
    return TablePlaces(NAMES[:2], (1280, 720), inverse(camera[:, [0, 1, 3]]), quads)


def armed(place: Place, short_mm: float = 14.0) -> Image:
    """A quarter picture in which the first player's arm ends so far before the middle of a place."""
    home, spot = PLAN.seats[0].at(70, 330), PLAN.spot(place)
    tip = spot + (home - spot) / np.hypot(*(home - spot)) * short_mm
    (x0, y0), (x1, y1) = np.round(table().in_picture(np.stack([tip, home])) / 4).astype(int)
    picture = EMPTY_HANDED.copy()
    cv2.line(picture, (int(x0), int(y0)), (int(x1), int(y1)), (120, 130, 180), 16)
    return picture


def tell(patches: Sequence[Atlas], armed_at: Place | None = None) -> Tellings:
    """Frames of one place, all of them with an arm at a place or with none."""
    picture = EMPTY_HANDED if armed_at is None else armed(armed_at)
    history = FrameHistory()
    for index, patch in enumerate(patches):
        history.remember(NormalizedFrame(index, index * FRAME_MS, picture, picture, moved=True), patch[None])
    return Tellings(history, HandAttribution(arms_of(table()), MotionGate(EmptyTable(EMPTY_HANDED))))


@pytest.fixture
def track() -> SlotTrack:
    return SlotTrack(MINE, 0, card(), observation(), bare=BARE, busy_since=2)


def test_a_card_that_left_is_told_with_the_frame_and_the_hand_and_stays_away_until_something_comes(
    track: SlotTrack,
) -> None:
    change = tell([card(), card(), HAND, BARE], armed_at=MINE).gone(track)
    assert (change.kind, change.place, change.frame) == (Kind.GONE, MINE, 2)
    assert change.at == Interval(FRAME_MS, 2 * FRAME_MS)
    assert change.by[0][0] == NAMES[0]
    assert (track.gone, track.gone_index) == (change.at, 2)
    assert track.lying is not None


ANN, BEN = (PlayerId(name) for name in NAMES[:2])


@pytest.mark.parametrize(
    ("seen", "taken_by"),
    [
        (
            ((), HandPosterior(((BEN, 0.9),)), HandPosterior(((BEN, 0.75), (ANN, 0.25))), HandPosterior.sole(ANN)),
            HandPosterior(((ANN, 0.55), (BEN, 0.45))),
        ),
        (
            ((), HandPosterior(((BEN, 0.9),)), HandPosterior(((ANN, 0.8), (BEN, 0.2))), HandPosterior.sole(ANN)),
            HandPosterior.sole(ANN),
        ),
        (((), (), HandPosterior(((ANN, 0.5), (BEN, 0.5))), HandPosterior(((ANN, 0.5),))), HandPosterior(((ANN, 0.5),))),
        (((), HandPosterior(((BEN, 0.9),)), (), HandPosterior.sole(ANN)), HandPosterior.sole(ANN)),
        (((), HandPosterior(((BEN, 0.9),)), HandPosterior(((BEN, 0.9),)), ()), ()),
    ],
    ids=["another until then", "perhaps the same", "likely the same", "none before", "none"],
)
def test_a_card_that_another_hand_was_on_until_it_had_gone_was_perhaps_taken_by_that_one(
    seen: Sequence[HandPosterior], taken_by: HandPosterior, track: SlotTrack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HandAttribution, "at", lambda _, __, moment: seen[min(moment.index, len(seen) - 1)])
    assert tell([card(), card(), card(), BARE, BARE, BARE]).gone(track).by == taken_by
    assert tell([card(), card(), card(), BARE, BARE, BARE]).emptied(track, BARE).by == taken_by


def test_an_emptied_place_is_told_with_the_time_at_which_its_card_left(track: SlotTrack) -> None:
    change = tell([card(), card(), HAND, HAND, BARE]).emptied(track, BARE)
    assert (change.kind, change.frame, change.by) == (Kind.EMPTIED, 2, ())
    assert track.lying is None
    assert track.busy_since is None
    assert (track.rested == BARE).all()


def test_a_card_that_slipped_is_told_if_it_left_its_rest_and_settles_where_it_lies_otherwise(track: SlotTrack) -> None:
    assert list(tell([card(), HAND, card(), card()]).slipped(track, card(), [])) == []
    assert track.busy_since is None
    track.busy_since, track.gone, track.gone_index = 1, Interval(0.0, FRAME_MS), 1
    (change,) = tell([card(), HAND, card(), card()]).slipped(track, card(), [])
    assert (change.kind, change.frame, change.moved_mm) == (Kind.CAME, 2, 0.0)
    assert track.gone is None


def test_a_card_that_lies_otherwise_was_moved_but_not_one_that_only_seems_to_past_an_arm_that_comes() -> None:
    lay = np.asarray(cv2.GaussianBlur(card(), (0, 0), 2.0), np.uint8)
    lies = np.asarray(cv2.warpAffine(lay, np.float64([[1, 0, 1.0], [0, 1, 0]]), (WIDTH_PX, HEIGHT_PX)), np.uint8)
    moved = tell([lay, lay, *[HAND] * 8, lies, lies]).moved(SlotTrack(MINE, 0, lay, observation(), busy_since=1), lies)
    assert moved is not None
    assert (moved.kind, moved.left) == (Kind.CAME, Interval(FRAME_MS, 2 * FRAME_MS))
    shortly = tell([lay, lay, *[np.zeros_like(HAND)] * 3, lies, lies]).moved(
        SlotTrack(MINE, 0, lay, observation(), busy_since=1), lies
    )
    assert shortly is not None

    def armed_in_part(rows: int) -> Atlas:
        patch = lay.copy()
        patch[-rows:, -14:] = BARE[-rows:, -14:]
        return patch

    seen = [lay, lay, *(armed_in_part(rows) for rows in (12, 14, 16, 18, 18))]
    track = SlotTrack(MINE, 0, lay, observation(), busy_since=1)
    assert shows_micro_motion(track.moved_mm(seen[-1], observation()))
    assert tell(seen).moved(track, seen[-1]) is None


def test_what_was_known_to_have_left_earlier_is_not_timed_anew(track: SlotTrack) -> None:
    track.gone, track.gone_index = Interval(0.0, FRAME_MS), 1
    assert tell([card(), HAND, HAND, HAND, BARE]).emptied(track, BARE).frame == 1


def test_a_card_that_lies_again_is_told_with_the_first_frame_that_shows_it(track: SlotTrack) -> None:
    seen = [card(), card(), HAND, BARE, HAND]
    tell(seen).gone(track)
    change = tell([*seen, card(), card()]).back(track, card())
    assert (change.kind, change.frame) == (Kind.BACK, 5)
    assert change.lying is track.lying


def test_a_card_that_came_was_seen_when_its_place_was_looked_at(track: SlotTrack) -> None:
    track.waited = 2
    change = tell([card(), HAND, card(2), card(2), card(2)]).came(track, observation(), (card(2), CARD_AREA), [])
    assert (change.at.end_ms, change.seen_ms) == (2 * FRAME_MS, 2 * FRAME_MS)


def test_a_landing_is_told_before_anybody_knows_the_card_and_changes_nothing_at_the_place(track: SlotTrack) -> None:
    track.settle(BARE, None)
    track.busy_since = 1
    seems = observation()
    change = tell([BARE, HAND, card(7), card(7)]).landed(track, card(7), seems)
    assert (change.kind, change.frame, change.lying, change.seen_ms) == (Kind.LANDED, 2, seems, 3 * FRAME_MS)
    assert track.lying is None
    assert track.busy_since == 1


def test_a_card_laid_under_a_hand_that_rests_there_lands_between_the_bare_table_and_its_first_sight(
    track: SlotTrack,
) -> None:
    def half_under_hand(patch: Atlas) -> Atlas:
        covered = patch.copy()
        covered[: HEIGHT_PX // 2] = np.random.default_rng(9).integers(90, 160, covered[: HEIGHT_PX // 2].shape)
        return covered

    track.settle(BARE, None)
    track.busy_since = 1
    over, laid = np.full_like(BARE, 140), half_under_hand(card(7))
    seen = [BARE, half_under_hand(BARE), *[half_under_hand(over)] * 5, laid, laid]
    change = tell(seen).covered(track, laid, lambda patch: bool((patch[-20] == card(7)[-20]).all()))
    assert (change.kind, change.frame, change.lying) == (Kind.LANDED, 7, None)
    assert change.at == Interval(FRAME_MS, 7 * FRAME_MS)


def test_a_card_that_came_is_told_with_what_lay_there_and_when_that_left(track: SlotTrack) -> None:
    before, other = track.lying, observation(0.97, 0.03, 0, 0, is_back=False)
    telling = tell([card(), card(), HAND, BARE, HAND, card(7), card(7)])
    gone = telling.gone(track)
    change = telling.came(track, other, (card(7), CARD_AREA), [track])
    assert (change.kind, change.frame) == (Kind.CAME, 5)
    assert (change.before, change.left, change.lying) == (before, gone.at, other)
    assert change.stops == ()
    assert track.lying is other
    assert track.gone is None


@pytest.mark.parametrize(
    ("seen", "confidence", "is_back"),
    [
        (observation(0.7, 0.3, 0, 0, is_back=False), 0.7, False),
        (observation(0.06, 0.04, 0.6, 0.3, is_back=False), 1.0, True),
        (observation(), 1.0, True),
    ],
    ids=["a doubtful face", "more likely a back", "a back"],
)
def test_a_card_that_came_is_told_with_how_surely_its_face_was_read(
    track: SlotTrack, seen: CardObservation, confidence: float, is_back: bool
) -> None:
    telling = tell([card(), card(), HAND, BARE, HAND, card(7), card(7)])
    telling.gone(track)
    change = telling.came(track, seen, (card(7), CARD_AREA), [track])
    assert change.confidence == pytest.approx(confidence)
    assert change.lying is not None
    assert change.lying.is_back == is_back
    assert track.lying is change.lying
