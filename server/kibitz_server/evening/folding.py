"""The evening after each entry, so that an undo goes back only as far as it reaches."""

from __future__ import annotations

import logging
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from kibitz_server.evening.evening import Evening, Step, step, undone_by
from kibitz_server.journal.entries import Entry, GameStarted, Seq, Undone
from kibitz_server.journal.play_entries import CLIP_ENTRIES
from kibitz_server.journal.recorded import Recorded

log = logging.getLogger(__name__)


class Folding:
    """Goes on with a journal; of the game being played it remembers the evening after each entry.

    `senseless` are entries that could not be gone on with, as may be left of a journal that was damaged.
    """

    def __init__(self) -> None:
        self.senseless: list[Seq] = []
        self._forget(Evening(), 0)
        self.undone: Mapping[Seq, Seq] = {}

    def go_on(self, journal: Sequence[Recorded]) -> Evening:
        """The evening that all entries make, where those that were there the last time are the same."""
        if journal and (isinstance(journal[-1].entry, Undone) or len(journal) > self._known + 1):
            self._go_back(journal)
        for recorded in journal[self._known :]:
            self._take(recorded)
        return _with_redo(self._evenings[-1], journal)

    def foreseen(self, journal: Sequence[Recorded], entry: Entry) -> Evening:
        """The evening that the entries would make with one more; what is remembered stays."""
        ahead = Folding()
        ahead._forget(self._evenings[0], self._first)
        ahead._evenings, ahead.undone = list(self._evenings), self.undone
        newest = journal[-1]
        return ahead.go_on([*journal, Recorded(Seq(newest.seq + 1), newest.at, entry)])

    @property
    def _known(self) -> int:
        """How many entries were taken."""
        return self._first + len(self._evenings) - 1

    def _go_back(self, journal: Sequence[Recorded]) -> None:
        """To before the first entry that holds no longer, or holds again."""
        undone = undone_by(journal)
        changed = [seq for seq in {*undone, *self.undone} if undone.get(seq) != self.undone.get(seq)]
        self.undone = undone
        if not changed:
            return
        number = bisect_left(journal, min(changed), key=lambda recorded: recorded.seq)
        if number < self._first:
            self._forget(Evening(), 0)
        else:
            del self._evenings[max(1, number - self._first + 1) :]

    def _take(self, recorded: Recorded) -> None:
        before = self._evenings[-1]
        try:
            after = step(before, recorded, self.undone.get(recorded.seq))
        except Exception:
            log.exception("Entry %d makes no sense and is left out.", recorded.seq)
            self.senseless += [] if recorded.seq in self.senseless else [recorded.seq]
            after = replace(before, next_seq=Seq(recorded.seq + 1))
        if isinstance(recorded.entry, GameStarted):
            self._forget(before, self._known)
        self._evenings.append(after)

    def _forget(self, evening: Evening, known: int) -> None:
        """Remember nothing of before so many entries."""
        self._first = known
        self._evenings = [evening]


def fold(journal: Sequence[Recorded]) -> Evening:
    """The evening that the entries make, whatever they are."""
    return Folding().go_on(journal)


def ever(journal: Sequence[Recorded]) -> Evening:
    """The evening as if nothing of it had been undone, as far as that makes sense: all that was put in once."""
    evening = Evening()
    for recorded in journal:
        with suppress(Exception):
            evening = step(evening, recorded, None)
    return evening


def _with_redo(evening: Evening, journal: Sequence[Recorded]) -> Evening:
    """The evening with what can be brought back: of all that was undone since the last act the newest first."""
    brought_back: set[Seq] = set()
    for recorded in reversed(journal):
        entry = recorded.entry
        if isinstance(entry, CLIP_ENTRIES):
            # A clip of what was undone is written a little later.
            continue
        if not isinstance(entry, Undone):
            break
        if recorded.seq in brought_back:
            continue
        number = bisect_left(journal, entry.seq, key=lambda one: one.seq)
        target = journal[number] if number < len(journal) else None
        if target is not None and target.seq == entry.seq and not isinstance(target.entry, Undone):
            return replace(evening, redo=Step(recorded.seq, target.entry))
        brought_back.add(entry.seq)
    return evening
