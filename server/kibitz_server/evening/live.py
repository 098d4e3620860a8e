"""The running evening: every act and every sight goes to the journal first, then to all pages that look on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence, joined
from kibitz_scoring.table import TableEvent
from kibitz_server.evening.admission import check
from kibitz_server.evening.evening import Evening
from kibitz_server.evening.folding import Folding, ever
from kibitz_server.evening.game.filmed import pictures_of
from kibitz_server.evening.game.seating import check_said
from kibitz_server.evening.round.play import Play
from kibitz_server.evening.watched_round import gone_on, watched
from kibitz_server.journal.author import Author
from kibitz_server.journal.entries import (
    Entry,
    GameEnded,
    PictureId,
    PictureRead,
    RoundConfirmed,
    Seq,
    Undone,
    format_entry,
)
from kibitz_server.journal.journal import Journal
from kibitz_server.journal.play_entries import ActSaid, RevealWatched, SnapFilmed, TableSeen, TimePassed
from kibitz_server.journal.recorded import Recorded
from kibitz_server.journal.storage.sealed_rows import Content
from kibitz_server.watchers import Watchable

_BACKED_UP_AFTER = (RoundConfirmed, GameEnded)


class Live(Watchable[[]]):
    """Keeps the evening of one journal and the round being watched; used from the event loop's thread only.

    `offered` is what the last good backup holds as long as it may take the place of an empty journal.
    """

    def __init__(self, journal: Journal, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        super().__init__()
        self._journal = journal
        self._clock = clock
        self.offered: tuple[Recorded, ...] = journal.offered()
        self.evening, self.play = self._fold()

    @property
    def notice(self) -> str | None:
        """What people should know of the journal's file, None where all is well."""
        if not self._folding.senseless:
            return self._journal.notice
        left_out = Sentence(
            "Entries that make no sense are left out: {numbers}.", numbers=", ".join(map(str, self._folding.senseless))
        )
        return joined(" ", filter(None, (self._journal.notice, left_out)))

    @property
    def trouble(self) -> str:
        """Why acts wait in memory to be written, empty while all of them are on the disk."""
        return self._journal.trouble

    @property
    def unsaved(self) -> int:
        """How many acts wait in memory to be written."""
        return self._journal.unsaved

    def look_after(self) -> bool:
        """Write what waits, and see whether the file is still there; tell all pages where that changed anything."""
        before = self.notice, self.trouble
        self._journal.save()
        if (self.notice, self.trouble) == before:
            return False
        self.publish()
        return True

    def back_up(self) -> None:
        """Copy the journal as it is, unless the newest copy holds as much."""
        self._journal.back_up()

    def take_backup(self) -> None:
        """Go on from the last good backup; `InputError` where that cannot be."""
        self._journal.take_backup()
        self._begin_again()

    def begin_anew(self) -> None:
        """Leave the backup where it is."""
        self.offered = ()
        self.publish()

    def payloads(self) -> tuple[str, ...]:
        """What all entries say, as it is stored."""
        return tuple(format_entry(recorded.entry, recorded.by)[1] for recorded in self._journal.recorded)

    def ever(self) -> Evening:
        """The evening as if nothing of it had been undone: what was taken back is still stored."""
        return ever(self._journal.recorded)

    def entries(self) -> tuple[Entry, ...]:
        """All that is stored, undone or not."""
        return tuple(recorded.entry for recorded in self._journal.recorded)

    def rewrite(self, change: Callable[[Content], Content]) -> None:
        """Let every entry say something else for good, without a trace of before; `InputError` where that cannot be."""
        self.check_idle()
        self._journal.rewrite(change)
        self._begin_again()

    def erase(self) -> None:
        """Forget everything for good."""
        self.check_idle()
        self._journal.erase()
        self._begin_again()

    def check_idle(self) -> None:
        """`InputError` while a round is being played, of which nothing can be rewritten."""
        if self.play is not None:
            raise InputError(Sentence("A round is being played: end it first."))

    def _begin_again(self) -> None:
        self.offered = ()
        self.evening, self.play = self._fold()
        self.publish()

    def record(self, entry: Entry, by: Author | None = None) -> Recorded:
        """Append an act and publish the evening that follows; `InputError` where the act makes no sense now.

        `by` is who put it in, if a person did.
        """
        check(self.evening, entry, self._folding.undone)
        if self.play is not None and isinstance(entry, ActSaid):
            check_said(self.play.state, entry.event)
        is_confirming = isinstance(entry, _BACKED_UP_AFTER)
        recorded = self._journal.append(entry, self._clock(), by=by, must_be_safe=is_confirming)
        self.offered = ()
        if is_confirming:
            self._journal.back_up()
        journal = self._journal.recorded
        self.evening = self._folding.go_on(journal)
        if isinstance(entry, Undone):
            self.play = watched(journal, self._folding.undone, self.evening.game)
        else:
            self.play = gone_on(self.play, self.evening.game, recorded.entry)
        self.publish()
        return recorded

    def would_break_off(self, entry: Entry) -> bool:
        """Whether after an act the round that is played would be over, or be another one, without being scored."""
        if self.play is None:
            return False
        try:
            check(self.evening, entry, self._folding.undone)
        except InputError:
            return False
        after = self._folding.foreseen(self._journal.recorded, entry)
        is_counted = after.last is not None and isinstance(after.last.act, RevealWatched)
        return after.round_played != self.evening.round_played and not is_counted

    def see(self, events: tuple[TableEvent, ...], known_ms: float) -> None:
        """Take what a frame has brought to light of the round being watched, and that all is known up to a time."""
        if events:
            self.record(TableSeen(events, known_ms))
        elif self.play is not None and self.play.is_due(known_ms):
            self.record(TimePassed(known_ms))

    def pictures_named(self) -> frozenset[PictureId]:
        """Every picture that the journal names, kept or not."""
        entries = [recorded.entry for recorded in self._journal.recorded]
        read = frozenset(entry.picture for entry in entries if isinstance(entry, PictureRead))
        filmed = (entry.moments for entry in entries if isinstance(entry, SnapFilmed))
        return read.union(*map(pictures_of, filmed))

    @property
    def round_begun(self) -> Seq | None:
        """The entry that began the round being played, None while none is."""
        return self.evening.game.watched if self.play is not None and self.evening.game is not None else None

    @property
    def newest(self) -> Recorded | None:
        """The newest entry, None before the first."""
        return self._journal.recorded[-1] if self._journal.recorded else None

    def since(self, seq: Seq) -> tuple[Recorded, ...]:
        """The entries from this one on that hold."""
        undone = self._folding.undone
        journal = self._journal.recorded
        return tuple(recorded for recorded in journal if recorded.seq >= seq and recorded.seq not in undone)

    def publish(self) -> None:
        """Tell every watcher that something changed."""
        self._tell()

    def close(self) -> None:
        """Close the journal."""
        self._journal.close()

    def _fold(self) -> tuple[Evening, Play | None]:
        journal, self._folding = self._journal.recorded, Folding()
        evening = self._folding.go_on(journal)
        return evening, watched(journal, self._folding.undone, evening.game)
