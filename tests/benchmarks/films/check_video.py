"""Whether filmed rounds and snap races are still watched as well as they were: `make check-video`.

Five short rounds, one of each pack, thirty quiet races of 3 s and six with a knock, a flicker or missing frames near
the first contact are filmed and watched, always the same ones, of decks and seeds for development, with drawn hands
and the usual troubles: what holds there must go on to hold, while the tables of `make measure-video` become harder.
What is asked is clearly below what was last measured (`docs/measured/video.json` has the full measurement), but for
what may never happen: a firm verdict that is wrong, and a face told that lay face down.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from kibitz_datasets.films.trouble_kinds import SUDDEN, USUAL
from kibitz_datasets.pool import Split
from kibitz_models.watching.measuring.measure import Shot, measure, races, results_json, rounds

ROUNDS, RACES, TROUBLED = 5, 30, 6
_ROUND_SEED, _RACE_SEED, _TROUBLED_SEED = 700, 800, 900
_THINKING_S, _SECONDS = 0.4, 25.0
LEAST_F1 = 0.9
LEAST_SHEETS = 4
LEAST_FIRM = 6
"""Races of those two frames apart of which somebody is firmly said to be first."""


def shots() -> list[Shot]:
    """The films, the longest first."""
    quiet = [_with(shot, troubles=0.0) for shot in races(RACES, _RACE_SEED, Split.TRAIN)]
    troubled = races(TROUBLED, _TROUBLED_SEED, Split.TRAIN, trouble=SUDDEN)
    # The same films everywhere, whatever decks are installed and photographs of hands at hand.
    return [_with(shot, own_decks_only=True, hands=None, kinds=USUAL) for shot in (*short_rounds(), *quiet, *troubled)]


def short_rounds() -> list[Shot]:
    """The rounds, on hard tables."""
    played = rounds(ROUNDS, _ROUND_SEED, Split.TRAIN)
    return [_with(shot, thinking_s=_THINKING_S, seconds=_SECONDS) for shot in played]


def _with(shot: Shot, **changes: Any) -> Shot:
    return replace(shot, config=replace(shot.config, **changes))


def failures(found: Mapping[str, Any]) -> Iterator[str]:
    """What is worse than it may be, a sentence each."""
    played, raced = found["rounds"], found["races"]
    for name, films in (("rounds", played), ("races", raced), ("races with troubles", found["troubled"])):
        if films["hidden_faces_told"]:
            yield f"{name}: {films['hidden_faces_told']} hidden faces were told; expected none."
        if wrong := films["snaps"]["verdicts"]["wrong"]:
            yield f"{name}: {wrong} firm verdicts on snap races are wrong; expected none."
    f1, sheets = played["events"]["all"]["f1"] or 0.0, played["sheet_exact"]["count"]
    firm = raced["snaps"]["verdicts"]["firm_where_apart"]["count"]
    if f1 < LEAST_F1:
        yield f"rounds: the F1 of table events is {f1:.3f}; expected at least {LEAST_F1}."
    if sheets < LEAST_SHEETS:
        yield f"rounds: {sheets} of {ROUNDS} score sheets are exact; expected at least {LEAST_SHEETS}."
    if firm < LEAST_FIRM:
        yield f"races: {firm} verdicts are firm where the snaps are two frames apart; expected at least {LEAST_FIRM}."


@contextmanager
def asked_for(description: str | None) -> Iterator[tuple[Path, int]]:
    """The folder for films and what was seen, by default one that is gone afterwards, and how many processes to use."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes, one for each core")
    parser.add_argument("--keep", type=Path, help="folder for films and what was seen; goes on there where it stopped")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        yield asked.keep or Path(scratch), asked.workers


def main() -> None:
    """Film, watch, compare; exit code 1 where something is worse than it may be."""
    started_s = time.monotonic()
    with asked_for(__doc__) as (folder, workers):
        found = results_json(list(measure(shots(), folder / "seen", folder / "films", workers)))
    _say(found)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{time.monotonic() - started_s:.0f} s, {spent.ru_utime + spent.ru_stime:.0f} s of processor time.")
    wrong = list(failures(found))
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    sys.exit(1 if wrong else 0)


def _say(found: Mapping[str, Any]) -> None:
    played = found["rounds"]
    sheets = played["sheet_exact"]
    print(
        f"{ROUNDS} rounds: F1 of table events {played['events']['all']['f1']}, "
        f"{sheets['count']} of {sheets['of']} score sheets exact."
    )
    for kind, name in (("races", "races"), ("troubled", "races with troubles")):
        said = found[kind]["snaps"]["verdicts"]
        print(
            f"{found[kind]['films']} {name}: {said['right']} right, {said['wrong']} wrong, "
            f"{said['too_close']} too close, {said['unseen']} unseen."
        )


if __name__ == "__main__":
    main()
