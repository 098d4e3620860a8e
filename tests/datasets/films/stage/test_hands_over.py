"""When hands are over places, in simulated rounds."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kibitz_datasets.films.simulate import SimulationConfig, perform
from kibitz_datasets.films.stage.hands_over import hands_over
from kibitz_datasets.films.truth import Performance
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import CardFlipped, CardLifted, HandOver


@pytest.fixture(scope="module", params=[("kaboo", 3), ("scambodia", 2)])
def played(request: pytest.FixtureRequest) -> Performance:
    pack_id, players = request.param
    return perform(SimulationConfig(load_pack(pack_id), players, 8, thinking_s=0.3, seconds=25.0))


@pytest.fixture(scope="module")
def over(played: Performance) -> list[HandOver]:
    return hands_over(played.stage, played.ended_ms)


def test_whoever_takes_or_turns_a_card_has_a_hand_over_its_place(played: Performance, over: list[HandOver]) -> None:
    done = [event for event in played.stage.seen if isinstance(event, CardLifted | CardFlipped)]
    assert len(done) > 10
    for event in done:
        (frame,) = event.seen.frames
        fitting = [one for one in over if one.place == event.place and one.seen.frames[0] <= frame]
        assert any(frame <= one.seen.frames[1] + 1 for one in fitting), event


def test_hands_come_to_a_place_again_only_after_they_had_gone(over: list[HandOver]) -> None:
    for place in {event.place for event in over}:
        runs = sorted(event.seen.frames for event in over if event.place == place)
        assert all(last - first >= 1 for first, last in runs)
        assert all(after[0] - before[1] > 10 for before, after in pairwise(runs))
