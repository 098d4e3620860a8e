"""`kibitz rejudge`: a clip judged once more, with the same models and rules or with others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from kibitz_models.watching.rejudging import Judged, differences, judge_clip
from kibitz_models.weights import FOLDER, hashes, load_pipeline
from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.packs import changed_pack
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_vision.clips.clip import Clip
from kibitz_vision.clips.clip_file import read_clip


def rejudge(
    clip: Annotated[Path, typer.Argument(help="A clip, a .kibitz file.", metavar="CLIP")],
    model: Annotated[Path, typer.Option(metavar="FILE", help="Another model (ONNX), or a folder of them.")] = FOLDER,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Another value of a rule; may be repeated.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line, for other programs.")] = False,
) -> None:
    """Judge a clip once more: the same code over its stored frames, and what is different then, if anything.

    With the same models and rules the events are the same to the bit as when the clip was judged by its frames before;
    exit code 0 says that nothing is different, 1 that something is. Faces that are not open at the table are not told.

    Example: kibitz rejudge 20261128-203100-snap.kibitz --set snap.too_close=both_returned
    """
    read = read_clip(clip)
    pack = changed_pack(read.table.pack, _options(settings or []))
    now = judge_clip(read, load_pipeline(model), pack)
    changes = differences(read, now)
    other = _others(read, pack, model)
    if as_json:
        typer.echo(json.dumps(_line(read, now, changes, other)))
    else:
        typer.echo("\n".join(_words(read, now, changes, other)))
    if changes or _sentence(read) != (now.verdict.sentence if now.verdict else ""):
        raise typer.Exit(1)


def _options(settings: list[str]) -> dict[str, object]:
    options: dict[str, object] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise InputError(f"--set: found {setting!r}; expected KEY=VALUE, as in snap.too_close=replay.")
        try:
            options[key.strip()] = json.loads(value)
        except ValueError:
            options[key.strip()] = value
    return options


def _others(clip: Clip, pack: RulePack, model: Path) -> list[str]:
    """What is not as when it was cut: the models, the rules."""
    other = []
    if dict(clip.table.models) != hashes(model):
        other.append("models")
    if clip.table.pack.content_hash != pack.content_hash:
        other.append("rules")
    return other


def _sentence(clip: Clip) -> str:
    return clip.verdict.sentence if clip.verdict else ""


def _line(clip: Clip, now: Judged, changes: list[str], other: list[str]) -> dict[str, object]:
    return {
        "then": _sentence(clip),
        "now": now.verdict.sentence if now.verdict else "",
        "same": not changes,
        "to_the_bit": clip.judged is not None and not changes,
        "differences": changes,
        "other": other,
    }


def _words(clip: Clip, now: Judged, changes: list[str], other: list[str]) -> list[str]:
    words = [f"Then: {_sentence(clip) or clip.title}", f"Now:  {now.verdict.sentence if now.verdict else 'no race.'}"]
    if other:
        words.append(f"Not as then: the {' and the '.join(other)}.")
    if clip.torn:
        words.append(clip.torn)
    if changes:
        words += ["Different:", *changes]
    elif clip.judged is not None:
        words.append(f"All {len(now.lines)} events are the same, to the bit.")
    else:
        words.append(f"All {len(now.lines)} events are as they were told then, within a frame.")
    return words
