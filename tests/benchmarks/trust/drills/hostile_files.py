"""Files that are cut off, flipped bit by bit or patched together, given to every command that reads one.

Each try is a command in a process beside this one, which is ended where it takes longer than 30 s. `made.json` in the
work folder keeps how far each command is: a drill that was stopped, or is made in parts, goes on from there.
"""

from __future__ import annotations

import json
import os
import random
import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.benchmarks.trust.hostile_seeds import Given, all_given
from tests.benchmarks.trust.hostile_worker import LONGEST_S, HostileWorker

TITLE = "Hostile files"
EACH = 1500
COMMANDS = 18
TIMES = EACH * COMMANDS
_KEPT_EVERY = 10
_MOST_FAULTS = 40
_SOURCES = ("http://[::1", "http://", "rtsp://[", "9" * 20, "cam:", "/dev/null", "a\0b", "x" * 100_000, "", "file:///x")
_ON_A_PIPE = (
    ("replay",),
    ("rules", "check"),
    ("rules", "show"),
    ("read",),
    ("follow",),
    ("watch", "--rules", "kaboo"),
    ("prove",),
    ("rejudge",),
    ("deck", "import"),
    ("restore", "--data", "."),
)


def run(work: Path, times: int) -> dict[str, Any]:
    """Let each command read its share of files; each must take it or say one sentence, in time."""
    worker = HostileWorker()
    try:
        given = all_given(work)
        assert len(given) == COMMANDS
        failed = [f"{text[:30]!r}: {fault}" for text in _SOURCES if (fault := worker.run(("source", text)).fault)]
        failed += [fault for arguments in _ON_A_PIPE if (fault := _on_a_pipe(worker, work, arguments))]
        made = [_tried(worker, work, name, one, -(-times // COMMANDS)) for name, one in given.items()]
    finally:
        worker.close()
    kinds: Counter[str] = Counter()
    for one, done in zip(given.values(), made, strict=True):
        kinds[one.kind] += done["made"]
        failed += done["failed"]
    return {
        "times": sum(kinds.values()),
        "failed": failed,
        "kinds": dict(kinds),
        "commands": {name: done["made"] for name, done in zip(given, made, strict=True)},
        "hung": sum(done["hung"] for done in made),
        "slowest_s": max(done["slowest_s"] for done in made),
    }


def sentence(figures: Mapping[str, Any]) -> str:
    """What it came to."""
    commands, least = len(figures["commands"]), min(figures["commands"].values())
    kinds = ", ".join(f"{number} {kind}" for kind, number in figures["kinds"].items())
    return (
        f"damaged files were given to {commands} commands, at least {least} of {EACH} to each: {kinds}; "
        f"and odd sources and pipes; {len(figures['failed']) or 'none'} ended in an error of "
        f"Kibitz's own, {figures['hung'] or 'none'} took {LONGEST_S:.0f} s, and the slowest {figures['slowest_s']} s"
    )


def _tried(worker: HostileWorker, work: Path, name: str, given: Given, wanted: int) -> dict[str, Any]:
    """Go on with one command until it was given so many files in all."""
    path = work / "made.json"
    kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    done: dict[str, Any] = kept.setdefault(name, {"made": 0, "failed": [], "hung": 0, "slowest_s": 0.0})
    fresh = work / "fresh"
    for number in range(done["made"], wanted):
        rng = random.Random(f"{name} {number}")
        file = _damaged(work, given, number, rng)
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir()
        places = {"file": str(file), "fresh": str(fresh)}
        arguments = [argument.format(**places) for argument in given.arguments[1:]]
        command = [name] if name in _NO_COMMANDS else name.split()
        came = worker.run([*command, *arguments])
        done["made"] += 1
        done["hung"] += came.took_s >= LONGEST_S
        done["slowest_s"] = max(done["slowest_s"], round(came.took_s, 2))
        if came.fault and len(done["failed"]) < _MOST_FAULTS:
            done["failed"].append(f"{name}, file {number}: {came.fault}")
        if done["made"] % _KEPT_EVERY == 0 or done["made"] == wanted:
            path.write_text(json.dumps(kept, indent=1), encoding="utf-8")
    return done


_NO_COMMANDS = {"page's import", "places"}


def _damaged(work: Path, given: Given, number: int, rng: random.Random) -> Path:
    """A seed with some damage, under the name that such a file has."""
    seed, path = given.seeds[number % len(given.seeds)], work / given.name
    if isinstance(seed, bytes):
        path.write_bytes(_mutated(seed, rng))
        return path
    shutil.rmtree(path, ignore_errors=True)
    shutil.copytree(seed, path)
    parts = sorted(one for one in path.rglob("*") if one.is_file() and one.stat().st_size)
    part = parts[rng.randrange(len(parts))]
    part.write_bytes(_mutated(part.read_bytes(), rng))
    return path


def _mutated(data: bytes, rng: random.Random) -> bytes:
    kind = rng.randrange(6)
    changed = bytearray(data)
    if kind == 0:
        return data[: rng.randrange(len(data))]
    if kind == 1:
        return os.urandom(rng.randrange(64)) + data
    if kind == 2:
        start = rng.randrange(len(data))
        changed[start : start + rng.randrange(1, 400)] = bytes(rng.randrange(1, 400))
        return bytes(changed)
    if kind == 3:
        at = rng.randrange(len(data))
        return data[:at] + data[rng.randrange(len(data)) :]
    # The heads of files matter most, and are hit rarely by chance.
    reach = min(len(data), 2000) if kind == 4 else len(data)
    for _ in range(rng.randrange(1, 20)):
        changed[rng.randrange(reach)] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _on_a_pipe(worker: HostileWorker, work: Path, arguments: tuple[str, ...]) -> str:
    """Whether a command waits for a pipe into which nobody writes."""
    pipe = work / "pipe.toml"
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    fault = worker.run([*arguments, str(pipe)]).fault
    return f"{' '.join(arguments)} on a pipe: {fault}" if fault else ""
