"""`kibitz doctor`: a group of commands of its own, so that it is there where nothing else of the server loads."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from kibitz_server.defaults import DEFAULT_PORT
from kibitz_server.doctor.examination import examine
from kibitz_server.doctor.finding import Grade
from kibitz_vision.own_data import own_data

app = typer.Typer()


@app.command("doctor")
def doctor(
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port that the page is to have.")] = DEFAULT_PORT,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder for the journal; by default your data folder.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line, for other programs.")] = False,
) -> None:
    """Look at this installation and this machine: one sentence each, with what to do where it is not fine.

    Exit code 1 where something will not work.

    Example: kibitz doctor --json
    """
    grades = set()
    for finding in examine(data or own_data(), port):
        grades.add(finding.grade)
        if as_json:
            typer.echo(json.dumps(asdict(finding)))
        else:
            typer.echo(f"{finding.grade:4}  {finding.about}: {finding.sentence}")
    if Grade.BAD in grades:
        raise typer.Exit(1)
