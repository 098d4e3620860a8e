"""The command that measures the reading on labelled photographs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated, Any

import cv2
import typer

from kibitz_models.reading.beside_backs import measure_beside_backs
from kibitz_models.reading.card_names import compare_names, names_in
from kibitz_models.reading.evaluate import (
    SetResult,
    chosen_photos,
    evaluate,
    groups_json,
    overall,
    result_json,
    thresholds_json,
)
from kibitz_models.reading.kept_outputs import KeptOutputs
from kibitz_models.reading.made_up import DECKS, measure_made_up, shows_no_cards
from kibitz_models.reading.report.charts import draw_confusions, draw_reliability
from kibitz_models.reading.report.figures_file import write_figures
from kibitz_models.reading.report.gallery import write_gallery
from kibitz_models.reading.report.model_card import write_card
from kibitz_models.reading.rival import load_rival
from kibitz_models.shares import share_in_words
from kibitz_models.weights import FOLDER, load_pipeline
from kibitz_scoring.errors import InputError
from kibitz_vision.detections import Image, Reading
from kibitz_vision.reading.known_deck import KnownDeck
from kibitz_vision.reading.onnx_model import OnnxModel

FREE = KnownDeck.FREE
Folders = Annotated[list[Path], typer.Argument(help="Folders with images/ and labels.jsonl.", metavar="FOLDER...")]
Out = Annotated[Path | None, typer.Option(metavar="DIR", help="Folder to write figures and pictures to.")]
Weights = Annotated[Path, typer.Option(help="Folder of the weights to measure (ONNX).")]


def evaluate_photos(  # noqa: PLR0913, PLR0917 - each argument is an option of the command line
    folders: Folders,
    only: Annotated[
        list[str] | None, typer.Option(help="SET=name,name: photos that count; SET=odd: every other.")
    ] = None,
    apart: Annotated[list[str] | None, typer.Option(help="SET that is reported, but not in the sum.")] = None,
    deck: Annotated[KnownDeck, typer.Option(help="Deck that each photo's cards are from.")] = FREE,
    beside_backs: Annotated[int, typer.Option(help="Faces put among seven backs each.", min=0)] = 0,
    kept: Annotated[Path | None, typer.Option(metavar="FILE", help="What the networks said is kept here.")] = None,
    out: Out = None,
    card: Annotated[Path | None, typer.Option(help="Write the model card here.")] = None,
    compare: Annotated[Path | None, typer.Option(metavar="FILE", help="Detector of ultralytics to compare.")] = None,
    tiles: Annotated[int, typer.Option(help="Cut photos into so many rows and columns for it.", min=1, max=8)] = 1,
    weights: Weights = FOLDER,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line per set, then one over all.")] = False,
) -> None:
    """Measure finding and reading on labelled photographs.

    --out writes results.json, the confusion matrix, the calibration curve and a page with every failure. --compare runs
    another detector (.pt or .onnx, classes named like cards) and counts both by the names on each photo. Of sets whose
    pictures show no card at all it counts what is made up. With --kept a run that was stopped goes on where it was, and
    the next one asks the networks only for what is new.

    Example: kibitz eval photos/kitchen photos/club --out measured --card card.md
    """
    chosen = dict(_chosen(text) for text in only or [])
    _check_names({*chosen, *(apart or [])}, folders)
    with _loading(kept) as load:
        pipeline, cards = load_pipeline(weights, load=load), deck.cards
        rival = load_rival(compare, tiles) if compare else None
        bare = [folder for folder in folders if shows_no_cards(folder)]
        laid = [folder for folder in folders if folder not in bare]
        results = []
        for result in evaluate(lambda image: pipeline.read(image, cards), laid, chosen):
            results.append(result)
            say_result(result, as_json=as_json)
        summed = [result for result in results if result.name not in (apart or [])]
        aside = [result for result in results if result not in summed]
        say_result(overall(summed), as_json=as_json)
        figures = figures_of(summed, aside)

        def read_with(image: Image, deck: KnownDeck) -> Reading:
            return pipeline.read(image, deck.cards)

        for row in measure_made_up(read_with, bare):
            figures["made_up"].append(row)
            _say_made_up(row, as_json=as_json)
        if beside_backs:
            photos = [photo for folder in laid for photo in chosen_photos(folder, chosen)]
            figures["beside_backs"] = measure_beside_backs(read_with, photos, beside_backs)
            typer.echo(json.dumps({"beside_backs": figures["beside_backs"]}))
        if rival and compare:
            figures["by_names"] = {
                "kibitz": compare_names(lambda image: names_in(pipeline.read(image, cards)), laid, chosen),
                compare.name: compare_names(rival, laid, chosen),
            }
            typer.echo(json.dumps({"by_names": figures["by_names"]}))
    if out:
        _write_evaluation(out, figures, overall(summed))
        write_gallery(overall(results).tally.failures, out)
    if card:
        write_card(card, figures, weights)


@contextmanager
def _loading(kept: Path | None) -> Iterator[Callable[[Path, int], OnnxModel]]:
    """What loads a network: as it is, or one that is asked only for what is not yet kept in the file."""
    if kept is None:
        yield OnnxModel
        return
    with closing(KeptOutputs(kept)) as outputs:
        yield outputs.model


def figures_of(summed: Sequence[SetResult], aside: Sequence[SetResult]) -> dict[str, Any]:
    """What is written of these sets, those `aside` being in no sum; places for what is measured beside them."""
    everything = overall(summed)
    return {
        "sets": [result_json(result) for result in summed],
        "apart": [result_json(result) for result in aside],
        "all": {key: value for key, value in result_json(everything).items() if key != "failures"},
        "groups": groups_json(everything),
        "thresholds": thresholds_json(everything),
        "made_up": [],
        "beside_backs": [],
    }


def _write_evaluation(out: Path, figures: dict[str, Any], everything: SetResult) -> None:
    write_figures(out / "results.json", figures)
    cv2.imwrite(str(out / "confusions.png"), draw_confusions(everything.tally.faces))
    cv2.imwrite(str(out / "calibration.png"), draw_reliability({"named cards": everything.tally.trust}))


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


def _say_made_up(row: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(row))
        return
    told = [f"{deck.value} {row[deck.value]['names']} names and {row[deck.value]['backs']} backs" for deck in DECKS]
    typer.echo(f"{row['set']}: made up on {row['pictures']} pictures: {', '.join(told)}")


def say_result(result: SetResult, *, as_json: bool) -> None:
    """A set's figures on standard output, in a sentence or as a JSON line."""
    row = result_json(result)
    if as_json:
        typer.echo(json.dumps(row))
        return
    rest = ", ".join(f"{row[key]['count']} {key}" for key in ("wrong", "abstained", "missed"))
    shares = f"recall {share_in_words(row['recall'])} of {row['faces']}, precision {share_in_words(row['precision'])}"
    backs = (
        f", backs {row['backs']['count']} of {row['backs']['of']} ({row['backs_named']['count']} named)"
        if row["backs"]["of"]
        else ""
    )
    part = f", parts {row['part']['count']} of {row['part']['of']} ({row['part_wrong']['count']} wrong)"
    part = part if row["part"]["of"] else ""
    exact = f"exact {row['exact']['count']} of {row['exact']['of']} photos"
    typer.echo(f"{row['set']}: {shares}, {exact}, {rest}, {row['extra']} extra{part}{backs}")
