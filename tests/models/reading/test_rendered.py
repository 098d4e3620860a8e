"""Measuring on rendered tables: unseen decks, and jokers."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz_datasets.decks.drawn_deck import drawn_deck
from kibitz_datasets.decks.drawn_numeric import numeric_deck
from kibitz_models.reading.evaluate import result_json
from kibitz_models.reading.rendered import RenderedPlan, Rendering, measure_decks, measure_jokers, rendered_json
from kibitz_vision.detections import Image, Reading, Timings
from kibitz_vision.reading.pipeline import Pipeline

PLAN = RenderedPlan(Rendering.REVEALS, pictures=1, jokers=3, seed=5)


def _blind(image: Image) -> Reading:
    height, width = image.shape[:2]
    return Reading(width, height, (), Timings(1, 1, 2))


def test_every_picture_of_jokers_shows_at_least_one(pipeline: Pipeline) -> None:
    deck = drawn_deck(1001)
    jokers = list(measure_jokers(pipeline.read, [deck], PLAN, None))
    figures = rendered_json([], jokers)["jokers"]
    assert figures["all"]["of"] == figures["drawn-1001"]["of"] >= 3
    assert figures["all"]["share"] > 0.6


def test_unseen_families_are_told_from_the_others(pipeline: Pipeline) -> None:
    decks = [drawn_deck(1000), drawn_deck(0)]
    results = list(zip(decks, measure_decks(pipeline.read, decks, PLAN, None), strict=True))
    figures = rendered_json(results, [])["french"]
    assert {row["family"]: row["unseen"] for row in figures["families"]} == {"drawn-1000": True, "drawn-0": False}
    for part in ("unseen", "others"):
        assert figures[part]["right"]["share"] > 0.9


def test_numeric_decks_are_counted_apart() -> None:
    decks = [drawn_deck(1000), numeric_deck(1000), numeric_deck(0)]
    figures = rendered_json(list(zip(decks, measure_decks(_blind, decks, PLAN, None), strict=True)), [])
    assert [row["family"] for row in figures["french"]["families"]] == ["drawn-1000"]
    assert {row["family"]: row["unseen"] for row in figures["numeric"]["families"]} == {
        "drawn-numeric-1000": True,
        "drawn-numeric-0": False,
    }
    assert figures["numeric"]["unseen"]["missed"]["share"] == 1


def test_points_behind_are_those_between_the_shares_of_faces_read_right(pipeline: Pipeline) -> None:
    decks = [drawn_deck(1000), drawn_deck(0)]
    reads = [_blind, pipeline.read]
    results = [
        (deck, result)
        for deck, read in zip(decks, reads, strict=True)
        for result in measure_decks(read, [deck], PLAN, None)
    ]
    figures = rendered_json(results, [])["french"]
    seen = figures["others"]["right"]["share"]
    assert figures["points_behind_others"] == pytest.approx(100 * seen)
    rows = {row["family"]: row["points_behind_others"] for row in figures["families"]}
    assert rows == {"drawn-1000": pytest.approx(100 * seen), "drawn-0": 0}
    assert rendered_json(results[:1], [])["french"]["points_behind_others"] is None


@pytest.mark.parametrize("rendering", list(Rendering))
def test_one_who_sees_nothing_misses_everything_and_leaves_pictures_to_look_at(
    rendering: Rendering, tmp_path: Path
) -> None:
    plan = RenderedPlan(rendering, pictures=2, jokers=1, seed=3)
    (result,) = measure_decks(_blind, [drawn_deck(1000)], plan, tmp_path)
    row = result_json(result)
    assert row["faces"] > 0
    assert row["missed"]["share"] == 1
    assert list((tmp_path / "drawn-1000" / "images").glob("*.png"))


def test_a_deck_that_was_measured_is_not_read_again(tmp_path: Path) -> None:
    deck, read = drawn_deck(1000), list[Image]()

    def counted(image: Image) -> Reading:
        read.append(image)
        return _blind(image)

    first, again = (result_json(*measure_decks(counted, [deck], PLAN, tmp_path)) for _ in range(2))
    assert first == again
    assert len(read) == PLAN.pictures


def test_the_same_seed_gives_the_same_figures(pipeline: Pipeline) -> None:
    deck = drawn_deck(1000)
    (first,), (second,) = (list(measure_decks(pipeline.read, [deck], PLAN, None)) for _ in range(2))
    assert first.tally.counts == second.tally.counts
