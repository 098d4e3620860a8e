"""What is looked at before play: how well the cards show at each seat, and which cards lie there."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kibitz_scoring.cards import Card
from kibitz_scoring.players import PlayerId
from kibitz_server.watching.cameras.camera import TableCamera
from kibitz_server.watching.pictures.worker import Worker
from kibitz_vision.detections import CardReading, Face, Reading
from kibitz_vision.table.brightness import brightened
from kibitz_vision.table.card_looks import CardLook, card_looks
from kibitz_vision.table.discovery.layout import assign
from kibitz_vision.table.places import TablePlaces
from kibitz_vision.table.setup_score import SetupScore, setup_score


@dataclass(frozen=True, slots=True)
class LaidCards:
    """The faces that lie before the camera: those that were read, and how many were not."""

    cards: tuple[Card, ...]
    unread: int


class TableChecks:
    """Looks at the newest picture of the table's camera; `InputError` in one sentence where there is none."""

    def __init__(self, worker: Worker, camera: TableCamera) -> None:
        self._worker = worker
        self._camera = camera

    async def setup(self, players: Sequence[PlayerId], hand_size: int, places: TablePlaces | None) -> SetupScore:
        """How well each seat's cards show, by confirmed places, or else by how the cards lie."""
        picture = await self._camera.picture()
        reading = await self._worker.read(brightened(picture))
        seats = _by_places(reading, places) if places else _by_layout(reading, players, hand_size)
        looks = await asyncio.to_thread(card_looks, picture, [card.quad for card in reading.cards])
        chosen: Mapping[PlayerId, Sequence[CardLook]] = {
            player: [looks[index] for index in cards] for player, cards in seats.items()
        }
        source = self._camera.source
        return setup_score(chosen, self._camera.health.fps if source and source.is_live else None)

    async def laid_cards(self) -> LaidCards:
        """All cards that lie face up, of whatever deck, and however often one is there."""
        reading = await self._worker.read(await self._camera.picture())
        faces = [card for card in reading.cards if card.face is Face.UP]
        named = tuple(card.card for card in faces if card.card is not None)
        return LaidCards(named, len(faces) - len(named))


def _by_layout(reading: Reading, players: Sequence[PlayerId], hand_size: int) -> Mapping[PlayerId, Sequence[int]]:
    quads = np.array([card.quad for card in reading.cards], np.float64).reshape(-1, 4, 2)
    backs = [index for index, card in enumerate(reading.cards) if card.face is Face.DOWN]
    layout = assign(quads, seats=len(players), hand_size=hand_size, backs=backs)
    return dict(zip(players, layout.hands, strict=True))


def _by_places(reading: Reading, places: TablePlaces) -> Mapping[PlayerId, Sequence[int]]:
    """The cards whose middle is nearer to a slot of the player's than a card is wide."""
    found: dict[PlayerId, list[int]] = {player: [] for player in places.players}
    for index, card in enumerate(reading.cards):
        if player := _whose(card, places):
            found[player].append(index)
    return found


def _whose(card: CardReading, places: TablePlaces) -> PlayerId | None:
    middle = places.on_table(np.asarray(card.quad, np.float64).mean(axis=0))
    for player in places.players:
        for slot in places.grid(player):
            quad = places.quads_mm[slot]
            if np.hypot(*(quad.mean(axis=0) - middle)) < np.hypot(*(quad[1] - quad[0])):
                return player
    return None
