"""How the places of a table are looked for until they are found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz_vision.table.places import TablePlaces


def _none_known(_: tuple[int, int]) -> Sequence[TablePlaces]:
    return ()


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """A picture is read every `look_every_ms`.

    Until the places are known the frames of the last `remembered_ms` are kept, so that the deal itself is not missed.
    `known` are places from before, likeliest first, for a picture of this (width, height): if cards lie there, they are
    used at once.
    """

    look_every_ms: float = 500.0
    remembered_ms: float = 30_000.0
    known: Callable[[tuple[int, int]], Sequence[TablePlaces]] = _none_known
