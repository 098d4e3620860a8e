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
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kibitz_scoring.errors import InputError
from kibitz_scoring.files import check_regular

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

    noun: str
    made: str
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


def packed(parts: Sequence[Part]) -> tuple[bytes, str]:
    """The file of these parts, each with another name, and its seal."""
    chain, seal = _chain_of([(part.name, _sum(part.data)) for part in parts])
    return _zipped([Part(CHAIN, chain), *parts]), seal


def read_container(path: Path, kind: ContainerKind, first_bytes: int = -1) -> Container:
    """The parts of a file, or of its first bytes only; `ContainerError` says which one fails, or what it is instead."""
    try:
        check_regular(path)
        if path.stat().st_size > kind.most_bytes:
            limit = f"{kind.most_bytes / 10**6:.0f} MB"
            raise ContainerError(f"{path} is larger than a {kind.noun} can be; expected at most {limit}.", CHAIN)
        with path.open("rb") as file:
            data = file.read(first_bytes)
    except OSError as error:
        raise ContainerError(f"{path} cannot be read ({error.strerror}); expected a {kind.noun}.", CHAIN) from error
    return unpacked(data, str(path), kind)


def unpacked(data: bytes, name: str, kind: ContainerKind) -> Container:
    """The parts of a file's content; `name` is what errors call it."""
    return _Unpacking(data, name, kind).container()


@dataclass(frozen=True, slots=True)
class _Unpacking:
    """A file's content, and what errors call it."""

    data: bytes
    name: str
    kind: ContainerKind

    def container(self) -> Container:
        """All parts, checked."""
        chain, offset = self._part_at(0, CHAIN)
        if chain is None:
            raise self._fault(f"is cut off in its first part; nothing of the {self.kind.noun} is there.", CHAIN)
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

    def _part_at(self, offset: int, wanted: str) -> tuple[Part | None, int]:
        """The part that begins at an offset, None where the file is cut off in it, and where the next one begins."""
        data, is_whole = self.data, self.data[-_END_BYTES:].startswith(_END_SIGNATURE)
        start = offset + _HEADER.size + len(wanted)
        if start > len(data):
            if is_whole:
                raise self._changed(wanted)
            return None, offset
        signature, _, _, method, *_, size, full_size, name_bytes, more_bytes = _HEADER.unpack_from(data, offset)
        told = data[offset + _HEADER.size : start]
        if signature != _SIGNATURE or told != wanted.encode() or name_bytes != len(wanted) or more_bytes:
            raise self._changed(wanted)
        if method != zipfile.ZIP_STORED or size != full_size:
            raise self._told(f"{wanted} is packed; expected a {self.kind.noun}, in which nothing is.", wanted)
        if not wanted.endswith(".jpg") and size > MOST_TEXT_BYTES:
            raise self._told(f"{wanted} has {size} bytes; expected at most {MOST_TEXT_BYTES}.", wanted)
        if start + size > len(data):
            if is_whole:
                raise self._changed(wanted)
            return None, offset
        return Part(wanted, data[start : start + size]), start + size

    def _links(self, data: bytes) -> tuple[_Link, ...]:
        try:
            links = _Chain.model_validate_json(data).links
        except ValidationError as error:
            reason = error.errors()[0]["msg"]
            raise self._told(
                f"{CHAIN} is damaged ({reason}); expected the sums of a {self.kind.noun}.", CHAIN
            ) from error
        if len(links) > self.kind.most_parts:
            raise self._told(f"{CHAIN} tells of {len(links)} parts; expected at most {self.kind.most_parts}.", CHAIN)
        names = [link.name for link in links]
        wrong = next((one for one in names if not self.kind.part_name.fullmatch(one) or one == CHAIN), None)
        if wrong is not None:
            raise self._told(f"{wrong[:60]!r} is no name of a part; expected a {self.kind.noun}.", CHAIN)
        if len(set(names)) < len(names) or data != _chain_of([(link.name, link.sha256) for link in links])[0]:
            raise self._changed(CHAIN)
        return links

    def _check_words(self, parts: Sequence[Part], *, is_cut: bool) -> None:
        """Whether the zip says of its parts what it should say; `ContainerError` where it does not."""
        data, wanted = self.data, _zipped(parts)
        ends = [0]
        for part in parts:
            ends.append(ends[-1] + _HEADER.size + len(part.name) + len(part.data))
        upto = ends[-1] if is_cut else len(wanted)
        if data[:upto] == wanted[:upto] and (is_cut or len(data) == len(wanted)):
            return
        for part, start, end in zip(parts, ends, ends[1:], strict=False):
            if data[start:end] != wanted[start:end]:
                raise self._changed(part.name)
        if wanted.startswith(data):
            # All parts are there, and only the list of them at the end is cut off.
            return
        kind = self.kind
        raise self._fault(
            f"was changed in the list of its parts at the end; expected a {kind.noun} as it was {kind.made}.", "end"
        )

    def _changed(self, part: str) -> ContainerError:
        kind = self.kind
        return self._fault(
            f"was changed: {part} is not as it was {kind.made}; expected a {kind.noun} as it was {kind.made}.", part
        )

    def _fault(self, words: str, part: str) -> ContainerError:
        return ContainerError(f"{self.name} {words}", part)

    def _told(self, words: str, part: str) -> ContainerError:
        return ContainerError(f"{self.name}: {words}", part)


def _zipped(parts: Sequence[Part]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for part in parts:
            information = zipfile.ZipInfo(part.name, _MOMENT)
            information.create_system = 3
            information.external_attr = 0o600 << 16
            archive.writestr(information, part.data)
    return stream.getvalue()


def _chain_of(sums: Sequence[tuple[str, str]]) -> tuple[bytes, str]:
    """Each part's sum, and each chained to all before it; the last is the seal."""
    links, last = [], ""
    for name, sha256 in sums:
        last = _sum(f"{last} {name} {sha256}".encode())
        links.append({"name": name, "sha256": sha256, "chained": last})
    return json.dumps({"links": links}, separators=(",", ":")).encode(), last


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
