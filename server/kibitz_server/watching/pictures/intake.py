"""From a picture to the cards on the sheet: keep it, read it, give the hands to the players."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import numpy as np

from kibitz_scoring.certainty import as_told
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.round_state import top_face
from kibitz_scoring.players import PlayerId
from kibitz_scoring.score.hands import binding_deck, deck_cards
from kibitz_scoring.sentences import Sentence, to_say
from kibitz_server.evening.game.game import Game
from kibitz_server.evening.kept_texts import shown_text
from kibitz_server.evening.live import Live
from kibitz_server.evening.round.play import Play
from kibitz_server.journal.entries import Corners, PictureRead, SeenCard
from kibitz_server.journal.pictures import PictureFolder
from kibitz_server.watching.pictures.picture_process import PictureProcess
from kibitz_server.watching.pictures.worker import Worker
from kibitz_vision.detections import CardReading, Face, Image, Reading
from kibitz_vision.frames import encode_jpeg
from kibitz_vision.geometry import Points
from kibitz_vision.table.discovery.layout import assign
from kibitz_vision.table.owners import owners
from kibitz_vision.table.places import TablePlaces
from kibitz_vision.tokens.finder import with_tokens

NO_HANDS_NOW = to_say("The hands cannot be counted now: wait until they lie face up.")
_MOST_NAME = 80
"""So much of a file's name is kept."""
_NO_HANDS = 1.25
"""From here on cards lie otherwise than in hands: a game of patience comes to 1.4 and more, three hands for each of the
players that are told to 1.0, as do hands of twice as many cards as were dealt."""


class SentFile(Protocol):
    """A file that was sent, and lies on the disk, if it is large, until it is read."""

    async def read(self) -> bytes:
        """All of it."""


class Intake:
    """Takes pictures from uploads, cameras and the demo, and puts what they show on the open sheet."""

    def __init__(self, live: Live, worker: Worker, folder: Path) -> None:
        self._live = live
        self._worker = worker
        self.pictures = PictureFolder(folder)
        self._decoder = PictureProcess()
        self.one_picture = asyncio.Lock()
        """Held from before a picture is taken into memory until nothing is done with it any more: all take turns."""

    def close(self) -> None:
        """Decode no further picture."""
        self._decoder.close()

    async def take_file(self, file: SentFile, name: str) -> Reading:
        """Read an encoded picture; `InputError` where it is none."""
        async with self.one_picture:
            image = await self.decoded(await file.read(), name)
            return await self._take(image, shown_text(name, _MOST_NAME), None, self._game())

    async def decoded(self, data: bytes, name: str) -> Image:
        """An encoded picture, made smaller where it is very large; `InputError` where it is none."""
        return await self._decoder.decode(data, shown_text(name, _MOST_NAME))

    async def take(self, image: Image, name: str, places: TablePlaces | None = None) -> Reading:
        """Read a picture and record its cards; `InputError` where no game is being played.

        Hands are told by the `places` of the table where these are known, else by how the cards lie together. A round
        that is being played ends with it, and what is known of that stays: who called, how it ended, its snaps.
        """
        before = self._game()
        async with self.one_picture:
            return await self._take(image, name, places, before)

    async def _take(self, image: Image, name: str, places: TablePlaces | None, before: Game) -> Reading:
        """Read a picture that is of a game as it stood before, once it is this picture's turn."""
        reading = await self._worker.read(image, binding_deck(before.pack))
        if before.pack.has_tokens:
            reading = await asyncio.to_thread(with_tokens, image, reading)
        jpeg = await asyncio.to_thread(encode_jpeg, image)
        game = self._game()
        if (game.seq, game.sheet, game.rounds) != (before.seq, before.sheet, before.rounds):
            raise InputError(
                Sentence("The round was changed on another page while the picture was read: nothing was taken of it.")
            )
        picture = self.pictures.keep(jpeg)
        if places is not None and places.players == game.players:
            seen = _at_places(reading, places)
        else:
            seen = _together(reading, game.players, game.pack.table.hand_size)
            seen = _without_pile(seen, self._live.play)
        if self._live.play is not None:
            self._live.record(self._live.play.left())
        self._live.record(PictureRead(picture, name, reading.width_px, reading.height_px, seen))
        return reading

    def _game(self) -> Game:
        game = self._live.evening.game
        if game is None:
            raise InputError(Sentence("There is no game yet: choose a game and enter the players first."))
        return game


def _together(reading: Reading, players: Sequence[PlayerId], hand_size: int) -> tuple[SeenCard, ...]:
    quads = _quads(reading)
    backs = [index for index, card in enumerate(reading.cards) if card.face is Face.DOWN]
    layout = assign(quads, seats=len(players), hand_size=hand_size, backs=backs)
    if layout.strange > _NO_HANDS:
        raise InputError(
            Sentence(
                "The cards do not lie in {players} hands: lay each hand before its seat and take another picture.",
                players=len(players),
            )
        )
    placed = [(index, player) for player, hand in zip(players, layout.hands, strict=True) for index in hand]
    unplaced = [(index, None) for index in layout.leftovers]
    return tuple(_seen(reading.cards[index], player) for index, player in (*placed, *unplaced))


def _without_pile(seen: tuple[SeenCard, ...], play: Play | None) -> tuple[SeenCard, ...]:
    """What is known to lie on top of the discard pile is in no hand, if it is read once only."""
    top = None if play is None or deck_cards(play.state.pack).count(top_face(play.state)) > 1 else top_face(play.state)
    found = [card for card in seen if card.card is not None and card.card == top]
    return tuple(replace(card, player=None) if found == [card] else card for card in seen)


def _at_places(reading: Reading, places: TablePlaces) -> tuple[SeenCard, ...]:
    whose = owners(_quads(reading), places)
    return tuple(_seen(card, player) for card, player in zip(reading.cards, whose, strict=True))


def _quads(reading: Reading) -> Points:
    return np.array([card.quad for card in reading.cards], dtype=np.float64).reshape(-1, 4, 2)


def _seen(card: CardReading, player: PlayerId | None) -> SeenCard:
    first, second, third, fourth = ((round(float(x), 1), round(float(y), 1)) for x, y in card.quad)
    corners: Corners = (first, second, third, fourth)
    # A card of which nobody knows which side it shows is left to people, as one that cannot be read.
    face = card.face if card.side_known else Face.UP
    sure = round(as_told(card.confidence), 4)
    return SeenCard(corners, face, card.card, sure, card.alternatives, player, card.points, card.beside)
