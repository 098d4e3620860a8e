"""Commands of the models: read pictures, train, and those that measure."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from platformdirs import user_cache_path

from kibitz_datasets.commands import deck as deck_commands
from kibitz_datasets.real import read_photos
from kibitz_models.reading.eval_command import evaluate_photos
from kibitz_models.reading.measure_commands import bench, calibrate, evaluate_rendered
from kibitz_models.reading.report.reading_json import reading_json
from kibitz_models.teaching.deck_command import add_deck_commands
from kibitz_models.teaching.taught_option import DecksOption, TaughtOption, with_taught
from kibitz_models.training.harvest import harvest
from kibitz_models.watching.commands.clips_command import app as clips
from kibitz_models.watching.commands.eval_command import evaluate_video
from kibitz_models.watching.commands.follow_command import follow
from kibitz_models.watching.commands.prove_command import prove
from kibitz_models.watching.commands.record_command import record
from kibitz_models.watching.commands.rejudge_command import rejudge
from kibitz_models.watching.commands.shrink_command import shrink
from kibitz_models.watching.commands.watch_command import watch
from kibitz_models.weights import FOLDER, load_pipeline
from kibitz_scoring.certainty import as_told
from kibitz_scoring.errors import InputError
from kibitz_vision.detections import Reading
from kibitz_vision.frames import load_image
from kibitz_vision.reading.assignment import copies_in
from kibitz_vision.reading.known_deck import KnownDeck
from kibitz_vision.tokens.finder import with_tokens

app = typer.Typer()
FREE = KnownDeck.FREE


@app.command()
def read(  # noqa: PLR0913, PLR0917 - each argument is an option of the command line
    images: Annotated[list[Path], typer.Argument(help="Pictures of cards on a table.", metavar="IMAGE...")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line per picture.")] = False,
    deck: Annotated[KnownDeck, typer.Option(help="One deck on the table: each card is named at most once.")] = FREE,
    taught: TaughtOption = None,
    decks: DecksOption = None,
    tokens: Annotated[bool, typer.Option("--tokens", help="Find printed +1 and -1 tokens on the cards, too.")] = False,
    weights: Annotated[Path, typer.Option(help="Folder of other weights (ONNX).")] = FOLDER,
) -> None:
    """Find and read the cards in pictures.

    With --deck french52 or french54 (two jokers) all cards of a picture are read together: a sure 7H elsewhere corrects
    a doubtful one; numeric is the deck of 0 to 13. The default, free, suits any table, also one with two decks. What is
    neither surely a face nor surely a back is "a card", in JSON with the face "unknown".
    With --taught cards and backs are those of decks that were taught (kibitz deck teach), each back told by its deck.

    Example: kibitz read --deck french52 table.jpg
    """
    pipeline, of_table = with_taught(load_pipeline(weights), taught, decks)
    cards = deck.cards if of_table is None else of_table.cards
    if cards is not None:
        copies_in(cards, pipeline.reader.cards)
    failed = False
    for path in images:
        try:
            image = load_image(path)
            reading = pipeline.read(image, cards)
            reading = with_tokens(image, reading) if tokens else reading
        except InputError as error:
            failed = True
            _say(json.dumps({"image": str(path), "error": str(error)}) if as_json else str(error), err=not as_json)
            continue
        _say(json.dumps(reading_json(str(path), reading)) if as_json else _in_words(path, reading))
    if failed:
        raise typer.Exit(2)


def _say(line: str, *, err: bool = False) -> None:
    typer.echo(line, err=err)


def _in_words(path: Path, reading: Reading) -> str:
    """A picture's cards for a person, surest first."""
    words = []
    for card in sorted(reading.cards, key=lambda card: -card.confidence):
        back = f"a back of {card.back_of}" if card.back_of else "a back"
        unnamed = "unreadable" if card.side_known else "a card"
        name = back if card.is_back else str(card.card or unnamed)
        name += f" {card.points:+d}" if card.points else ""
        words.append(f"{name} ({as_told(card.confidence):.0%})" if card.card else name)
    return f"{path}: {', '.join(words) if words else 'no cards found'} [{reading.timings.total_ms:.0f} ms]"


@app.command("harvest")
def harvest_photos(
    folders: Annotated[list[Path], typer.Argument(help="Folders with images/ and labels.jsonl.", metavar="FOLDER...")],
    leave: Annotated[str, typer.Option(help="Names of photos to leave out, such as those kept for measuring.")] = "",
    even: Annotated[
        bool, typer.Option("--even", help="Only every other photo: the odd ones are for measuring.")
    ] = False,
    pool: Annotated[Path | None, typer.Option(help="Folder of the pool (default: the user's cache).")] = None,
) -> None:
    """Cut crops of labelled photographs for training the reader; use only photos whose licence allows it.

    Sets that were cut before are left as they are.

    Example: kibitz harvest photos/kitchen --leave photo3,photo9
    """
    pipeline = load_pipeline()
    out = (pool or user_cache_path("kibitz") / "pool") / "train" / "photos"
    for folder in folders:
        if (out / folder.name / "labels.txt").is_file():
            typer.echo(f"{folder}: taken before.")
            continue
        given = read_photos(folder)[1::2] if even else read_photos(folder)
        photos = [photo for photo in given if photo.path.stem not in leave.split(",")]
        taken = harvest(pipeline, photos, out / folder.name, seed=1)
        typer.echo(f"{folder}: {taken} cards of {len(photos)} photos taken.")


@app.command()
def train(  # noqa: PLR0913, PLR0917 - each argument is an option of the command line
    model: Annotated[str, typer.Argument(help="Which model: detector, corners, reader or hands.")],
    pool: Annotated[Path | None, typer.Option(help="Folder of rendered material (default: the user's cache).")] = None,
    start: Annotated[
        Path | None, typer.Option(help="Starting weights, or a shipped ONNX file (default: YOLO26n, downloaded).")
    ] = None,
    checkpoint: Annotated[Path | None, typer.Option(help="Checkpoint to write and to go on from.")] = None,
    steps: Annotated[int | None, typer.Option(help="Steps in all (default: the recipe's).", min=1)] = None,
    batch: Annotated[int | None, typer.Option(help="Pictures a step (default: the recipe's).", min=1)] = None,
    rate: Annotated[
        float | None, typer.Option(help="Learning rate at its highest (default: the recipe's).", min=1e-6)
    ] = None,
    threads: Annotated[int, typer.Option(help="Processor cores to use.", min=1)] = 2,
    out: Annotated[Path, typer.Option(help="Folder for the exported ONNX file.")] = FOLDER,
) -> None:
    """Train one of the models on rendered tables, and export it (needs the extra 'train').

    Interrupt at any time; the same command goes on from the last checkpoint.

    Example: kibitz render crops && kibitz train reader
    """
    try:
        from kibitz_models.training import export
        from kibitz_models.training import train as training
    except ImportError as error:
        raise InputError(f"training needs the extra 'train' (pip install 'kibitz[train]'): {error}") from error
    if model not in list(training.Model):
        raise InputError(f"'{model}' is not a model: expected detector, corners, reader or hands.")
    which = training.Model(model)
    recipe = training.RECIPES[which]
    config = replace(
        recipe,
        steps=steps or recipe.steps,
        batch=batch or recipe.batch,
        learning_rate=rate or recipe.learning_rate,
        threads=threads,
    )
    place = checkpoint or training.default_checkpoint(which)
    paths = training.TrainPaths(pool or user_cache_path("kibitz") / "pool", start, place)
    trained = training.run(which, config, paths)
    export.EXPORTS[which](trained, out / f"{which}.onnx")
    typer.echo(f"{out / f'{which}.onnx'}: written, equal to the trained model within {export.TOLERANCE}.")


app.command("eval")(evaluate_photos)
app.command("eval-rendered")(evaluate_rendered)
app.command()(calibrate)
app.command()(bench)
app.command("eval-video")(evaluate_video)
app.command()(watch)
app.command()(record)
app.command()(prove)
app.command()(rejudge)
app.add_typer(clips, name="clips")
add_deck_commands(deck_commands)
app.command()(shrink)
app.command()(follow)
