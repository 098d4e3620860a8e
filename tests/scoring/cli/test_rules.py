from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from kibitz_scoring.cli.commands import app
from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.packs import load_pack, pack_ids, variant_ids
from kibitz_scoring.rules.rule_pack import KEY_PATHS

FRIDAY = """base = "kaboo"
id = "friday"
name = "Friday Kaboo"

[[house_rules]]
key = "score.fail"
value = "add_10"
author = "Ann"
reason = "Twenty was too hard."
"""


@pytest.fixture
def friday(tmp_path: Path) -> Path:
    path = tmp_path / "friday.toml"
    path.write_text(FRIDAY, encoding="utf-8")
    return path


def run(*arguments: str) -> Result:
    """`kibitz rules` as the command line mounts it."""
    main = typer.Typer()
    main.add_typer(app)
    return CliRunner().invoke(main, ["rules", *arguments])


def lines(*arguments: str) -> list[str]:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def refusal(*arguments: str) -> str:
    error = run(*arguments).exception
    assert isinstance(error, InputError)
    return str(error)


def test_the_list_has_the_games_first_then_the_variants() -> None:
    found = lines("list")
    assert [line.split()[0] for line in found] == [*pack_ids(), *variant_ids()]
    assert found[2] == "kaboo                    Kaboo, 2-8 players"
    assert found[3] == "cameo                    Cameo, 2 players"
    assert found[6] == "cabo_second_edition      Cabo (2nd edition), 2-4 players, a variant of cabo_first_edition"


def test_a_game_is_shown_with_every_key_and_its_hash() -> None:
    found = lines("show", "kaboo")
    assert found[0] == "Kaboo (kaboo), call: Kaboo"
    assert [line.split()[0] for line in found[1:-1]] == list(KEY_PATHS)
    assert "  score.fail = add_20" in found
    assert "  game.threshold = null" in found
    assert found[-1] == f"hash {load_pack('kaboo').content_hash}"


def test_a_star_marks_what_an_option_or_a_house_rule_changed(friday: Path) -> None:
    assert [line for line in lines("show", "kaboo", "-o", "game.threshold=100") if line.startswith("*")] == [
        "* game.rounds = null",
        "* game.threshold = 100",
    ]
    assert [line for line in lines("show", str(friday)) if line.startswith("*")] == [
        "* score.fail = add_10  # Ann: Twenty was too hard."
    ]


def test_options_are_json_or_plain_text() -> None:
    result = run(
        "show", "kaboo", "--json", "-o", "score.fail=add_5", "-o", "table.players=[2, 3]", "-o", "snap.give=none"
    )
    shown = json.loads(result.stdout)
    assert shown["keys"]["score.fail"] == "add_5"
    assert shown["keys"]["table.players"] == [2, 3]
    assert shown["keys"]["snap.give"] == "none"
    options: dict[str, object] = {"score.fail": "add_5", "table.players": [2, 3], "snap.give": "none"}
    assert shown["content_hash"] == load_pack("kaboo", options).content_hash


def test_a_pack_in_json_has_its_house_rules(friday: Path) -> None:
    shown = json.loads(run("show", str(friday), "--json").stdout)
    assert (shown["id"], shown["name"], shown["call_word"], shown["base"]) == (
        "friday",
        "Friday Kaboo",
        "Kaboo",
        "kaboo",
    )
    assert shown["house_rules"] == [
        {"key": "score.fail", "value": "add_10", "author": "Ann", "reason": "Twenty was too hard."}
    ]


def test_a_file_that_is_in_order_says_what_it_holds(friday: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    text = "\n".join(
        f"{key} = {json.dumps('null' if value is None else value)}" for key, value in flat("kaboo").items()
    )
    own.write_text(f'id = "own"\nname = "Own"\ncall_word = "Stop"\n{text}\n', encoding="utf-8")
    checked, own_checked = lines("check", str(friday), str(own))
    assert checked.startswith(
        f"{friday}: Friday Kaboo: {len(KEY_PATHS)} keys, 1 changed from kaboo, 1 house rules, hash "
    )
    assert own_checked.startswith(f"{own}: Own: {len(KEY_PATHS)} keys, 0 house rules, hash ")


def flat(pack_id: str) -> dict[str, object]:
    """Keys of a pack that TOML can hold on one line each, without tables."""
    quoted = {"powers.J.optional": 'powers."J.optional"'}
    return {quoted.get(key, key): value for key, value in load_pack(pack_id).keys().items()}


def test_a_file_with_a_fault_is_one_sentence_with_its_line_and_the_others_are_checked(
    friday: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(f"{FRIDAY}\n[score]\nfail = 7\n", encoding="utf-8")
    result = run("check", str(bad), str(friday))
    assert result.exit_code == 2
    assert result.stderr == f"{bad}, line 12: 'score.fail' is 7: expected none, double or add_n (as in add_10).\n"
    assert result.stdout.startswith(f"{friday}: Friday Kaboo: ")


def test_two_games_are_compared_key_by_key() -> None:
    found = lines("diff", "cabo_first_edition", "cabo_second_edition")
    assert found == [
        "score.fail        add_5 | add_10",
        'game.reset_exact  {"from": 100, "to": 50, "once": false} | {"from": 100, "to": 50, "once": true}',
    ]
    assert lines("diff", "kaboo", "kaboo") == ["Kaboo and Kaboo have the same rules."]


def test_a_sheet_is_written_to_a_file(tmp_path: Path, friday: Path) -> None:
    out = tmp_path / "sheet.html"
    assert lines("sheet", str(friday), "--out", str(out), "-o", "snap.wrong_penalty=2") == []
    page = out.read_text(encoding="utf-8")
    assert "<h1>Friday Kaboo</h1>" in page
    assert "<li class=house>A wrong card goes back and costs 2 cards.</li>" in page


def test_a_sheet_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    out = tmp_path / "none" / "sheet.html"
    assert refusal("sheet", "kaboo", "--out", str(out)) == f"{out}: cannot be written (No such file or directory)."


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("show", "kabo"), "'kabo' is not a known game: expected scambodia,"),
        (("show", "none.toml"), "none.toml: cannot be read (No such file or directory)."),
        (("show", "kaboo", "-o", "score.fail"), "option 'score.fail': expected KEY=VALUE, as in score.fail=add_10."),
        (("show", "kaboo", "-o", "score.fial=1"), "options: 'score.fial' is not a key of a rule pack; the nearest is"),
        (("show", "kaboo", "-o", "score.fail=1"), "options: 'score.fail' is 1: expected none, double or add_n"),
    ],
)
def test_what_cannot_be_shown_is_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    assert refusal(*arguments).startswith(sentence)


@pytest.mark.parametrize("command", ["list", "show", "check", "diff", "sheet"])
def test_each_command_shows_an_example(command: str) -> None:
    assert f"Example: kibitz rules {command}" in run(command, "--help").stdout
