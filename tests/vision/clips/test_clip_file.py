"""Clips as files: read back as they were, never trusted where a byte was changed, opened as far as they go."""

from __future__ import annotations

import io
import json
import os
import random
import re
import tracemalloc
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.referee.acts.contest import NO_CONTEST, Contest
from kibitz_scoring.table import Interval
from kibitz_vision import container
from kibitz_vision.camera.shutter.shutter import Shutter
from kibitz_vision.clips import clip_file
from kibitz_vision.clips.clip import Clip, ClipRuling
from kibitz_vision.clips.clip_file import read_clip, write_clip
from kibitz_vision.clips.clocks import parse_clocks
from kibitz_vision.clips.evidence import evidence
from kibitz_vision.container import ContainerError, ContainerKind, Part, read_container, write_container
from kibitz_vision.sound.onsets import Onset

from .conftest import ANN, race_clip

Write = Callable[..., Path]
FLIPS, CUTS = 500, 150


def parts_of(path: Path) -> list[Part]:
    """All parts but the chain, by another program's eyes."""
    with zipfile.ZipFile(path) as archive:
        return [Part(name, archive.read(name)) for name in archive.namelist() if name != container.CHAIN]


def region_of(path: Path) -> Callable[[int], str]:
    """Which part a byte of the file belongs to, by another program's eyes."""
    with zipfile.ZipFile(path) as archive:
        starts = [(entry.header_offset, entry.filename) for entry in archive.infolist()]
        starts.append((archive.start_dir, "end"))
    return lambda at: max(start for start in starts if start[0] <= at)[1]


@pytest.mark.parametrize(
    "contest",
    [
        NO_CONTEST,
        Contest(-700.25, -900.0, 120.0),
        Contest(-700.25, -900.0, unclear_ms=-80.5),
        Contest(opened_ms=-900.0, pauses=(Interval(-10.0, 20.125), Interval(40.0, float("inf")))),
    ],
)
def test_how_long_there_was_time_for_snaps_and_when_clocks_stood_still_comes_back(
    clip: Clip, written: Write, contest: Contest
) -> None:
    assert read_clip(written(replace(clip, contest=contest))).contest == contest


def test_a_clip_of_an_earlier_version_says_nothing_of_what_nobody_could_explain() -> None:
    earlier = b'{"rested_ms": -700.25, "opened_ms": -900.0, "closed_ms": null, "pauses": []}'
    assert parse_clocks(earlier) == Contest(-700.25, -900.0)


def test_a_clip_is_read_back_as_it_was_written(clip: Clip, written: Write) -> None:
    read = read_clip(written(replace(clip, judged=('{"type": "x"}',), ruling=ClipRuling("Ann has it.", "saw it", ANN))))
    for name in ("kind", "key", "title", "made", "size_px", "origin_ms", "moment_ms", "window_ms", "seen", "events"):
        assert getattr(read, name) == getattr(clip, name)
    assert read.verdict == clip.verdict
    assert read.ruling == ClipRuling("Ann has it.", "saw it", ANN)
    assert read.judged == ('{"type": "x"}',)
    assert (read.table.pack, read.table.start) == (clip.table.pack, clip.table.start)
    assert [(one.index, one.at_ns, one.jpeg, one.found) for one in read.frames] == [
        (one.index, one.at_ns, one.jpeg, one.found) for one in clip.frames
    ]
    assert {place: quad.tolist() for place, quad in read.places.quads_mm.items()} == {
        place: quad.tolist() for place, quad in clip.places.quads_mm.items()
    }
    assert read.torn == ""
    assert len(read.seal) == 64


def test_other_programs_open_it_as_a_zip(clip: Clip, written: Write) -> None:
    with zipfile.ZipFile(written()) as archive:
        assert archive.testzip() is None
        assert archive.read(f"frames/{clip.frames[0].index:09d}.jpg") == clip.frames[0].jpeg
        assert json.loads(archive.read("verdict.json"))["sentence"] == "Ben first by 33 ms ± 33 ms."


def test_the_same_clip_is_the_same_file_and_any_other_has_another_seal(clip: Clip, tmp_path: Path) -> None:
    first, again, other = tmp_path / "1", tmp_path / "2", tmp_path / "3"
    seals = [write_clip(clip, first), write_clip(clip, again), write_clip(replace(clip, title="Another"), other)]
    assert first.read_bytes() == again.read_bytes()
    assert seals[0] == seals[1] != seals[2]


def test_one_changed_byte_anywhere_is_reported_with_the_part_that_fails(written: Write) -> None:
    path = written()
    whole, region = path.read_bytes(), region_of(path)
    rng = random.Random(49)
    for _ in range(FLIPS):
        at, bit = rng.randrange(len(whole)), 1 << rng.randrange(8)
        path.write_bytes(whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1 :])
        with pytest.raises(ContainerError) as fault:
            read_clip(path)
        assert fault.value.part == region(at), f"byte {at}, bit {bit}: {fault.value}"


def test_every_byte_of_the_zips_own_words_counts(written: Write) -> None:
    path = written(race_clip(2))
    whole, region = path.read_bytes(), region_of(path)
    words = [at for at in range(len(whole)) if region(at) == "end" or region(at) != region(max(0, at - 40))]
    for at in words:
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(ContainerError) as fault:
            read_clip(path)
        assert fault.value.part == region(at), f"byte {at}: {fault.value}"


def test_a_file_that_was_cut_off_opens_as_far_as_it_goes_and_says_so(clip: Clip, written: Write) -> None:
    path = written()
    whole, region = path.read_bytes(), region_of(path)
    rng = random.Random(7)
    seen = set()
    for _ in range(CUTS):
        length = rng.randrange(1, len(whole) - 1)
        path.write_bytes(whole[:length])
        try:
            read = read_clip(path)
        except ContainerError as fault:
            assert "cut off" in str(fault), length
            continue
        there = len(read.frames)
        assert [one.jpeg for one in read.frames] == [one.jpeg for one in clip.frames[:there]]
        if region(length) != "end":
            assert read.torn == f"It was cut off: {there} of 12 pictures are there."
        seen.add(there)
    assert len(seen) > 8


def test_a_cut_off_file_in_which_a_byte_was_changed_is_not_opened(written: Write) -> None:
    path = written()
    whole = bytearray(path.read_bytes()[:-4000])
    whole[len(whole) // 2] ^= 16
    path.write_bytes(bytes(whole))
    with pytest.raises(ContainerError, match="was changed"):
        read_clip(path)


def rebuilt(path: Path, changes: Mapping[str, bytes]) -> Path:
    """A file that says of itself that it is whole, with other parts."""
    parts = {part.name: part.data for part in parts_of(path)} | changes
    write_container(path, [Part(name, data) for name, data in parts.items()])
    return path


def test_hostile_files_are_refused_in_one_sentence(written: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: Path, says: str) -> None:
        with pytest.raises(InputError, match=says) as error:
            read_clip(path)
        assert str(error.value).count("\n") == 0

    refused(rebuilt(written(), {"../../evil.json": b"{}"}), "no name of a part")
    refused(rebuilt(written(), {"/etc/passwd": b"{}"}), "no name of a part")

    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(container.CHAIN, b" " * 50_000_000)
    (path := written()).write_bytes(bomb.getvalue())
    refused(path, "is packed")

    huge = io.BytesIO()
    import PIL.Image

    PIL.Image.new("L", (30_000, 30_000)).save(huge, "JPEG", quality=1)
    refused(rebuilt(written(), {"frames/000000500.jpg": huge.getvalue()}), "30000 x 30000 pixels")

    head = json.loads(next(part.data for part in parts_of(written()) if part.name == "clip.json"))
    large = json.dumps(head | {"size_px": [10**6, 10**6]}).encode()
    refused(rebuilt(written(), {"clip.json": large}), "1000000 x 1000000")
    refused(rebuilt(written(), {"frames.jsonl": b'{"index": -1, "at_ns": 0}\n'}), "frames.jsonl is damaged")
    refused(rebuilt(written(), {"frames.jsonl": b'{"index": 7, "at_ns": 0}\n'}), "frames/000000007.jpg is missing")
    refused(rebuilt(written(), {"seen.jsonl": b"[" * 100_000}), "seen.jsonl is damaged")
    refused(rebuilt(written(), {"frames/000000500.jpg": b"no picture"}), "no JPEG picture")
    refused(rebuilt(written(), {"clip.json": b"\xff\xfe"}), "clip.json is damaged")

    monkeypatch.setattr(clip_file, "CLIP", replace(clip_file.CLIP, most_parts=5))
    links = {"links": [{"name": f"frames/{n:09d}.jpg", "sha256": "0" * 64, "chained": "0" * 64} for n in range(9000)]}
    with zipfile.ZipFile(bomb := io.BytesIO(), "w") as archive:
        archive.writestr(container.CHAIN, json.dumps(links))
    (path := written()).write_bytes(bomb.getvalue())
    refused(path, "tells of 9000 parts")

    monkeypatch.setattr(clip_file, "CLIP", replace(clip_file.CLIP, most_bytes=100))
    refused(written(), "larger than a clip can be")


@pytest.mark.parametrize(
    "content", [b"", b"PK", b"kibitz-game-1\nround 1\n", b"\x00" * 500, b"PK\x05\x06" + b"\0" * 18]
)
def test_what_is_no_clip_is_told_so(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.kibitz"
    path.write_bytes(content)
    with pytest.raises(InputError):
        read_clip(path)


def test_random_bytes_never_raise_anything_else(tmp_path: Path, written: Write) -> None:
    whole = written().read_bytes()
    rng = np.random.default_rng(3)
    path = tmp_path / "damaged.kibitz"
    for _ in range(200):
        start, length = int(rng.integers(0, len(whole))), int(rng.integers(1, 400))
        noise = rng.integers(0, 256, length, np.uint8).tobytes()
        path.write_bytes(whole[:start] + noise + whole[start + length :])
        with pytest.raises(InputError):
            read_clip(path)


def test_a_disk_that_refuses_leaves_the_clip_before(
    clip: Clip, written: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written()
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="No space left"):
        write_clip(replace(clip, title="Another"), path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_what_is_known_of_the_shutter_is_in_the_file_and_makes_stated_times_what_they_are(
    written: Callable[..., Path],
) -> None:
    measured = replace(race_clip(), shutter=Shutter((20.0, 24.0), "2026-11-28", 33.3, 0.4, 8.0))
    clip = read_clip(written(measured))
    assert clip.shutter == measured.shutter
    contact = clip.verdict.contacts[0] if clip.verdict else None
    assert contact is not None
    stated, assumed = clip.stated(contact), race_clip().stated(contact)
    assert stated.end_ms < assumed.end_ms == contact.at_ms.end_ms
    assert stated.end_ms - stated.start_ms < assumed.end_ms - assumed.start_ms
    assert "shutter.json" not in zipfile.ZipFile(written()).namelist()


def test_what_was_heard_is_in_the_file_only_where_somebody_listened(written: Callable[..., Path]) -> None:
    heard = replace(race_clip(), sounds=(Onset(Interval(120.0, 147.0), 21.5),))
    assert read_clip(written(heard)).sounds == heard.sounds
    assert evidence(heard)["sounds"] == [{"at_ms": [120.0, 147.0], "louder_db": 21.5}]
    assert "sounds.jsonl" not in zipfile.ZipFile(written()).namelist()


def test_what_is_read_and_checked_is_in_memory_once(tmp_path: Path) -> None:
    kind = ContainerKind("pile", "made", re.compile(r"[a-z]+\.jpg"), 10**9, 100)
    size = 10_000_000
    path = tmp_path / "pile"
    write_container(path, [Part(f"{name}.jpg", os.urandom(size)) for name in "abcd"])

    tracemalloc.start()
    try:
        container = read_container(path, kind)
        _, highest = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert len(container.parts) == 4
    assert highest < 4 * size + size / 10
