"""Commands that measure: on labelled photographs, on rendered tables, confidence, speed."""

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
from kibitz_models.reading.card_names import compare_names, names_in
from kibitz_models.reading.charts import draw_confusions, draw_reliability
from kibitz_models.reading.evaluate import SetResult, evaluate, groups_json, overall, result_json, thresholds_json
from kibitz_models.reading.gallery import write_gallery
from kibitz_models.reading.model_card import write_card
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
from kibitz_models.reading.rival import load_rival
from kibitz_models.weights import FOLDER, READER, load_pipeline
from kibitz_scoring.errors import InputError
from kibitz_vision.reading.assignment import KnownDeck
from kibitz_vision.reading.pipeline import Pipeline

FREE = KnownDeck.FREE
Folders = Annotated[list[Path], typer.Argument(help="Folders with images/ and labels.jsonl.", metavar="FOLDER...")]
Out = Annotated[Path | None, typer.Option(metavar="DIR", help="Folder to write figures and pictures to.")]
Weights = Annotated[Path, typer.Option(help="Folder of the weights to measure (ONNX).")]


def evaluate_photos(  # noqa: PLR0913, PLR0917 - each argument is an option of the command line
    folders: Folders,
    only: Annotated[list[str] | None, typer.Option(help="SET=name,name: photos of a set that count.")] = None,
    apart: Annotated[list[str] | None, typer.Option(help="SET that is reported, but not in the sum.")] = None,
    deck: Annotated[KnownDeck, typer.Option(help="Deck that each photo's cards are from.")] = FREE,
    out: Out = None,
    card: Annotated[Path | None, typer.Option(help="Write the model card here.")] = None,
    compare: Annotated[Path | None, typer.Option(metavar="FILE", help="Detector of ultralytics to compare.")] = None,
    tiles: Annotated[int, typer.Option(help="Cut photos into so many rows and columns for it.", min=1, max=8)] = 1,
    weights: Weights = FOLDER,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line per set, then one over all.")] = False,
) -> None:
    """Measure finding and reading on labelled photographs.

    --out writes results.json, the confusion matrix, the calibration curve and a page with every failure. --compare runs
    another detector (.pt or .onnx, classes named like cards) and counts both by the names on each photo.

    Example: kibitz eval photos/kitchen photos/club --out measured --card card.md
    """
    chosen = dict(_chosen(text) for text in only or [])
    _check_names({*chosen, *(apart or [])}, folders)
    pipeline, cards = load_pipeline(weights), deck.cards
    rival = load_rival(compare, tiles) if compare else None
    results = []
    for result in evaluate(lambda image: pipeline.read(image, cards), folders, chosen):
        results.append(result)
        _say_result(result, as_json=as_json)
    summed = [result for result in results if result.name not in (apart or [])]
    aside = [result for result in results if result not in summed]
    _say_result(overall(summed), as_json=as_json)
    figures = _figures(summed, aside)
    if rival and compare:
        figures["by_names"] = {
            "kibitz": compare_names(lambda image: names_in(pipeline.read(image, cards)), folders, chosen),
            compare.name: compare_names(rival, folders, chosen),
        }
        typer.echo(json.dumps({"by_names": figures["by_names"]}))
    if out:
        _write_evaluation(out, figures, overall(summed))
        write_gallery(overall(results).tally.failures, out)
    if card:
        write_card(card, summed, aside, weights)


def _figures(summed: Sequence[SetResult], aside: Sequence[SetResult]) -> dict[str, Any]:
    everything = overall(summed)
    return {
        "sets": [result_json(result) for result in summed],
        "apart": [result_json(result) for result in aside],
        "all": {key: value for key, value in result_json(everything).items() if key != "failures"},
        "groups": groups_json(everything),
        "thresholds": thresholds_json(everything),
    }


def _write_evaluation(out: Path, figures: dict[str, Any], everything: SetResult) -> None:
    _write_json(out / "results.json", figures)
    cv2.imwrite(str(out / "confusions.png"), draw_confusions(everything.tally.faces))
    cv2.imwrite(str(out / "calibration.png"), draw_reliability({"named cards": everything.tally.trust}))


def _write_json(path: Path, figures: dict[str, Any]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be written ({error.strerror}): expected a folder with room in it.") from error


def _chosen(text: str) -> tuple[str, frozenset[str]]:
    name, sign, photos = text.partition("=")
    if not sign or not photos:
        raise InputError(f"--only {text}: expected SET=name,name, as in kitchen=photo1,photo2.")
    return name, frozenset(photos.split(","))


def _check_names(names: set[str], folders: Sequence[Path]) -> None:
    unknown = sorted(names - {folder.name for folder in folders})
    if unknown:
        known = ", ".join(folder.name for folder in folders)
        raise InputError(f"--only or --apart names {unknown[0]}, which is not among the folders: {known}.")


def _say_result(result: SetResult, *, as_json: bool) -> None:
    row = result_json(result)
    if as_json:
        typer.echo(json.dumps(row))
        return
    rest = ", ".join(f"{row[key]['count']} {key}" for key in ("wrong", "abstained", "missed"))
    shares = f"recall {_share(row['recall'])} of {row['faces']}, precision {_share(row['precision'])}"
    backs = f", backs {row['backs']['count']} of {row['backs']['of']}" if row["backs"]["of"] else ""
    part = f", parts {row['part']['count']} of {row['part']['of']} ({row['part_wrong']['count']} wrong)"
    part = part if row["part"]["of"] else ""
    exact = f"exact {row['exact']['count']} of {row['exact']['of']} photos"
    typer.echo(f"{row['set']}: {shares}, {exact}, {rest}, {row['extra']} extra{part}{backs}")


def _share(share: dict[str, Any]) -> str:
    low, high = share["interval"]
    return "-" if share["share"] is None else f"{share['share']:.3f} ({low:.3f} to {high:.3f})"


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
    places, in the same light.

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
            _write_json(out / "rendered.json", {"pictures_a_deck": pictures, "seed": seed, **measured})


def _measure_rendered(
    pipeline: Pipeline, decks: Sequence[Deck], plan: RenderedPlan, failures: Path | None
) -> dict[str, Any]:
    results = []
    for deck, result in zip(decks, measure_decks(pipeline.read, decks, plan, failures), strict=True):
        results.append((deck, result))
        _say_result(result, as_json=False)
    unseen = [deck for deck in decks if deck.family in UNSEEN]
    figures = rendered_json(results, list(measure_jokers(pipeline.read, unseen, plan, failures)))
    for kind in ("french", "numeric"):
        for name in ("unseen", "others"):
            right = figures[kind][name]["right"]
            typer.echo(f"{kind} decks, {name}: recall {_share(right)} of {right['of']}")
        typer.echo(f"unseen {kind} decks are {figures[kind]['points_behind_others']} points behind the others")
    shown = figures["jokers"]["all"]
    typer.echo(f"jokers of unseen decks: recall {_share(shown)} of {shown['of']}")
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
        _write_json(out / "calibration.json", figures)
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
        _write_json(out, figures)
