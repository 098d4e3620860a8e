"""Which round is being watched, if any: the fold over the journal that begins and ends a `Play`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from kibitz_server.evening.game.game import Game
from kibitz_server.evening.round.play import Play
from kibitz_server.journal.entries import EntriesLost, Entry, GameStarted, Seq, SheetOpened
from kibitz_server.journal.play_entries import PlayEntry, RevealWatched, RoundWatched, WatchDropped
from kibitz_server.journal.recorded import Recorded

_ENDS = (RevealWatched, WatchDropped, GameStarted, SheetOpened, EntriesLost)


def watched(journal: Sequence[Recorded], undone: Collection[Seq], game: Game | None) -> Play | None:
    """The round of a game that is being watched after all entries that hold; those that are over are not told again."""
    course: list[PlayEntry] = []
    for recorded in journal:
        entry = recorded.entry
        if recorded.seq in undone:
            continue
        if isinstance(entry, RoundWatched):
            course = [entry]
        elif isinstance(entry, _ENDS):
            course = []
        elif isinstance(entry, PlayEntry) and course:
            course.append(entry)
    if not course or game is None or game.watched_from is None or not isinstance(course[0], RoundWatched):
        return None
    play = Play(game.watched_from.pack, game.watched_from.players, course[0])
    for entry in course[1:]:
        play.take(entry)
    return play


def gone_on(play: Play | None, game: Game | None, entry: Entry) -> Play | None:
    """The round that is being watched after one more entry that is no `Undone`."""
    if isinstance(entry, RoundWatched):
        return Play(game.pack, game.players, entry) if game else None
    if isinstance(entry, _ENDS):
        return None
    if play is not None and isinstance(entry, PlayEntry):
        play.take(entry)
    return play
