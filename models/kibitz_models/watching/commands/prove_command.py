"""`kibitz prove`: how well Kibitz does at one's own table, from rounds that were recorded there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz_models.progress import follow
from kibitz_models.watching.kept_cases import keep_round
from kibitz_models.watching.measuring.proof import RoundProof, proof_figures, proof_of, proof_words
from kibitz_models.watching.measuring.watch_film import watch_film
from kibitz_models.weights import FOLDER, load_pipeline
from kibitz_scoring.errors import InputError
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.recording.recorded_round import read_recorded, recorded_in


def prove(
    folders: Annotated[
        list[Path], typer.Argument(help="Folders of recorded rounds, or one that holds them.", metavar="FOLDER...")
    ],
    keep: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Copy each round whose sheet is not exact there, as a test.")
    ] = None,
    weights: Annotated[Path, typer.Option(help="Folder of other weights (ONNX).")] = FOLDER,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line per round, then one over all.")] = False,
) -> None:
    """Watch recorded rounds once more and say how many score sheets come out as the table confirmed them.

    They are watched as `kibitz watch` and the page do it, with the present code and models, given what people said and
    answered then. A round without a confirmed sheet is left out of the figure. The interval is Wilson's, 95 %.

    Example: kibitz prove round-2026-11-28-2031
    """
    paths = recorded_in(folders)
    pipeline = load_pipeline(weights)
    proofs: list[RoundProof] = []
    for path in follow(paths, "Watching"):
        proof = prove_one(path, pipeline, as_json=as_json)
        if proof is None:
            continue
        proofs.append(proof)
        if keep is not None and proof.sheet_exact is False:
            typer.echo(f"{keep_round(path, keep)}: kept, and watched by the tests from now on.", err=True)
    if as_json:
        typer.echo(json.dumps({"round": "all", **proof_figures(proofs)}))
    elif proofs:
        typer.echo(f"{proof_words(proof_figures(proofs))[0].upper()}{proof_words(proof_figures(proofs))[1:]}.")
    if len(proofs) < len(paths):
        raise typer.Exit(2)


def prove_one(path: Path, pipeline: Pipeline, *, as_json: bool) -> RoundProof | None:
    """Watch one recording and say what came of it; None, and the reason in a sentence, where it cannot be read."""
    try:
        recorded = read_recorded(path)
        proof = proof_of(recorded, watch_film(recorded, pipeline))
    except InputError as error:
        typer.echo(json.dumps({"round": str(path), "error": str(error)}) if as_json else str(error), err=not as_json)
        return None
    if as_json:
        line: Mapping[str, Any] = {"torn": proof.torn, "corrections": proof.corrected, **proof_figures([proof])}
        typer.echo(json.dumps({"round": str(path), **line}))
    else:
        typer.echo(f"{path}: {_words(proof)}")
    return proof


def _words(proof: RoundProof) -> str:
    exact = {True: "sheet exact", False: "sheet NOT exact", None: "no confirmed sheet"}[proof.sheet_exact]
    words = [exact, f"{proof.questions} questions", f"{proof.found} events as then, {proof.missed + proof.extra} not"]
    words += [f"corrected then: {change}" for change in proof.corrected]
    words += [f"not whole: {proof.torn}"] if proof.torn else []
    return ", ".join(words)
