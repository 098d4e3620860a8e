"""What the programming interface takes and gives, version 1: these shapes stay as they are until version 2."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from kibitz_scoring.score.tally import RoundEnd

Name = Annotated[str, Field(min_length=1, max_length=40)]
CardText = Annotated[str, Field(max_length=8, description="Rank and suit, such as 10H; JK is a joker; 0 to 13.")]


class Shape(BaseModel):
    """Nothing that is not named is taken."""

    model_config = ConfigDict(extra="forbid")


class PackOut(Shape):
    """A game whose rules Kibitz knows."""

    id: str
    name: str
    call_word: str
    players: tuple[int, int] = Field(description="Least and most.")


class GameIn(Shape):
    """A game to begin."""

    pack: str = Field(max_length=60, description="Of GET /packs, such as kaboo.")
    players: list[Name] = Field(min_length=1, max_length=12, description="In the order of their seats, clockwise.")
    rules: dict[str, Any] = Field(default_factory=dict, description="House rules by their keys, such as game.rounds.")


class RoundOut(Shape):
    """A round that counts."""

    number: int
    hands: dict[str, list[str]]
    caller: str | None
    end: RoundEnd
    scores: dict[str, int]
    reasons: dict[str, str]
    totals: dict[str, int]


class GameOut(Shape):
    """A game and its score so far."""

    id: int
    pack: str
    name: str
    players: list[str]
    totals: dict[str, int]
    rounds: list[RoundOut]
    finished: bool
    winners: list[str]
    next_dealer: str


class RoundIn(Shape):
    """A round that was played without Kibitz: its hands, and who called."""

    hands: dict[str, list[CardText]] = Field(description="Of every player at the table, empty for no cards.")
    caller: str | None = Field(default=None, description="Nobody, where the cards ran out.")


class BeginIn(Shape):
    """A round to be told act by act."""

    dealer: str | None = Field(default=None, description="By default whose turn it is to deal.")


class ActIn(Shape):
    """Something that happens in the round, in the notation of docs/notation.md."""

    event: str = Field(min_length=1, max_length=400, description="Such as `p1 calls`, or an `event` of GET /table.")


class PlaceOut(Shape):
    """One place of a hand; `card` only where it lies face up for all to see."""

    slot: str
    name: str
    face: Literal["up", "down"] | None
    card: str | None
    modifier: int


class SeatOut(Shape):
    """One player at the table."""

    player: str
    places: list[PlaceOut]
    is_on_turn: bool
    is_caller: bool
    has_card_in_hand: bool
    points: int | None = Field(description="Once all cards of the hand lie face up.")


class ActOut(Shape):
    """Something that may be said now: in words, and as an event to send."""

    label: str
    event: str


class TableOut(Shape):
    """The round being played as everybody at the table may know it."""

    phase: str
    on_turn: str
    by_hand: bool
    seats: list[SeatOut]
    draw_pile: int
    discard_pile: int
    top: str | None
    lately: list[str] = Field(description="What happened last, in words, oldest first.")
    verdicts: list[str] = Field(description="What was decided of each snap, in words.")
    questions: int = Field(description="So many wait for an answer.")
    acts: list[ActOut]


class StateOut(Shape):
    """What a stream sends after each change: the game being played and the round, each None where there is none."""

    game: GameOut | None
    table: TableOut | None


class SheetOut(Shape):
    """A round that was scored, and the game after it."""

    round: RoundOut
    game: GameOut


class RefusalOut(Shape):
    """Why something was not done, in one sentence."""

    detail: str
