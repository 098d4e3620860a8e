"""What is told, asked and answered of the round being played, version 1."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kibitz_scoring.game.events import Verdict
from kibitz_server.api.v1.shapes.shapes import CardText, Name, Shape
from kibitz_server.evening.round.choices import Kind

Key = Annotated[str, Field(min_length=1, max_length=600)]


class ChoiceShape(Shape):
    """An answer about an act, as it stands in a list of answers; `number` is the place of a reading."""

    kind: Kind
    act: Key
    number: int = Field(default=0, ge=0, le=1000)


class AnswerOut(Shape):
    """An answer in words, the places that it is about, and what to send for it."""

    label: str
    places: list[str]
    choice: ChoiceShape


class AnswerIn(Shape):
    """An answer to a question, a ruling, or a correction; kind `nothing` takes the act out."""

    choice: ChoiceShape
    reason: str = Field(default="", max_length=200)


class DoneOut(Shape):
    """Something that happened: `key` tells when, `act` what may be corrected; `card` only while that lies open."""

    key: str
    act: str | None
    text: str
    card: str | None
    places: list[str]
    answers: list[AnswerOut] = Field(description="What it may be corrected to.")


class QuestionOut(Shape):
    """Something that waits to be decided: a question, an open race, a dispute, or a call that does not count."""

    key: str
    title: str
    places: list[str]
    acts: list[str]
    minor: bool = Field(description="Nothing depends on it, for all that is known.")
    is_race: bool
    is_ruled: bool = Field(description="The table rules on it.")
    answers: list[AnswerOut]
    clip: str | None = Field(description="Of GET /clips.")


class RaceOut(Shape):
    """A snap race: the verdict, why it is so, and the ways to rule on it."""

    number: int
    at_ms: float
    sentence: str
    because: str
    is_open: bool
    acts: list[str]
    answers: list[AnswerOut]
    clip: str | None = Field(description="Of GET /clips.")


class FaceOut(Shape):
    """A face that everybody sees as an act is done: its name, and the question after it."""

    name: str
    question: str


class ToTellOut(Shape):
    """One act that may be told: `event` to be sent, its places, and the faces that are asked."""

    event: str
    places: list[str]
    faces: list[FaceOut]


class OfferOut(Shape):
    """Something that may be told of a player, or of the table (None): one act for each choice of cards."""

    key: str
    label: str
    player: str | None
    acts: list[ToTellOut]


class TellIn(Shape):
    """An act of GET /table/offers, with what the table saw of it; now, or where one of the last three is named."""

    event: str = Field(min_length=1, max_length=400)
    faces: dict[Literal["card", "out", "first_card", "second_card"], CardText] = Field(default_factory=dict)
    verdict: Verdict | None = Field(default=None, description="Of a snap, where more than one can be.")
    before: str | None = Field(
        default=None, min_length=1, max_length=600, description="Key of something that happened."
    )
    after: str | None = Field(default=None, min_length=1, max_length=600, description="Key of something that happened.")
    instead: str | None = Field(default=None, min_length=1, max_length=600, description="Act that is corrected.")


class DisputeIn(Shape):
    """A player does not agree with what happened last."""

    player: Name


class TurnedUpIn(Shape):
    """What lies at a place at the reveal; None for no card."""

    slot: str = Field(min_length=1, max_length=20)
    card: CardText | None


class WaitingOut(Shape):
    """A card that is not turned up yet: its place, and that in words."""

    slot: str
    name: str


class SettledOut(Shape):
    """A hand at the reveal: so many cards are settled, and which are waited for."""

    player: str
    settled: int
    cards: int
    waiting: list[WaitingOut]
