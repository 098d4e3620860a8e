"""Files that are cut off, flipped bit by bit, renamed or no files at all, given to every command that reads one."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import av
import numpy as np
import PIL.Image

from kibitz_scoring.errors import InputError
from kibitz_scoring.notation.games import read_game
from kibitz_scoring.rules.packs import read_pack
from kibitz_server.demo import demo_film, demo_pictures, demo_places
from kibitz_server.evening.import_file import read_games
from kibitz_vision.camera.sources import open_source
from kibitz_vision.camera.video import read_video
from kibitz_vision.clips.clip_file import read_clip
from kibitz_vision.frames import FORMATS, decode_image
from kibitz_vision.table.places_file import read_places

TITLE = "Hostile files"
TIMES = 9000
_SLOW_S = 30.0
_MOST_FRAMES = 40
_REPOSITORY = Path(__file__).resolve().parents[3]
_SOURCES = ("http://[::1", "http://", "rtsp://[", "9" * 20, "cam:", "/dev/null", "a\0b", "x" * 100_000, "", "file:///x")
_ON_A_PIPE = (("replay",), ("rules", "check"), ("rules", "show"), ("read",), ("follow",), ("watch", "--rules", "kaboo"))


def run(work: Path, times: int) -> dict[str, Any]:
    """Let each reader read its share of files; each must give its content or one `InputError`, in time."""
    work.mkdir(parents=True, exist_ok=True)
    failed = [fault for text in _SOURCES if (fault := _fault(lambda text=text: open_source(text).close(), text[:30]))]
    failed += [fault for arguments in _ON_A_PIPE if (fault := _on_a_pipe(work, arguments))]
    made, slowest_s = len(_SOURCES) + len(_ON_A_PIPE), 0.0
    readers = _readers(work)
    share = max(1, (times - made) // len(readers))
    for name, (read, seeds) in readers.items():
        rng = random.Random(51)
        for number in range(share):
            data = _mutated(seeds[number % len(seeds)], rng)
            begun_s = time.monotonic()
            if fault := _fault(lambda read=read, data=data: read(data), f"{name}, file {number}"):
                failed.append(fault)
            slowest_s = max(slowest_s, time.monotonic() - begun_s)
            made += 1
    if slowest_s > _SLOW_S:
        failed.append(f"one file took {slowest_s:.0f} s")
    return {"times": made, "failed": failed, "readers": list(readers), "slowest_s": round(slowest_s, 2)}


def sentence(figures: Mapping[str, Any]) -> str:
    """What it came to."""
    return (
        f"{figures['times']} mutated files and sources were given to the readers of {', '.join(figures['readers'])}, "
        f"and pipes to the commands; {len(figures['failed']) or 'none'} ended in an error of Kibitz's own or hung, and "
        f"the slowest took {figures['slowest_s']} s"
    )


def _readers(work: Path) -> Mapping[str, tuple[Callable[[bytes], object], list[bytes]]]:
    def from_file(name: str, read: Callable[[Path], object]) -> Callable[[bytes], object]:
        def read_data(data: bytes) -> object:
            path = work / name
            path.write_bytes(data)
            return read(path)

        return read_data

    pictures = [_small(form) for form in FORMATS] + [demo_pictures()[0].read_bytes()]
    packs = [path.read_bytes() for path in sorted((_REPOSITORY / "scoring").glob("*/rules/packs/*.toml"))]
    told = {"begun": "2025-06-01T12:00:00+00:00", "pack": "kaboo", "players": ["Ann", "Ben"], "rounds": []}
    export = json.dumps({"games": [told]}).encode()
    game = b'kibitz game 1\npack kaboo\np1 = "Ann"\np2 = "Ben"\n\n1. p2 deals\n2. @1500-1533 starter 7H\n'
    return {
        "pictures": (lambda data: decode_image(data, "picture"), pictures),
        "films": (from_file("film.mp4", _watch), [demo_film().read_bytes(), *_short_films(work)]),
        "rule packs": (from_file("pack.toml", read_pack), packs),
        "games": (from_file("game.kibitz", read_game), [game]),
        "exports": (read_games, [export]),
        "places": (from_file("places.json", read_places), [demo_places().read_bytes()]),
        "clips": (from_file("clip.kibitz", read_clip), [b"PK\3\4" + os.urandom(400), demo_places().read_bytes()]),
    }


def _watch(path: Path) -> None:
    for number, _ in enumerate(read_video(path)):
        if number >= _MOST_FRAMES:
            return


def _small(form: str) -> bytes:
    file = io.BytesIO()
    noise = np.random.default_rng(5).integers(0, 255, (48, 64, 3), np.uint8)
    PIL.Image.fromarray(noise).save(file, form)
    return file.getvalue()


def _short_films(work: Path) -> list[bytes]:
    """A few frames in each container, and a transport stream whose pictures change their size."""
    films = []
    for name, sizes in (("a.mkv", ((64, 48),)), ("a.mp4", ((64, 48),)), ("a.ts", ((64, 48),)), ("b.ts", ((128, 96),))):
        path = work / name
        with av.open(str(path), "w") as container:
            for size in sizes:
                stream = container.add_stream("libx264", rate=10)
                stream.width, stream.height, stream.pix_fmt = *size, "yuv420p"
                for _ in range(8):
                    picture = av.VideoFrame.from_ndarray(np.full((size[1], size[0], 3), 90, np.uint8), format="rgb24")
                    container.mux(stream.encode(picture))
                container.mux(stream.encode(None))
        films.append(path.read_bytes())
    return [*films, films[2] + films[3]]


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


def _fault(read: Callable[[], object], name: str) -> str:
    try:
        read()
    except InputError as error:
        return "" if len(str(error)) < 2000 else f"{name}: a sentence of {len(str(error))} characters"
    except Exception as error:
        return f"{name}: {type(error).__name__}: {error}"[:300]
    return ""


def _on_a_pipe(work: Path, arguments: tuple[str, ...]) -> str:
    """Whether a command waits for a pipe into which nobody writes."""
    pipe = work / "pipe.toml"
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "kibitz_server", *arguments, str(pipe)],
            capture_output=True,
            text=True,
            timeout=_SLOW_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"{' '.join(arguments)} hung on a pipe"
    is_told = ended.returncode == 2 and "Traceback" not in ended.stderr
    return "" if is_told else f"{' '.join(arguments)} on a pipe ended with {ended.returncode}: {ended.stderr[-200:]}"
