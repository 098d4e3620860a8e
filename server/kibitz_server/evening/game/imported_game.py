"""A game that an export brought: the same as one that was played here, but for its pictures."""

from __future__ import annotations

from datetime import UTC

from kibitz_server.evening.game.game import Game, Round
from kibitz_server.evening.game.seating import seating_left, seating_of
from kibitz_server.evening.game.sheet import Sheet
from kibitz_server.journal.entries import GameImported, ImportedRound, RoundId, Seq


def imported_game(seq: Seq, entry: GameImported) -> Game:
    """The game that this entry brought; its rounds are numbered from 1, as none of them is ever edited here."""
    last = entry.rounds[-1] if entry.rounds else None
    pack = last.pack if last else entry.pack
    here = tuple(player for player, _ in last.hands) if last else entry.players
    seating = seating_left(pack, here, entry.changes)
    return Game(
        seq=seq,
        at=entry.begun.astimezone(UTC),
        pack=pack,
        players=seating.players,
        start=seating_of(entry.pack, entry.players),
        seating=seating,
        rounds=tuple(_round(RoundId(number), played) for number, played in enumerate(entry.rounds, start=1)),
        is_imported=True,
    )


def _round(round_id: RoundId, played: ImportedRound) -> Round:
    sheet = Sheet(caller=played.caller, end=played.end, snaps=played.snaps)
    return Round(round_id, dict(played.hands), played.caller, played.end, sheet, played.pack, changes=played.changes)
