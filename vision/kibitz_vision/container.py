"""The container of clips and decks: a zip of parts as they are, the first of which tells the SHA-256 of every other.

Nothing in it is packed, and every byte follows from the parts: the zip can be made again from what was read, so that a
byte that was changed anywhere is found, in the zip's own words, too. As the sums come first, a file that was
cut off is still checked as far as it goes.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import struct
import zipfile
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kibitz_scoring.errors import InputError
from kibitz_scoring.files import check_regular
from kibitz_scoring.sentences import Sentence, to_say
from kibitz_vision.whole_files import write_whole

CHAIN = "chain.json"
MOST_TEXT_BYTES = 8_000_000
"""Of one part that is no picture: a hundred times of what ten seconds of a clip take."""

_MOMENT = (1980, 1, 1, 0, 0, 0)
"""The oldest time that a zip can tell; a clip's own stands in it."""
_HEADER = struct.Struct("<4s5H3I2H")
_SIGNATURE, _END_SIGNATURE, _END_BYTES = b"PK\x03\x04", b"PK\x05\x06", 22


class ContainerError(InputError):
    """A file that cannot be trusted or read, in one sentence; `part` is where it fails."""

    def __init__(self, sentence: str, part: str) -> None:
        super().__init__(sentence)
        self.part = part


@dataclass(frozen=True, slots=True)
class Part:
    """One file in the container."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class ContainerKind:
    """What a file holds: what it is called (`clip`) and how it came to be (`cut`), its parts' names, and its limits.

    `part_name` may match no name that leads out of a folder.
    """

    noun: Sentence
    made: Sentence
    part_name: re.Pattern[str]
    most_bytes: int
    most_parts: int


@dataclass(frozen=True, slots=True)
class Container:
    """The parts that were read, all of them checked; `missing` are those behind the place where a file was cut off.

    `seal` stands for all of its content: the last link of the chain.
    """

    parts: tuple[Part, ...]
    seal: str
    missing: tuple[str, ...] = ()


class _Link(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: str
    sha256: str = Field(pattern="^[0-9a-f]{64}$")
    chained: str = Field(pattern="^[0-9a-f]{64}$")


class _Chain(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    links: tuple[_Link, ...]


def write_container(path: Path, parts: Sequence[Part]) -> str:
    """Write parts, each with another name, in place of the file before, all or nothing, and return their seal.

    `InputError` where that fails.
    """
    chain, seal = _chain_of([(part.name, _sum(part.data)) for part in parts])
    try:
        write_whole(path, b"".join(data for _, data in _spans([Part(CHAIN, chain), *parts])), is_safe=True)
    except OSError as error:
        raise InputError(
            Sentence(
                "{path} cannot be written ({reason}); expected a disk with room.", path=path, reason=error.strerror
            )
        ) from error
    return seal


def read_container(path: Path, kind: ContainerKind, first_bytes: int = -1) -> Container:
    """The parts of a file, or of its first bytes only; `ContainerError` says which one fails, or what it is instead."""
    try:
        check_regular(path)
        if path.stat().st_size > kind.most_bytes:
            limit = f"{kind.most_bytes / 10**6:.0f} MB"
            words = Sentence(
                "{file} is larger than a {noun} can be; expected at most {limit}.",
                file=str(path),
                noun=kind.noun,
                limit=limit,
            )
            raise ContainerError(words, CHAIN)
        with path.open("rb") as file:
            size = path.stat().st_size if first_bytes < 0 else min(first_bytes, path.stat().st_size)
            return _Unpacking(file, size, str(path), kind).container()
    except OSError as error:
        words = Sentence(
            "{file} cannot be read ({why}); expected a {noun}.", file=str(path), why=error.strerror, noun=kind.noun
        )
        raise ContainerError(words, CHAIN) from error


@dataclass(frozen=True, slots=True)
class _Unpacking:
    """A file, of which only so many bytes are looked at, and what errors call it. Each part is in memory once."""

    file: BinaryIO
    size: int
    name: str
    kind: ContainerKind

    def container(self) -> Container:
        """All parts, checked."""
        chain, offset = self._part_at(0, CHAIN)
        if chain is None:
            raise self._fault(to_say("is cut off in its first part; nothing of the {noun} is there."), CHAIN)
        links = self._links(chain.data)
        parts: list[Part] = []
        for link in links:
            part, offset = self._part_at(offset, link.name)
            if part is None:
                break
            if _sum(part.data) != link.sha256:
                raise self._changed(link.name)
            parts.append(part)
        missing = tuple(link.name for link in links[len(parts) :])
        self._check_words([chain, *parts], is_cut=bool(missing))
        return Container(tuple(parts), links[-1].chained if links else "", missing)

    def _bytes(self, start: int, end: int) -> bytes:
        """What stands there; less where the file ends before."""
        self.file.seek(max(0, start))
        return self.file.read(max(0, min(end, self.size) - max(0, start)))

    def _part_at(self, offset: int, wanted: str) -> tuple[Part | None, int]:
        """The part that begins at an offset, None where the file is cut off in it, and where the next one begins."""
        is_whole = self._bytes(self.size - _END_BYTES, self.size).startswith(_END_SIGNATURE)
        start = offset + _HEADER.size + len(wanted)
        head = self._bytes(offset, start)
        if start > self.size or len(head) < start - offset:
            if is_whole:
                raise self._changed(wanted)
            return None, offset
        signature, _, _, method, *_, size, full_size, name_bytes, more_bytes = _HEADER.unpack_from(head)
        told = head[_HEADER.size :]
        if signature != _SIGNATURE or told != wanted.encode() or name_bytes != len(wanted) or more_bytes:
            raise self._changed(wanted)
        if method != zipfile.ZIP_STORED or size != full_size:
            raise self._told(to_say("{part} is packed; expected a {noun}, in which nothing is."), wanted)
        if not wanted.endswith(".jpg") and size > MOST_TEXT_BYTES:
            words = to_say("{part} has {size} bytes; expected at most {most}.")
            raise self._told(words, wanted, size=size, most=MOST_TEXT_BYTES)
        if start + size > self.size:
            if is_whole:
                raise self._changed(wanted)
            return None, offset
        return Part(wanted, self._bytes(start, start + size)), start + size

    def _links(self, data: bytes) -> tuple[_Link, ...]:
        try:
            links = _Chain.model_validate_json(data).links
        except ValidationError as error:
            reason = error.errors()[0]["msg"]
            words = to_say("{part} is damaged ({why}); expected the sums of a {noun}.")
            raise self._told(words, CHAIN, why=reason) from error
        if len(links) > self.kind.most_parts:
            words = to_say("{part} tells of {number} parts; expected at most {most}.")
            raise self._told(words, CHAIN, number=len(links), most=self.kind.most_parts)
        names = [link.name for link in links]
        wrong = next((one for one in names if not self.kind.part_name.fullmatch(one) or one == CHAIN), None)
        if wrong is not None:
            words = to_say("{name} is no name of a part; expected a {noun}.")
            raise self._told(words, CHAIN, name=repr(wrong[:60]))
        if len(set(names)) < len(names) or data != _chain_of([(link.name, link.sha256) for link in links])[0]:
            raise self._changed(CHAIN)
        return links

    def _check_words(self, parts: Sequence[Part], *, is_cut: bool) -> None:
        """Whether the zip says of its parts what it should say; `ContainerError` where it does not."""
        ends = [0]
        for part in parts:
            ends.append(ends[-1] + _HEADER.size + len(part.name) + len(part.data))
        read, upto = {id(part.data) for part in parts}, 0
        for start, wanted in _spans(parts):
            if is_cut and start >= ends[-1]:
                return
            upto = start + len(wanted)
            # What was read of the file does not have to be compared with it.
            if id(wanted) in read or (found := self._bytes(start, upto)) == wanted:
                continue
            if start < ends[-1]:
                raise self._changed(parts[bisect_right(ends, start) - 1].name)
            if upto >= self.size and wanted.startswith(found):
                # All parts are there, and only the list of them at the end is cut off.
                return
            break
        else:
            if is_cut or upto == self.size:
                return
        words = to_say("was changed in the list of its parts at the end; expected a {noun} as it was {made}.")
        raise self._fault(words, "end")

    def _changed(self, part: str) -> ContainerError:
        words = to_say("was changed: {part} is not as it was {made}; expected a {noun} as it was {made}.")
        return self._fault(words, part)

    def _fault(self, words: str, part: str) -> ContainerError:
        return ContainerError(Sentence("{file} {fault}", file=self.name, fault=self._filled(words, part)), part)

    def _told(self, words: str, part: str, **values: object) -> ContainerError:
        fault = self._filled(words, part, **values)
        return ContainerError(Sentence("{file}: {fault}", file=self.name, fault=fault), part)

    def _filled(self, words: str, part: str, **values: object) -> Sentence:
        return Sentence(words, part=part, noun=self.kind.noun, made=self.kind.made, **values)


class _Spans(io.RawIOBase):
    """A file that keeps what is written as it is, by where it was written: no picture is copied."""

    def __init__(self) -> None:
        super().__init__()
        self.written: dict[int, bytes] = {}
        self._at = 0

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        assert whence == io.SEEK_SET
        self._at = offset
        return offset

    def write(self, data: bytes) -> int:  # type: ignore[override]
        if data:
            self.written[self._at] = data
        self._at += len(data)
        return len(data)


def _spans(parts: Sequence[Part]) -> Iterator[tuple[int, bytes]]:
    """The zip of these parts in pieces, each with its offset; that of a part's data is the part's data itself."""
    spans = _Spans()
    with zipfile.ZipFile(spans, "w", zipfile.ZIP_STORED) as archive:
        for part in parts:
            information = zipfile.ZipInfo(part.name, _MOMENT)
            information.create_system = 3
            information.external_attr = 0o600 << 16
            archive.writestr(information, part.data)
    yield from sorted(spans.written.items())


def _chain_of(sums: Sequence[tuple[str, str]]) -> tuple[bytes, str]:
    """Each part's sum, and each chained to all before it; the last is the seal."""
    links, last = [], ""
    for name, sha256 in sums:
        last = _sum(f"{last} {name} {sha256}".encode())
        links.append({"name": name, "sha256": sha256, "chained": last})
    return json.dumps({"links": links}, separators=(",", ":")).encode(), last


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
