"""Comparing what was watched with the truth: the truth itself is perfect, and every kind of mistake costs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kibitz_datasets.films.races import perform_race
from kibitz_datasets.films.simulate import SimulationConfig, perform
from kibitz_datasets.films.trouble_kinds import Trouble, TroubleKind
from kibitz_datasets.films.truth import Performance, VideoInfo, write_truth
from kibitz_models.watching.measuring.result import RoundResult, figures, result_of
from kibitz_models.watching.measuring.truth import FilmedRound, read_filmed
from kibitz_models.watching.measuring.watched import Watched, read_watched, write_watched
from kibitz_scoring.game.events import Snapped, Verdict
from kibitz_scoring.notation.seen_lines import seen_json
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import (
    CardLanded,
    CardLifted,
    CardPlaced,
    CardRevealed,
    HandOver,
    Heap,
    Interval,
    PileTopChanged,
    SlotEmptied,
    TableEvent,
)

TABLES = [("scambodia", 3), ("dragons_gambit", 5), ("kaboo", 4), ("cameo", 2), ("cambio", 6)]


def written(performance: Performance, config: SimulationConfig, folder: Path) -> FilmedRound:
    write_truth(performance, VideoInfo(config.seed, config.clock.fps, config.size), folder)
    return read_filmed(folder)


def ideal(film: FilmedRound, times_ms: tuple[float, ...]) -> Watched:
    """What a watcher would report that knew the truth: each event on the frame that shows it first."""
    return Watched(times_ms, tuple(_as_seen(event, times_ms) for event in film.seen), film.done, film.sheet)


def _as_seen(event: TableEvent, times_ms: tuple[float, ...]) -> TableEvent:
    frame = event.seen.frames[0]
    at = Interval(times_ms[max(0, frame - 1)], times_ms[frame])
    return replace(event, seen=replace(event.seen, at=at))


@pytest.fixture(params=TABLES, ids=lambda table: f"{table[0]}-{table[1]}", scope="module")
def round_watched(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[FilmedRound, Watched]:
    pack_id, players = request.param
    config = SimulationConfig(load_pack(pack_id), players, 11)
    performance = perform(config)
    film = written(performance, config, tmp_path_factory.mktemp("rounds") / pack_id)
    return film, ideal(film, performance.stage.clock.times_ms)


@pytest.fixture(scope="module")
def kaboo(tmp_path_factory: pytest.TempPathFactory) -> tuple[FilmedRound, Watched]:
    config = SimulationConfig(load_pack("kaboo"), 3, 5)
    performance = perform(config)
    film = written(performance, config, tmp_path_factory.mktemp("rounds") / "kaboo")
    return film, ideal(film, performance.stage.clock.times_ms)


def changed(watched: Watched, events: list[TableEvent]) -> Watched:
    return replace(watched, events=tuple(events))


def first(watched: Watched, kind: type[TableEvent]) -> int:
    return next(number for number, event in enumerate(watched.events) if isinstance(event, kind))


def counts(result: RoundResult) -> tuple[int, int]:
    return len(result.matched.missed), len(result.matched.extra)


def test_the_truth_itself_is_perfect(round_watched: tuple[FilmedRound, Watched]) -> None:
    found = figures([result_of(*round_watched)])
    assert found["events"]["all"]["f1"] == 1.0
    assert found["events"]["origin_right"]["share"] == 1.0
    assert found["placements"]["within_one_frame"]["share"] == 1.0
    assert set(found["placements"]["frames_off"]) == {"0"}
    assert found["sheet_exact"]["count"] == 1
    for said in (found["snaps"]["orders"], found["snaps"]["verdicts"]):
        assert said["wrong"] == said["unseen"] == 0
    assert found["hidden_faces_told"] == 0


def test_what_was_watched_can_be_written_and_read_back(
    round_watched: tuple[FilmedRound, Watched], tmp_path: Path
) -> None:
    film, watched = round_watched
    asked = frozenset({1})
    write_watched(replace(watched, asked=asked), film.players, tmp_path / "watched.jsonl")
    again = read_watched(tmp_path / "watched.jsonl", film.players)
    assert list(map(seen_json, again.events)) == list(map(seen_json, watched.events))
    assert again.asked == asked
    assert again.sheet == {"type": "tally", **(film.sheet or {})}
    assert figures([result_of(film, again)]) == figures([result_of(film, watched)])


def test_an_event_left_out_is_missed_and_one_made_up_is_extra(kaboo: tuple[FilmedRound, Watched]) -> None:
    film, watched = kaboo
    events = list(watched.events)
    gone = events.pop(first(watched, CardLifted))
    assert counts(result_of(film, changed(watched, events))) == (1, 0)
    assert counts(result_of(film, changed(watched, [*watched.events, gone]))) == (0, 1)


def test_a_time_half_a_second_off_is_another_event(kaboo: tuple[FilmedRound, Watched]) -> None:
    film, watched = kaboo
    events = list(watched.events)
    number = max(k for k, event in enumerate(events) if isinstance(event, CardPlaced))
    at = events[number].seen.at
    events[number] = replace(
        events[number], seen=replace(events[number].seen, at=Interval(at.start_ms, at.end_ms + 600))
    )
    assert counts(result_of(film, changed(watched, events))) == (1, 1)


def test_a_face_that_all_may_see_has_to_be_right(kaboo: tuple[FilmedRound, Watched]) -> None:
    film, watched = kaboo
    events = list(watched.events)
    number = first(watched, PileTopChanged)
    other = next(
        event.face for event in events if isinstance(event, CardRevealed) and event.face != events[number].face
    )
    events[number] = replace(events[number], face=other)
    assert counts(result_of(film, changed(watched, events))) == (1, 1)


def test_telling_the_face_of_a_hidden_card_is_noticed(kaboo: tuple[FilmedRound, Watched]) -> None:
    film, watched = kaboo
    events = list(watched.events)
    face = next(event.face for event in events if isinstance(event, CardRevealed))
    number = first(watched, CardPlaced)
    events[number] = replace(events[number], face=face)
    assert result_of(film, changed(watched, events)).leaks == 1


def test_a_placement_two_frames_late_is_found_but_not_in_time(kaboo: tuple[FilmedRound, Watched]) -> None:
    film, watched = kaboo
    events = list(watched.events)
    number = first(watched, PileTopChanged)
    (frame,) = events[number].seen.frames
    at = Interval(watched.times_ms[frame + 1], watched.times_ms[frame + 2])
    events[number] = replace(events[number], seen=replace(events[number].seen, at=at))
    result = result_of(film, changed(watched, events))
    assert counts(result) == (0, 0)
    share = figures([result])["placements"]["within_one_frame"]
    assert share["count"] == share["of"] - 1


def test_empty_slots_and_landings_are_neither_asked_for_nor_counted(
    kaboo: tuple[FilmedRound, Watched],
) -> None:
    film, watched = kaboo
    lift = next(
        event for event in watched.events if isinstance(event, CardLifted) and not isinstance(event.place, Heap)
    )
    more = [*watched.events, CardLanded(lift.seen, lift.place)]
    if not any(isinstance(event, SlotEmptied) and event.place == lift.place for event in watched.events):
        more.append(SlotEmptied(lift.seen, lift.place))
    without = [event for event in watched.events if not isinstance(event, SlotEmptied)]
    assert counts(result_of(film, changed(watched, more))) == (0, 0)
    assert counts(result_of(film, changed(watched, without))) == (0, 0)


def test_hands_over_places_have_a_row_of_their_own_and_are_left_out_of_all_events(
    kaboo: tuple[FilmedRound, Watched],
) -> None:
    film, watched = kaboo
    acts = [event for event in watched.events if not isinstance(event, HandOver)]
    lift = next(event for event in acts if isinstance(event, CardLifted))
    never = Interval(lift.seen.at.start_ms - 1e6, lift.seen.at.end_ms - 1e6)
    events = figures([result_of(film, changed(watched, [*acts, HandOver(replace(lift.seen, at=never), lift.place)]))])[
        "events"
    ]
    assert events["by_type"]["hand_over"]["recall"]["count"] == 0 < events["by_type"]["hand_over"]["recall"]["of"]
    assert events["by_type"]["hand_over"]["precision"]["of"] == 1
    assert events["all"]["f1"] == 1.0


def test_a_hand_that_only_passes_may_be_told_and_is_not_asked_for(kaboo: tuple[FilmedRound, Watched]) -> None:
    film, watched = kaboo
    passing = [event for event in watched.events if isinstance(event, HandOver) and _frames(event) < 7]
    assert passing
    assert counts(result_of(film, changed(watched, [event for event in watched.events if event not in passing]))) == (
        0,
        0,
    )
    assert counts(result_of(film, watched)) == (0, 0)


def _frames(event: HandOver) -> int:
    first_frame, last_frame = event.seen.frames
    return last_frame - first_frame


def test_a_sheet_with_another_total_or_none_at_all_is_not_exact(kaboo: tuple[FilmedRound, Watched]) -> None:
    film, watched = kaboo
    assert watched.sheet is not None
    other = {**watched.sheet, "round": {"Ann": 0, "Ben": 0, "Cleo": 0}}
    assert result_of(film, replace(watched, sheet=other)).sheet_exact is False
    assert result_of(film, replace(watched, sheet=None)).sheet_exact is False
    assert result_of(film, replace(watched, sheet={**watched.sheet, "reasons": {}})).sheet_exact is True


@pytest.fixture
def race(tmp_path: Path) -> tuple[FilmedRound, Watched]:
    """Two contacts 60 ms apart at 30 frames a second."""
    config = SimulationConfig(load_pack("kaboo"), 4, 7, gap_ms=60.0, troubles=0.0)
    performance = perform_race(config, 2)
    film = written(performance, config, tmp_path / "race")
    return film, ideal(film, performance.stage.clock.times_ms)


def orders(film: FilmedRound, watched: Watched) -> list[tuple[int, str]]:
    return [(round(found.gap_ms), found.order.value) for found in result_of(film, watched).races]


def snaps(watched: Watched) -> list[int]:
    return [
        number
        for number, event in enumerate(watched.events)
        if isinstance(event, PileTopChanged) and event.origin not in (None, Heap.DRAW)
    ]


def test_the_order_of_a_race_is_right_wrong_too_close_or_unseen(race: tuple[FilmedRound, Watched]) -> None:
    film, watched = race
    assert film.sheet is None
    assert orders(film, watched) == [(60, "right")]
    one, other = snaps(watched)
    events = list(watched.events)
    seen = events[one].seen, events[other].seen
    events[one], events[other] = replace(events[one], seen=seen[1]), replace(events[other], seen=seen[0])
    assert orders(film, changed(watched, events)) == [(60, "wrong")]
    both = replace(seen[0], at=Interval(seen[0].at.start_ms, seen[1].at.end_ms))
    events[one] = replace(events[one], seen=both)
    assert orders(film, changed(watched, events)) == [(60, "too_close")]
    del events[one]
    assert orders(film, changed(watched, events)) == [(60, "unseen")]


@pytest.mark.parametrize(
    ("late_ms", "is_inside"), [(-900.0, False), (-100.0, True), (40.0, True), (250.0, True), (900.0, False)]
)
def test_a_race_is_told_with_what_went_wrong_near_its_contacts(
    race: tuple[FilmedRound, Watched], late_ms: float, is_inside: bool
) -> None:
    film, watched = race
    contact_ms = min(timed.at.end_ms for timed in film.done if isinstance(timed.event, Snapped))
    knock = Trouble(TroubleKind.KNOCK, Interval(contact_ms + late_ms, contact_ms + late_ms + 350.0))
    result = result_of(replace(film, troubles=(knock,)), watched)
    assert [one.troubles for one in result.races] == [{TroubleKind.KNOCK} if is_inside else set()]
    by_trouble = figures([result])["snaps"]["by_trouble"]
    assert sum(by_trouble["knock"].values()) == sum(by_trouble["any"].values()) == int(is_inside)
    assert sum(by_trouble["none"].values()) == 1 - int(is_inside)


def verdicts(film: FilmedRound, watched: Watched, *given: Verdict) -> str:
    """What becomes of a race if the referee gives these verdicts to the snaps in order of their contacts."""
    snapped = sorted((t for t in film.done if isinstance(t.event, Snapped)), key=lambda timed: timed.at.end_ms)
    done = [replace(t, event=replace(t.event, verdict=v)) for t, v in zip(snapped, given, strict=False)]
    (found,) = result_of(film, replace(watched, done=done)).races
    return found.verdict.value


def test_the_referee_gives_a_race_to_who_was_first_or_to_another_or_leaves_it_open(
    race: tuple[FilmedRound, Watched],
) -> None:
    correct, late, close = Verdict.CORRECT, Verdict.LATE, Verdict.TOO_CLOSE
    assert verdicts(*race, correct, late) == "right"
    assert verdicts(*race, late, correct) == "wrong"
    assert verdicts(*race, correct, correct) == "wrong"
    assert verdicts(*race, close, close) == "too_close"
    assert verdicts(*race) == "unseen"


def test_a_snap_that_the_table_is_asked_about_is_given_to_nobody(race: tuple[FilmedRound, Watched]) -> None:
    film, watched = race
    for verdict, said in ((Verdict.CORRECT, "too_close"), (Verdict.LATE, "right")):
        (number,) = (
            k for k, one in enumerate(film.done) if isinstance(one.event, Snapped) and one.event.verdict is verdict
        )
        (found,) = result_of(film, replace(watched, asked=frozenset({number}))).races
        assert found.verdict.value == said


def test_a_race_given_to_another_hand_with_the_card_that_was_first_is_wrong(
    race: tuple[FilmedRound, Watched],
) -> None:
    film, watched = race
    one, other = sorted((t for t in film.done if isinstance(t.event, Snapped)), key=lambda timed: timed.at.end_ms)
    assert isinstance(one.event, Snapped)
    assert isinstance(other.event, Snapped)
    for player, slot, said in (
        (other.event.player, one.event.slot, "wrong"),
        (one.event.player, other.event.slot, "unseen"),
    ):
        told = replace(one, event=replace(one.event, player=player, slot=slot))
        assert [found.verdict.value for found in result_of(film, replace(watched, done=(told,))).races] == [said]


def test_a_share_of_races_apart_counts_only_those_over_two_frames(race: tuple[FilmedRound, Watched]) -> None:
    found = figures([result_of(*race)])["snaps"]
    assert found["races"] == 1
    assert found["orders"]["right"] == 1
    assert found["orders"]["firm_where_apart"]["of"] == 0
