"""What the programming interface takes and gives, version 1: these shapes stay as they are until version 2."""

from __future__ import annotations

from datetime import date, datetime
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
    """A round to be told act by act, or watched."""

    dealer: str | None = Field(default=None, max_length=40, description="By default whose turn it is to deal.")
    by_hand: bool = Field(default=True, description="False: the open camera watches it from the deal on.")


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
    unsaved: int = Field(default=0, description="So many acts wait in memory, as the disk refuses them.")


class SheetOut(Shape):
    """A round that was scored, and the game after it."""

    round: RoundOut
    game: GameOut


class RefusalOut(Shape):
    """Why something was not done, in one sentence."""

    detail: str


class PlayerIn(Shape):
    """Somebody at the table, or who comes to it."""

    player: Name


class SuccessorIn(Shape):
    """Somebody goes on in another's seat, with another name."""

    player: Name
    successor: Name


class RulingIn(Shape):
    """A rule that holds from here on, or, where it is to be kept, from the next round on."""

    rule: str = Field(min_length=1, max_length=60, description="A key of the rules, such as score.fail.")
    value: Any = Field(description="As JSON, such as 2 or true.")
    author: Name = "the table"
    reason: str = Field(default="agreed at the table", min_length=1, max_length=120)
    at_once: bool = Field(default=True, description="False: from the next round on.")


class PastGameOut(Shape):
    """A game in a list; `ahead` won it or leads."""

    id: int
    begun: datetime
    name: str
    players: list[str]
    rounds: int
    finished: bool
    imported: bool
    ahead: list[str]


class PastEveningOut(Shape):
    """The games of one evening, the newest first."""

    day: date
    games: list[PastGameOut]


class ClipOut(Shape):
    """A clip of a snap, dispute or question; of one that cannot be trusted only its name is told."""

    name: str
    bytes: int
    kept: bool
    whole: bool
    kind: str | None = None
    title: str | None = None
    made: str | None = None
    key: str | None = None
    film: str = Field(description="Path of its film, every card masked that nobody may know.")
    photo_finish: str = Field(description="Path of the picture of the moment of contact.")
    file: str | None = Field(
        description="Path of the clip itself, its frames uncovered: for the host, once its round is over."
    )
