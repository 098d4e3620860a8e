"""Snap races that the table ruled on: folded from the journal, with the pictures kept of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from kibitz_server.journal.entries import Entry, PictureId, Seq
from kibitz_server.journal.play_entries import RoundWatched, SnapFilmed, SnapMoment, SnapRuled


@dataclass(frozen=True, slots=True)
class RuledSnap:
    """A race of the round, by its number and its attempts, that the entry `seq` decided.

    `clip` names the clip of it, once there is one, and `clip_seal` its content; earlier versions kept `moments`.
    """

    seq: Seq
    race: int
    acts: tuple[str, ...] = ()
    verdict: str = ""
    moments: tuple[SnapMoment, ...] = ()
    clip: str = ""
    clip_seal: str = ""


RuledSnaps = tuple[RuledSnap, ...]


def snaps_after(snaps: RuledSnaps, seq: Seq, entry: Entry) -> RuledSnaps:
    """The ruled races of a round after one more entry."""
    match entry:
        case RoundWatched():
            return ()
        case SnapRuled(race=race, acts=acts):
            return (*(snap for snap in snaps if (snap.race, snap.acts) != (race, acts)), RuledSnap(seq, race, acts))
        case SnapFilmed(ruled, verdict, moments, clip, seal):
            return tuple(
                replace(snap, verdict=verdict, moments=moments, clip=clip, clip_seal=seal)
                if snap.seq == ruled
                else snap
                for snap in snaps
            )
        case _:
            return snaps


def pictures_of(moments: Iterable[SnapMoment]) -> frozenset[PictureId]:
    """The pictures of some moments."""
    return frozenset(PictureId(moment.picture) for moment in moments)
