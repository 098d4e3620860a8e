"""Answering JSON Lines on the command line: one answer a line, in order, whatever is wrong with some of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

import typer

from kibitz_scoring.notation.json_lines import LineError

BAD_INPUT = 2


def answer_lines(lines: Iterable[bytes], answer: Callable[[bytes], str], *, as_json: bool) -> None:
    """Print `answer(line)` for each line that is not empty, and for a `LineError` its sentence with the line's number.

    Raises `typer.Exit` with code 2 at the end when a line could not be answered.
    """
    bad = False
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            _write(answer(line))
        except LineError as error:
            bad = True
            sentence = f"line {number}: {error}"
            if as_json:
                _write(json.dumps({"id": error.line_id, "error": sentence}))
            else:
                _write(sentence, to_stderr=True)
    if bad:
        raise typer.Exit(BAD_INPUT)


def _write(text: str, *, to_stderr: bool = False) -> None:
    """Print and flush, so that a program that sends one line at a time gets each answer at once."""
    typer.echo(text.encode("utf-8", "backslashreplace"), err=to_stderr)
