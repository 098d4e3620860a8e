"""What was filmed of a round: folded from the journal, every clip with the moment that it is about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from kibitz_server.journal.entries import Entry, PictureId, Seq
from kibitz_server.journal.play_entries import MomentFilmed, RoundWatched, SnapFilmed, SnapMoment, SnapRuled
from kibitz_vision.clips.clip import ClipKind


@dataclass(frozen=True, slots=True)
class FilmedMoment:
    """A moment of a round, which its kind and acts tell, and its clip by name and seal, with what it shows in words.

    Earlier versions filmed only what the entry `ruled` decided, and before that kept `pictures` of it; without a clip
    nothing was filmed.
    """

    kind: ClipKind
    acts: tuple[str, ...]
    words: str = ""
    clip: str = ""
    seal: str = ""
    pictures: tuple[SnapMoment, ...] = ()
    ruled: Seq | None = None


FilmedMoments = tuple[FilmedMoment, ...]


def filmed_after(filmed: FilmedMoments, seq: Seq, entry: Entry) -> FilmedMoments:
    """What was filmed of the round that is played, after one more entry."""
    match entry:
        case RoundWatched():
            return ()
        case SnapRuled(acts=acts):
            others = (one for one in filmed if one.ruled is None or one.acts != acts)
            return (*others, FilmedMoment(ClipKind.SNAP, acts, ruled=seq))
        case SnapFilmed(ruled, words, pictures, clip, seal):
            return tuple(
                replace(one, words=words, pictures=pictures, clip=clip, seal=seal) if one.ruled == ruled else one
                for one in filmed
            )
        case _:
            return filmed


def with_clip(filmed: FilmedMoments, told: MomentFilmed) -> FilmedMoments:
    """The moments of a round with one more clip, or with what it shows now."""
    moment = moment_of(told)
    filmed = tuple(one for one in filmed if one.words or set(one.acts).isdisjoint(told.acts))
    if all(one.clip != told.clip for one in filmed):
        return (*filmed, moment)
    return tuple(moment if one.clip == told.clip else one for one in filmed)


def moment_of(told: MomentFilmed) -> FilmedMoment:
    """The moment that an entry tells of."""
    return FilmedMoment(told.kind, told.acts, told.words, told.clip, told.seal)


def pictures_of(moments: Iterable[SnapMoment]) -> frozenset[PictureId]:
    """The pictures of some moments."""
    return frozenset(PictureId(moment.picture) for moment in moments)
