"""What phones at the table cost: `make measure-phones` writes docs/measured/phones.json and a line of docs/devices.md.

Milliseconds for each frame of the demo film in the thread that watches, without phones and with 20, in turns; and, in
those turns with phones, the time from each change of the evening that every phone shows, the write to the journal among
it, until it came to the last one.

The phones are the sockets of real pages without a screen (`phone_clients.py`), in a process of their own, whose share
of the processor counts as a cost: 20 browsers would take from this machine what people's own devices do not. Those of
the players have their buttons.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median, quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from tests.benchmarks.devices.page_speed import served_desk, watched_frames
from tests.benchmarks.figures_file import read_figures, write_figures
from tests.benchmarks.measured_page import write_measured
from tests.browser.conftest import ServedDesk

from kibitz_server.access.viewer import Role
from kibitz_server.journal.entries import Entry
from kibitz_server.journal.recorded import Recorded
from kibitz_server.views.evening_view import View
from kibitz_server.views.headlines import headline
from kibitz_server.watching.demo_round import DEMO_PLAYERS

PHONES = 20
TURNS = 3
_APART_S = 0.5
"""A change that comes sooner after another may travel with it."""
_LOST_S = 5.0
_DOCS = Path(__file__).resolve().parents[3] / "docs"


@dataclass
class Arrivals:
    """When messages came to each phone, in s of the machine's clock, and how often one lost its connection."""

    came_s: list[list[float]] = field(default_factory=list)
    dropped: int = 0


def measured(data: Path, phones: int, turns: int) -> dict[str, Any]:
    """Both figures, from the demo film watched in turns."""
    spent: dict[int, list[float]] = {0: [], phones: []}
    delays: list[float] = []
    dropped = 0
    with served_desk(data) as served:
        cookies = served.do(lambda: list(_cookies(served, phones)))
        for _ in range(turns):
            spent[0] += watched_frames(served)
            with opened_phones(served, cookies) as arrivals, changes(served) as changed:
                spent[phones] += watched_frames(served)
            delays += reached_all(changed, arrivals.came_s)
            dropped += arrivals.dropped
    alone, watched = mean(spent[0]), mean(spent[phones])
    return {
        "phones": phones,
        "frames": {str(number): len(times) for number, times in spent.items()},
        "alone_ms": round(alone, 2),
        "with_phones_ms": round(watched, 2),
        "cost": round(watched / alone - 1, 3),
        "dropped": dropped,
        "messages": len(delays),
        "median_ms": round(median(delays)),
        "p95_ms": round(quantiles(delays, n=20)[-1]),
        "most_ms": round(max(delays)),
    }


def _cookies(served: ServedDesk, phones: int) -> Iterator[str]:
    """Of so many devices that have joined: those of the players first."""
    names = [*DEMO_PLAYERS, *[None] * phones][:phones]
    for name in names:
        token = served.desk.guests.join(Role.PLAYER if name else Role.SPECTATOR, name)
        yield f"kibitz-guest-{served.port}={token}"


@contextmanager
def opened_phones(served: ServedDesk, cookies: Sequence[str]) -> Iterator[Arrivals]:
    """Phones on the page; what came to them is known once they are closed."""
    arrivals = Arrivals()
    command = [sys.executable, str(Path(__file__).with_name("phone_clients.py"))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin and process.stdout
        asked = {"url": f"http://127.0.0.1:{served.port}", "cookies": list(cookies)}
        process.stdin.write(json.dumps(asked) + "\n")
        process.stdin.flush()
        said = process.stdout.readline()
        assert said.strip() == "ready", said
        yield arrivals
        process.stdin.close()
        told = json.loads(process.stdout.readline())
        arrivals.came_s += told["came_s"]
        arrivals.dropped = told["dropped"]


@contextmanager
def changes(served: ServedDesk) -> Iterator[list[float]]:
    """When something began to be recorded that every phone shows then, in s of the machine's clock."""
    changed: list[float] = []
    desk, record = served.desk, served.desk.live.record
    shown = served.do(lambda: [_on_every_phone(desk.views.of(Role.SPECTATOR))])

    def timed(entry: Entry) -> Recorded:
        begun_s = time.time()
        recorded = record(entry)
        if (seen := _on_every_phone(desk.views.of(Role.SPECTATOR))) != shown[0]:
            shown[0] = seen
            changed.append(begun_s)
        return recorded

    desk.live.record = timed  # type: ignore[method-assign]
    try:
        yield changed
    finally:
        desk.live.record = record  # type: ignore[method-assign]


def _on_every_phone(view: View) -> object:
    play = view.play
    lines = (play.just_said, play.just_seen, play.lately[-1:], play.races[-1:], play.stands_still) if play else ()
    return headline(view), view.game, lines


def reached_all(changed: Sequence[float], arrivals: Sequence[Sequence[float]]) -> list[float]:
    """For each change that stands by itself how long it took to the last phone, in ms."""
    alone = [at for before, at in zip([0.0, *changed], changed, strict=False) if at - before > _APART_S]
    return [(_last(at, arrivals) - at) * 1000 for at in alone]


def _last(changed: float, arrivals: Sequence[Sequence[float]]) -> float:
    firsts = [bisect_left(came, changed) for came in arrivals]
    came = [one[first] if first < len(one) else changed + _LOST_S for one, first in zip(arrivals, firsts, strict=True)]
    return max(came)


def lines(figures: dict[str, Any]) -> Iterator[str]:
    """The figures in words."""
    yield (
        f"{figures['phones']} phones on a table that is watched: a frame takes {figures['with_phones_ms']:.1f} ms to "
        f"watch in place of {figures['alone_ms']:.1f} ms, {figures['cost']:+.1%} (aim: under +10 %). A change has come "
        f"to all of them after {figures['median_ms']} ms (95 % within {figures['p95_ms']} ms, longest of "
        f"{figures['messages']}: {figures['most_ms']} ms; aim: 250 ms); connections lost: {figures['dropped']}."
    )
    yield ""
    yield (
        f"Measured on {figures['date']} at commit {figures['commit'][:10]} ({figures['machine']}, {figures['cores']} "
        f"cores, load of {figures['load_before']:.1f} before). The phones are the web sockets of real pages, without "
        "browsers: `make measure-phones` measures it again."
    )


def main() -> None:
    """Measure, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=PHONES)
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--only-print", action="store_true", help="write no figures")
    asked = parser.parse_args()
    load = round(os.getloadavg()[0], 1)
    with tempfile.TemporaryDirectory() as name:
        figures = {"load_before": load, "cores": os.cpu_count(), **measured(Path(name), asked.phones, asked.turns)}
    if asked.only_print:
        print(json.dumps(figures, indent=2))
        return
    write_figures("phones.json", figures)
    write_measured(_DOCS / "devices.md", lines(read_figures("phones.json")), block="phones")


if __name__ == "__main__":
    main()
