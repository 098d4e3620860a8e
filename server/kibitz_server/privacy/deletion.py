"""Deleting a person, all pictures and films, or everything, so that nothing of it is left in the data folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import HandedOver, Joined, Ruled
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.players import PlayerId
from kibitz_server.access.guests import Guests
from kibitz_server.data_folder import BACKUPS, KEPT
from kibitz_server.evening.game.game import Game
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import Entry, GameStarted, PicturesDeleted, Seq
from kibitz_server.journal.journal import FILE_NAME, HEAD_NAME, LOCK_NAME
from kibitz_server.journal.pictures import picture_path
from kibitz_server.journal.play_entries import ActSaid, RuleKept
from kibitz_server.journal.storage.shredding import shred, shred_all
from kibitz_server.privacy.other_names import OtherName, other_name
from kibitz_server.texts import say
from kibitz_vision.clips.clip_file import SUFFIX, read_clip
from kibitz_vision.recording.folder import TABLE
from kibitz_vision.teaching.deck_file import SUFFIX as DECK_SUFFIX

_SEATS = tuple(PlayerId(f"\0{seat}") for seat in range(100))
"""Nobody's names: who else stands in an act was named by it."""
_TEXTS = {".json", ".jsonl", ".txt", ".toml", ".csv", ".part"}
_JOURNAL = (FILE_NAME, f"{FILE_NAME}-wal", f"{FILE_NAME}-shm", HEAD_NAME, LOCK_NAME)


class Deletion:
    """Used from the event loop's thread only.

    `forget` lets go of what might be written later, `done` hears that files are gone.
    """

    def __init__(
        self,
        live: Live,
        folder: Path,
        guests: Guests,
        forget: Iterable[Callable[[], object]] = (),
        done: Callable[[], object] = lambda: None,
    ) -> None:
        self._live, self._folder, self._guests = live, folder, guests
        self._forgetting, self._done = tuple(forget), done

    def people(self) -> tuple[str, ...]:
        """Everybody who is named in what is stored, undone or not, in the order of the alphabet."""
        games = (*self._live.evening.all_games, *self._live.ever().all_games)
        named = {name for game in games for name in _people_of(game)}.union(_named_in(self._live.entries()))
        return tuple(sorted(named - {"", "the table", say("the table")}))

    def person(self, name: str) -> str:
        """Put another name in place of this one and return it; films and pictures of their games are deleted.

        Raises `InputError` while a round is played, or where the disk refuses.
        """
        if name not in self.people():
            raise InputError(say("Nobody is called {name}.", name=name))
        self._live.check_idle()
        games = [game for game in self._live.evening.games if name in _people_of(game)]
        ever = [game for game in self._live.ever().games if name in _people_of(game)]
        other = OtherName(name, other_name(self._live.payloads()))
        self._forget()
        self._guests.forget(name)
        try:
            self._delete_films_of(other, name)
            for picture in {picture for game in (*games, *ever) for picture in game.pictures}:
                shred(picture_path(self._folder, picture))
        except OSError as error:
            raise _refused(error) from error
        self._delete_pictures([game.seq for game in games if game.pictures])
        self._live.rewrite(other.put)
        self._done()
        return other.instead

    def pictures(self) -> None:
        """Delete all pictures, films and taught decks; `InputError` while a round is played, or the disk refuses."""
        self._live.check_idle()
        self._forget()
        self._delete_pictures([game.seq for game in self._live.evening.games if game.pictures])
        try:
            for kept in KEPT:
                if kept.is_film:
                    shred_all(self._folder / kept.where, "*")
        except OSError as error:
            raise _refused(error) from error
        self._done()

    def everything(self) -> None:
        """Delete all that is in the data folder; `InputError` while a round is played, or the disk refuses."""
        self._live.check_idle()
        self._forget()
        self._guests.revoke_all()
        self._live.erase()
        try:
            for path in self._folder.iterdir():
                if path.name not in _JOURNAL:
                    shred_all(self._folder, path.name)
        except OSError as error:
            raise _refused(error) from error
        self._done()

    def _forget(self) -> None:
        for forget in self._forgetting:
            forget()

    def _delete_pictures(self, games: list[Seq]) -> None:
        for seq in games:
            self._live.record(PicturesDeleted(seq))

    def _delete_films_of(self, other: OtherName, name: str) -> None:
        """Clips and recordings of rounds with a person, and all other files that name them."""
        for path in self._folder.rglob(f"*{SUFFIX}"):
            if _is_clip_of(path, name):
                shred(path)
        for path in self._folder.rglob(f"*{DECK_SUFFIX}"):
            if other.stands_in(path.stem):
                shred(path)
        for path in list(self._texts()):
            if path.exists() and other.stands_in(path.read_bytes().decode(errors="replace")):
                if (path.parent / TABLE).is_file():
                    shred_all(path.parent.parent, path.parent.name)
                else:
                    shred(path)

    def _texts(self) -> Iterator[Path]:
        for path in self._folder.rglob("*"):
            is_of_the_journal = path.name in _JOURNAL or path.parent.name == BACKUPS
            if path.is_file() and path.suffix in _TEXTS and not is_of_the_journal:
                yield path


def _is_clip_of(path: Path, name: str) -> bool:
    try:
        clip = read_clip(path)
    except InputError:
        # Of a torn clip nobody can say whom it shows.
        return True
    return name in clip.table.players or name in clip.title


def _named_in(entries: Iterable[Entry]) -> Iterator[str]:
    """Those whom entries name themselves, and not by their seats, whatever became of it."""
    for entry in entries:
        match entry:
            case GameStarted(players=players):
                yield from players
            case RuleKept(author=author) if author:
                yield author
            case ActSaid(event=said):
                yield from _named_by(said)
            case _:
                pass


def _named_by(said: str) -> Iterator[str]:
    """Who came, who goes on for another, who made a rule."""
    with suppress(InputError):
        match parse_event(said, _SEATS):
            case Joined(player):
                yield player
            case HandedOver(_, successor):
                yield successor
            case Ruled(author=author):
                yield author
            case _:
                pass


def _people_of(game: Game) -> set[str]:
    played = (player for one in game.rounds for player in one.hands)
    authors = (rule.author for rule in game.pack.house_rules)
    agreed = (rule.author for rule in game.seating.agreed)
    return {*game.start.players, *game.players, *game.seating.seats, *played, *authors, *agreed} - {""}


def _refused(error: OSError) -> InputError:
    return InputError(say("{path} cannot be deleted ({why}).", path=error.filename, why=error.strerror))
