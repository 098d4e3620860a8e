"""Slots: their names, such as `p2.b1`, and the numbers of seats and places behind them.

Rows run from a, the farthest from the player, to the nearest; cards in a row from the player's left. Places beside
the grid are x1, x2, ... A place's index counts the grid row by row from 0, then the extra places.
"""

from __future__ import annotations

import re
from functools import lru_cache

from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.table import SlotId

SLOT = re.compile(r"p([1-9][0-9]?)\.([a-x])([1-9][0-9]?)")
"""The name of a slot in parts: the number of the seat, the letter of the row (x beside the grid) and a number."""
_LETTERS, _BESIDE = "abcdefghijklmnopqrstuvw", "x"


def slot_id(pack: RulePack, seat: int, index: int) -> SlotId:
    """Name of the place with this index (from 0) in front of a seat (from 0)."""
    return _slot_id(_columns(pack.table.hand_size, pack.table.rows), pack.table.hand_size, seat, index)


def slot_ids(pack: RulePack, seat: int, places: int) -> tuple[SlotId, ...]:
    """Names of the first so many places in front of a seat (from 0), by index."""
    return _slot_ids(pack.table.hand_size, pack.table.rows, seat, places)


def locate(pack: RulePack, slot: SlotId) -> tuple[int, int]:
    """Seat and index, both from 0, of a slot; `InputError` where the pack's grid has no such place."""
    return _locate(pack.table.hand_size, pack.table.rows, slot)


def seat_of(slot: SlotId) -> int:
    """Seat, from 0, of a slot of any grid; `InputError` where it is none."""
    return _parts(slot)[0]


def row_of(slot: SlotId) -> str:
    """Letter of a slot's row, `x` beside the grid; `InputError` where it is no slot."""
    return _parts(slot)[1]


def columns(pack: RulePack) -> int:
    """How many cards a full row of the pack's grid has."""
    return _columns(pack.table.hand_size, pack.table.rows)


def nearest(pack: RulePack) -> range:
    """Indices of the row nearest the player, more rows where the first peek takes more cards."""
    size = pack.table.hand_size
    return range(max(0, size - max(pack.peek.count, _columns(size, pack.table.rows))), size)


def _columns(size: int, rows: int) -> int:
    return -(-size // min(rows, size, len(_LETTERS)))


@lru_cache(maxsize=4096)
def _slot_id(columns: int, size: int, seat: int, index: int) -> SlotId:
    if index >= size:
        return SlotId(f"p{seat + 1}.x{index - size + 1}")
    row, column = divmod(index, columns)
    return SlotId(f"p{seat + 1}.{_LETTERS[row]}{column + 1}")


@lru_cache(maxsize=4096)
def _slot_ids(size: int, rows: int, seat: int, places: int) -> tuple[SlotId, ...]:
    columns = _columns(size, rows)
    return tuple(_slot_id(columns, size, seat, index) for index in range(places))


@lru_cache(maxsize=4096)
def _parts(slot: SlotId) -> tuple[int, str, int]:
    match = SLOT.fullmatch(slot)
    if match is None:
        raise InputError(
            Sentence("'{slot}' is not a place: expected a seat, a row and a number, as in p1.b2 or p1.x1.", slot=slot)
        )
    return int(match[1]) - 1, match[2], int(match[3])


@lru_cache(maxsize=4096)
def _locate(size: int, rows: int, slot: SlotId) -> tuple[int, int]:
    seat, row, number = _parts(slot)
    if row == _BESIDE:
        return seat, size + number - 1
    columns = _columns(size, rows)
    index = _LETTERS.index(row) * columns + number - 1
    if number > columns or index >= size:
        last = _slot_id(columns, size, seat, size - 1)
        raise InputError(
            Sentence(
                "'{slot}' is not a place of the grid: its last is {last}; beside it lie x1, x2, ...",
                slot=slot,
                last=last,
            )
        )
    return seat, index
