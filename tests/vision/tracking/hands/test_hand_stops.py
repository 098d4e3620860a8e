"""When hands came to rest at the discard pile, from filmed races and their truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.decks.drawn_deck import drawn_deck
from kibitz_datasets.films.camera.shooting import Props, shoot
from kibitz_datasets.films.races import perform_race
from kibitz_datasets.films.simulate import SimulationConfig
from kibitz_datasets.films.stage.seats import camera_over
from kibitz_datasets.films.truth import Performance
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Heap, PileTopChanged, Place
from kibitz_vision.detections import Image
from kibitz_vision.frames import Frame
from kibitz_vision.geometry import Points
from kibitz_vision.table.places import TablePlaces, card_rectangle
from kibitz_vision.tracking.frames.frame_history import HistoryFrame
from kibitz_vision.tracking.frames.normalized_frame import MotionGate
from kibitz_vision.tracking.hands.approaches import NARROW, TIP, Approaches, Strip, approaches_of, homes_of
from kibitz_vision.tracking.hands.hand_stops import HandStop, stops_of

PACK = load_pack("kaboo")
SIZE = (720, 1280)
FRAME_MS = 1000 / 30
STRIPE_MM, STRIPES = 22.0, ((40, 60, 200), (30, 190, 90), (210, 70, 50))
AWAY = 900.0
COMES = (AWAY, AWAY, 190.0, 120.0, 50.0, 20.0)
RESTS, GOES = (20.0,) * 4, (120.0, 190.0, AWAY, AWAY)
"""Distances in mm of a hand's tip that comes to the pile, rests there and goes, frame by frame."""
MOVES_ON = (*(AWAY,) * 3, 300.0, 200.0, 120.0, *np.arange(40.0, -70.0, -13.0))
"""The same of one that comes a little later, and moves on over the pile."""
CAME_MS = len(COMES) * FRAME_MS


@pytest.fixture(scope="module")
def deck() -> Deck:
    return drawn_deck(1001)


def contacts(performance: Performance) -> dict[PlayerId, float]:
    """When each player who raced laid the own card on the pile."""
    tops = [event for event in performance.stage.seen if isinstance(event, PileTopChanged)]
    return {top.seen.by[0][0]: top.seen.at.end_ms for top in tops if top.origin not in (None, *Heap)}


def watched(performance: Performance, deck: Deck, until_ms: float, missing_ms: float | None = None) -> list[HandStop]:
    """The stops of hands from the frames of a race shortly before its contacts on; one frame may be missing."""
    plan, clock = performance.stage.plan, performance.stage.clock
    camera = camera_over(plan, SIZE, 10.0, 1.0)
    film = shoot(np.random.default_rng(4), performance.stage, Props(deck), camera, SIZE)
    gate, moments = MotionGate(), []
    times = [clock.times_ms[0], *(at_ms for at_ms in clock.times_ms if until_ms - 900 < at_ms < until_ms)]
    times = [at_ms for at_ms in times if at_ms != missing_ms]
    for before_ms, at_ms in pairwise([0.0, *times]):
        normalized = gate.look(Frame(film.frame(at_ms, np.eye(3)), len(moments), round(at_ms * 1e6)))
        moments.append(HistoryFrame(len(moments), at_ms, before_ms, np.zeros(0, np.uint8), normalized.quarter))
    table = table_of(performance)
    return list(stops_of(approaches_of(table), moments[1:], moments[0].quarter))


def table_of(performance: Performance) -> TablePlaces:
    """The places where cards lie, as a camera over the middle sees them."""
    plan = performance.stage.plan
    camera = camera_over(plan, SIZE, 10.0, 1.0)
    seats = range(len(performance.stage.players))
    places: list[Place] = [slot_id(PACK, seat, index) for seat in seats for index in range(PACK.table.hand_size)]
    quads = {place: card_rectangle(plan.spot(place), plan.turn(place)) for place in (*places, *Heap)}
    return TablePlaces(performance.stage.players, SIZE[::-1], np.linalg.inv(camera[:, [0, 1, 3]]), quads)


def drawn(
    table: TablePlaces,
    tips_mm: Mapping[PlayerId, Sequence[float]],
    widths_mm: Mapping[PlayerId, float],
    long_mm: float = 700.0,
) -> list[HandStop]:
    """The stops of striped arms drawn with their tips so far from the pile in frame after frame."""
    background = np.full((SIZE[0] // 4, SIZE[1] // 4, 3), 110, np.uint8)
    pile_mm = table.quads_mm[Heap.DISCARD].mean(axis=0)
    moments = [moment(0, background)]
    for k in range(max(map(len, tips_mm.values()))):
        picture = background.copy()
        for player, tips in tips_mm.items():
            arm_mm = tips[k], widths_mm[player], tips[k] + long_mm
            draw_arm(picture, table, (pile_mm, homes_of(table, player)[2]), arm_mm)
        moments.append(moment(k + 1, picture))
    return list(stops_of(approaches_of(table), moments, background))


def moment(k: int, picture: Image) -> HistoryFrame:
    return HistoryFrame(k, k * FRAME_MS, (k - 1) * FRAME_MS, np.zeros(0, np.uint8), picture)


def draw_arm(
    picture: Image, table: TablePlaces, way_mm: tuple[Points, Points], arm_mm: tuple[float, float, float]
) -> None:
    """An arm along a way from the pile to a player, whose stripes move with its tip: from where, how wide, to where."""
    pile, home = way_mm
    onward = (home - pile) / np.hypot(*(home - pile))
    tip, width, end = arm_mm
    aside = np.array([-onward[1], onward[0]]) * width / 2
    for number, near in enumerate(np.arange(tip, end, STRIPE_MM)):
        ends = pile + onward * near, pile + onward * (near + STRIPE_MM)
        corners = np.array([ends[0] - aside, ends[0] + aside, ends[1] + aside, ends[1] - aside])
        cv2.fillConvexPoly(
            picture, np.round(table.in_quarter(corners)).astype(np.int32), STRIPES[number % len(STRIPES)]
        )


@pytest.mark.parametrize(("players", "racers", "gap_ms"), [(4, 2, 8.0), (4, 3, 70.0), (6, 2, 120.0)])
def test_every_hand_of_a_race_is_timed_within_a_frame(players: int, racers: int, gap_ms: float, deck: Deck) -> None:
    config = SimulationConfig(PACK, players, seed=players + racers, troubles=0.0, gap_ms=gap_ms)
    performance = perform_race(config, racers)
    true = contacts(performance)
    stops = watched(performance, deck, max(true.values()) + 150)
    for player, at_ms in true.items():
        near = [stop for stop in stops if stop.player == player and stop.at.start_ms - 8 < at_ms < stop.at.end_ms + 8]
        assert len(near) == 1
        assert near[0].at.end_ms - near[0].at.start_ms < 1.5 * FRAME_MS


def test_hands_more_than_two_frames_apart_stop_in_their_order(deck: Deck) -> None:
    performance = perform_race(SimulationConfig(PACK, 5, seed=3, troubles=0.0, gap_ms=70.0), 3)
    true = contacts(performance)
    stops = [stop for stop in watched(performance, deck, max(true.values()) + 150) if stop.player in true]
    assert [stop.player for stop in stops] == sorted(true, key=lambda player: true[player])
    for one, other in pairwise(stops):
        assert not one.at.overlaps(other.at)


@pytest.mark.parametrize("seed", range(3, 7))
@pytest.mark.parametrize("frame", [0, 1])
def test_where_a_frame_is_missing_a_hand_is_not_taken_to_stop_much_earlier(seed: int, frame: int, deck: Deck) -> None:
    performance = perform_race(SimulationConfig(PACK, 5, seed=seed, troubles=0.0, gap_ms=75.0), 2)
    true = contacts(performance)
    first, second = sorted(true, key=lambda player: true[player])
    clock = performance.stage.clock
    missing_ms = clock.times_ms[clock.first_showing(true[second]) - frame]
    stops = watched(performance, deck, max(true.values()) + 180, missing_ms)
    (before,), (after,) = ([stop for stop in stops if stop.player == player] for player in (first, second))
    for player, stop in ((first, before), (second, after)):
        assert stop.at.start_ms <= true[player] <= stop.at.end_ms
    assert not before.at.overlaps(after.at)


def test_nobody_stops_at_the_pile_before_a_hand_comes(deck: Deck) -> None:
    performance = perform_race(SimulationConfig(PACK, 4, seed=7, troubles=0.0, gap_ms=90.0), 2)
    first_ms = min(contacts(performance).values())
    discarded_ms = next(e.seen.at.end_ms for e in performance.stage.seen if isinstance(e, PileTopChanged))
    stops = watched(performance, deck, first_ms - 5)
    assert all(stop.at.end_ms < discarded_ms + FRAME_MS for stop in stops)


def test_two_arms_next_to_each_other_are_each_seen_to_stop_in_their_own_time(deck: Deck) -> None:
    performance = perform_race(SimulationConfig(PACK, 6, seed=4, troubles=0.0, gap_ms=50.0), 3)
    true = contacts(performance)
    stops = {stop.player: stop for stop in watched(performance, deck, max(true.values()) + 150) if stop.player in true}
    players = performance.stage.players
    seats = {player: players.index(player) for player in true}
    pairs = [(one, other) for one in true for other in true if (seats[other] - seats[one]) % 6 == 1]
    together = [(one, other) for one, other in pairs if abs(true[one] - true[other]) < 55]
    assert together
    for one, other in together:
        for player in (one, other):
            assert stops[player].at.start_ms < true[player] < stops[player].at.end_ms
            assert stops[player].at.end_ms - stops[player].at.start_ms < 1.5 * FRAME_MS


@pytest.mark.parametrize(
    ("players", "racers", "seed", "gap_ms"), [(6, 3, 42, 60.0), (5, 3, 24, 75.0), (5, 3, 32, 75.0), (6, 2, 26, 60.0)]
)
def test_of_arms_next_to_each_other_each_card_came_while_its_hand_may_have_stopped(
    players: int, racers: int, seed: int, gap_ms: float, deck: Deck
) -> None:
    performance = perform_race(SimulationConfig(PACK, players, seed=seed, troubles=0.0, gap_ms=gap_ms), racers)
    true = contacts(performance)
    stops = [stop for stop in watched(performance, deck, max(true.values()) + 150) if stop.player in true]
    for player, at_ms in true.items():
        near, *_ = (stop for stop in stops if stop.player == player and abs(stop.at.end_ms - at_ms) < 200)
        assert near.at.start_ms < at_ms < near.at.end_ms
        assert near.at.end_ms - near.at.start_ms < 1.5 * FRAME_MS


def test_of_two_arms_next_to_each_other_one_that_still_moves_when_the_other_rests_comes_later(deck: Deck) -> None:
    performance = perform_race(SimulationConfig(PACK, 6, seed=48, troubles=0.0, gap_ms=60.0), 3)
    true = contacts(performance)
    first, second, _ = sorted(true, key=lambda player: true[player])
    stops = {stop.player: stop for stop in watched(performance, deck, max(true.values()) + 150)}
    assert stops[first].at.end_ms < stops[second].at.start_ms


@pytest.fixture
def six() -> TablePlaces:
    return table_of(perform_race(SimulationConfig(PACK, 6, seed=4, troubles=0.0, gap_ms=50.0), 3))


def test_a_thin_arm_that_fills_little_of_its_way_is_seen_to_stop_by_how_it_moved(six: TablePlaces) -> None:
    (stop,) = drawn(six, {six.players[1]: (*COMES, *RESTS)}, {six.players[1]: 9.0})
    assert stop.player == six.players[1]
    assert stop.at.start_ms < CAME_MS < stop.at.end_ms
    assert stop.sure < 0.5


@pytest.mark.parametrize(("long_mm", "stops"), [(700.0, True), (160.0, False)])
def test_what_fills_little_of_a_way_is_a_hand_only_if_an_arm_leads_on_from_there(
    long_mm: float, stops: bool, six: TablePlaces
) -> None:
    player = six.players[1]
    assert bool(drawn(six, {player: (*COMES, *RESTS)}, {player: 14.0}, long_mm)) == stops


def test_an_arm_that_only_passes_by_does_not_stop(six: TablePlaces) -> None:
    assert drawn(six, {six.players[1]: (*COMES, *GOES)}, {six.players[1]: 70.0}) == []


def test_an_arm_that_is_touched_by_others_until_it_leaves_came_while_only_these_moved(six: TablePlaces) -> None:
    one, middle, other = six.players[:3]
    passes = (*(AWAY,) * 4, 170.0, 115.0, 70.0, 60.0, 50.0, 40.0, *GOES)
    tips = {middle: (*COMES, *RESTS, *GOES), one: passes, other: passes}
    (stop,) = drawn(six, tips, {middle: 70.0, one: 90.0, other: 90.0})
    assert stop.player == middle
    assert stop.at.start_ms < CAME_MS < stop.at.end_ms
    assert stop.at.end_ms - stop.at.start_ms < 4 * FRAME_MS


def test_an_arm_is_seen_to_stop_where_a_hand_beside_it_moves_on_at_the_pile(six: TablePlaces) -> None:
    own, other = six.players[1:3]
    tips = {own: (*COMES, *(20.0,) * 5, *GOES), other: MOVES_ON}
    (stop,) = (stop for stop in drawn(six, tips, {own: 70.0, other: 160.0}) if stop.player == own)
    assert stop.at.start_ms < CAME_MS < stop.at.end_ms
    assert stop.at.end_ms - stop.at.start_ms < 1.5 * FRAME_MS


def test_a_hand_short_of_the_pile_does_not_come_there_as_one_beside_it_moves_on_at_the_pile(six: TablePlaces) -> None:
    own, other = six.players[1:3]
    tips = {own: (AWAY, AWAY, 250.0, 190.0, 150.0, 110.0, *(100.0,) * 5, 150.0, 250.0, AWAY, AWAY), other: MOVES_ON}
    assert all(stop.player != own for stop in drawn(six, tips, {own: 70.0, other: 160.0}))


def test_a_hand_that_slows_down_as_another_comes_is_not_told_to_rest_before_it_does(six: TablePlaces) -> None:
    slow, fast = six.players[1], six.players[3]
    creeps = (AWAY, AWAY, 190.0, 120.0, 70.0, *np.arange(66.0, 20.0, -2.0), *(20.0,) * 4)
    comes = (*(AWAY,) * 7, *COMES, *(20.0,) * (len(creeps) - 7 - len(COMES)))
    stops = drawn(six, {slow: creeps, fast: comes}, {slow: 70.0, fast: 70.0})
    (late,) = (stop for stop in stops if stop.player == slow)
    assert late.at.end_ms > (len(creeps) - 4) * FRAME_MS


def test_a_hand_that_waits_short_of_the_pile_may_have_rested_there_from_then_on(six: TablePlaces) -> None:
    waits = (AWAY, AWAY, 190.0, 120.0, *(60.0,) * 3, 50.0, 35.0, *RESTS)
    (stop,) = drawn(six, {six.players[1]: waits}, {six.players[1]: 70.0})
    assert stop.at.start_ms < 5 * FRAME_MS
    assert stop.at.end_ms > 9 * FRAME_MS


def test_a_hand_that_leaves_as_one_beside_comes_did_not_come(six: TablePlaces) -> None:
    leaves, comes = six.players[1], six.players[0]
    tips = {leaves: (*(20.0,) * 4, *GOES, *(AWAY,) * 4), comes: (*(AWAY,) * 3, *COMES[1:], *RESTS)}
    stops = drawn(six, tips, {leaves: 70.0, comes: 100.0})
    assert all(stop.player == comes for stop in stops)


@dataclass(frozen=True)
class Ways(Approaches):
    """The ways of one player's arm, of which `shares` (frames, 1, ways) change; each shows what fills the picture."""

    shares: NDArray[np.float64]

    def strips(self, pictures: Sequence[Image]) -> list[Strip]:
        return [np.broadcast_to(picture[0, 0], (*self.inside.shape, 3)) for picture in pictures]

    def changed(self, strips: Sequence[Strip]) -> NDArray[np.float64]:
        assert len(strips) == len(self.shares)
        return np.stack([self.shares, self.shares])


LONG, SHORT = (0.9, 0.9, 0.9, 0.9, 0.9, 0.8), (0.9, 0.9, 0.9, 0.9, 0.2, 0.0)
"""How much changes on a way in the frames in which an arm comes, and something beside it moves on, and without that."""


@pytest.mark.parametrize(("ways", "is_late"), [((LONG, SHORT, SHORT), False), ((LONG, LONG, SHORT), True)])
def test_an_arm_of_which_one_way_moves_on_longer_came_to_rest_when_two_others_agree_that_it_did(
    ways: Sequence[Sequence[float]], *, is_late: bool
) -> None:
    shares = np.zeros((10, 1, 3))
    shares[2 : 2 + len(LONG), 0] = np.transpose(ways)
    empty, full = (np.full((8, 8, 3), level, np.uint8) for level in (0, 255))
    moments = [moment(k, full if k > 1 else empty) for k in range(len(shares))]
    tracks = np.ones((1, 3, len(TIP), len(NARROW)), bool)
    found = Ways((PlayerId("Ann"),), np.zeros(0, np.float32), np.zeros(0, np.float32), tracks, tracks, shares)
    (stop,) = stops_of(found, moments, empty)
    assert (stop.at.end_ms > 7 * FRAME_MS) == is_late


def test_a_moment_of_motion_is_no_hand_that_came(six: TablePlaces) -> None:
    springs = (*(AWAY,) * 4, *(20.0,) * 4)
    assert drawn(six, {six.players[1]: springs}, {six.players[1]: 70.0}) == []


SHORT = (*(AWAY,) * 7, 250.0, 180.0, 140.0, *(100.0,) * 5)
AT_CARDS = (*(AWAY,) * 3, 300.0, 270.0, 240.0, 187.0, *(175.0,) * 6)
FROM_CARDS = (*(175.0,) * 5, 238.0, 300.0, AWAY, *(250.0,) * 5)
FROM_PILE = (*(100.0,) * 5, 200.0, 300.0, AWAY, *(215.0,) * 5)


@pytest.mark.parametrize(
    ("seats", "widths_mm", "tips_mm", "others_mm"),
    [
        pytest.param((0, 1), (70.0, 130.0), SHORT, COMES[1:-1], id="stops short of it"),
        pytest.param((0, 3), (70.0, 70.0), AT_CARDS, (*COMES[:3], 90.0, 0.0, -50.0, -70.0), id="is at its own cards"),
        pytest.param((2, 3), (70.0, 160.0), FROM_CARDS, COMES[1:-1], id="goes from its cards"),
        pytest.param((0, 1), (50.0, 130.0), FROM_PILE, COMES[:-1], id="goes from the pile"),
    ],
)
def test_a_hand_does_not_stop_at_the_pile_as_another_does_where_it(
    seats: tuple[int, int],
    widths_mm: tuple[float, float],
    tips_mm: Sequence[float],
    others_mm: Sequence[float],
    six: TablePlaces,
) -> None:
    own, other = (six.players[seat] for seat in seats)
    rests = min(0.0, others_mm[-1])
    tips = {own: tips_mm, other: (*others_mm, *(rests,) * len(tips_mm))[: len(tips_mm)]}
    stopped = {stop.player for stop in drawn(six, tips, {own: widths_mm[0], other: widths_mm[1]})}
    assert other in stopped
    assert own not in stopped
