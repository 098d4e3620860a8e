"""Pages about what was measured quote the figures, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kibitz_scoring.referee.races import SUREST_FIRST
from kibitz_vision.decoding.trust import RECORDS, Record

from ..benchmarks.clips import clips_page, recording_page
from ..benchmarks.evening import evening_page
from ..benchmarks.films import live_page, reliability_page, watching_page
from ..benchmarks.measured_page import with_measured
from ..benchmarks.reading import reading_page
from ..benchmarks.trust import run_drills


def _figures(repository: Path, name: str) -> Any:
    return json.loads((repository / "docs" / "measured" / name).read_text(encoding="utf-8"))


def test_the_table_of_faults_is_the_one_that_was_measured(repository: Path) -> None:
    page = (repository / "docs" / "reliability.md").read_text(encoding="utf-8")
    figures = _figures(repository, "reliability.json")
    assert with_measured(page, reliability_page.lines(figures)) == page
    assert all(row["fault"] in page for row in figures["faults"])


def test_the_figures_of_watching_are_those_that_were_measured(repository: Path) -> None:
    page = (repository / "docs" / "watching.md").read_text(encoding="utf-8")
    found = watching_page.measured()
    figures = found["video"]
    assert with_measured(page, watching_page.lines(found)) == page
    assert all(row["least"] > 0 and row["most"] < 1 for row in found["confidence"]["check"]["by_kind"].values())
    assert f"{figures['rounds']['sheet_exact']['count']} of {figures['rounds']['films']}" in page
    assert all(figures[kind]["commit"][:10] in page for kind in ("rounds", "races"))


def test_how_soon_cards_are_told_of_is_what_was_measured(repository: Path) -> None:
    page = (repository / "docs" / "live.md").read_text(encoding="utf-8")
    figures = _figures(repository, "video-speed.json")
    assert with_measured(page, live_page.lines(figures)) == page
    late = figures["placements_at_720p"]["live"]["first_told_after_half_is_in_view_ms"]
    assert f"{late['p95']:.0f} ms" in page
    assert "seconds of the processor for a minute of video" in page


def test_the_figures_of_reading_are_those_that_were_measured(repository: Path) -> None:
    page = (repository / "docs" / "reading.md").read_text(encoding="utf-8")
    names = ("reading.json", "reading-earlier.json", "reading-rendered.json")
    figures = [_figures(repository, name) for name in names]
    assert with_measured(page, reading_page.lines(*figures)) == page
    photos = figures[0]["all"]
    assert f"{photos['part']['count']} of {photos['part']['of']}" in page


def test_the_cost_of_recording_is_the_one_that_was_measured(repository: Path) -> None:
    page = (repository / "docs" / "recording.md").read_text(encoding="utf-8")
    assert with_measured(page, recording_page.lines(_figures(repository, "recording-cost.json"))) == page


def test_what_drills_came_to_is_what_was_measured(repository: Path) -> None:
    page = (repository / "docs" / "reliability.md").read_text(encoding="utf-8")
    assert with_measured(page, run_drills.lines(run_drills.measured()), run_drills.BLOCK) == page


def test_what_clips_cost_and_what_their_times_are_worth_is_what_was_measured(repository: Path) -> None:
    page = (repository / "docs" / "clip-times.md").read_text(encoding="utf-8")
    cost, coverage = _figures(repository, "clips.json"), _figures(repository, "contact-coverage.json")
    marks = _figures(repository, "clip-marks.json")
    assert with_measured(page, clips_page.lines(cost, coverage, marks)) == page
    assert cost["minute"]["kept_s"] >= 60
    assert cost["minute"]["memory_megabytes"] <= 600
    assert coverage["groups"]["all"]["contacts"]["inside"]["share"] >= 0.95
    assert marks["all"]["within_a_frame"]["share"] >= 0.9


def test_the_figures_of_evenings_are_those_that_were_measured(repository: Path) -> None:
    page = (repository / "docs" / "evening.md").read_text(encoding="utf-8")
    evening, mask = evening_page.measured()
    assert with_measured(page, evening_page.lines(evening, mask)) == page
    assert f"{evening['all']['exact']['count']} of {evening['all']['rounds']}" in page
    assert f"{mask['all']['leaks']['count']} of {mask['all']['pictures']}" in page


def test_what_is_told_is_trusted_as_it_was_measured(repository: Path) -> None:
    fit = _figures(repository, "confidence.json")["fit"]["by_kind"]
    assert {kind: Record(row["right"]["count"], row["right"]["of"]) for kind, row in fit.items()} == RECORDS


def test_the_first_of_a_race_is_trusted_as_it_was_measured(repository: Path) -> None:
    wrong = _figures(repository, "video.json")["races"]["snaps"]["verdicts"]["firm_wrong"]
    assert 1 - Record(wrong["count"], wrong["of"]).share == SUREST_FIRST
