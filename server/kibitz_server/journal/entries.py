"""Journal entries: what people and the camera put in, from which everything else is derived."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, NewType, get_args

from pydantic import PlainSerializer, PlainValidator, TypeAdapter, ValidationError

from kibitz_scoring.cards import Card, parse_card
from kibitz_scoring.errors import InputError
from kibitz_scoring.notation.pack_json import pack_json, parse_pack_json
from kibitz_scoring.notation.score_lines import change_json, parse_change
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.seats import SeatChange
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.sentences import Sentence
from kibitz_server.journal.author import Author
from kibitz_server.journal.play_entries import (
    MomentFilmed,
    PlayEntry,
    RevealWatched,
    RuleKept,
    ScoredText,
    SnapFilmed,
    SnapOutcomes,
    WatchDropped,
)
from kibitz_vision.detections import Face

Seq = NewType("Seq", int)
"""Number of an entry in its journal, from 1."""

RoundId = NewType("RoundId", int)
"""A round for good: the `Seq` of the entry that first confirmed it."""

CardId = NewType("CardId", str)
"""A card of one sheet, from the entry that brought it."""

PictureId = NewType("PictureId", str)
"""A stored picture, by its content."""


Pack = Annotated[RulePack, PlainValidator(parse_pack_json), PlainSerializer(pack_json)]
CardText = Annotated[Card, PlainValidator(parse_card), PlainSerializer(str)]
SeatChangeLine = Annotated[SeatChange, PlainValidator(parse_change), PlainSerializer(change_json)]
Corners = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
"""Card outline: four corners in pixels of its picture, clockwise."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card as it was read in a picture and the player whose hand it was found in.

    `modifier` are the points of tokens on it, `beside` of those that only touch it; earlier versions wrote neither.
    """

    corners: Corners
    face: Face
    card: CardText | None
    confidence: float
    alternatives: tuple[tuple[CardText, float], ...]
    player: PlayerId | None
    modifier: int = 0
    beside: int = 0


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game with its resolved rules and its players in seat order, clockwise; `is_demo`: only a film is watched."""

    pack: Pack
    content_hash: str
    players: tuple[PlayerId, ...]
    is_demo: bool = False


@dataclass(frozen=True, slots=True)
class ImportedRound:
    """A round of an export: what it was scored from and by, and who came and left since the round before."""

    hands: tuple[tuple[PlayerId, tuple[ScoredText, ...]], ...]
    caller: PlayerId | None
    end: RoundEnd
    pack: Pack
    changes: tuple[SeatChangeLine, ...] = ()
    snaps: SnapOutcomes = ()


@dataclass(frozen=True, slots=True)
class GameImported:
    """A game that was played elsewhere or before; it stands beside the games of this journal and is never played on.

    `pack` and `players` are those it began with, `changes` those of the seats since its last round.
    """

    begun: datetime
    pack: Pack
    players: tuple[PlayerId, ...]
    rounds: tuple[ImportedRound, ...]
    changes: tuple[SeatChangeLine, ...] = ()


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The table stops: no further round of this game is played."""


@dataclass(frozen=True, slots=True)
class GameExtended:
    """The table plays one more round of a game that is over."""


@dataclass(frozen=True, slots=True)
class SheetOpened:
    """A sheet to score a round on: a new round, or one that was confirmed before."""

    round: RoundId | None = None


@dataclass(frozen=True, slots=True)
class PictureRead:
    """A picture was read; its cards take the place of those on the sheet."""

    picture: PictureId
    name: str
    width_px: int
    height_px: int
    cards: tuple[SeenCard, ...]


@dataclass(frozen=True, slots=True)
class CardNamed:
    """A person said which card this is; it now counts as face up and looked at."""

    card_id: CardId
    card: CardText


@dataclass(frozen=True, slots=True)
class CardMoved:
    """A card belongs to this player's hand, or to no hand."""

    card_id: CardId
    player: PlayerId | None


@dataclass(frozen=True, slots=True)
class CardAdded:
    """A card that no picture shows."""

    player: PlayerId
    card: CardText


@dataclass(frozen=True, slots=True)
class CardRemoved:
    """What was taken for a card is none, or does not count."""

    card_id: CardId


@dataclass(frozen=True, slots=True)
class ModifierPut:
    """The sum of the +1 and -1 that lie on a card."""

    card_id: CardId
    modifier: int


@dataclass(frozen=True, slots=True)
class HandsGiven:
    """Whole hands change their owners: what lay before the first of each pair is the second's."""

    owners: tuple[tuple[PlayerId, PlayerId], ...]


@dataclass(frozen=True, slots=True)
class CallerNamed:
    """How the round ended, and who called."""

    caller: PlayerId | None
    end: RoundEnd


@dataclass(frozen=True, slots=True)
class SheetDropped:
    """The open sheet is given up."""


@dataclass(frozen=True, slots=True)
class PicturesDeleted:
    """All pictures of the game that this entry began were deleted for good, the open sheet's too."""

    game: Seq


@dataclass(frozen=True, slots=True)
class RoundConfirmed:
    """The table agreed on these hands: a new round, or `edits` an earlier one."""

    hands: tuple[tuple[PlayerId, tuple[ScoredText, ...]], ...]
    caller: PlayerId | None
    end: RoundEnd
    edits: RoundId | None = None


@dataclass(frozen=True, slots=True)
class Undone:
    """An earlier entry no longer holds; undoing an `Undone` brings the earlier entry back."""

    seq: Seq


@dataclass(frozen=True, slots=True)
class EntriesLost:
    """Instead of the entries from `first` up to this one, which could not be read any more when the file was broken."""

    first: Seq


Entry = (
    GameStarted
    | GameEnded
    | GameImported
    | GameExtended
    | SheetOpened
    | PictureRead
    | CardNamed
    | CardMoved
    | CardAdded
    | CardRemoved
    | ModifierPut
    | HandsGiven
    | CallerNamed
    | SheetDropped
    | PicturesDeleted
    | RoundConfirmed
    | PlayEntry
    | MomentFilmed
    | SnapFilmed
    | RevealWatched
    | RuleKept
    | WatchDropped
    | EntriesLost
    | Undone
)

_AUTHOR = TypeAdapter(Author)
_BY = '{"by":'
"""It stands first, so that what the camera saw need not be read twice to find nobody."""
_ADAPTERS: dict[str, TypeAdapter[Entry]] = {kind.__name__: TypeAdapter(kind) for kind in get_args(Entry)}


def format_entry(entry: Entry, by: Author | None = None) -> tuple[str, str]:
    """Kind and JSON payload of an entry, which begins with who put it in if that is known."""
    kind = type(entry).__name__
    payload = _ADAPTERS[kind].dump_json(entry).decode()
    if by is None:
        return kind, payload
    fields = payload.removeprefix("{")
    return kind, f"{_BY}{_AUTHOR.dump_json(by).decode()}{'' if fields == '}' else ','}{fields}"


def parse_author(payload: str) -> Author | None:
    """Who put an entry in, None where its payload does not begin with that, as earlier versions wrote it."""
    if not payload.startswith(_BY):
        return None
    try:
        return _AUTHOR.validate_python(json.loads(payload)["by"])
    except (ValidationError, ValueError) as error:
        raise InputError(Sentence("who put it in is not readable")) from error


def parse_entry(kind: str, payload: str) -> Entry:
    """Entry from its kind and JSON payload; `InputError` for anything else."""
    adapter = _ADAPTERS.get(kind)
    if adapter is None:
        raise InputError(
            Sentence(
                "'{kind}' is no kind of entry that this version knows: a newer Kibitz may have written it.", kind=kind
            )
        )
    try:
        return adapter.validate_json(payload)
    except (ValidationError, InputError) as error:
        reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
        raise InputError(Sentence("not a readable {kind}: {reason}", kind=kind, reason=reason)) from error
