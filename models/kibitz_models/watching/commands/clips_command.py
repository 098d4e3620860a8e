"""`kibitz clips`: the clips there are, what is in one, whether it was changed, and what to hand to others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import cv2
import typer

from kibitz_models.progress import follow
from kibitz_models.weights import load_pipeline
from kibitz_scoring.certainty import as_told
from kibitz_scoring.errors import InputError
from kibitz_vision.clips.clip import Clip
from kibitz_vision.clips.clip_file import SUFFIX, read_clip
from kibitz_vision.clips.concealment import shown_by_itself
from kibitz_vision.clips.evidence import evidence
from kibitz_vision.clips.film_export import export_film
from kibitz_vision.clips.photo_finish import photo_finish
from kibitz_vision.clips.shelf import ClipShelf
from kibitz_vision.clips.wrong_clips import RightAnswer, keep_wrong
from kibitz_vision.own_data import CLIPS, own_data

app = typer.Typer(help="The clips of snaps, disputes and questions.", no_args_is_help=True)

FolderOption = Annotated[
    Path | None, typer.Option("--dir", metavar="DIR", help="The folder of the clips (default: that of the page).")
]
OverOption = Annotated[
    bool, typer.Option("--over", help="Its round is over: what lay open then, and what went back, may be seen.")
]
ClipArgument = Annotated[str, typer.Argument(help="A .kibitz file, or a clip's name.", metavar="CLIP")]


def clip_folder() -> Path:
    """Where the page keeps its clips."""
    return own_data() / CLIPS


@app.command("list")
def list_clips(
    folder: FolderOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line per clip.")] = False,
) -> None:
    """List the clips, the oldest first.

    Example: kibitz clips list
    """
    for one in ClipShelf(folder or clip_folder()).clips():
        head = one.head
        if as_json:
            told = {} if head is None else {"kind": head.kind, "title": head.title, "made": head.made}
            typer.echo(json.dumps({"name": one.name, "bytes": one.size_bytes, "kept": one.is_kept, **told}))
        else:
            words = "was changed or cut off" if head is None else f"{head.kind}: {head.title}"
            typer.echo(f"{one.name}  {one.size_bytes / 1e6:5.1f} MB{'  kept' if one.is_kept else ''}  {words}")


@app.command()
def show(
    clip: ClipArgument,
    folder: FolderOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="All of the evidence, as one JSON object.")] = False,
    is_over: OverOption = False,
) -> None:
    """Show what is in a clip: verdict, contacts, ruling and events, as everybody may know them.

    Example: kibitz clips show 20261128-203100-snap
    """
    read = shown_by_itself(read_clip(_path(clip, folder)), is_over=is_over).clip
    if as_json:
        typer.echo(json.dumps(evidence(read)))
        return
    typer.echo("\n".join(_words(read)))


@app.command()
def verify(
    clips: Annotated[list[str], typer.Argument(help="Files or names of clips.", metavar="CLIP...")],
    folder: FolderOption = None,
) -> None:
    """Check that no byte of these clips was changed since they were cut; exit code 1 where one was, or was cut off.

    Example: kibitz clips verify evening/*.kibitz
    """
    is_whole = True
    for clip in clips:
        try:
            read = read_clip(_path(clip, folder))
        except InputError as error:
            typer.echo(str(error))
            is_whole = False
            continue
        is_whole = is_whole and not read.torn
        typer.echo(f"{clip}: {read.torn or 'as it was cut'} ({len(read.frames)} pictures, seal {read.seal[:16]})")
    if not is_whole:
        raise typer.Exit(1)


@app.command()
def export(
    clip: ClipArgument,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the files are written.")] = Path(),
    folder: FolderOption = None,
    is_over: OverOption = False,
) -> None:
    """Write a clip's film (MP4), photo finish (PNG) and evidence (JSON), with every face masked that is not public.

    A card that went back from the pile is not shown, nor hands that were turned up, unless the clip shows that its
    round is over, or --over says it.

    Example: kibitz clips export 20261128-203100-snap --out evidence
    """
    path = _path(clip, folder)
    shown, pipeline = shown_by_itself(read_clip(path), is_over=is_over), load_pipeline()
    read = shown.clip
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / f"{path.stem}.json").write_text(json.dumps(evidence(read), indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"{out} cannot be written to ({error.strerror}); expected a folder.") from error
    written = [f"{path.stem}.json"]
    if read.verdict and read.verdict.contacts:
        (out / f"{path.stem}.png").write_bytes(cv2.imencode(".png", photo_finish(shown, pipeline))[1].tobytes())
        written.append(f"{path.stem}.png")
    frames = export_film(shown, pipeline, out / f"{path.stem}.mp4")
    for _ in follow(range(len(read.frames)), "Masking"):
        next(frames)
    for _ in frames:
        pass
    typer.echo(f"{out}: {', '.join([*written, f'{path.stem}.mp4'])}")


@app.command()
def keep(
    clip: ClipArgument,
    tests: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Copy it there with the right answer, as a test.")
    ] = None,
    right: Annotated[
        str | None,
        typer.Option(
            metavar="WHAT", help="Who was truly first, or 'nobody'; of what is no race events, or a line of words."
        ),
    ] = None,
    folder: FolderOption = None,
) -> None:
    """Keep a clip for good; with --tests and --right it becomes a test: this was wrong, and that is right.

    Example: kibitz clips keep 20261128-203100-snap --tests tests/models/watching/clips --right Ben
    """
    path = _path(clip, folder)
    read = read_clip(path)
    if (tests is None) != (right is None):
        raise InputError("--tests and --right go together: a test needs the right answer, and a folder to lie in.")
    if tests is not None and right is not None:
        kept = keep_wrong(path, tests, RightAnswer.parse(right, read))
        typer.echo(f"{kept}: kept, and judged by the tests from now on.")
        return
    shelf = ClipShelf(folder or clip_folder())
    shelf.keep(path.stem)
    typer.echo(f"{path.stem}: kept until you delete it.")


def _path(clip: str, folder: Path | None) -> Path:
    path = Path(clip)
    return path if path.suffix == SUFFIX or path.is_file() else ClipShelf(folder or clip_folder()).path(clip)


def _words(clip: Clip) -> list[str]:
    told = evidence(clip)
    words = [f"{clip.kind}: {clip.title}", f"Cut {clip.made}, {len(clip.frames)} pictures, {clip.duration_ms:.0f} ms."]
    for one in clip.verdict.contacts if clip.verdict else ():
        number = clip.at(one.at_ms.end_ms + 0.5)
        index = clip.frames[number].index
        at = clip.stated(one)
        words.append(f"{one.player} from {one.slot}: {at.start_ms:.0f} to {at.end_ms:.0f} ms, first on frame {index}")
    if clip.verdict and clip.verdict.chance is not None:
        words.append(f"The first of them was first with a probability of {as_told(clip.verdict.chance):.0%}.")
    words += [f"A slap was heard: {one.at_ms.start_ms:.0f} to {one.at_ms.end_ms:.0f} ms." for one in clip.sounds]
    words += [f"{event['end_ms']:7.0f} ms  {event['event']}" for event in told["events"]]
    words += [clip.ruling.sentence] if clip.ruling else []
    return [*words, *([clip.torn] if clip.torn else [])]
