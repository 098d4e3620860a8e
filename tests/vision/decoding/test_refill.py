"""The draw pile runs out and is made anew of the discard pile: real models on rendered frames of acted play."""

from __future__ import annotations

import numpy as np
import pytest
from tests.vision.test_watcher import frames, what

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.films.acting.ceremony import refill
from kibitz_datasets.films.acting.gestures import holding, know
from kibitz_datasets.films.simulate import NAMES
from kibitz_datasets.films.stage.frame_clock import ClockConfig, frame_clock
from kibitz_datasets.films.stage.seats import plan_table
from kibitz_datasets.films.stage.stage import Stage
from kibitz_scoring.cards import FRENCH52, Card
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import DrawPileTouched, Heap, PileRefilled, PileShuffled, PileTopChanged, TableEvent
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.table.patches import CARD_AREA, HEIGHT_PX, WIDTH_PX
from kibitz_vision.tracking.draw_pile import is_bare
from kibitz_vision.watcher import Watcher

PACK = load_pack("cambio")
PLAYERS = NAMES[:2]
PILES = (DrawPileTouched, PileShuffled, PileRefilled, PileTopChanged)
LAST, NEXT = FRENCH52[7], FRENCH52[33]


def draw_and_lay_off(stage: Stage, seat: int, card: Card, at_ms: float) -> float:
    hand = stage.hands[seat][0]
    stage.lift(hand, Heap.DRAW, at_ms)
    know(hand.holds, card)
    stage.carry(hand, holding(stage, hand), hand.free_ms)
    laid = stage.place(hand, Heap.DISCARD, hand.free_ms + 300, up=True)
    stage.retreat(hand)
    return laid


@pytest.fixture(scope="module")
def acted_and_told(pipeline: Pipeline, unseen_deck: Deck) -> tuple[list[TableEvent], list[TableEvent]]:
    rng = np.random.default_rng(12)
    stage = Stage(plan_table(PACK, 2), PLAYERS, frame_clock(rng, ClockConfig(dropped=0.0), 15_000.0), rng)
    for number in range(2 * PACK.table.hand_size):
        stage.lay_out(slot_id(PACK, *divmod(number, PACK.table.hand_size)), FRENCH52[40 + number])
    stage.lay_out(Heap.DRAW)
    for card in FRENCH52[20:26]:
        stage.lay_out(Heap.DISCARD, card, up=True)
    laid = draw_and_lay_off(stage, 1, LAST, 1300)
    laid = refill(stage, 0, laid + 900)
    stage.retreat(stage.hands[0][0])
    ended_ms = draw_and_lay_off(stage, 1, NEXT, laid + 1300) + 900
    watcher = Watcher(pipeline, PACK, PLAYERS)
    told = [event for frame in frames(unseen_deck, stage, ended_ms) for event in watcher.update(frame)]
    return stage.seen, [*told, *watcher.finish()]


def test_cards_are_drawn_before_and_after_the_draw_pile_was_refilled(
    acted_and_told: tuple[list[TableEvent], list[TableEvent]],
) -> None:
    acted, told = (
        [what(event) for event in sorted(events, key=lambda event: event.seen.at.end_ms) if isinstance(event, PILES)]
        for events in acted_and_told
    )
    assert told == acted


def test_the_refill_and_the_shuffle_before_it_are_told_with_their_times(
    acted_and_told: tuple[list[TableEvent], list[TableEvent]],
) -> None:
    (refilled,), (told,) = ([e for e in events if isinstance(e, PileRefilled)] for events in acted_and_told)
    assert told.seen.frames[0] == pytest.approx(refilled.seen.frames[0], abs=1)
    assert told.seen.by[0][0] == PLAYERS[0]
    (shuffled,), (told,) = ([e for e in events if isinstance(e, PileShuffled)] for events in acted_and_told)
    assert told.seen.at.start_ms < shuffled.seen.at.end_ms
    assert told.seen.at.end_ms == pytest.approx(shuffled.seen.at.end_ms, abs=350)


def test_a_place_is_bare_where_it_looks_as_around_it() -> None:
    grain = np.random.default_rng(3).integers(80, 100, (HEIGHT_PX, WIDTH_PX, 3)).astype(np.uint8)
    assert is_bare(grain)
    grain[CARD_AREA] = (40, 40, 180)
    assert not is_bare(grain)
