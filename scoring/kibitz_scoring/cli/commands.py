"""The scoring commands of `kibitz`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz_scoring.cli.judge import judge_json, judge_text
from kibitz_scoring.cli.line_answers import answer_lines
from kibitz_scoring.cli.replay import replay_file
from kibitz_scoring.cli.rules import rules_app
from kibitz_scoring.cli.score import score_json, score_text

app = typer.Typer()
app.add_typer(rules_app, name="rules")

_AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON Lines, for other programs.")]


def _lines_to(do: str) -> Any:
    """The argument for a file of JSON Lines."""
    return typer.Argument(
        metavar="[FILE|-]",
        default_factory=lambda: "-",
        show_default=False,
        help=f"JSON Lines to {do}; - (or nothing) reads standard input.",
    )


@app.command("score")
def score(
    file: Annotated[typer.FileBinaryRead, _lines_to("score")],
    as_json: _AsJson = False,
) -> None:
    """Score hands that were typed in: one JSON object a line, one score sheet each.

    A round: {"id": 1, "pack": "kaboo", "hands": {"Ann": ["10H", "5C"], "Ben": ["4D", "6H"]}, "caller": "Ann"}

    A game: {"pack": "kaboo", "options": {"game.rounds": 3}, "rounds": [{"hands": {...}, "caller": null}, ...]}

    Packs are scambodia, dragons_gambit, kaboo, cameo and cambio. A line that cannot be scored is answered with what
    is wrong in it; the rest is scored all the same, and the exit code is 2.

    Example: kibitz score rounds.jsonl
    """
    answer_lines(file, score_json if as_json else score_text, as_json=as_json)


@app.command("judge")
def judge(
    file: Annotated[typer.FileBinaryRead, _lines_to("judge")],
    as_json: _AsJson = False,
) -> None:
    """Judge snaps from the times at which cards were lifted and placed: one JSON object a line.

    {"id": 1, "pack": "cambio", "top": "7H", "attempts": [{"player": "Ann", "slot": "p1.a2", "card": "7S",
    "lifted_ms": 310, "placed_ms": 600}, {"player": "Ben", "card": "7C", "lifted_ms": 350, "placed_ms": null}]}

    A line that cannot be judged is answered with what is wrong in it; the rest is judged all the same, and the exit
    code is 2.

    Example: kibitz judge --json snaps.jsonl
    """
    answer_lines(file, judge_json if as_json else judge_text, as_json=as_json)


@app.command("replay")
def replay(
    file: Annotated[Path, typer.Argument(metavar="GAMEFILE", help="A game written down, as docs/notation.md has it.")],
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON Lines, for other programs.")] = False,
) -> None:
    """Play a game that was written down once more: the table, what broke a rule and the score sheet after each entry.

    Faces that were not open at the table are not shown before the reveal.

    Example: kibitz replay evening.kibitz --json
    """
    replay_file(file, as_json=as_json)
