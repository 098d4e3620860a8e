"""The decks that this table was taught: which of them are played with, and teaching another one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_server.evening.live import Live
from kibitz_server.private_files import write_private
from kibitz_server.watching.pictures.worker import Worker
from kibitz_vision.detections import Image
from kibitz_vision.own_data import DECKS
from kibitz_vision.reading.taught_head import TaughtHead
from kibitz_vision.teaching.deck_file import KeptDeck
from kibitz_vision.teaching.found_cards import FoundCard, confirmed, cut_ground, find_backs, find_cards, propose
from kibitz_vision.teaching.shelf import DeckShelf
from kibitz_vision.teaching.taught_deck import TaughtDeck, check_name

log = logging.getLogger(__name__)


class TaughtDecks:
    """The shelf of taught decks, and the choice of those that lie on this table; none is the standard reader.

    A game whose rules name a taught deck is read by that one as soon as it begins.
    """

    def __init__(self, live: Live, worker: Worker, data: Path) -> None:
        self.shelf = DeckShelf(data / DECKS)
        self.chosen: tuple[str, ...] = ()
        self._live = live
        self._worker = worker
        self._memory = data / DECKS / "chosen.txt"
        self._followed: tuple[int, str | None] | None = None
        live.watch(self, self._follow)
        self._choose_at_once(self._remembered())

    async def choose(self, names: Sequence[str]) -> None:
        """Read tables by these decks from now on, by the standard reader where there are none.

        `InputError` where one is not there any more; nothing changes then.
        """
        wanted = tuple(names)
        head = await asyncio.to_thread(self._head, wanted) if wanted else None
        self._worker.use(head)
        self.chosen = wanted
        self._remember()
        self._live.publish()

    async def find(self, picture: Image, number: int) -> tuple[list[FoundCard], list[Image]]:
        """The cards on a teaching picture of this number, not yet named, and pictures of the table beside them."""

        def find() -> tuple[list[FoundCard], list[Image]]:
            found = find_cards(self._worker.standard(), [picture], number)
            return found, cut_ground(picture, [one.quad for one in found])

        return await asyncio.to_thread(find)

    async def find_backs(self, picture: Image) -> list[Image]:
        """The backs on a picture; `InputError` where there is none."""
        return await asyncio.to_thread(lambda: find_backs(self._worker.standard(), picture))

    async def proposed(self, found: Sequence[FoundCard], deck: Sequence[Card]) -> list[FoundCard]:
        """The found cards, all together, with the likeliest names."""
        return await asyncio.to_thread(lambda: propose(found, deck, self._worker.standard().reader.learnt))

    async def teach(
        self,
        name: str,
        found: Sequence[FoundCard],
        deck: Sequence[Card],
        grounds: Sequence[Sequence[Image]],
        backs: Sequence[Image],
    ) -> KeptDeck:
        """Teach a deck as a person has confirmed it, keep it, and read by it from now on."""
        shown = confirmed(check_name(name), found, deck, grounds, backs)
        kept = await asyncio.to_thread(self._teach, shown)
        await self.choose((name,))
        return kept

    async def delete(self, name: str) -> None:
        """Take a deck away for good."""
        await self.choose([one for one in self.chosen if one != name])
        await asyncio.to_thread(self.shelf.delete, name)

    async def rename(self, name: str, new: str) -> None:
        """Call a deck by another name."""
        await asyncio.to_thread(self.shelf.rename, name, new.strip())
        await self.choose([new.strip() if one == name else one for one in self.chosen])

    def drop_missing(self) -> None:
        """Choose no deck any more that was deleted in another way."""
        left = tuple(name for name in self.chosen if name in self.shelf)
        if left == self.chosen:
            return
        self.chosen = left
        self._worker.use(None)
        self._choose_at_once(left)
        if left:
            self._remember()
        else:
            self._memory.unlink(missing_ok=True)
        self._live.publish()

    def _teach(self, shown: TaughtDeck) -> KeptDeck:
        return self.shelf.teach(self._worker.standard().reader, shown)

    def _head(self, names: tuple[str, ...]) -> TaughtHead:
        return self.shelf.table(self._worker.standard().reader, names)[1]

    def _follow(self) -> None:
        """The deck that the rules of a new game name, where it was taught."""
        game = self._live.evening.game
        named = None if game is None else (int(game.seq), game.pack.deck.taught)
        if named == self._followed:
            return
        self._followed = named
        taught = named[1] if named else None
        if taught and taught in self.shelf and self.chosen != (taught,):
            self._choose_at_once((taught,))

    def _choose_at_once(self, names: tuple[str, ...]) -> None:
        """Choose beside all else; what cannot be chosen is left, and told in the log."""
        if not names:
            return

        def choose() -> None:
            try:
                self._worker.use(self._head(names))
            except InputError as error:
                self.chosen = ()
                log.warning("The taught deck is not used: %s", error)

        self.chosen = names
        self._worker.soon(choose)

    def _remember(self) -> None:
        try:
            write_private(self._memory, "".join(f"{name}\n" for name in self.chosen))
        except OSError as error:
            log.warning("The chosen decks are not remembered: %s (%s).", self._memory, error.strerror)

    def _remembered(self) -> tuple[str, ...]:
        try:
            names = self._memory.read_text(encoding="utf-8").splitlines()
            return tuple(name for name in names if name in self.shelf)
        except (OSError, UnicodeDecodeError, InputError):
            return ()
