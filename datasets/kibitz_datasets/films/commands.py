"""Commands of the simulator: `kibitz simulate` and `kibitz simulate-races`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from kibitz_datasets.films.film_sheet import CELL, write_film_sheet
from kibitz_datasets.films.races import AS_AT_HOME, perform_race
from kibitz_datasets.films.simulate import SimulationConfig, simulate, write_film
from kibitz_datasets.films.stage.frame_clock import ClockConfig
from kibitz_datasets.films.trouble_kinds import USUAL, TroubleKind, parse_kinds
from kibitz_datasets.pool import Split
from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.packs import find_pack

Rules = Annotated[str, typer.Option(help="A game, such as kaboo, or a rule pack in a TOML file.")]
Out = Annotated[Path, typer.Option(help="Folder to write to; it is made if need be.")]
Seed = Annotated[int, typer.Option(help="Same seed, same round and same pictures.", min=0)]
Size = Annotated[str, typer.Option(help="Width and height in pixels.")]
Fps = Annotated[float, typer.Option(help="Frames a second.")]
Jitter = Annotated[float, typer.Option(help="Spread of a frame's time, in ms.", min=0, max=1000)]
Drops = Annotated[float, typer.Option(help="Share of frames that never arrive.", min=0, max=0.9)]
Gap = Annotated[float | None, typer.Option(help="Ms between two contacts in a snap race (default: 5 to 400).")]
Often = Annotated[float, typer.Option(help="How often camera, lamp and hands slip: 0 never, 1 as usual.", min=0)]
Troubles = Annotated[str, typer.Option(help="What may make it hard: names, or usual, all, none.", metavar="A,B,...")]
Hands = Annotated[
    Path | None,
    typer.Option(help="Folder of cut-out photographs of hands (default: drawn ones).", envvar="KIBITZ_HANDS"),
]
Decks = Annotated[Split, typer.Option(help="Decks kept for measuring, or those of the training.")]


def simulate_round(  # noqa: PLR0913, PLR0917 - each argument is an option of the command line
    rules: Rules,
    out: Out,
    players: Annotated[int, typer.Option(help="Players at the table.")] = 4,
    seed: Seed = 1,
    size: Size = "1280x720",
    fps: Fps = 30.0,
    thinking: Annotated[float, typer.Option(help="Mean time to think, in seconds.", min=0, max=60)] = 0.7,
    seconds: Annotated[float, typer.Option(help="Length that a round should not exceed.")] = 45.0,
    jitter_ms: Jitter = 2.0,
    drops: Drops = 0.005,
    gap_ms: Gap = None,
    troubles: Troubles = "usual",
    often: Often = 1.0,
    hands: Hands = None,
    decks: Decks = Split.MEASURE,
    draw_pile: Annotated[int | None, typer.Option(help="Cards left to draw after the deal (default: all).")] = None,
    mat: Annotated[bool, typer.Option("--mat", help="Our printed mat lies under the cards.")] = False,
    printed: Annotated[bool, typer.Option("--printed", help="With our printed deck and its tokens.")] = False,
) -> None:
    """Play and film a random legal round: video.mp4, truth.jsonl, acts.jsonl and sheet.json.

    Example: kibitz simulate --rules cambio --players 4 --seed 7 --out round-7
    """
    config = SimulationConfig(
        find_pack(rules),
        players,
        seed,
        size=parse_size(size),
        clock=ClockConfig(fps, jitter_ms, drops),
        thinking_s=thinking,
        seconds=seconds,
        gap_ms=gap_ms,
        troubles=often,
        kinds=parse_kinds(troubles),
        hands=hands,
        split=decks,
        draw_pile=draw_pile,
        printed=printed,
        mat=mat,
    )
    simulate(config, out)


def simulate_races(  # noqa: PLR0913, PLR0917 - each argument is an option of the command line
    rules: Rules,
    out: Out,
    count: Annotated[int, typer.Option(help="How many clips of 3 s.", min=1, max=100_000)] = 1,
    players: Annotated[int, typer.Option(help="Players at the table.")] = 4,
    racers: Annotated[int, typer.Option(help="How many go for the card: 2 or 3.")] = 2,
    others: Annotated[bool, typer.Option("--others", help="They go for anybody's cards.")] = False,
    seed: Seed = 1,
    size: Size = "1280x720",
    fps: Fps = 30.0,
    jitter_ms: Jitter = 2.0,
    drops: Drops = 0.005,
    gap_ms: Gap = None,
    troubles: Troubles = "usual",
    often: Often = 1.0,
    hands: Hands = None,
    decks: Decks = Split.MEASURE,
) -> None:
    """Film snap races, each in a folder of its own that is named by its seed.

    Example: kibitz simulate-races --rules kaboo --count 30 --gap-ms 80 --out races
    """
    pack, pixels, clock = find_pack(rules), parse_size(size), ClockConfig(fps, jitter_ms, drops)
    kinds = parse_kinds(troubles)
    for number in track(range(seed, seed + count), description="Filming races", disable=count == 1):
        config = SimulationConfig(
            pack,
            players,
            number,
            size=pixels,
            clock=clock,
            gap_ms=gap_ms,
            troubles=often * AS_AT_HOME,
            kinds=kinds,
            hands=hands,
            split=decks,
        )
        write_film(config, perform_race(config, racers, others=others), out / f"race-{number:05d}")


def film_sheet(
    out: Annotated[Path, typer.Argument(help="Picture to write, such as sheet.jpg.")],
    troubles: Annotated[str, typer.Option(help="Which to show, a row of frames each.", metavar="A,B,...")] = "all",
    seed: Seed = 1,
    hands: Hands = None,
    beside: Annotated[list[Path] | None, typer.Option(help="A clip of your own, for a row of its frames.")] = None,
    cell: Annotated[str, typer.Option(help="Width and height of a frame in pixels.")] = f"{CELL[0]}x{CELL[1]}",
) -> None:
    """Render frames of films with each trouble on one sheet, beside clips of your own, to see what the simulator shows.

    Example: kibitz film-sheet sheet.jpg --hands hands --beside clip.mp4
    """
    kinds = parse_kinds(troubles)
    shown = [kind for kind in TroubleKind if kind in kinds and kind not in USUAL]
    write_film_sheet(out, shown, hands, seed, beside or [], parse_size(cell, "--cell"))


def parse_size(text: str, option: str = "--size") -> tuple[int, int]:
    """Width and height from a text such as 1280x720; `InputError` for anything else."""
    match = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", text)
    if match is None or 0 in map(int, match.groups()):
        raise InputError(f"{option}: found '{text}': expected width and height, as in 1280x720.")
    return int(match[1]), int(match[2])
