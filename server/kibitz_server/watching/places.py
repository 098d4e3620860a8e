"""Where everything lies on the table: found from a deal, moved and confirmed by people, saved beside the evening."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import binding_deck
from kibitz_scoring.sentences import Sentence, joined, to_say
from kibitz_scoring.slots import slot_ids
from kibitz_server.data_folder import PLACES
from kibitz_server.watching.cameras.camera import TableCamera
from kibitz_server.watching.pictures.worker import Worker
from kibitz_vision.detections import CardReading
from kibitz_vision.geometry import Points
from kibitz_vision.table.brightness import brightened
from kibitz_vision.table.discovery.discovery import discover
from kibitz_vision.table.discovery.search import Known, TableSearch
from kibitz_vision.table.discovery.steady import steady_cards
from kibitz_vision.table.places import TablePlaces
from kibitz_vision.table.places_file import places_path, read_places, write_places

log = logging.getLogger(__name__)

_PICTURES = 8
"""So many at most of a deal of which something is missing."""
_BETWEEN_S = 0.25
_COMPLETE = to_say("Every card of the deal was found.")
_ROUGHLY = to_say("Cards were outlined only roughly: see whether each place lies on its card.")


@dataclass(frozen=True, slots=True)
class Proposal:
    """Places to be confirmed, and in a sentence where they come from."""

    places: TablePlaces
    sentence: str


class TableFinder:
    """Finds, keeps and moves the places of the table that the camera sees."""

    def __init__(self, worker: Worker, camera: TableCamera, data: Path) -> None:
        self._worker = worker
        self._camera = camera
        self._folder = data / PLACES
        self._round_folder = self._folder / "round"

    async def saved(self, pack: RulePack, players: Sequence[PlayerId]) -> Proposal | None:
        """What was confirmed last with this camera, None where nothing was or it was another table."""
        places = await self._read(self._folder, pack, players)
        if places is None:
            return None
        places = replace(places, players=tuple(players))
        return Proposal(places, Sentence("So it was confirmed last time: is everything still in its place?"))

    async def of_round(self, pack: RulePack, players: Sequence[PlayerId]) -> TablePlaces | None:
        """Where everything lay in the round that was watched last with this camera, None where others played it."""
        places = await self._read(self._round_folder, pack, players)
        return places if places is not None and places.players == tuple(players) else None

    def known_where(self, pack: RulePack, players: Sequence[PlayerId], *, is_dealt: bool) -> Known | None:
        """What is known of a round's places: before a deal other cards may lie where hands were before."""
        return partial(self.known, pack, players) if is_dealt else None

    def known(self, pack: RulePack, players: Sequence[PlayerId], size_px: tuple[int, int]) -> tuple[TablePlaces, ...]:
        """Where everything lay before on this camera's pictures of this size, what was watched last first.

        Those of other players are of no use, nor is what cannot be read any more.
        """
        found = [self._kept(folder, pack, players, size_px) for folder in (self._round_folder, self._folder)]
        return tuple(places for places in found if places is not None and places.players == tuple(players))

    def _kept(
        self, folder: Path, pack: RulePack, players: Sequence[PlayerId], size_px: tuple[int, int]
    ) -> TablePlaces | None:
        path = self._path(folder, size_px)
        try:
            places = read_places(path) if path.is_file() else None
        except InputError as error:
            log.warning("%s", error)
            return None
        return places if places is not None and _fits(places, pack, players) else None

    async def find(self, pack: RulePack, players: Sequence[PlayerId]) -> Proposal:
        """The places of a deal that lies before the camera; `InputError` says what is missing."""
        readings: list[tuple[CardReading, ...]] = []
        image = await self._camera.picture()
        size_px = (image.shape[1], image.shape[0])
        search = TableSearch(pack, tuple(players), size_px)
        for number in range(_PICTURES):
            if number:
                await asyncio.sleep(_BETWEEN_S)
                image = await self._camera.picture()
            readings.append((await self._worker.read(brightened(image), binding_deck(pack))).cards)
            places = await asyncio.to_thread(search.add, readings[-1], number * _BETWEEN_S * 1e3, image)
            if places is not None:
                return Proposal(places, Sentence(_COMPLETE))
        found = search.best or discover(steady_cards(readings), size_px, pack, players)
        doubts = [*found.doubts, Sentence(_ROUGHLY)] if search.is_rough else found.doubts
        return Proposal(found.places, joined(" ", doubts) or Sentence(_COMPLETE))

    async def save(self, places: TablePlaces) -> None:
        """Keep confirmed places for the next evening with this camera; `InputError` where that fails."""
        await asyncio.to_thread(write_places, places, self._path(self._folder, places.size_px), self._camera.shown_name)

    async def keep_for_round(self, places: TablePlaces) -> None:
        """Keep the places of the round that is watched; `InputError` where that fails."""
        await asyncio.to_thread(
            write_places, places, self._path(self._round_folder, places.size_px), self._camera.shown_name
        )

    async def _read(self, folder: Path, pack: RulePack, players: Sequence[PlayerId]) -> TablePlaces | None:
        image = await self._camera.picture()
        path = self._path(folder, (image.shape[1], image.shape[0]))
        if not path.is_file():
            return None
        places = await asyncio.to_thread(read_places, path)
        return places if _fits(places, pack, players) else None

    def _path(self, folder: Path, size_px: tuple[int, int]) -> Path:
        return places_path(folder, self._camera.shown_name, size_px)


def seat_shifted(places: TablePlaces, player: PlayerId, by_px: tuple[float, float]) -> TablePlaces:
    """All places of a player, shifted on the picture; their middle stays in it."""
    middle = np.mean([places.quad_px(slot).mean(axis=0) for slot in places.slots(player)], axis=0)
    before, after = places.on_table(np.stack([middle, _inside(middle + by_px, places)]))
    return places.with_seat_moved(player, after - before)


def place_shifted(places: TablePlaces, name: str, by_px: tuple[float, float]) -> TablePlaces:
    """The place of this name, shifted on the picture; its middle stays in it. `InputError` where there is none."""
    place = next((one for one in places.quads_mm if one == name), None)
    if place is None:
        raise InputError(
            Sentence(
                "'{name}' is no place of this table; expected one of {expected}.",
                name=name,
                expected=", ".join(places.quads_mm),
            )
        )
    middle = _inside(places.quad_px(place).mean(axis=0) + by_px, places)
    return places.with_place_moved(place, places.on_table(middle))


def _inside(point_px: Points, places: TablePlaces) -> Points:
    inside: Points = np.clip(point_px, 0, np.array(places.size_px) - 1.0)
    return inside


def _fits(places: TablePlaces, pack: RulePack, players: Sequence[PlayerId]) -> bool:
    slots = [slot for seat in range(len(players)) for slot in slot_ids(pack, seat, pack.table.hand_size)]
    return len(places.players) == len(players) and all(slot in places.quads_mm for slot in slots)
