"""Journal entries of a round that is watched: what the camera saw, what people said, and what they ruled."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

from pydantic import JsonValue, PlainSerializer, PlainValidator

from kibitz_scoring.notation.seen_lines import parse_seen, seen_json
from kibitz_scoring.notation.sentence_json import StoredText
from kibitz_scoring.players import PlayerId
from kibitz_scoring.score.card_text import format_scored_card, parse_scored_card
from kibitz_scoring.score.hands import ScoredCard
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.table import TableEvent
from kibitz_vision.clips.clip import ClipKind


def _parse_seen(stored: Mapping[str, Any]) -> TableEvent:
    return parse_seen(json.dumps(stored).encode())


def _seen_line(event: TableEvent) -> dict[str, JsonValue]:
    # Rounded, as in the notation, a time might fall on the other side of a wait when the journal is read again.
    return seen_json(event) | {"start_ms": event.seen.at.start_ms, "end_ms": event.seen.at.end_ms}


SeenLine = Annotated[TableEvent, PlainValidator(_parse_seen), PlainSerializer(_seen_line)]
ScoredText = Annotated[ScoredCard, PlainValidator(parse_scored_card), PlainSerializer(format_scored_card)]


@dataclass(frozen=True, slots=True)
class RoundWatched:
    """From here on the camera watches a round; `is_dealt` says that the cards lay there already.

    A round `by_hand` has no camera: people tap what happens.
    """

    dealer: PlayerId
    is_dealt: bool
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class TableSeen:
    """What was seen on the table, in the order in which it became known; times are ms of the monotonic clock.

    Nothing more will become known of the time up to `known_ms`. Earlier versions did not wait for that, and wrote None:
    what they saw was settled at once.
    """

    events: tuple[SeenLine, ...]
    known_ms: float | None = None


@dataclass(frozen=True, slots=True)
class TimePassed:
    """Nothing more will become known of the time up to this (ms of the monotonic clock): that may be settled."""

    at_ms: float


@dataclass(frozen=True, slots=True)
class FilmEnded:
    """The film that was watched is at its end: for now, what was seen is all that there will be."""


@dataclass(frozen=True, slots=True)
class ActSaid:
    """What somebody said or pressed, in the notation of game events, and when (ms of the monotonic clock)."""

    at_ms: float
    event: str


class Outcome(StrEnum):
    """How a dispute was ruled: what was disputed stands, is another way, or nobody can say."""

    UPHELD = "upheld"
    OVERTURNED = "overturned"
    TOO_CLOSE = "too_close"


@dataclass(frozen=True, slots=True)
class RuledDispute:
    """What a ruling means for the dispute that a player raised then."""

    player: PlayerId
    raised_ms: float
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """What an act was that was asked about, seen or said, in the notation of game events, nothing where it meant none.

    `reason` is why, if anybody said it, `at_ms` when it was answered, and `disputes` what it means for those about the
    act. Earlier versions asked one question at a time, and wrote the place of the reading that is right, or None.
    """

    reading: int | None = None
    act: str = ""
    events: tuple[str, ...] = ()
    reason: str = ""
    at_ms: float | None = None
    disputes: tuple[RuledDispute, ...] = ()


@dataclass(frozen=True, slots=True)
class ActDisputed:
    """A player does not agree with what happened last before a time: the table has yet to say what it was.

    Earlier versions did not write the time, but named the act.
    """

    player: PlayerId
    act: str = ""
    at_ms: float | None = None


@dataclass(frozen=True, slots=True)
class SnapRuled:
    """The table has decided a race: the attempt at this place in it has it, or nobody (None), whenever that was said.

    `acts` are its attempts as they stood then; earlier versions told a race by its place among all only. `reason` is
    why, if anybody said it, and `disputes` what it means for those about the race.
    """

    race: int
    attempt: int | None
    at_ms: float
    acts: tuple[str, ...] = ()
    reason: str = ""
    disputes: tuple[RuledDispute, ...] = ()


@dataclass(frozen=True, slots=True)
class SnapMoment:
    """A kept picture of a race: its frame, ms after the first one, and whose card touches the pile on it."""

    picture: str
    frame: int
    after_ms: float
    touches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MomentFilmed:
    """A clip of the round that the entry `watched` began: what it is about, its seal, and what it shows in words.

    `acts` are those of the moment. The round may be over, and another be played.
    """

    watched: int
    kind: ClipKind
    acts: tuple[str, ...]
    words: StoredText
    clip: str
    seal: str


@dataclass(frozen=True, slots=True)
class SnapFilmed:
    """Earlier versions wrote only this: the clip of the race that the entry `ruled` decided, and the verdict in words.

    Before that they kept `moments` of it as pictures instead.
    """

    ruled: int
    verdict: str
    moments: tuple[SnapMoment, ...] = ()
    clip: str = ""
    seal: str = ""


class SnapOutcome(StrEnum):
    """What a snap came to: it had the card, it had the rank but came later, or it had another rank."""

    WON = "won"
    LOST = "lost"
    WRONG = "wrong"


SnapOutcomes = tuple[tuple[PlayerId, SnapOutcome], ...]
"""The snaps of a round, in order."""
ChosenCards = tuple[tuple[PlayerId, int], ...]
"""Cards that a person, and not the camera, said: whose hand, and the place in it, from 0."""


@dataclass(frozen=True, slots=True)
class RevealWatched:
    """All hands lay face up and were read, or told `by_hand`: they are on the sheet now, for the table to look at.

    `snaps` are those of the round, `chosen` the cards, by their place in a hand, that a person chose; earlier versions
    wrote neither.
    """

    hands: tuple[tuple[PlayerId, tuple[ScoredText, ...]], ...]
    caller: PlayerId | None
    end: RoundEnd | None
    snaps: SnapOutcomes = ()
    by_hand: bool = False
    chosen: ChosenCards = ()


@dataclass(frozen=True, slots=True)
class RuleKept:
    """The table keeps a ruling as a house rule, from the next round on: a key of the rules, or a note, and its value.

    `value` is JSON.
    """

    rule: str
    value: str
    author: str
    reason: str


@dataclass(frozen=True, slots=True)
class WatchDropped:
    """The camera watches this round no more."""


PlayEntry = RoundWatched | TableSeen | TimePassed | FilmEnded | ActSaid | QuestionAnswered | ActDisputed | SnapRuled
CLIP_ENTRIES = (MomentFilmed, SnapFilmed)
"""They are written when a clip is there, whatever was done meanwhile."""
MADE_BY_NOBODY = (TableSeen, TimePassed, FilmEnded, *CLIP_ENTRIES)
"""Entries that nobody undoes one by one."""
