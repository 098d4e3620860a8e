"""When hands came to rest at the discard pile, from filmed races and their truth."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from kibitz_datasets.decks import Deck
from kibitz_datasets.drawn_deck import drawn_deck
from kibitz_datasets.film import shoot
from kibitz_datasets.races import perform_race
from kibitz_datasets.seats import camera_over
from kibitz_datasets.simulate import SimulationConfig
from kibitz_datasets.truth import Performance
from kibitz_scoring.packs import load_pack
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Heap, PileTopChanged, Place, PlayerId
from kibitz_vision.frames import Frame
from kibitz_vision.motion import MotionGate
from kibitz_vision.past import Moment
from kibitz_vision.places import TablePlaces, card_rectangle
from kibitz_vision.stops import Stop, approaches_of

PACK = load_pack("kaboo")
SIZE = (720, 1280)
FRAME_MS = 1000 / 30


@pytest.fixture(scope="module")
def deck() -> Deck:
    return drawn_deck(1001)


def contacts(performance: Performance) -> dict[PlayerId, float]:
    """When each player who raced laid the own card on the pile."""
    tops = [event for event in performance.stage.seen if isinstance(event, PileTopChanged)]
    return {top.seen.by[0][0]: top.seen.at.end_ms for top in tops if top.origin not in (None, *Heap)}


def watched(performance: Performance, deck: Deck, until_ms: float) -> list[Stop]:
    """The stops of hands from the frames of a race shortly before its contacts on."""
    plan, clock = performance.stage.plan, performance.stage.clock
    camera = camera_over(plan, SIZE, 10.0, 1.0)
    film = shoot(np.random.default_rng(4), performance.stage, deck, camera, SIZE)
    gate, moments = MotionGate(), []
    times = [clock.times_ms[0], *(at_ms for at_ms in clock.times_ms if until_ms - 900 < at_ms < until_ms)]
    for before_ms, at_ms in pairwise([0.0, *times]):
        glance = gate.look(Frame(film.frame(at_ms, np.eye(3)), len(moments), round(at_ms * 1e6)))
        moments.append(Moment(len(moments), at_ms, before_ms, np.zeros(0, np.uint8), glance.quarter))
    seats = range(len(performance.stage.players))
    places: list[Place] = [slot_id(PACK, seat, index) for seat in seats for index in range(PACK.table.hand_size)]
    quads = {place: card_rectangle(plan.spot(place), plan.turn(place)) for place in (*places, *Heap)}
    table = TablePlaces(performance.stage.players, SIZE[::-1], np.linalg.inv(camera[:, [0, 1, 3]]), quads)
    return list(approaches_of(table).stops(moments[1:], moments[0].quarter))


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


def test_nobody_stops_at_the_pile_before_a_hand_comes(deck: Deck) -> None:
    performance = perform_race(SimulationConfig(PACK, 4, seed=7, troubles=0.0, gap_ms=90.0), 2)
    first_ms = min(contacts(performance).values())
    discarded_ms = next(e.seen.at.end_ms for e in performance.stage.seen if isinstance(e, PileTopChanged))
    stops = watched(performance, deck, first_ms - 5)
    assert all(stop.at.end_ms < discarded_ms + FRAME_MS for stop in stops)


def test_of_two_arms_next_to_each_other_that_stop_together_nobody_says_which_was_first(deck: Deck) -> None:
    performance = perform_race(SimulationConfig(PACK, 6, seed=4, troubles=0.0, gap_ms=50.0), 3)
    true = contacts(performance)
    stops = {stop.player: stop for stop in watched(performance, deck, max(true.values()) + 150) if stop.player in true}
    players = performance.stage.players
    seats = {player: players.index(player) for player in true}
    pairs = [(one, other) for one in true for other in true if (seats[other] - seats[one]) % 6 == 1]
    together = [(one, other) for one, other in pairs if abs(true[one] - true[other]) < 55]
    assert together
    for one, other in together:
        assert stops[one].at == stops[other].at
