from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from kibitz_scoring.cli.commands import app

GOOD = '{"id": 1, "pack": "kaboo", "hands": {"Ann": ["10H", "5C"], "Ben": ["4D", "6H"]}, "caller": "Ann"}'
BAD = '{"id": 2, "pack": "kaboo", "hands": {"Ann": ["10H", "10H"]}}'
GAME = (
    '{"pack": "dragons_gambit", "options": {"game.reset_exact": {"from": 13, "to": 5, "once": true}, "game.rounds": 2},'
    ' "rounds": [{"hands": {"Ann": ["13"], "Ben": ["2"]}}, {"hands": {"Ann": ["2"], "Ben": ["3"]}, "caller": "Ben"}]}'
)


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    """The scoring commands as `kibitz` mounts them, beside another."""
    main = typer.Typer()
    main.add_typer(app)

    @main.command()
    def other() -> None: ...

    return CliRunner().invoke(main, ["score", *arguments], input=stdin)


def test_each_line_is_answered_in_order_and_a_bad_one_makes_the_exit_code_2() -> None:
    result = run("--json", "-", stdin=f"{GOOD}\n\n{BAD}\nnope\n{GOOD}")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 2
    assert [answer["id"] for answer in answers] == [1, 2, None, 1]
    assert answers[0]["round"] == {"Ann": 35, "Ben": 10} == answers[3]["round"]
    assert answers[1] == {"id": 2, "error": "line 3: hands: 10H stands twice in the hands: Kaboo's deck has one."}
    assert answers[2]["error"].startswith("line 4: column 1 is not JSON")
    assert result.stderr == ""


def test_good_lines_alone_exit_with_0() -> None:
    assert run("--json", stdin=GOOD).exit_code == 0
    assert run("--json", stdin="").stdout == ""


def test_a_file_is_scored(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    path.write_text(GOOD, encoding="utf-8")
    assert json.loads(run("--json", str(path)).stdout)["winners"] == ["Ben"]


@pytest.mark.parametrize("name", ["none.jsonl", "."])
def test_a_file_that_cannot_be_read_gives_exit_code_2_without_a_traceback(tmp_path: Path, name: str) -> None:
    result = run("--json", str(tmp_path / name))
    assert result.exit_code == 2
    assert "Invalid value" in result.stderr
    assert "Traceback" not in result.stderr


def test_thousands_of_lines_are_scored_in_one_process() -> None:
    lines = [json.dumps(json.loads(GOOD) | {"id": number}) for number in range(3000)]
    answers = run("--json", stdin="\n".join(lines)).stdout.splitlines()
    assert [json.loads(answer)["id"] for answer in answers] == list(range(3000))


def test_without_json_a_person_reads_the_sheet() -> None:
    result = run(stdin=f"{GOOD}\n{GAME}\n{BAD}")
    assert result.exit_code == 2
    assert result.stdout == (
        "Kaboo, 1\n"
        "    Ann    35  called and is not alone lowest: 15 + 20 = 35\n"
        "    Ben    10  hand: 4 + 6 = 10\n"
        "    Lowest: Ben\n"
        "\n"
        "The Dragon's Gambit\n"
        "  Round 1\n"
        "    Ann    13  hand: 13\n"
        "    Ben     2  hand: 2\n"
        "    Note: Ann has 1 card: in The Dragon's Gambit a hand keeps its 4.\n"
        "    Note: Ben has 1 card: in The Dragon's Gambit a hand keeps its 4.\n"
        "    Lowest: Ben\n"
        "  Round 2\n"
        "    Ann     2  hand: 2\n"
        "    Ben    13  called and is not lowest: 3 + 10 = 13\n"
        "    Note: Ann has 1 card: in The Dragon's Gambit a hand keeps its 4.\n"
        "    Note: Ben has 1 card: in The Dragon's Gambit a hand keeps its 4.\n"
        "    Lowest: Ann\n"
        "  Ann reached exactly 13 in round 1: the total becomes 5\n"
        "  Totals: Ann 7, Ben 15\n"
        "  Finished: all 2 rounds are played; Ann wins with the lowest total, 7\n"
        "\n"
    )
    assert result.stderr == "line 3: hands: 10H stands twice in the hands: Kaboo's deck has one.\n"


def test_a_game_that_goes_on_says_when_it_ends() -> None:
    assert (
        "  Not finished: 1 round played; the game ends after round 3\n"
        in run(stdin='{"pack": "scambodia", "rounds": [{"hands": {"Ann": []}}]}').stdout
    )


def test_names_in_any_script_and_broken_ones_are_printed() -> None:
    line = r'{"pack": "kaboo", "hands": {"Zo\u00eb": ["2S"], "\ud800": ["3S"]}}'
    assert json.loads(run("--json", stdin=line).stdout)["points"] == {"Zo\u00eb": 2, "\ud800": 3}
    assert "\\ud800" in run(stdin=line).stdout


def test_help_shows_a_line_to_start_from() -> None:
    assert '"pack": "kaboo"' in run("--help").stdout
