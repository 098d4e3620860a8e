"""Commands of the training material: render pools and look at them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from platformdirs import user_cache_path

from kibitz_datasets.contact_sheet import write_contact_sheet
from kibitz_datasets.films.commands import film_sheet, simulate_races, simulate_round
from kibitz_datasets.films.demo_round import write_demo_round
from kibitz_datasets.pool import A_SHARD, Kind, PoolConfig, Split, render_pool
from kibitz_datasets.printing.commands import print_deck
from kibitz_datasets.scenes.hands.hand_photos import hands_folder
from kibitz_datasets.scenes.reveal import write_demo

app = typer.Typer()
deck = typer.Typer(help="Decks of cards.", no_args_is_help=True)
"""The commands about decks; other packages add theirs."""
app.add_typer(deck, name="deck")
deck.command("print")(print_deck)
app.command("simulate")(simulate_round)
app.command("simulate-races")(simulate_races)
app.command("film-sheet")(film_sheet)


@app.command()
def render(  # noqa: PLR0913, PLR0917 - each argument is an option of the command line
    kind: Annotated[Kind, typer.Argument(help="Scenes for the detector, crops for the reader, tables with hands.")],
    shards: Annotated[int, typer.Option(help="Shards of 100 scenes, 50 tables or 2,000 crops.", min=1)] = 50,
    split: Annotated[Split, typer.Option(help="Decks for training or those kept for measuring.")] = Split.TRAIN,
    seed: Annotated[int, typer.Option(help="Same seed, same pictures.")] = 1,
    workers: Annotated[int, typer.Option(help="Processes to render with.", min=1)] = 2,
    out: Annotated[Path | None, typer.Option(help="Folder of the pool (default: the user's cache).")] = None,
    hands: Annotated[
        Path | None, typer.Option(help="Folder of cut-out hands (default: KIBITZ_HANDS, or drawn)")
    ] = None,
    photos: Annotated[Path | None, typer.Option(help="Folder of photos for some of the tables.")] = None,
) -> None:
    """Render training pictures to disk; can be interrupted and goes on where it stopped.

    Only scenes and pictures of the kind hands need --hands and --photos; photos for scenes show no card of ours.

    Example: kibitz render crops --shards 10
    """
    folder = out or user_cache_path("kibitz") / "pool"
    found = tuple(sorted(path for path in photos.glob("*.*") if path.is_file())) if photos else ()
    config = PoolConfig(folder, kind, split, shards, seed, A_SHARD[kind], hands_folder(hands), found)
    render_pool(config, workers)


@app.command("contact-sheet")
def contact_sheet(
    kind: Annotated[Kind, typer.Argument(help="What to look at: scenes or crops.")],
    out: Annotated[Path, typer.Argument(help="Picture to write, such as sheet.jpg.")],
    count: Annotated[int, typer.Option(help="How many pictures.", min=1, max=400)] = 24,
    split: Annotated[Split, typer.Option(help="Decks for training or those kept for measuring.")] = Split.TRAIN,
    seed: Annotated[int, typer.Option(help="Same seed, same pictures.")] = 1,
) -> None:
    """Render a few labelled pictures on one sheet, to see what training sees.

    Example: kibitz contact-sheet scenes sheet.jpg
    """
    write_contact_sheet(kind, out, count, split, seed)


@app.command("demo-pictures")
def demo_pictures(out: Annotated[Path, typer.Argument(help="Folder to write them to.")]) -> None:
    """Render the pictures and the film of the dashboard's demo.

    Example: kibitz demo-pictures server/kibitz_server/demo
    """
    write_demo(out)
    write_demo_round(out)
