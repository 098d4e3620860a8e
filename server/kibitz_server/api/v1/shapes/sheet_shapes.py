"""The sheet of a round at its reveal, version 1."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from kibitz_scoring.score.tally import RoundEnd
from kibitz_server.api.v1.shapes.shapes import CardText, Name, Shape
from kibitz_server.evening.game.sheet import Doubt, Known


class OtherCardOut(Shape):
    """What a card may be instead, and how likely."""

    card: str
    probability: float


class CardOut(Shape):
    """A card on the sheet: `doubt` says why somebody has to look at it, `read` as what it was read or watched."""

    id: str
    card: str | None
    face: Literal["up", "down"]
    player: str | None
    modifier: int
    confidence: float
    alternatives: list[OtherCardOut]
    doubt: Doubt | None
    read: str | None
    known: Known
    by: str = Field(description="Who last named, moved or typed it, empty where nobody did or it is not known.")
    picture: str | None = Field(description="Path of its picture, where it was read in one.")


class HandOut(Shape):
    """One hand; `points` once every card is known, `odd` where the number of cards invites a second look."""

    player: str
    cards: list[CardOut]
    points: int | None
    odd: str


class OpenSheetOut(Shape):
    """The open sheet; `scores` and `reasons` once nothing is left to ask, `problem` says what cannot be."""

    round: int
    corrects: bool = Field(description="It corrects a round that counts.")
    hands: list[HandOut]
    leftovers: list[CardOut]
    spare: str
    doubts: int
    caller: str | None
    end: RoundEnd | None
    scores: dict[str, int] | None
    reasons: dict[str, str] | None
    problem: str | None


class PhotoOut(Shape):
    """What was read on a photo; `sheet` is told to who may score for all."""

    cards: int
    sheet: OpenSheetOut | None


class OpenSheetIn(Shape):
    """A sheet to score a round on: a new one, or one that counts already, by its number, to be corrected."""

    round: int | None = Field(default=None, ge=1, le=100_000)


class CardIn(Shape):
    """A card that no picture shows."""

    player: Name
    card: CardText


class NamedIn(Shape):
    """Which card it is."""

    card: CardText


class MovedIn(Shape):
    """Whose hand it belongs to; None for nobody's."""

    player: Name | None


class ModifierIn(Shape):
    """The sum of the +1 and -1 on a card."""

    modifier: int = Field(ge=-20, le=20)


class OwnersIn(Shape):
    """Whole hands change their owners: what lay before each is whose it is named to be."""

    owners: dict[Name, Name]


class CallerIn(Shape):
    """How the round ended, and who called."""

    caller: Name | None = None
    end: RoundEnd | None = Field(default=None, description="By default a call where there is a caller, else the deck.")
