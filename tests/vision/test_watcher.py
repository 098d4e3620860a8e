"""A table watched from the deal on: real models on rendered frames of acted play, against what was acted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Any, TypeVar

import cv2
import numpy as np
import pytest

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.films.acting.gestures import flip, holding, know, look
from kibitz_datasets.films.camera.shooting import Props, shoot
from kibitz_datasets.films.simulate import NAMES
from kibitz_datasets.films.stage.frame_clock import ClockConfig, frame_clock
from kibitz_datasets.films.stage.seats import camera_over, plan_table
from kibitz_datasets.films.stage.stage import Stage
from kibitz_scoring.cards import FRENCH52
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import (
    FACE_DOWN,
    CardFlipped,
    CardLanded,
    CardLifted,
    CardReturned,
    CardRevealed,
    DrawPileTouched,
    HandOver,
    Heap,
    PileTopChanged,
    SlotEmptied,
    TableEvent,
)
from kibitz_vision.frame_backlog import KEPT_AS
from kibitz_vision.frames import Frame
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.table.patches import LIKE
from kibitz_vision.table.places import TablePlaces
from kibitz_vision.watcher import Watcher

T = TypeVar("T")

PACK = load_pack("kaboo")
PLAYERS = NAMES[:4]
SIZE = (720, 1280)
TOP, DRAWN, SNAPPED, FLIPPED = (FRENCH52[number] for number in (20, 7, 33, 50))
PEEKED = slot_id(PACK, 0, 2)
SNAP, TURNED = slot_id(PACK, 3, 1), slot_id(PACK, 2, 0)


@dataclass(frozen=True)
class Watched:
    """What was acted and what the watcher told of it."""

    acted: list[TableEvent]
    told: list[TableEvent]
    known: list[tuple[int, TableEvent]]
    watcher: Watcher


def act(stage: Stage) -> float:
    """A peek, a card drawn and laid off, a snap, and a card turned over; returns when it is over."""
    looked = look(stage, stage.hands[0][0], PEEKED, 300)
    drawer = stage.hands[1][0]
    stage.lift(drawer, Heap.DRAW, looked + 200)
    know(drawer.holds, DRAWN)
    stage.carry(drawer, holding(stage, drawer), drawer.free_ms)
    laid = stage.place(drawer, Heap.DISCARD, drawer.free_ms + 300, up=True)
    snapper = stage.hands[3][1]
    lifted = stage.lift(snapper, SNAP, laid + 250)
    snapped = stage.place(snapper, Heap.DISCARD, lifted, up=True, hurry=1.8)
    turned = flip(stage, stage.hands[2][0], TURNED, snapped + 200)
    for hands in stage.hands:
        for hand in hands:
            stage.retreat(hand)
    return turned + 1000


def frames(deck: Deck, stage: Stage, ended_ms: float) -> Iterator[Frame]:
    rng = np.random.default_rng(5)
    film = shoot(rng, stage, Props(deck), camera_over(stage.plan, SIZE, 8.0, 1.0), SIZE)
    for index, time_ms in enumerate(stage.clock.times_ms):
        if time_ms > ended_ms:
            return
        yield Frame(film.frame(time_ms, np.eye(3)), index, round(time_ms * 1e6))


class AtOnce(Executor):
    """A thread that is always done in time."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future = Future[T]()
        future.set_result(fn(*args, **kwargs))
        return future


class DoneLater(Future[T]):
    """Work that takes some frames, or until somebody waits for it."""

    asked = 0

    def done(self) -> bool:
        self.asked += 1
        return self.asked > 8


class Slow(AtOnce):
    """A thread that needs long for the first thing it is asked."""

    is_new = True

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future = DoneLater[T]() if self.is_new else Future[T]()
        self.is_new = False
        future.set_result(fn(*args, **kwargs))
        return future


def watch(pipeline: Pipeline, deck: Deck, thread: Executor | None = None, places: TablePlaces | None = None) -> Watched:
    rng = np.random.default_rng(11)
    stage = Stage(plan_table(PACK, 4), PLAYERS, frame_clock(rng, ClockConfig(dropped=0.0), 10_000.0), rng)
    for seat in range(4):
        for index in range(PACK.table.hand_size):
            slot = slot_id(PACK, seat, index)
            stage.lay_out(slot, {SNAP: SNAPPED, TURNED: FLIPPED}.get(slot, FRENCH52[seat * 4 + index + 36 - 26]))
    for _ in range(20):
        stage.lay_out(Heap.DRAW)
    stage.lay_out(Heap.DISCARD, TOP, up=True)
    ended_ms = act(stage)
    watcher = Watcher(pipeline, PACK, PLAYERS, places=places, thread=thread)
    known = [(frame.index, event) for frame in frames(deck, stage, ended_ms) for event in watcher.update(frame)]
    return Watched(stage.seen, [*(event for _, event in known), *watcher.finish()], known, watcher)


@pytest.fixture(scope="module")
def watched(pipeline: Pipeline, unseen_deck: Deck) -> Watched:
    return watch(pipeline, unseen_deck)


def what(event: TableEvent) -> tuple[object, ...]:
    return (
        type(event).__name__,
        getattr(event, "place", None),
        getattr(event, "origin", None),
        str(getattr(event, "face", "")),
    )


def test_everything_that_was_done_is_told_once_and_in_order(watched: Watched) -> None:
    told = sorted(watched.told, key=lambda event: event.seen.at.end_ms)
    besides = SlotEmptied | CardRevealed | CardLanded | HandOver
    assert [what(event) for event in told if not isinstance(event, besides)] == [what(event) for event in watched.acted]


def test_a_hand_is_told_to_be_over_what_it_takes_or_turns(watched: Watched) -> None:
    over = {(event.place, event.seen.by[0][0]) for event in watched.told if isinstance(event, HandOver)}
    taken = [event for event in watched.acted if isinstance(event, CardLifted | CardFlipped)]
    assert {(event.place, event.seen.by[0][0]) for event in taken} <= over


def test_nothing_is_lost_or_told_out_of_order_where_the_deal_is_made_up_for_bit_by_bit(
    pipeline: Pipeline, unseen_deck: Deck
) -> None:
    beside = watch(pipeline, unseen_deck, AtOnce())
    told = [event for event in beside.told if isinstance(event, PileTopChanged | CardFlipped | CardReturned)]
    acted = [event for event in beside.acted if isinstance(event, PileTopChanged | CardFlipped | CardReturned)]
    assert [what(event) for event in told] == [what(event) for event in acted]
    for seen, true in zip(told, acted, strict=True):
        assert seen.seen.frames[0] == pytest.approx(true.seen.frames[0], abs=2)


def test_frames_that_come_during_the_first_look_are_made_up_for(
    pipeline: Pipeline, unseen_deck: Deck, watched: Watched
) -> None:
    waited = watch(pipeline, unseen_deck, Slow(), watched.watcher.places)
    told = [event for event in waited.told if isinstance(event, PileTopChanged | CardFlipped | CardReturned)]
    acted = [event for event in waited.acted if isinstance(event, PileTopChanged | CardFlipped | CardReturned)]
    assert [what(event) for event in told] == [what(event) for event in acted]
    assert waited.watcher.behind_ms == 0


def test_placements_are_told_with_the_frame_that_shows_them_first(watched: Watched) -> None:
    acted = [event for event in watched.acted if isinstance(event, PileTopChanged | CardFlipped)]
    told = [event for event in watched.told if isinstance(event, PileTopChanged | CardFlipped)]
    for event, true in zip(told, acted, strict=True):
        # A card that is turned over nearly stops before it does.
        frames_off = 2 if isinstance(event, CardFlipped) else 1
        assert event.seen.frames[0] == pytest.approx(true.seen.frames[0], abs=frames_off)
        assert event.seen.at.start_ms < event.seen.at.end_ms


def test_a_card_on_the_pile_is_known_of_before_the_hand_that_laid_it_is_gone(watched: Watched) -> None:
    laid = [event.seen.frames[0] for event in watched.acted if isinstance(event, PileTopChanged)]
    for frame in laid:
        told = [
            index - frame
            for index, event in watched.known
            if isinstance(event, PileTopChanged | CardLanded) and abs(event.seen.frames[0] - frame) <= 1
        ]
        assert min(told) <= 2


def test_it_is_known_whose_hand_it_was(watched: Watched) -> None:
    kinds = (PileTopChanged, CardLifted, CardReturned, DrawPileTouched)
    told = sorted((e for e in watched.told if isinstance(e, kinds)), key=lambda event: event.seen.at.end_ms)
    acted = [event for event in watched.acted if isinstance(event, kinds)]
    assert [event.seen.by[0][0] for event in told] == [event.seen.by[0][0] for event in acted]


def test_a_face_is_told_only_once_it_lies_open(watched: Watched) -> None:
    shown = {str(getattr(event, "face", FACE_DOWN)) for event in watched.told}
    assert shown == {str(FACE_DOWN), str(DRAWN), str(SNAPPED), str(FLIPPED)}


def test_the_state_is_what_lies_on_the_table(watched: Watched) -> None:
    state = watched.watcher.state()
    assert state[SNAP].face is None
    assert state[TURNED].face == FLIPPED
    assert state[Heap.DISCARD].face == SNAPPED
    assert state[PEEKED].face == FACE_DOWN


def test_a_frame_that_is_kept_shows_fine_coloured_backs_as_they_are() -> None:
    fine = np.random.default_rng(2).integers(0, 2, (360, 480, 1)) * np.array([200, 0, 55]) + np.array([20, 30, 180])
    picture = np.asarray(np.repeat(np.repeat(fine, 2, axis=0), 2, axis=1)[:720, :960], np.uint8)
    kept = cv2.imdecode(cv2.imencode(".jpg", picture, KEPT_AS)[1], cv2.IMREAD_COLOR)
    halves = [
        cv2.resize(one, (480, 360), interpolation=cv2.INTER_AREA) for one in (picture, np.asarray(kept, np.uint8))
    ]
    assert float(np.abs(halves[0].astype(int) - halves[1]).max(-1).mean()) < LIKE / 2
