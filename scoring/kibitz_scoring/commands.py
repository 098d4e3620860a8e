"""The scoring commands of `kibitz`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated

import typer

from kibitz_scoring.score_lines import LineError, ScoreRequest, answer_json, parse_request, tally_request
from kibitz_scoring.tally import RoundTally
from kibitz_scoring.totals import GameTally

app = typer.Typer()

_BAD_INPUT = 2


@app.command("score")
def score(
    file: Annotated[
        typer.FileBinaryRead,
        typer.Argument(
            metavar="[FILE|-]",
            default_factory=lambda: "-",
            show_default=False,
            help="JSON Lines to score; - (or nothing) reads standard input.",
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON Lines, for other programs.")] = False,
) -> None:
    """Score hands that were typed in: one JSON object a line, one score sheet each.

    A round: {"id": 1, "pack": "kaboo", "hands": {"Ann": ["10H", "5C"], "Ben": ["4D", "6H"]}, "caller": "Ann"}

    A game: {"pack": "kaboo", "options": {"game.rounds": 3}, "rounds": [{"hands": {...}, "caller": null}, ...]}

    Packs are scambodia, dragons_gambit, kaboo, cameo and cambio. A line that cannot be scored is answered with what
    is wrong in it; the rest is scored all the same, and the exit code is 2.

    Example: kibitz score rounds.jsonl
    """
    bad = False
    for number, line in enumerate(file, start=1):
        if not line.strip():
            continue
        try:
            request = parse_request(line)
            tally = tally_request(request)
        except LineError as error:
            bad = True
            _print_error(number, error, as_json=as_json)
        else:
            _print_answer(request, tally, as_json=as_json)
    if bad:
        raise typer.Exit(_BAD_INPUT)


def _print_error(number: int, error: LineError, *, as_json: bool) -> None:
    if as_json:
        _write(json.dumps({"id": error.line_id, "error": f"line {number}: {error}"}))
    else:
        _write(f"line {number}: {error}", to_stderr=True)


def _print_answer(request: ScoreRequest, tally: RoundTally | GameTally, *, as_json: bool) -> None:
    if as_json:
        _write(json.dumps(answer_json(request.line_id, tally)))
    else:
        title = request.pack.name if request.line_id is None else f"{request.pack.name}, {request.line_id}"
        _write("\n".join((title, *_sheet(tally), "")))


def _sheet(tally: RoundTally | GameTally) -> Iterator[str]:
    if isinstance(tally, RoundTally):
        yield from _round_sheet(tally)
        return
    for number, played in enumerate(tally.rounds, start=1):
        yield f"  Round {number}"
        yield from _round_sheet(played)
    yield from (f"  {reset}" for reset in tally.resets)
    yield f"  Totals: {', '.join(f'{player} {total}' for player, total in tally.totals.items())}"
    yield f"  {'Finished' if tally.finished else 'Not finished'}: {tally.reason}"


def _round_sheet(tally: RoundTally) -> Iterator[str]:
    width = max(map(len, tally.scores))
    for player, points in tally.scores.items():
        yield f"    {player:<{width}}  {points:>4}  {tally.reasons[player]}"
    yield f"    Lowest: {' and '.join(tally.winners)}"


def _write(text: str, *, to_stderr: bool = False) -> None:
    """Print and flush, so that a program that sends one line at a time gets each answer at once."""
    typer.echo(text.encode("utf-8", "backslashreplace"), err=to_stderr)
