"""`kibitz record` and `kibitz prove`: a film is recorded as a table would be, and proves itself."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kibitz_datasets.films.simulate import perform
from kibitz_datasets.films.truth import revealed_hands
from kibitz_models.commands import app
from kibitz_models.watching.measuring.proof import RoundProof, proof_figures, proof_words
from kibitz_models.watching.measuring.truth import FilmedRound
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Called
from kibitz_scoring.score.card_text import format_scored_card
from kibitz_vision.recording.recorded_round import read_recorded

from ....short_round import CONFIG

# A film is recorded at the pace of a camera.
pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def film(short_round: FilmedRound, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short round, and its hands as a table would confirm them."""
    folder = shutil.copytree(short_round.folder, tmp_path_factory.mktemp("film") / "round")
    last = perform(CONFIG).last
    hands = {player: [format_scored_card(card) for card in hand] for player, hand in revealed_hands(last).items()}
    caller = None if last.caller is None else last.players[last.caller]
    (folder / "confirmed.json").write_text(json.dumps({"hands": hands, "caller": caller, "end": last.end}))
    return folder


def record(film: Path, out: Path, *more: str, answers: str = "") -> Result:
    arguments = ["record", str(film / "video.mp4"), "--rules", "cameo", "--players", "Ann,Ben"]
    arguments += ["--acts", str(film / "acts.jsonl"), "--out", str(out), *more]
    return CliRunner().invoke(app, arguments, input=answers)


@pytest.fixture(scope="module")
def recordings(film: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The round recorded whole, and once more with the table only."""
    out = tmp_path_factory.mktemp("recordings")
    for more in ((), ("--only-table",)):
        done = record(film, out, "--sheet", str(film / "confirmed.json"), *more)
        assert done.exit_code == 0, done.output
    return out


def test_recorded_rounds_come_to_the_confirmed_sheets_with_and_without_their_surroundings(recordings: Path) -> None:
    done = CliRunner().invoke(app, ["prove", str(recordings)])
    assert done.exit_code == 0, done.output
    assert done.output.splitlines()[-1].startswith("2 of 2 sheets exact (34 % to 100 %), ")


def test_they_are_measured_beside_films(film: Path, recordings: Path) -> None:
    one, _ = sorted(recordings.iterdir())
    done = CliRunner().invoke(app, ["eval-video", "--json", str(film), str(one)])
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line.get("film") or line["round"] for line in lines] == [str(film), "all", str(one), "all"]
    assert [line["sheet_exact"]["count"] for line in lines] == [1, 1, 1, 1]
    assert lines[2]["events"]["f1"] > 0.8


def test_a_recording_keeps_what_was_said_and_every_frame_but_those_that_nobody_took(recordings: Path) -> None:
    one, _ = sorted(recordings.iterdir())
    recorded = read_recorded(one)
    assert [type(act.event) for act in recorded.acts] == [Called]
    assert recorded.torn == ""
    frames = list(recorded.frames())
    assert len(frames) + json.loads((one / "manifest.json").read_text())["missed"] >= 300
    assert frames[0].captured_ns == 0


def test_a_round_whose_sheet_is_not_exact_is_kept_for_the_tests(recordings: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong"
    shutil.copytree(sorted(recordings.iterdir())[0], wrong)
    sheet = json.loads((wrong / "sheet.json").read_text())
    sheet["hands"]["Ann"][0] = "KS"
    (wrong / "sheet.json").write_text(json.dumps(sheet))
    shutil.copytree(wrong, tmp_path / "damaged")
    (tmp_path / "damaged" / "table.json").unlink()

    done = CliRunner().invoke(app, ["prove", str(tmp_path / "damaged"), str(wrong), "--keep", str(tmp_path / "rounds")])

    assert done.exit_code == 2
    assert "table.json cannot be read" in done.output
    assert "sheet NOT exact" in done.output
    assert "0 of 1 sheets exact" in done.output
    assert [path.name for path in (tmp_path / "rounds").iterdir()] == ["wrong"]
    assert read_recorded(tmp_path / "rounds" / "wrong").sheet == read_recorded(wrong).sheet


@pytest.mark.parametrize("command", ["prove", "eval-video"])
def test_what_is_no_recording_is_one_sentence(command: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected a folder"):
        CliRunner().invoke(app, [command, str(tmp_path)], catch_exceptions=False)


def test_pictures_are_not_recorded(tmp_path: Path, film: Path) -> None:
    shutil.copy(Path(__file__).parents[4] / "docs" / "dashboard.jpg", tmp_path / "table.jpg")
    arguments = ["record", str(tmp_path), "--rules", "cameo", "--players", "Ann,Ben", "--out", str(tmp_path / "out")]
    with pytest.raises(InputError, match="picture or a folder"):
        CliRunner().invoke(app, arguments, catch_exceptions=False)
    with pytest.raises(InputError, match="no confirmed sheet"):
        record_with_film_sheet = ["--sheet", str(film / "sheet.json")]
        CliRunner().invoke(app, [*arguments, *record_with_film_sheet], catch_exceptions=False)


def proof(*, exact: bool | None, questions: int = 0, corrected: tuple[str, ...] = ()) -> RoundProof:
    return RoundProof("round", exact, questions, corrected, found=9, missed=1, extra=0, torn="")


def test_the_figure_is_said_in_plain_words() -> None:
    ten = [proof(exact=True, questions=1) for _ in range(8)]
    ten += [proof(exact=True, questions=2, corrected=("Ann: 5H to 6H",)) for _ in range(2)]
    assert proof_words(proof_figures(ten)) == (
        "10 of 10 sheets exact (72 % to 100 %), 1.2 questions a round, 2 of 10 sheets corrected when they were played, "
        "events F1 0.95 against those that the table left standing"
    )
    assert proof_words(proof_figures([proof(exact=None)])) == "no sheet was confirmed: nothing to compare with"


def test_a_round_without_a_confirmed_sheet_counts_nowhere() -> None:
    figures = proof_figures([proof(exact=None, questions=9), proof(exact=False)])
    assert figures == {**proof_figures([proof(exact=False)]), "rounds": 2}
