"""`kibitz replay`: a game that was written down, with table, violations and score sheet after each entry."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import typer

from kibitz_scoring.cli.line_answers import BAD_INPUT
from kibitz_scoring.cli.score import sheet
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Ruled
from kibitz_scoring.game.legality.violations import Violation
from kibitz_scoring.game.projection import project, public_event
from kibitz_scoring.game.record import Amended, Entry, GameState, Inserted, Redo, Undo, counting, score_sheet
from kibitz_scoring.game.roster import Roster
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.notation.games import GameFile, format_entry, read_game
from kibitz_scoring.notation.score_lines import answer_json
from kibitz_scoring.notation.tables import format_table
from kibitz_scoring.score.totals import GameTally
from kibitz_scoring.snaps.breaches import Breach, Breaches


@dataclass(frozen=True, slots=True)
class Step:
    """One entry replayed: its text, the game after it, what it broke, and the score sheet once there is one.

    A ruling that lets a breach go names the entry that it was in. `standing` are all breaches that no correction has
    put right so far; `problem` says why there is no score sheet although a round is scored.
    """

    number: int
    text: str
    game: GameState
    violations: tuple[Violation, ...]
    lets_go: int | None
    sheet: GameTally | None
    standing: tuple[Breach, ...]
    problem: str


def replay_steps(file: GameFile) -> Iterator[Step]:
    """The steps of a game, as far as everybody may know them; `InputError` names the entry that cannot be.

    A score sheet that cannot be made may still be corrected, and is an `InputError` only after the last entry.
    """
    records = file.records()
    start = next(records)
    before = start.now
    roster = Roster(file.players)
    times = {number: line.at for number, line in enumerate(file.lines, start=1)}
    breaches = Breaches(start.now, times)
    problem = ""
    for number, (line, record) in enumerate(zip(file.lines, records, strict=True), start=1):
        entry, violations, lets_go = line.entry, tuple[Violation, ...](), None
        if isinstance(entry, Undo | Redo | Amended | Inserted):
            breaches = Breaches(start.now, times)
            breaches.take_all(counting(record.entries))
        else:
            lets_go = breaches.let_go(entry.rule) if isinstance(entry, Ruled) and entry.value is None else None
            violations = breaches.take(number, entry)
        text = format_entry(_public(before.now, entry), roster)
        sheet, problem = _sheet(record.now)
        yield Step(number, text, record.now, violations, lets_go, sheet, breaches.standing, problem)
        before = record.now
        roster.add(entry)
    if problem:
        raise InputError(f"entry {len(file.lines)}: {problem}")


def _public(state: RoundState, entry: Entry) -> Entry:
    """The entry without sealed faces; an amendment is of the past, whose seals are taken to hold."""
    match entry:
        case Undo() | Redo() | Amended(event=None):
            return entry
        case Amended() | Inserted():
            assert entry.event is not None
            return type(entry)(entry.number, public_event(state, entry.event), entry.reason)
        case event:
            return public_event(state, event)


def _sheet(game: GameState) -> tuple[GameTally | None, str]:
    """The score sheet once a round is scored, or why there is none."""
    try:
        tally = score_sheet(game)
    except InputError as error:
        return None, str(error)
    return (tally if tally.rounds else None), ""


def replay_file(path: Path, *, as_json: bool) -> None:
    """Print the steps of a game file; what cannot be read or replayed ends it with one sentence and code 2."""
    try:
        file = read_game(path)
        for step in replay_steps(file):
            typer.echo(json.dumps(_step_json(step)) if as_json else "\n".join(_step_text(step)))
    except InputError as error:
        sentence = str(error) if str(error).startswith(str(path)) else f"{path}: {error}"
        typer.echo(json.dumps({"error": sentence}) if as_json else sentence, err=not as_json)
        raise typer.Exit(BAD_INPUT) from error


def _step_json(step: Step) -> dict[str, object]:
    state = step.game.now
    return {
        "entry": step.number,
        "text": step.text,
        "table": format_table(project(state, None)),
        "round": state.number,
        "phase": str(state.phase),
        "turn": state.players[state.turn],
        "violations": [{"rule": violation.rule, "reason": violation.reason} for violation in step.violations],
        "lets_go": step.lets_go,
        "standing": [
            {"entry": breach.number, "rule": breach.violation.rule, "reason": breach.violation.reason}
            for breach in step.standing
        ],
        "score_sheet": None if step.sheet is None else _sheet_json(step.sheet),
        "rules": [] if step.sheet is None else [pack.content_hash for pack in step.sheet.packs],
        **({"problem": step.problem} if step.problem else {}),
    }


def _sheet_json(tally: GameTally) -> dict[str, object]:
    answer = answer_json(None, tally)
    del answer["id"]
    return answer


def _step_text(step: Step) -> Iterator[str]:
    yield f"{step.number}. {step.text}"
    yield f"    {format_table(project(step.game.now, None))}"
    yield from (f"    {violation.rule}: {violation.reason}" for violation in step.violations)
    if step.lets_go is not None:
        yield f"    lets go what entry {step.lets_go} broke"
    if step.problem:
        yield f"    {step.problem}"
    if step.sheet is not None:
        yield from sheet(step.sheet)
