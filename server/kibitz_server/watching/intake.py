"""From a picture to the cards on the sheet: keep it, read it, give the hands to the players."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.score.hands import binding_deck
from kibitz_server.evening.game import Game
from kibitz_server.evening.kept_texts import shown_text
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import Corners, PictureRead, SeenCard
from kibitz_server.journal.pictures import save_jpeg
from kibitz_server.texts import say
from kibitz_server.watching.worker import Worker
from kibitz_vision.detections import CardReading, Face, Image, Reading
from kibitz_vision.frames import decode_image, encode_jpeg
from kibitz_vision.geometry import Points
from kibitz_vision.table.layout import assign
from kibitz_vision.table.owners import owners
from kibitz_vision.table.places import TablePlaces

_MOST_NAME = 80
"""So much of a file's name is kept."""


class Intake:
    """Takes pictures from uploads, cameras and the demo, and puts what they show on the open sheet."""

    def __init__(self, live: Live, worker: Worker, folder: Path) -> None:
        self._live = live
        self._worker = worker
        self._folder = folder

    async def take_file(self, data: bytes, name: str) -> Reading:
        """Read an encoded picture; `InputError` where it is none."""
        name = shown_text(name, _MOST_NAME)
        return await self.take(await asyncio.to_thread(decode_image, data, name), name)

    async def take(self, image: Image, name: str, places: TablePlaces | None = None) -> Reading:
        """Read a picture and record its cards; `InputError` where no game is being played.

        Hands are told by the `places` of the table where these are known, else by how the cards lie together.
        """
        before = self._game()
        reading = await self._worker.read(image, binding_deck(before.pack))
        jpeg = await asyncio.to_thread(encode_jpeg, image)
        game = self._game()
        if (game.seq, game.sheet, game.rounds) != (before.seq, before.sheet, before.rounds):
            raise InputError(
                say("The round was changed on another page while the picture was read: nothing was taken of it.")
            )
        picture = save_jpeg(self._folder, jpeg)
        if places is not None and places.players == game.players:
            seen = _at_places(reading, places)
        else:
            seen = _together(reading, game.players, game.pack.table.hand_size)
        self._live.record(PictureRead(picture, name, reading.width_px, reading.height_px, seen))
        return reading

    def _game(self) -> Game:
        game = self._live.evening.game
        if game is None:
            raise InputError(say("There is no game yet: choose a game and enter the players first."))
        return game


def _together(reading: Reading, players: Sequence[PlayerId], hand_size: int) -> tuple[SeenCard, ...]:
    quads = _quads(reading)
    backs = [index for index, card in enumerate(reading.cards) if card.face is Face.DOWN]
    layout = assign(quads, seats=len(players), hand_size=hand_size, backs=backs)
    placed = [(index, player) for player, hand in zip(players, layout.hands, strict=True) for index in hand]
    unplaced = [(index, None) for index in layout.leftovers]
    return tuple(_seen(reading.cards[index], player) for index, player in (*placed, *unplaced))


def _at_places(reading: Reading, places: TablePlaces) -> tuple[SeenCard, ...]:
    whose = owners(_quads(reading), places)
    return tuple(_seen(card, player) for card, player in zip(reading.cards, whose, strict=True))


def _quads(reading: Reading) -> Points:
    return np.array([card.quad for card in reading.cards], dtype=np.float64).reshape(-1, 4, 2)


def _seen(card: CardReading, player: PlayerId | None) -> SeenCard:
    first, second, third, fourth = ((round(float(x), 1), round(float(y), 1)) for x, y in card.quad)
    corners: Corners = (first, second, third, fourth)
    return SeenCard(corners, card.face, card.card, round(card.confidence, 4), card.alternatives, player)
