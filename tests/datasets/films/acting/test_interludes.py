"""What people do between acts: cards move as the truth says, and nothing is told that did not happen."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from kibitz_datasets.films.simulate import SimulationConfig, perform
from kibitz_datasets.films.stage.bodies import Body, Hand
from kibitz_datasets.films.stage.stage import Stage
from kibitz_datasets.films.stage.things import REACH_MM
from kibitz_datasets.films.trouble_kinds import Trouble, TroubleKind
from kibitz_datasets.films.truth import Performance
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import CardLifted, CardPlaced, CardReturned, Heap, Interval, Place

STEP_MS = 10.0


def _played(*kinds: TroubleKind, seeds: int = 3) -> list[Performance]:
    pack = load_pack("kaboo")
    return [perform(SimulationConfig(pack, 4, seed, troubles=0.0, kinds=frozenset(kinds))) for seed in range(seeds)]


def _noted(*kinds: TroubleKind) -> list[tuple[Stage, Trouble]]:
    found = [(played.stage, one) for played in _played(*kinds) for one in played.stage.noted]
    assert {one.kind for _, one in found} == set(kinds)
    return found


def _there(stage: Stage, place: Place, at: Interval) -> Body:
    """The card that moves in a place at a time."""
    moving = [body for body in stage.bodies if at.start_ms in [start for start, _ in body.aloft]]
    return min(moving, key=lambda body: float(np.hypot(*(body.track.at(at.start_ms)[:2] - stage.plan.spot(place)))))


def _told(stage: Stage, place: Place | None, at: Interval) -> list[str]:
    return [
        type(event).__name__
        for event in stage.seen
        if at.start_ms <= event.seen.at.end_ms <= at.end_ms and getattr(event, "place", Heap.DISCARD) == place
    ]


def _way(thing: Body | Hand, at: Interval) -> np.ndarray:
    times = np.arange(at.start_ms, at.end_ms + STEP_MS, STEP_MS).clip(max=at.end_ms)
    return np.array([thing.track.at(time_ms) for time_ms in times])


@pytest.mark.parametrize(("kind", "least_mm", "most_mm"), [(TroubleKind.PUSH, 8.0, 28.0), (TroubleKind.BOTH, 3.0, 9.0)])
def test_a_card_that_is_pushed_moves_along_the_table_and_is_neither_lifted_nor_placed(
    kind: TroubleKind, least_mm: float, most_mm: float
) -> None:
    for stage, noted in _noted(kind):
        assert noted.place is not None
        way = _way(_there(stage, noted.place, noted.at), noted.at)
        assert np.ptp(way[:, 2]) == 0
        assert np.ptp(way[:, 4:], axis=0).tolist() == [0, 0]
        assert least_mm - 0.1 <= np.hypot(*(way[-1] - way[0])[:2]) <= most_mm + 0.1
        assert _told(stage, noted.place, noted.at) == []


def test_two_cards_are_straightened_at_once_by_both_hands_of_one_player() -> None:
    found = _noted(TroubleKind.BOTH)
    for (stage, one), (_, other) in zip(found[::2], found[1::2], strict=True):
        assert one.at == other.at
        assert one.place != other.place
        moving = [
            hand.seat
            for pair in stage.hands
            for hand in pair
            if np.ptp(_way(hand, one.at)[:, :2], axis=0).max() > 1 and hand.holds is None
        ]
        assert any(moving.count(seat) == 2 for seat in moving)


def test_a_sleeve_nudges_a_card_while_its_arm_is_on_the_way() -> None:
    for stage, noted in _noted(TroubleKind.NUDGE):
        assert noted.place is not None
        way = _way(_there(stage, noted.place, noted.at), noted.at)
        assert 2.9 <= np.hypot(*(way[-1] - way[0])[:2]) <= 9.1
        assert np.ptp(way[:, 2]) == 0
        assert _told(stage, noted.place, noted.at) == []


def test_a_pile_that_is_squared_lies_straight_and_keeps_its_order() -> None:
    for stage, noted in _noted(TroubleKind.SQUARE):
        pile = [body for body in stage.bodies if noted.at.start_ms in [start for start, _ in body.aloft]]
        ends = np.array([body.track.at(noted.at.end_ms) for body in pile])
        assert len(pile) >= 2
        assert np.abs(ends[:, :2] - stage.plan.spot(Heap.DISCARD)).max() < 4
        assert np.abs(np.sin(ends[:, 3])).max() < 0.01
        assert _told(stage, Heap.DISCARD, noted.at) == []


@pytest.mark.parametrize("kind", [TroubleKind.SWEEP, TroubleKind.TAP, TroubleKind.POINT])
def test_a_gesture_moves_a_hand_over_the_table_and_no_card(kind: TroubleKind) -> None:
    for stage, noted in _noted(kind):
        hands = [hand for pair in stage.hands for hand in pair if np.ptp(_way(hand, noted.at), axis=0).max() > 5]
        assert hands
        assert not [body for body in stage.bodies if noted.at.start_ms in [start for start, _ in body.aloft]]


def test_a_card_dragged_over_the_edge_is_lifted_when_it_leaves_its_place_and_stays_low_until_the_edge() -> None:
    for stage, noted in _noted(TroubleKind.EDGE):
        assert noted.place is not None
        lifts = [event.seen.at.end_ms for event in stage.seen if isinstance(event, CardLifted)]
        assert noted.at.start_ms in lifts
        way = _way(_there(stage, noted.place, noted.at), noted.at)
        assert way[:, 2].max() < 1
        assert np.hypot(*(way[-1] - way[0])[:2]) > 50
        back = [
            event.seen.at.end_ms
            for event in stage.seen
            if isinstance(event, CardReturned) and event.place == noted.place and event.seen.at.end_ms > noted.at.end_ms
        ]
        assert back


def test_a_thrown_card_goes_on_alone_and_its_contact_is_when_it_lies_still() -> None:
    for stage, noted in _noted(TroubleKind.THROW):
        placed = {event.seen.at.end_ms for event in stage.seen if isinstance(event, CardPlaced)}
        assert noted.at.end_ms in placed
        (body,) = (body for body in stage.bodies if noted.at.end_ms in [laid for _, laid in body.aloft])
        way = _way(body, noted.at)
        hands = [hand for pair in stage.hands for hand in pair]
        nearest = min(np.hypot(*(hand.track.at(noted.at.end_ms) - way[-1])[:2]) for hand in hands)
        assert nearest > 20
        assert np.hypot(*(way[-1] - way[0])[:2]) > 40


def test_cards_dealt_askew_lie_off_their_places_and_the_others_do_not() -> None:
    off = {}
    for kinds in ((), (TroubleKind.ASKEW,)):
        stages = [played.stage for played in _played(*kinds)]
        dealt = [
            (stage.plan.spot(event.place), stage.plan.turn(event.place), body.track.at(event.seen.at.end_ms))
            for stage in stages
            for event in sorted(stage.seen, key=lambda event: event.seen.at.end_ms)[:40]
            if isinstance(event, CardPlaced) and event.origin is Heap.DRAW
            for body in stage.bodies
            if event.seen.at.end_ms in [laid for _, laid in body.aloft]
        ]
        off[kinds] = np.array([[*(at[:2] - spot), np.sin(at[3] - turn)] for spot, turn, at in dealt]).std(0)
    assert (off[TroubleKind.ASKEW,] > 2.5 * off[()]).all()


def test_a_hand_that_rests_lies_still_beside_its_players_cards() -> None:
    for stage, noted in _noted(TroubleKind.REST):
        if noted.at.end_ms - noted.at.start_ms < 2 * STEP_MS:
            continue
        still = [
            hand
            for pair in stage.hands
            for hand in pair
            if np.ptp(_way(hand, noted.at), axis=0).max() < 1e-6
            and np.hypot(*(hand.track.at(noted.at.start_ms)[:2] - hand.home)) > 100
        ]
        assert still


def _things(stage: Stage) -> Iterator[Body]:
    return (body for body in stage.bodies if body.thing is not None)


def test_things_that_are_moved_touch_no_card_where_they_lie() -> None:
    moved = 0
    for played in _played(TroubleKind.THINGS):
        stage = played.stage
        cards = [body.track.at(0.0)[:2] for body in stage.bodies if body.thing is None]
        for thing in _things(stage):
            assert thing.thing is not None
            moved += len(thing.aloft)
            spots = [thing.track.at(0.0), *(thing.track.at(laid_ms) for _, laid_ms in thing.aloft)]
            for spot in spots[1:] if np.isfinite(thing.born_ms) else spots:
                if np.isinf(thing.born_ms) and thing.born_ms > 0:
                    continue
                assert min(np.hypot(*(spot[:2] - card)) for card in cards) > REACH_MM[thing.thing]
    assert moved


def test_a_round_without_troubles_is_the_same_whatever_else_there_is() -> None:
    plain, with_looks = (_played(*kinds, seeds=1)[0] for kinds in ((), (TroubleKind.SWING, TroubleKind.SHADOW)))
    assert plain.stage.seen == with_looks.stage.seen
    assert plain.ended_ms == with_looks.ended_ms
    assert plain.stage.noted == []
