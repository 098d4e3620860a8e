"""Rows that still stand in a broken database file: found byte by byte, whatever its pages say of each other.

The format is that of https://www.sqlite.org/fileformat2.html: cells of table leaf pages (1.6) and records (2.1).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_PAGE_BYTES = 4096
_WAL_HEADER, _FRAME_HEADER = 32, 24
_NUMBER = rb"[\x80-\xff]{0,3}[\x00-\x7f]"
# The header of a record: its length, no value for the row's number, then the lengths of its texts. A date follows.
_HEADER = re.compile(rb"[\x05-\x0d]\x00(?:" + _NUMBER + rb"){3,5}?(?=\d{4}-\d\d-\d\dT)")
_MOST_PAYLOAD = 64_000_000


@dataclass(frozen=True, slots=True)
class _Page:
    number: int
    content: bytes


def carve(path: Path) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Numbers and texts of what look like rows of entries; some may be torn, and some come more than once."""
    size = _page_size(path)
    main, log = _pages_of(path, size), _pages_of_log(Path(f"{path}-wal"), size)
    newest = {page.number: page.content for page in (*main, *log)}
    oldest = {page.number: page.content for page in (*reversed(log), *reversed(main))}
    for page in (*main, *log):
        for found in _HEADER.finditer(page.content):
            for chains in (newest, oldest):
                yield from _rows_at(page.content, found.start(), chains)


def _page_size(path: Path) -> int:
    with suppress(OSError), path.open("rb") as file:
        size = int.from_bytes(file.read(18)[16:], "big")
        if size in {512 << step for step in range(7)}:
            return size
    return _PAGE_BYTES


def _pages_of(path: Path, size: int) -> Sequence[_Page]:
    content = _content(path)
    return [_Page(at // size + 1, content[at : at + size]) for at in range(0, len(content), size)]


def _pages_of_log(path: Path, size: int) -> Sequence[_Page]:
    content, step = _content(path), _FRAME_HEADER + size
    starts = range(_WAL_HEADER, len(content), step)
    return [
        _Page(int.from_bytes(content[at : at + 4], "big"), content[at + _FRAME_HEADER : at + step]) for at in starts
    ]


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _rows_at(page: bytes, header: int, chains: Mapping[int, bytes]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The rows whose record may begin at `header`: before it stand its length and its number, of 1 to 4 bytes each."""
    for number_bytes in range(1, 5):
        number_at = header - number_bytes
        for length_bytes in range(1, 5):
            start = number_at - length_bytes
            if start < 0:
                break
            length, after_length = _varint(page, start)
            number, after_number = _varint(page, number_at)
            if after_length == number_at and after_number == header and number > 0 and length < _MOST_PAYLOAD:
                texts = _texts(_record(page, header, length, chains), length)
                if texts is not None:
                    yield number, texts


def _record(page: bytes, start: int, length: int, chains: Mapping[int, bytes]) -> bytes:
    """All of a record, the part of it on other pages included; shorter where one of them is not there."""
    usable = len(page)
    if length <= usable - 35:
        return page[start : start + length]
    least = (usable - 12) * 32 // 255 - 23
    local = least + (length - least) % (usable - 4)
    local = local if local <= usable - 35 else least
    record = bytearray(page[start : start + local])
    following = int.from_bytes(page[start + local : start + local + 4], "big")
    while len(record) < length and following in chains:
        further = chains[following]
        record += further[4 : 4 + length - len(record)]
        following = int.from_bytes(further[:4], "big")
    return bytes(record)


def _texts(record: bytes, length: int) -> tuple[str, ...] | None:
    """The texts of a record of one number and texts, None where it is none."""
    if len(record) != length or not record:
        return None
    header_end = record[0]
    at, lengths = 2, []
    while at < header_end <= len(record):
        serial, at = _varint(record, at)
        if serial < 13 or serial % 2 == 0:
            return None
        lengths.append((serial - 13) // 2)
    if at != header_end or header_end + sum(lengths) != length:
        return None
    texts: list[str] = []
    for size in lengths:
        try:
            texts.append(record[at : at + size].decode())
        except UnicodeDecodeError:
            return None
        at += size
    return tuple(texts)


def _varint(content: bytes, at: int) -> tuple[int, int]:
    """A number of 7 bits a byte, and where it ends."""
    value = 0
    for index in range(at, min(at + 9, len(content))):
        value = value << 7 | content[index] & 0x7F
        if content[index] < 0x80:
            return value, index + 1
    return -1, -1
