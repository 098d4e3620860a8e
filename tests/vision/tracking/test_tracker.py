"""Places of a table followed through rendered frames of acted play, with the shipped models."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.films.acting.gestures import flip, look
from kibitz_datasets.films.camera.film import Film
from kibitz_datasets.films.camera.shooting import Props, shoot
from kibitz_datasets.films.simulate import NAMES
from kibitz_datasets.films.stage.frame_clock import ClockConfig, frame_clock
from kibitz_datasets.films.stage.seats import camera_over, plan_table
from kibitz_datasets.films.stage.stage import Stage
from kibitz_scoring.cards import FRENCH52
from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import CardFlipped, CardLifted, CardPlaced, CardReturned, Heap, Place, SlotId
from kibitz_vision.detections import Image
from kibitz_vision.frames import Frame
from kibitz_vision.geometry import Points, inverse
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.table.patches import patch_map
from kibitz_vision.table.places import TablePlaces, card_rectangle
from kibitz_vision.tracking.changes import Change, Kind
from kibitz_vision.tracking.frames.micro_motion import shows_micro_motion
from kibitz_vision.tracking.frames.normalized_frame import MotionGate
from kibitz_vision.tracking.hands.arm_attribution import arms_of
from kibitz_vision.tracking.hands.hand_attribution import HandAttribution
from kibitz_vision.tracking.slots.card_observation import CardObservation, Inspector
from kibitz_vision.tracking.tracker import Tracker

PACK = load_pack("kaboo")
SIZE = (720, 1280)
CAMERA = camera_over(plan_table(PACK, 2), SIZE, 8.0, 1.0)
MINE, YOURS = SlotId("p1.a1"), SlotId("p2.b2")
SLOTS = [slot_id(PACK, seat, index) for seat in range(2) for index in range(4)]


def table(camera: Points = CAMERA) -> TablePlaces:
    plan = plan_table(PACK, 2)
    quads: dict[Place, Points] = {
        place: card_rectangle(plan.spot(place), plan.turn(place)) for place in (*SLOTS, *Heap)
    }
    return TablePlaces(NAMES[:2], SIZE[::-1], inverse(camera[:, [0, 1, 3]]), quads)


class Watch:
    """A tracker, and what it has found out."""

    def __init__(self, pipeline: Pipeline) -> None:
        self.gate = MotionGate()
        places = table()
        attribution = HandAttribution(arms_of(places), self.gate)
        self.tracker = Tracker(Inspector(pipeline, places), patch_map(places), attribution, self.gate)
        self.found: list[Change] = []

    def see(self, frames: Iterable[Frame]) -> None:
        for frame in frames:
            normalized = self.gate.look(frame)
            if self.tracker.tracks:
                self.found += self.tracker.update(normalized, frame.image)
            else:
                self.tracker.begin(normalized, frame.image)

    def kinds(self, place: Place) -> list[Kind]:
        return [change.kind for change in self.found if change.place is place or change.place == place]


def stage_with(slots: Sequence[SlotId]) -> Stage:
    rng = np.random.default_rng(3)
    stage = Stage(plan_table(PACK, 2), NAMES[:2], frame_clock(rng, ClockConfig(dropped=0.0), 9000.0), rng)
    for slot in slots:
        stage.lay_out(slot, FRENCH52[SLOTS.index(slot) + 20])
    for _ in range(20):
        stage.lay_out(Heap.DRAW)
    return stage


def film_of(stage: Stage, deck: Deck) -> Film:
    for hands in stage.hands:
        for hand in hands:
            stage.retreat(hand)
    return shoot(np.random.default_rng(5), stage, Props(deck), CAMERA, SIZE)


def frames(film: Film, stage: Stage, until_ms: float) -> Iterator[Frame]:
    for index, time_ms in enumerate(stage.clock.times_ms):
        if time_ms > until_ms:
            return
        yield Frame(film.frame(time_ms, np.eye(3)), index, round(time_ms * 1e6))


def watched_pile(pipeline: Pipeline, deck: Deck) -> tuple[Watch, Image]:
    """A tracker of a table with a card on the discard pile, and a picture of that."""
    stage = stage_with(SLOTS)
    stage.lay_out(Heap.DISCARD, FRENCH52[3])
    return Watch(pipeline), film_of(stage, deck).frame(100.0, np.eye(3))


Act = Callable[[Stage], float]
BESIDES = (Kind.LANDED, Kind.OVER)
"""What is told at once, besides what became of a card."""


def carried(stage: Stage) -> float:
    hand = stage.hands[0][0]
    return stage.place(hand, YOURS, stage.lift(hand, MINE, 200), up=False)


def looked_at(stage: Stage) -> float:
    return look(stage, stage.hands[1][0], YOURS, carried(stage) + 300)


@pytest.mark.parametrize(
    ("act", "lying", "expected"),
    [
        (looked_at, SLOTS[:-1], {MINE: [Kind.EMPTIED], YOURS: [Kind.CAME, Kind.GONE, Kind.CAME]}),
        (lambda stage: flip(stage, stage.hands[0][0], MINE, 200), SLOTS, {MINE: [Kind.CAME]}),
        (carried, SLOTS[:-1], {MINE: [Kind.EMPTIED], YOURS: [Kind.CAME]}),
    ],
    ids=["carried and looked at", "turned over", "carried to a bare place"],
)
def test_what_a_hand_does_to_a_card_is_found_out_in_the_frame_that_shows_it(
    pipeline: Pipeline, unseen_deck: Deck, act: Act, lying: list[SlotId], expected: dict[SlotId, list[Kind]]
) -> None:
    stage = stage_with(lying)
    ended_ms = act(stage) + 700
    watch = Watch(pipeline)
    watch.see(frames(film_of(stage, unseen_deck), stage, ended_ms))
    for slot in SLOTS:
        told = [kind for kind in watch.kinds(slot) if kind not in BESIDES]
        wanted = expected.get(slot, [])
        assert told[-len(wanted) :] == wanted if wanted else told == [], slot
    acts = (CardLifted, CardPlaced, CardReturned, CardFlipped)
    ends = {event.place: event.seen.at.end_ms for event in stage.seen if isinstance(event, acts)}
    last = {change.place: change.at.end_ms for change in watch.found if change.kind not in BESIDES}
    for slot in expected:
        assert last[slot] == pytest.approx(ends[slot], abs=120), slot


def test_a_card_that_lands_on_the_pile_and_is_gone_at_once_is_told_to_be_none(
    pipeline: Pipeline, unseen_deck: Deck
) -> None:
    images = []
    for face in (FRENCH52[10], FRENCH52[30]):
        stage = stage_with(SLOTS)
        stage.lay_out(Heap.DISCARD, face, up=True)
        images.append(film_of(stage, unseen_deck).frame(100.0, np.eye(3)))
    lies, lands = images
    watch = Watch(pipeline)
    watch.see(Frame(image, index, index * 33_000_000) for index, image in enumerate([lies] * 3 + [lands] * 2 + [lies]))
    assert watch.kinds(Heap.DISCARD) == [Kind.LANDED, Kind.SAME]
    assert watch.found[0].lying is not None
    assert watch.found[0].lying.certainty > 0.9


def test_of_a_table_at_rest_nothing_is_told(pipeline: Pipeline, unseen_deck: Deck) -> None:
    stage = stage_with(SLOTS)
    watch = Watch(pipeline)
    watch.see(frames(film_of(stage, unseen_deck), stage, 600))
    assert watch.found == []
    assert all(track.is_settled for track in watch.tracker.tracks)


def test_a_card_that_is_not_found_lies_there_still_as_long_as_it_shows(
    pipeline: Pipeline, unseen_deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = stage_with(SLOTS)
    film, watch = film_of(stage, unseen_deck), Watch(pipeline)
    image = film.frame(100.0, np.eye(3))
    watch.see(Frame(image, index, index * 33_000_000) for index in range(3))
    monkeypatch.setattr(Inspector, "look", lambda *_: None)
    x, y, width, height = cv2.boundingRect(table().quad_px(MINE).astype(np.float32))
    dotted, bared = image.copy(), image.copy()
    dotted[y + height // 3 : y + height // 2, x + 2 : x + width - 2] = 255
    bared[y - 2 : y + height + 2, x - 2 : x + width + 2] = image[y - 20, x - 20]
    watch.see(Frame(dotted, index, index * 33_000_000) for index in range(3, 20))
    assert Kind.EMPTIED not in watch.kinds(MINE)
    watch.see(Frame(bared, index, index * 33_000_000) for index in range(20, 40))
    assert Kind.EMPTIED in watch.kinds(MINE)


def test_an_arm_that_rests_over_the_draw_pile_has_not_emptied_it(pipeline: Pipeline, unseen_deck: Deck) -> None:
    stage = stage_with(SLOTS)
    film, watch = film_of(stage, unseen_deck), Watch(pipeline)
    image = film.frame(100.0, np.eye(3))
    watch.see(Frame(image, index, index * 33_000_000) for index in range(3))
    far_left, *_, near_left = table().quad_px(Heap.DRAW)
    x, y = np.round(far_left).astype(int)
    size = int(near_left[1] - far_left[1])
    covered = image.copy()
    covered[: y + 2 * size, x - size // 8 : x + size] = (120, 150, 200)
    wrist = np.s_[y - size // 2 : y - size // 4]
    covered[wrist] = image[wrist]  # it looks like the table
    watch.see(Frame(covered, index, index * 33_000_000) for index in range(3, 40))
    assert Kind.EMPTIED not in watch.kinds(Heap.DRAW)


def test_a_hand_has_left_the_draw_pile_also_where_its_top_looks_otherwise_than_before(
    pipeline: Pipeline, unseen_deck: Deck
) -> None:
    stage = stage_with(SLOTS)
    film, watch = film_of(stage, unseen_deck), Watch(pipeline)
    image = film.frame(100.0, np.eye(3))
    x, y, size, _ = cv2.boundingRect(table().quad_px(Heap.DRAW).astype(np.float32))
    reached, drawn = image.copy(), image.copy()
    reached[y + size // 3 :, x : x + size] = (120, 150, 200)
    pile = np.s_[y - 9 : y + 2 * size, x - 9 : x + size + 9]
    drawn[pile] = np.roll(image[pile], 5, axis=(0, 1))
    pictures = [image] * 8 + [reached] * 4 + [drawn] * 40
    watch.see(Frame(picture, index, index * 33_000_000) for index, picture in enumerate(pictures))
    cleared = [change for change in watch.found if change.kind is Kind.CLEAR]
    assert [change.place for change in cleared] == [Heap.DRAW]
    assert shows_micro_motion(cleared[0].moved_mm)


@pytest.mark.parametrize(
    ("wider_mm", "by", "certainty", "comes"),
    [
        (4.0, "Ann", 1.0, True),
        (28.0, "Ann", 0.85, False),
        (28.0, "Ann", 1.0, True),
        (28.0, None, 1.0, True),
        (-40.0, "Ann", 1.0, False),
        (-40.0, None, 1.0, False),
    ],
)
def test_what_is_outlined_on_the_pile_with_part_of_a_hand_is_a_card_once_none_is_there_or_it_rests_and_is_read_twice(
    wider_mm: float,
    by: str | None,
    certainty: float,
    comes: bool,
    pipeline: Pipeline,
    unseen_deck: Deck,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watch, image = watched_pile(pipeline, unseen_deck)
    watch.see(Frame(image, index, index * 33_000_000) for index in range(8))
    pile_mm = table().quads_mm[Heap.DISCARD]
    odds = np.zeros(len(pipeline.reader.cards) + 2, np.float32)
    odds[pipeline.reader.cards.index(FRENCH52[30])] = certainty
    outline_mm = pile_mm + np.array([[0.0, 0.0], [wider_mm, 0.0], [0.0, 0.0], [0.0, 0.0]])
    seen = CardObservation(outline_mm, is_flat=False, is_back=False, probabilities=odds)
    monkeypatch.setattr(Inspector, "look", lambda *_: seen)
    monkeypatch.setattr(HandAttribution, "at", lambda *_: () if by is None else HandPosterior(((PlayerId(by), 1.0),)))
    x, y, width, height = cv2.boundingRect(table().quad_px(Heap.DISCARD).astype(np.float32))
    changed = image.copy()
    changed[y + 5 : y + height - 5, x + 5 : x + width - 5] = (120, 150, 200)
    watch.see(Frame(changed, index, index * 33_000_000) for index in range(8, 20))
    assert (Kind.CAME in watch.kinds(Heap.DISCARD)) == comes


def test_a_card_that_is_seen_again_without_the_hand_that_brought_it_rests_as_it_looks_then(
    pipeline: Pipeline, unseen_deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch, image = watched_pile(pipeline, unseen_deck)
    x, y, width, height = cv2.boundingRect(table().quad_px(Heap.DISCARD).astype(np.float32))
    brought = image.copy()
    brought[y + 4 * height // 5 : y + height, x + width // 6 : x + width] = (120, 150, 200)
    watch.see(Frame(brought, index, index * 33_000_000) for index in range(8))
    pile = watch.tracker.place_of(Heap.DISCARD)
    assert pile.lying is not None
    # Outlined together with the card beneath it, as it was under the hand.
    seen = replace(pile.lying, quad_mm=pile.lying.quad_mm * [1.1, 1.0], is_flat=False)
    pile.lying = pile.shape = seen
    monkeypatch.setattr(Inspector, "look", lambda *_: seen)
    watch.see(Frame(image, index, index * 33_000_000) for index in range(8, 20))
    assert not watch.tracker.hides(Heap.DISCARD)
    assert Kind.CAME not in watch.kinds(Heap.DISCARD)


@pytest.mark.parametrize(("certainty", "is_hidden"), [(1.0, False), (0.97, True)])
def test_a_card_on_the_pile_that_is_surely_read_without_a_hand_lies_there_whatever_is_outlined_with_it(
    certainty: float, is_hidden: bool, pipeline: Pipeline, unseen_deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch, image = watched_pile(pipeline, unseen_deck)
    x, y, width, height = cv2.boundingRect(table().quad_px(Heap.DISCARD).astype(np.float32))
    brought = image.copy()
    brought[y + height // 3 : y + height, x : x + width] = (120, 150, 200)
    watch.see(Frame(brought, index, index * 33_000_000) for index in range(8))
    pile = watch.tracker.place_of(Heap.DISCARD)
    assert pile.lying is not None
    odds = np.zeros(len(pipeline.reader.cards) + 2, np.float32)
    odds[pipeline.reader.cards.index(FRENCH52[3])] = certainty
    pile.lying = pile.shape = replace(pile.lying, is_back=False, probabilities=odds)
    outline_mm = table().quads_mm[Heap.DISCARD] * [1.6, 1.0]
    seen = replace(pile.lying, quad_mm=outline_mm, is_flat=False)
    monkeypatch.setattr(Inspector, "look", lambda *_: seen)
    watch.see(Frame(image, index, index * 33_000_000) for index in range(8, 20))
    assert watch.tracker.hides(Heap.DISCARD) == is_hidden


@pytest.mark.parametrize("was_reached", [True, False])
def test_a_back_that_an_arm_beside_it_hides_in_part_was_exchanged_only_if_a_hand_was_on_it(
    was_reached: bool, pipeline: Pipeline, unseen_deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = stage_with(SLOTS)
    film, watch = film_of(stage, unseen_deck), Watch(pipeline)
    image = film.frame(100.0, np.eye(3))
    watch.see(Frame(image, index, index * 33_000_000) for index in range(8))
    place_mm = table().quads_mm[MINE]
    monkeypatch.setattr(Inspector, "look", lambda *_: CardObservation.straight_back(place_mm))
    hand = HandPosterior(((PlayerId("Ann"), 1.0),)) if was_reached else ()
    monkeypatch.setattr(HandAttribution, "at", lambda _, __, moment: hand if moment.index < 12 else ())
    x, y, width, height = cv2.boundingRect(table().quad_px(MINE).astype(np.float32))
    hidden = image.copy()
    hidden[y : y + height, x + 3 * width // 5 : x + width + 20] = (120, 150, 200)
    watch.see(Frame(hidden, index, index * 33_000_000) for index in range(8, 24))
    assert (Kind.CAME in watch.kinds(MINE)) == was_reached


def test_what_lies_open_under_a_hand_until_the_last_picture_is_told_at_the_end(
    pipeline: Pipeline, unseen_deck: Deck
) -> None:
    stage = stage_with(SLOTS)
    shown_ms = flip(stage, stage.hands[0][0], MINE, 200)
    film = film_of(stage, unseen_deck)
    seen = list(frames(film, stage, shown_ms + 700))
    flipped = next(number for number, frame in enumerate(seen) if frame.captured_ns / 1e6 >= shown_ms)
    watch = Watch(pipeline)
    watch.see(seen[: flipped + 2])
    assert Kind.CAME not in watch.kinds(MINE)
    watch.found += watch.tracker.finish(seen[flipped + 1].image)
    assert watch.kinds(MINE)[-1] is Kind.CAME
    assert not watch.found[-1].lying.is_back  # type: ignore[union-attr]


def test_cards_that_seem_to_leave_while_the_camera_moves_are_back_when_it_stands(
    pipeline: Pipeline, unseen_deck: Deck
) -> None:
    stage = stage_with(SLOTS)
    film = film_of(stage, unseen_deck)
    still = list(frames(film, stage, 300))
    push = np.array([[1.0, 0.0, 14.0], [0.0, 1.0, 9.0], [0.0, 0.0, 1.0]])
    pushed = [
        Frame(film.frame(time_ms, push), still[-1].index + number, round(time_ms * 1e6))
        for number, time_ms in enumerate(np.arange(334, 900, 33.3), 1)
    ]
    watch = Watch(pipeline)
    watch.see([*still, *pushed[:-1]])
    assert Kind.GONE in [change.kind for change in watch.found]
    tracker, normalized = watch.tracker, watch.gate.look(pushed[-1])
    moved = replace(table().moved(push), size_px=SIZE[::-1])
    back = tracker.move(moved, push, normalized)
    gone = {change.place for change in watch.found if change.kind is Kind.GONE}
    assert {change.place for change in back if change.kind is Kind.BACK} == gone
    assert all(track.gone is None for track in tracker.tracks)
