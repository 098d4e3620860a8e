"""Commands that measure: on rendered tables, confidence, speed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import cv2
import typer

from kibitz_datasets.decks.deck import Deck
from kibitz_models.onnx_notes import write_temperature
from kibitz_models.reading.bench import bench_json
from kibitz_models.reading.calibrate import calibrate as measure_calibration
from kibitz_models.reading.calibrate import calibration_json, photographed_crops, rendered_crops
from kibitz_models.reading.eval_command import Out, Weights, say_result
from kibitz_models.reading.rendered import (
    UNSEEN,
    RenderedPlan,
    Rendering,
    measure_decks,
    measure_jokers,
    other_decks,
    rendered_json,
    unseen_decks,
)
from kibitz_models.reading.report.charts import draw_reliability
from kibitz_models.reading.report.figures_file import write_figures
from kibitz_models.shares import share_in_words
from kibitz_models.weights import FOLDER, READER, load_pipeline
from kibitz_vision.reading.pipeline import Pipeline


def evaluate_rendered(  # noqa: PLR0913, PLR0917 - each argument is an option of the command line
    renderings: Annotated[
        list[Rendering] | None, typer.Option("--rendering", help="Evenly lit tables, scenes as in training; else both.")
    ] = None,
    pictures: Annotated[int, typer.Option(help="Pictures of each deck.", min=1)] = 10,
    jokers: Annotated[int, typer.Option(help="Pictures with a joker of each unseen deck.", min=1)] = 70,
    others: Annotated[int, typer.Option(help="Vector decks and drawn decks that training used.", min=1)] = 8,
    seed: Annotated[int, typer.Option(help="Same seed, same pictures.")] = 7,
    out: Out = None,
    weights: Weights = FOLDER,
) -> None:
    """Measure the reading on rendered tables: decks never trained on against the others, and jokers.

    Tables are evenly lit; scenes have every light, lens and disorder of the training's. Every deck lies in the same
    places, in the same light. With --out it goes on where it was stopped: remove the folders in it that are named kept
    to measure anew with other weights or another program.

    Example: kibitz eval-rendered --pictures 10 --jokers 70 --out measured
    """
    pipeline, unseen = load_pipeline(weights), unseen_decks()
    decks = [*unseen, *other_decks(others)]
    measured = {}
    for rendering in renderings or list(Rendering):
        typer.echo(f"{rendering}:")
        plan = RenderedPlan(rendering, pictures, jokers, seed)
        measured[rendering.value] = _measure_rendered(pipeline, decks, plan, out / rendering if out else None)
        if out:
            write_figures(out / "rendered.json", {"pictures_a_deck": pictures, "seed": seed, **measured})


def _measure_rendered(
    pipeline: Pipeline, decks: Sequence[Deck], plan: RenderedPlan, failures: Path | None
) -> dict[str, Any]:
    results = []
    for deck, result in zip(decks, measure_decks(pipeline.read, decks, plan, failures), strict=True):
        results.append((deck, result))
        say_result(result, as_json=False)
    unseen = [deck for deck in decks if deck.family in UNSEEN]
    figures = rendered_json(results, list(measure_jokers(pipeline.read, unseen, plan, failures)))
    for kind in ("french", "numeric"):
        for name in ("unseen", "others"):
            right = figures[kind][name]["right"]
            typer.echo(f"{kind} decks, {name}: recall {share_in_words(right)} of {right['of']}")
        typer.echo(f"unseen {kind} decks are {figures[kind]['points_behind_others']} points behind the others")
    shown = figures["jokers"]["all"]
    typer.echo(f"jokers of unseen decks: recall {share_in_words(shown)} of {shown['of']}")
    return figures


def calibrate(
    folders: Annotated[
        list[Path] | None, typer.Argument(help="Folders with images/ and labels.jsonl.", metavar="[FOLDER...]")
    ] = None,
    crops: Annotated[int, typer.Option(help="How many crops to render of decks kept for measuring.", min=0)] = 2000,
    seed: Annotated[int, typer.Option(help="Same seed, same crops.")] = 7,
    out: Out = None,
    weights: Weights = FOLDER,
    write: Annotated[bool, typer.Option("--write", help="Store the temperature in the reader's file.")] = False,
) -> None:
    """Measure the temperature that makes the reader's confidence deserved, and what each threshold would cost.

    It is fitted to every second crop, photographs and renderings weighing the same, and judged by the others. --write
    (needs the extra 'train') stores it.

    Example: kibitz calibrate photos/kitchen photos/club --out measured
    """
    pipeline = load_pipeline(weights)
    sources = {
        "photographs": [crop for folder in folders or [] for crop in photographed_crops(pipeline, folder)],
        "renderings": rendered_crops(unseen_decks(), crops, seed) if crops else [],
    }
    found = measure_calibration(pipeline.reader, sources)
    figures = calibration_json(found)
    typer.echo(json.dumps(figures, indent=1))
    if out:
        write_figures(out / "calibration.json", figures)
        for name, trust in found.trust_after.items():
            curves = {"before": found.trust_before[name], "after": trust}
            cv2.imwrite(str(out / f"calibration-{name}.png"), draw_reliability(curves))
    if write:
        write_temperature(weights / READER.name, found.after)


def bench(
    repeats: Annotated[int, typer.Option(help="Readings of each picture.", min=1)] = 30,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the figures here (JSON).")] = None,
    weights: Weights = FOLDER,
) -> None:
    """Measure milliseconds a picture: 20 face-up cards in 1920x1080 and in 12 megapixels.

    Where ultralytics is installed, a one-stage detector is timed on the same pictures.

    Example: kibitz bench --out speed.json
    """
    figures = bench_json(repeats, weights)
    typer.echo(json.dumps(figures, indent=1))
    if out:
        write_figures(out, figures)
