"""Folders of filmed rounds: read as they were written, and one sentence for what is wrong in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz_datasets.films.simulate import SimulationConfig, perform
from kibitz_datasets.films.trouble_kinds import Trouble, TroubleKind
from kibitz_datasets.films.truth import VideoInfo, write_truth
from kibitz_models.watching.measuring.truth import read_filmed
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Called
from kibitz_scoring.game.round_state import first_state
from kibitz_scoring.notation.tables import format_table
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import Interval


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    config = SimulationConfig(load_pack("kaboo"), 3, 5)
    write_truth(perform(config), VideoInfo(5, 30.0, (1280, 720)), tmp_path)
    return tmp_path


def test_a_round_is_read_as_it_was_written(folder: Path) -> None:
    film = read_filmed(folder)
    assert film.pack == load_pack("kaboo")
    assert film.players == ("Ann", "Ben", "Cleo")
    assert film.start == format_table(first_state(film.pack, film.players))
    assert film.interval_ms == pytest.approx(33.33, abs=0.01)
    assert len(film.seen) > len(film.done) > len(film.acts) > 0
    assert any(isinstance(timed.event, Called) for timed in film.acts)
    assert film.sheet is not None
    assert set(film.sheet["points"]) == set(film.players)


def test_what_went_wrong_with_the_camera_is_read_as_it_was_written(tmp_path: Path) -> None:
    troubles = (
        Trouble(TroubleKind.KNOCK, Interval(1000.5, 1350.5)),
        Trouble(TroubleKind.DROP, Interval(33.0, 99.0)),
    )
    write_truth(
        perform(SimulationConfig(load_pack("kaboo"), 3, 5)), VideoInfo(5, 30.0, (1280, 720), troubles), tmp_path
    )
    assert read_filmed(tmp_path).troubles == troubles


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        ("truth.jsonl", '{"type": "card_stolen"}', r"truth\.jsonl, line 2: 'type' is \"card_stolen\""),
        ("truth.jsonl", "not JSON", r"truth\.jsonl, line 2: column 1 is not JSON"),
        ("acts.jsonl", '{"type": "event"}', r"acts\.jsonl, line 2: 'start_ms' is missing"),
    ],
)
def test_a_damaged_line_is_named(folder: Path, name: str, line: str, said: str) -> None:
    lines = (folder / name).read_text().splitlines()[:1]
    (folder / name).write_text("\n".join([*lines, line]))
    with pytest.raises(InputError, match=said):
        read_filmed(folder)


@pytest.mark.parametrize("first", ["", '{"type": "round"}', '{"type": "round", "pack": "whist"}'])
def test_a_film_of_no_known_round_is_one_sentence(folder: Path, first: str) -> None:
    (folder / "truth.jsonl").write_text(first)
    with pytest.raises(InputError, match=r"truth\.jsonl, line 1: '\w+' is missing or wrong"):
        read_filmed(folder)


def test_a_folder_without_truth_and_a_sheet_that_is_none_are_one_sentence(folder: Path, tmp_path: Path) -> None:
    (folder / "sheet.json").write_text("[]")
    with pytest.raises(InputError, match=r"sheet\.json holds no object"):
        read_filmed(folder)
    (folder / "sheet.json").write_text("{")
    with pytest.raises(InputError, match=r"sheet\.json is no JSON"):
        read_filmed(folder)
    with pytest.raises(InputError, match="expected a folder that `kibitz simulate` wrote"):
        read_filmed(tmp_path / "nowhere")
