"""What the journal says of clips: each is told with the moment that it is about, whether its round is over or not."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Mapping
from datetime import datetime
from itertools import chain

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import joined
from kibitz_server.evening.game.filmed import FilmedMoments, moment_of
from kibitz_server.evening.game.game import Game
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import Seq
from kibitz_server.journal.play_entries import MomentFilmed, RoundWatched
from kibitz_vision.clips.clip import ClipKind, ClipRuling
from kibitz_vision.clips.clip_file import ClipHead
from kibitz_vision.clips.moments import ClipMoment
from kibitz_vision.clips.shelf import ClipShelf

log = logging.getLogger(__name__)


def key_of(watched: Seq, moment: ClipMoment) -> str:
    """What a clip's file says that it is about: the entry that began its round, its kind, and an act."""
    return f"{watched} {moment.kind} {moment.acts[0]}"


def round_of(key: str) -> int:
    """The entry that began the round of a clip, by its key; -1 for that of a clip of elsewhere."""
    first = key.split(" ", 1)[0]
    return int(first) if first.isdecimal() else -1


class ToldClips:
    """Used from the event loop's thread only."""

    def __init__(self, live: Live, shelf: ClipShelf) -> None:
        self._live, self._shelf = live, shelf

    def tell(self, name: str, key: str, moment: ClipMoment, seal: str) -> None:
        """A clip lies on the shelf, new or changed."""
        self._tell(_entry(name, key, moment.kind, moment.acts, _words(moment.title, moment.ruling), seal))

    async def tell_rest(self) -> None:
        """Tell of those that were cut before this start, which ended before they were told."""
        for name in await asyncio.to_thread(self.of_rounds, self._told):
            try:
                clip = await asyncio.to_thread(self._shelf.clip, name)
            except InputError as error:
                log.warning("%s", error)
                continue
            if name in self._told:
                continue
            acts = (clip.key.split(" ", 2)[-1],)
            self._tell(_entry(name, clip.key, clip.kind, acts, _words(clip.title, clip.ruling), clip.seal))

    def of_rounds(self, but: Collection[str] = ()) -> Mapping[str, ClipHead]:
        """The clips of rounds that the journal knows, `but` some, by their names, and what their files say."""
        # A journal that went on from a backup may have given a number anew: no clip is older than its round.
        begun = {
            one.seq: one.at.replace(microsecond=0)
            for one in self._live.since(Seq(1))
            if isinstance(one.entry, RoundWatched)
        }
        heads = {shelved.name: shelved.head for shelved in self._shelf.clips(but) if shelved.head is not None}
        return {
            name: head
            for name, head in heads.items()
            if (at := begun.get(Seq(round_of(head.key)))) is not None and at <= datetime.fromisoformat(head.made)
        }

    def _tell(self, entry: MomentFilmed) -> None:
        if moment_of(entry) in self._filmed(entry.watched) or entry.clip not in self._shelf:
            self._live.publish()
            return
        try:
            self._live.record(entry)
        except InputError as error:
            log.warning("%s", error)

    @property
    def _told(self) -> frozenset[str]:
        """The names of all clips that the journal tells of."""
        games = self._live.evening.games
        filmed = [*(game.filmed for game in games), *(one.filmed for game in games for one in game.rounds)]
        return frozenset(one.clip for one in chain.from_iterable(filmed))

    def _filmed(self, watched: int) -> FilmedMoments:
        return tuple(chain.from_iterable(_filmed_of(game, watched) for game in self._live.evening.games))


def _filmed_of(game: Game, watched: int) -> FilmedMoments:
    rounds = (played.filmed for played in game.rounds if played.watched == watched)
    return (*(game.filmed if game.watched == watched else ()), *chain.from_iterable(rounds))


def _entry(name: str, key: str, kind: ClipKind, acts: tuple[str, ...], words: str, seal: str) -> MomentFilmed:
    return MomentFilmed(round_of(key), kind, acts, words, name, seal)


def _words(title: str, ruling: ClipRuling | None) -> str:
    return joined(" ", (title, ruling.sentence)) if ruling else title
