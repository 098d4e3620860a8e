"""The roster: who sits in which seat as the entries of a game come in, so that a line can name a player by seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Event, HandedOver, Joined
from kibitz_scoring.game.record import Amended, Entry, Inserted, Redo, Undo, counting
from kibitz_scoring.players import PlayerId

Players = tuple[PlayerId, ...]


def seated_after(players: Sequence[PlayerId], events: Iterable[Event]) -> Players:
    """The players by seat once these events have happened; what no table can place changes nothing."""
    seats = list(players)
    for event in events:
        match event:
            case Joined(player, seat) if seat <= len(seats):
                seats[seat : seat + 1] = [player]
            case HandedOver(player, successor) if player in seats:
                seats[seats.index(player)] = successor
            case _:
                pass
    return tuple(seats)


class Roster:
    """Players by seat, from those who begin a game on."""

    def __init__(self, players: Sequence[PlayerId]) -> None:
        self._first = self.players = tuple(players)
        self._entries: list[Entry] = []
        self._has_changed = False

    def at(self, number: int) -> Players:
        """The players by seat as the event of entry `number` (from 1) happened."""
        if not self._has_changed:
            return self.players
        try:
            events = counting(self._entries)
        except InputError:
            return self.players
        place = next((at for at, (found, _) in enumerate(events) if found == number), len(events))
        return seated_after(self._first, (event for _, event in events[:place]))

    def add(self, entry: Entry) -> None:
        """Go on with one more entry."""
        self._entries.append(entry)
        event = entry.event if isinstance(entry, Amended | Inserted) else entry
        self._has_changed = self._has_changed or isinstance(event, Joined | HandedOver)
        if isinstance(entry, Undo | Redo | Amended | Inserted):
            self.players = self.at(0)
        else:
            self.players = seated_after(self.players, (entry,))
