"""`kibitz camera-check`: by a film, and by a source that is played as a camera is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz_scoring.errors import InputError
from kibitz_server.commands import app
from kibitz_server.watching.cameras.shutter_checking import check_source
from kibitz_vision.camera.shutter.shutter_file import ShutterFile

from ....blinking_films import BlinkingLight
from ....films import write_film


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pictures = [frame.image for frame in BlinkingLight(24, exposure_ms=6).frames()]
    return write_film(tmp_path_factory.mktemp("film") / "blinking.mp4", pictures, 30)


def test_a_film_tells_the_shutter_and_its_figure_is_kept_for_its_camera(film: Path, tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["camera-check", str(film), "--camera", "rtsp://phone/1", "--data", str(tmp_path)])
    assert told.exit_code == 0, told.output
    assert "33.33 ms from picture to picture" in told.output
    assert "The camera reads its rows within 2" in told.output
    kept = ShutterFile(tmp_path).of("rtsp://phone/1")
    assert kept.is_measured
    assert kept.readout_ms[0] <= 24 <= kept.readout_ms[1]


def test_a_film_of_no_camera_is_told_and_not_kept(film: Path, tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["camera-check", str(film), "--data", str(tmp_path), "--json"])
    line = json.loads(told.stdout)
    assert line["is_measured"] is True
    assert line["used_ms"] == line["readout_ms"]
    assert list(tmp_path.iterdir()) == []


def test_a_check_that_fails_says_what_is_assumed_and_takes_no_figure_away(film: Path, tmp_path: Path) -> None:
    dark = write_film(
        tmp_path / "dark.mp4", [frame.image for frame in BlinkingLight(24, lit=0, seconds=3).frames()], 30
    )
    told = CliRunner().invoke(app, ["camera-check", str(dark), "--camera", "0", "--data", str(tmp_path)])
    assert told.exit_code == 1
    assert "No light was seen" in told.output
    assert "assumed to read its rows within 30 ms" in told.output
    CliRunner().invoke(app, ["camera-check", str(film), "--camera", "0", "--data", str(tmp_path)])
    again = CliRunner().invoke(app, ["camera-check", str(dark), "--camera", "0", "--data", str(tmp_path)])
    assert again.exit_code == 1
    assert "(measured on" in again.output


def test_a_source_is_watched_while_it_plays(film: Path, tmp_path: Path) -> None:
    check, shutter = check_source(str(film), 60.0, ShutterFile(tmp_path))
    assert shutter.is_measured, check.why_not


def test_what_cannot_be_opened_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is no source"):
        CliRunner().invoke(app, ["camera-check", "nowhere", "--data", str(tmp_path)], catch_exceptions=False)
