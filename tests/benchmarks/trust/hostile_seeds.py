"""Whole files of every kind that Kibitz reads, which are then damaged; and how each command is given one."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import av
import numpy as np
import PIL.Image
from tests.benchmarks.trust.hostile_worker import HostileWorker
from tests.vision.clips.conftest import race_clip
from tests.vision.recording.conftest import EVENING, PACK, PLAYERS, jpeg_of

from kibitz_scoring.game.round_state import first_state
from kibitz_server.demo import demo_film, demo_pictures, demo_places
from kibitz_server.journal.entries import SheetOpened
from kibitz_server.journal.journal import FILE_NAME, Journal
from kibitz_vision.clips.clip_file import write_clip
from kibitz_vision.frames import FORMATS
from kibitz_vision.recording.folder import WHOLE, RecordingFolder, RoundBegun

_REPOSITORY = Path(__file__).resolve().parents[3]
_TAUGHT_S = 300.0
_GAME = b'kibitz game 1\npack kaboo\np1 = "Ann"\np2 = "Ben"\n\n1. p2 deals\n2. @1500-1533 starter 7H\n'
_SCORED = b'{"id": 1, "pack": "kaboo", "hands": {"Ann": ["10H", "5C"], "Ben": ["4D", "6H"]}, "caller": "Ann"}\n'
_JUDGED = (
    b'{"id": 1, "pack": "cambio", "top": "7H", "attempts": [{"player": "Ann", "slot": "p1.a2", "card": "7S", '
    b'"lifted_ms": 310, "placed_ms": 600}, {"player": "Ben", "card": "7C", "lifted_ms": 350, "placed_ms": null}]}\n'
)


@dataclass(frozen=True, slots=True)
class Given:
    """A kind of file, seeds of it, and the command that reads one; `{file}` is the file, `{fresh}` an empty folder.

    Where a seed is a folder one of its files is damaged.
    """

    kind: str
    seeds: Sequence[bytes | Path]
    name: str
    arguments: tuple[str, ...]


def all_given(work: Path) -> dict[str, Given]:
    """By the command, or the reader, that is given them."""
    pictures = [_small(form) for form in FORMATS] + [demo_pictures()[0].read_bytes()]
    films = _short_films(work)
    packs = [path.read_bytes() for path in sorted((_REPOSITORY / "scoring").glob("*/rules/packs/*.toml"))]
    clip = [_made(work / "seed.kibitz", lambda path: write_clip(race_clip(6), path)).read_bytes()]
    recording = [_made(work / "recordings", _record)]
    deck = [_made(work / "decks", _teach) / "Seed.kibitzdeck"]
    journal = [(_made(work / "journal", _write_journal) / FILE_NAME).read_bytes()]
    table = ("--rules", "kaboo", "--players", "Ann,Ben")
    told = {"begun": "2025-06-01T12:00:00+00:00", "pack": "kaboo", "players": ["Ann", "Ben"], "rounds": []}
    given = (
        Given("images", pictures, "photo.jpg", ("read", "{file}")),
        Given("videos", films, "film.mp4", ("watch", "{file}", *table)),
        Given("videos", films, "film.mp4", ("follow", "{file}")),
        Given("videos", films, "film.mp4", ("camera-check", "{file}", "--data", "{fresh}")),
        Given("rule packs", packs, "pack.toml", ("rules check", "{file}")),
        Given("rule packs", packs, "pack.toml", ("rules show", "{file}")),
        Given("games", [_GAME], "game.kibitz", ("replay", "{file}")),
        Given("rounds", [_SCORED], "rounds.jsonl", ("score", "{file}")),
        Given("snaps", [_JUDGED], "snaps.jsonl", ("judge", "{file}")),
        Given("clips", clip, "clip.kibitz", ("clips show", "{file}")),
        Given("clips", clip, "clip.kibitz", ("clips verify", "{file}")),
        Given("clips", clip, "clip.kibitz", ("rejudge", "{file}")),
        Given("taught decks", [deck[0].read_bytes()], "deck.kibitzdeck", ("deck import", "{file}", "--dir", "{fresh}")),
        Given("recordings", recording, "round", ("prove", "{file}")),
        Given("recordings", recording, "round", ("shrink", "{file}")),
        Given("backups", journal, "backup.sqlite3", ("restore", "{file}", "--data", "{fresh}")),
        Given("exports", [json.dumps({"games": [told]}).encode()], "games.json", ("page's import", "{file}")),
        Given("places", [demo_places().read_bytes()], "places.json", ("places", "{file}")),
    )
    return {one.arguments[0]: one for one in given}


def _made(path: Path, make: Callable[[Path], object]) -> Path:
    if not path.exists():
        make(path)
    return path


def _small(form: str) -> bytes:
    file = io.BytesIO()
    noise = np.random.default_rng(5).integers(0, 255, (48, 64, 3), np.uint8)
    PIL.Image.fromarray(noise).save(file, form)
    return file.getvalue()


def _short_films(work: Path) -> list[bytes]:
    """A few frames in each container, a transport stream whose pictures change their size, and the demo's beginning."""
    films = []
    for name, size in (("a.mkv", (64, 48)), ("a.mp4", (64, 48)), ("a.ts", (64, 48)), ("b.ts", (128, 96))):
        path = work / name
        with av.open(str(path), "w") as container:
            stream = container.add_stream("libx264", rate=10)
            stream.width, stream.height, stream.pix_fmt = *size, "yuv420p"
            for _ in range(8):
                picture = av.VideoFrame.from_ndarray(np.full((size[1], size[0], 3), 90, np.uint8), format="rgb24")
                container.mux(stream.encode(picture))
            container.mux(stream.encode(None))
        films.append(path.read_bytes())
    return [*films, films[2] + films[3], _made(work / "demo.mp4", _cut_demo).read_bytes()]


def _cut_demo(path: Path) -> None:
    """Its first pictures, as they are."""
    with av.open(str(demo_film())) as film, av.open(str(path), "w") as cut:
        stream = cut.add_stream_from_template(film.streams.video[0])
        for packet in film.demux(video=0):
            if packet.dts is None or float(packet.dts * packet.time_base) > 0.3:
                break
            packet.stream = stream
            cut.mux(packet)


def _record(parent: Path) -> None:
    begun = RoundBegun(first_state(PACK, PLAYERS), EVENING, {"reader.onnx": "0f"})
    recording = RecordingFolder(parent, begun)
    for number in range(6):
        recording.frames.add(jpeg_of(100 + number), number, number * 33.3)
    recording.end(WHOLE, 0)


def _teach(folder: Path) -> None:
    worker = HostileWorker()
    fault = worker.run(
        ("deck", "teach", "Seed", str(demo_pictures()[0]), "--yes", "--dir", str(folder)), _TAUGHT_S
    ).fault
    worker.close()
    if fault:
        shutil.rmtree(folder, ignore_errors=True)
        raise RuntimeError(f"no deck could be taught: {fault}")


def _write_journal(folder: Path) -> None:
    journal = Journal(folder)
    for _ in range(3):
        journal.append(SheetOpened(), datetime.now(UTC))
    journal.close()
