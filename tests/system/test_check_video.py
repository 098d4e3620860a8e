"""What `make check-video` films, and what it does not let pass."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from tests.benchmarks.films.check_video import (
    LEAST_F1,
    LEAST_FIRM,
    LEAST_SHEETS,
    RACES,
    ROUNDS,
    TROUBLED,
    failures,
    shots,
)

from kibitz_datasets.pool import Split
from kibitz_models.watching.measuring.measure import MEASURING
from kibitz_scoring.rules.packs import pack_ids

GOOD: dict[str, Any] = {
    name: {
        "hidden_faces_told": 0,
        "events": {"all": {"f1": LEAST_F1}},
        "sheet_exact": {"count": LEAST_SHEETS},
        "snaps": {"verdicts": {"wrong": 0, "firm_where_apart": {"count": LEAST_FIRM}}},
    }
    for name in ("rounds", "races", "troubled")
}


def test_a_short_round_of_every_pack_and_races_quiet_and_troubled_are_filmed_with_what_is_for_development() -> None:
    films = shots()
    assert len({film.name for film in films}) == ROUNDS + RACES + TROUBLED == 41
    assert {film.config.pack.id for film in films if not film.racers} == set(pack_ids())
    assert {film.config.split for film in films} == {Split.TRAIN}
    assert max(film.config.seed for film in films) < MEASURING
    assert max(film.config.seconds for film in films if not film.racers) < 30


def test_what_is_as_good_as_it_has_to_be_passes() -> None:
    assert list(failures(GOOD)) == []


@pytest.mark.parametrize(
    ("where", "value", "said"),
    [
        (("rounds", "hidden_faces_told"), 1, "rounds: 1 hidden faces were told; expected none"),
        (("races", "hidden_faces_told"), 2, "races: 2 hidden faces were told"),
        (("races", "snaps", "verdicts", "wrong"), 1, "races: 1 firm verdicts on snap races are wrong"),
        (("rounds", "snaps", "verdicts", "wrong"), 1, "rounds: 1 firm verdicts"),
        (("troubled", "snaps", "verdicts", "wrong"), 1, "races with troubles: 1 firm verdicts"),
        (("rounds", "events", "all", "f1"), LEAST_F1 - 0.01, "F1 of table events"),
        (("rounds", "events", "all", "f1"), None, "F1 of table events is 0.000"),
        (("rounds", "sheet_exact", "count"), LEAST_SHEETS - 1, "score sheets are exact"),
        (("races", "snaps", "verdicts", "firm_where_apart", "count"), LEAST_FIRM - 1, "verdicts are firm"),
    ],
)
def test_each_thing_that_is_worse_is_one_sentence(where: tuple[str, ...], value: object, said: str) -> None:
    found = deepcopy(GOOD)
    row = found
    for key in where[:-1]:
        row = row[key]
    row[where[-1]] = value
    (sentence,) = failures(found)
    assert said in sentence
