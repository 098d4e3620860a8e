"""`kibitz follow`: what hands do with cards in a video of which no game is known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from kibitz_models.weights import FOLDER, load_pipeline
from kibitz_vision.camera.video import read_video
from kibitz_vision.follow.free_play import Act, acts_in
from kibitz_vision.follow.handheld import looks_at


def follow(
    video: Annotated[Path, typer.Argument(help="A video of cards on a table, also from a camera held in a hand.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line for each act.")] = False,
    weights: Annotated[Path, typer.Option(help="Folder of other weights (ONNX).")] = FOLDER,
) -> None:
    """Follow cards in a video without knowing the game: which are lifted, laid down, turned over and pushed, and when.

    Types are lift, place, flip, and slide for a card that is pushed aside and stays down. Ten pictures a second are
    read; outlines are px of the first frame, after a slide where the card came to lie, times ms from it. For a game
    whose rules Kibitz knows, `kibitz watch` sees more and finer: there every card has its place.

    Example: kibitz follow solitaire.mp4 --json
    """
    for act in acts_in(tuple(looks_at(load_pipeline(weights), read_video(video)))):
        typer.echo(json.dumps(_json(act)) if as_json else _in_words(act))


def _json(act: Act) -> dict[str, object]:
    return {
        "type": act.deed.value,
        "at_ms": round(act.at_ms, 1),
        "quad": [[round(float(value), 1) for value in corner] for corner in act.quad],
        "card": None if act.card is None else str(act.card),
    }


def _in_words(act: Act) -> str:
    x, y = act.quad.mean(0)
    return f"{act.at_ms / 1000:7.2f} s  {act.deed.value:<5}  {act.card or 'a card'} at {x:.0f}, {y:.0f}"
