"""`kibitz eval-video`: what the watcher makes of filmed rounds, against the truth about them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz_models.progress import follow
from kibitz_models.shares import share_in_words
from kibitz_models.watching.commands.prove_command import prove
from kibitz_models.watching.measuring.result import RoundResult, figures, result_of
from kibitz_models.watching.measuring.truth import read_filmed
from kibitz_models.watching.measuring.watch_film import watch_film
from kibitz_models.weights import FOLDER, load_pipeline
from kibitz_scoring.notation.seen_lines import seen_json
from kibitz_scoring.table import TableEvent
from kibitz_vision.recording.recorded_round import is_recorded


def evaluate_video(
    folders: Annotated[
        list[Path], typer.Argument(help="Folders that `kibitz simulate` or `kibitz record` wrote.", metavar="DIR...")
    ],
    weights: Annotated[Path, typer.Option(help="Folder of the weights to measure (ONNX).")] = FOLDER,
    mistakes: Annotated[bool, typer.Option("--mistakes", help="Also say every event missed or made up.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line per folder, then one over all.")] = False,
) -> None:
    """Watch filmed rounds and compare what was seen with the truth: events, times, score sheets, who snapped first.

    A report is right where kind, place and public face are those of a true event within half a second, one to one.
    `video_wanted` says which conventions of the truth no camera can keep to, and what is done about each: emptied and
    filled slots and what a lift uncovers are neither asked for nor counted. A placement is in time when it is
    reported on the frame that first shows it or on one beside that. Which of two snaps was first is said firmly where
    the times reported do not overlap. Shares come with their 95 % Wilson intervals.

    A recorded round has no truth but what its table confirmed: its sheet, and the game's events as they were left.

    Example: kibitz simulate --rules kaboo --out round && kibitz eval-video round
    """
    recorded = [folder for folder in folders if is_recorded(folder)]
    films = [read_filmed(folder) for folder in folders if folder not in recorded]
    pipeline = load_pipeline(weights)
    results: list[RoundResult] = []
    for film in follow(films, "Watching"):
        result = result_of(film, watch_film(film, pipeline))
        results.append(result)
        _say({"film": str(film.folder), **figures([result])}, as_json=as_json)
        if mistakes:
            _say_mistakes(result, as_json=as_json)
    if len(results) > 1 or (results and as_json):
        _say({"film": "all", **figures(results)}, as_json=as_json)
    if recorded:
        prove(recorded, keep=None, weights=weights, as_json=as_json)


def _say(row: Mapping[str, Any], *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(row))
        return
    events, snaps = row["events"]["all"], row["snaps"]
    parts = [f"events F1 {_share(events['f1'])} (recall {share_in_words(events['recall'])}"]
    parts[0] += f", precision {share_in_words(events['precision'])})"
    parts.append(f"placements within a frame {share_in_words(row['placements']['within_one_frame'])}")
    if row["sheet_exact"]["of"]:
        parts.append(f"sheets exact {row['sheet_exact']['count']} of {row['sheet_exact']['of']}")
    if snaps["races"]:
        said = snaps["verdicts"]
        parts.append(
            f"snap races {said['right']} right, {said['wrong']} wrong, {said['too_close']} too close, "
            f"{said['unseen']} unseen; firm where over two frames apart {share_in_words(said['firm_where_apart'])}"
        )
    typer.echo(f"{row['film']}: {'; '.join(parts)}")


def _say_mistakes(result: RoundResult, *, as_json: bool) -> None:
    wrong: list[tuple[float, str, TableEvent]] = [
        (event.seen.at.end_ms, said, event)
        for said, events in (("missed", result.matched.missed), ("extra", result.matched.extra))
        for event in events
    ]
    for _, said, event in sorted(wrong, key=lambda one: one[0]):
        line = {"mistake": said, **seen_json(event)}
        typer.echo(json.dumps(line) if as_json else f"    {_words(line)}")


def _words(line: Mapping[str, Any]) -> str:
    details = [f"{key} {line[key]}" for key in ("place", "origin", "face") if line.get(key) not in (None, "?")]
    by = f" by {', '.join(line['by'])}" if line["by"] else ""
    return f"{line['end_ms'] / 1000:7.2f} s  {line['mistake']:<6}  {line['type']} {' '.join(details)}{by}"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
