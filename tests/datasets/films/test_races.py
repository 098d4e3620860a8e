"""Race clips: contacts at the given gap, and verdicts that no camera of that speed could dispute."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from kibitz_datasets.films.races import LENGTH_MS, perform_race
from kibitz_datasets.films.simulate import NAMES, SimulationConfig
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Snapped, Verdict
from kibitz_scoring.rules.packs import load_pack

CONFIG = SimulationConfig(load_pack("cambio"), 4, 1, size=(320, 180))


@pytest.mark.parametrize("racers", [2, 3])
@pytest.mark.parametrize("gap_ms", [5.0, 40.0, 120.0, 400.0])
@pytest.mark.parametrize("pack_id", ["cambio", "kaboo"])
def test_contacts_lie_exactly_the_gap_apart_within_the_clip(pack_id: str, gap_ms: float, racers: int) -> None:
    for seed in range(8):
        config = replace(CONFIG, pack=load_pack(pack_id), seed=seed, gap_ms=gap_ms)
        played = perform_race(config, racers)
        contacts = [done.timed.at.end_ms for done in played.happenings if isinstance(done.timed.event, Snapped)]
        assert len(contacts) == racers
        assert [b - a for a, b in pairwise(contacts)] == pytest.approx([gap_ms] * (racers - 1))
        assert contacts[-1] < LENGTH_MS
        assert all(event.seen.at.end_ms <= LENGTH_MS for event in played.stage.seen)


def test_the_first_of_two_clear_contacts_is_correct_and_the_second_late() -> None:
    for seed in range(10):
        played = perform_race(replace(CONFIG, seed=seed, gap_ms=100.0), 2)
        verdicts = [done.timed.event.verdict for done in played.happenings if isinstance(done.timed.event, Snapped)]
        assert verdicts == [Verdict.CORRECT, Verdict.LATE]


def test_contacts_within_one_frame_are_too_close() -> None:
    found = set()
    for seed in range(10):
        played = perform_race(replace(CONFIG, seed=seed, gap_ms=5.0), 2)
        snaps = [done.timed for done in played.happenings if isinstance(done.timed.event, Snapped)]
        frames = {played.stage.clock.first_showing(timed.at.end_ms) for timed in snaps}
        verdicts = {timed.event.verdict for timed in snaps if isinstance(timed.event, Snapped)}
        if len(frames) == 1:
            assert verdicts == {Verdict.TOO_CLOSE}
        found |= verdicts
    assert Verdict.TOO_CLOSE in found


@pytest.mark.parametrize("racers", [2, 3])
def test_races_for_others_cards_are_for_different_cards_that_match_and_not_all_for_own_ones(racers: int) -> None:
    owned = set()
    for seed in range(40):
        played = perform_race(replace(CONFIG, seed=seed, gap_ms=100.0), racers, others=True)
        snaps = [done.timed.event for done in played.happenings if isinstance(done.timed.event, Snapped)]
        seats = {player: f"p{seat}" for seat, player in enumerate(NAMES, 1)}
        assert len({snap.slot for snap in snaps}) == len({snap.player for snap in snaps}) == racers
        assert {snap.verdict for snap in snaps} == {Verdict.CORRECT, Verdict.LATE}
        own = [snap.slot.startswith(f"{seats[snap.player]}.") for snap in snaps]
        assert not all(own)
        owned |= set(own)
    assert owned == {True, False}


@pytest.mark.parametrize(
    ("changes", "racers", "sentence"),
    [
        ({"pack": load_pack("scambodia")}, 2, "--rules: Scambodia has no snapping"),
        ({"players": 2}, 2, "--racers: found 2: expected 2 or 3, and fewer than the 2 players"),
        ({}, 4, "--racers: found 4"),
        ({"gap_ms": 900.0}, 2, "--gap-ms: found 900: expected at most 400"),
        ({"gap_ms": 0.0}, 2, "--gap-ms: found 0: expected ms"),
    ],
)
def test_a_race_that_cannot_be_is_refused_in_one_sentence(
    changes: dict[str, object], racers: int, sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        perform_race(replace(CONFIG, **changes), racers)


def test_others_cards_are_not_raced_for_where_nobody_may_snap_them() -> None:
    with pytest.raises(InputError, match="--rules: Kaboo lets nobody snap others' cards"):
        perform_race(replace(CONFIG, pack=load_pack("kaboo")), 2, others=True)
