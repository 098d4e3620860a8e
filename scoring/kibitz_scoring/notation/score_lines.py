"""The lines of `kibitz score`: one JSON request in, one JSON score sheet out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal, Self, TypeVar, assert_never

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, model_validator

from kibitz_scoring.errors import InputError, shown
from kibitz_scoring.notation.json_lines import LineError, place_text, read_object
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import changed_pack, load_pack
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.card_text import parse_scored_card
from kibitz_scoring.score.hands import Hands, ScoredCard
from kibitz_scoring.score.seats import HandingOver, Joining, Leaving, SeatChange
from kibitz_scoring.score.tally import RoundEnd, RoundTally, tally_round
from kibitz_scoring.score.totals import GameTally, PlayedRound, tally_game
from kibitz_scoring.sentences import either

_EXPECTED = {
    "pack": "the id of a game, such as kaboo",
    "options": "an object of house rules, such as {'score.fail': 'add_10'}",
    "hands": "an object that gives each player a list of cards, such as {'Ann': ['10H', '5C']}",
    "caller": "the name of a player or null",
    "end": "call, empty_hand, deck or left",
    "rounds": "a list of rounds, each an object with hands, caller and end",
    "strict": "true, false or null",
    "changes": "a list in which each is {'leaves': 'Ann'}, {'joins': 'Dora', 'with': 'average'} "
    "or {'takes_over': 'Dora', 'from': 'Ann'}",
}


T = TypeVar("T")
_YesNo = Annotated[bool, Field(strict=True)]


class _Round(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    hands: dict[str, tuple[str, ...]]
    caller: str | None = None
    end: RoundEnd | None = None


class _RoundLine(_Round):
    id: JsonValue = None
    pack: str
    options: dict[str, JsonValue] = {}
    strict: _YesNo | None = None


class _Change(BaseModel):
    """Who left, joined or took over a seat: `leaves`, `joins` (`with` the total by a rule) or `takes_over` (`from`)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    leaves: str | None = None
    joins: str | None = None
    rule: Literal["highest", "average", 0] | None = Field(None, alias="with")
    takes_over: str | None = None
    holder: str | None = Field(None, alias="from")

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        told = [name for name in (self.leaves, self.joins, self.takes_over) if name is not None]
        has_own = (self.rule is None or self.joins is not None) and (self.holder is None) is (self.takes_over is None)
        if len(told) != 1 or not has_own:
            raise ValueError("one change is expected")
        return self


class _GameRound(_Round):
    """A round of a game, and in order what changed about the seats since the round before."""

    options: dict[str, JsonValue] = {}
    changes: tuple[_Change, ...] = ()


class _GameLine(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id: JsonValue = None
    pack: str
    options: dict[str, JsonValue] = {}
    strict: _YesNo | None = None
    rounds: tuple[_GameRound, ...]
    changes: tuple[_Change, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """One line asked: a round, or a game of several rounds; `line_id` comes back with the answer."""

    line_id: JsonValue
    pack: RulePack
    rounds: tuple[PlayedRound, ...]
    is_game: bool
    strict: bool | None = None
    changes: tuple[SeatChange, ...] = ()


def parse_request(line: bytes) -> ScoreRequest:
    """Request from one line of JSON; `LineError` for anything else."""
    data = read_object(line)
    line_id = data.get("id")
    try:
        asked = _GameLine.model_validate(data) if "rounds" in data else _RoundLine.model_validate(data)
    except ValidationError as error:
        raise LineError(line_id, _sentence(error, game="rounds" in data)) from error
    try:
        pack = load_pack(asked.pack, asked.options)
        if not isinstance(asked, _GameLine):
            return ScoreRequest(line_id, pack, (_played(asked, ""),), is_game=False, strict=asked.strict)
        rounds = tuple(_rounds(pack, asked.rounds))
    except InputError as error:
        raise LineError(line_id, str(error)) from error
    here = rounds[-1].pack if rounds else None
    return ScoreRequest(
        line_id, here or pack, rounds, is_game=True, strict=asked.strict, changes=_seat_changes(asked.changes)
    )


def tally_request(request: ScoreRequest) -> RoundTally | GameTally:
    """Tally of what was asked; `LineError` where the pack's deck or players do not fit.

    What no play of the game leads to is tallied with a warning, and is a `LineError` only for a strict request.
    """
    try:
        if request.is_game:
            game = tally_game(request.pack, request.rounds, request.changes)
            return _checked(request, game, game.rounds)
        (played,) = request.rounds
        tally = tally_round(request.pack, played.hands, played.caller, played.end)
        return _checked(request, tally, (tally,))
    except InputError as error:
        raise LineError(request.line_id, str(error)) from error


def _checked(request: ScoreRequest, tally: T, rounds: Sequence[RoundTally]) -> T:
    """The tally, where a strict request has nothing to warn of."""
    for index, played in enumerate(rounds if request.strict else ()):
        if played.warnings:
            raise InputError(f"{f'rounds[{index}].' if request.is_game else ''}hands: {played.warnings[0]}")
    return tally


def answer_json(line_id: JsonValue, tally: RoundTally | GameTally, *, with_warnings: bool = False) -> dict[str, object]:
    """Score sheet as the fixed interface has it; with the warnings of each round for who asks after them."""
    if isinstance(tally, RoundTally):
        return {"id": line_id, **_round_json(tally, with_warnings=with_warnings)}
    return {
        "id": line_id,
        "rounds": [_round_json(played, with_warnings=with_warnings) for played in tally.rounds],
        "totals": dict(tally.totals),
        "finished": tally.finished,
        "winners": list(tally.winners),
        **({"shares": dict(tally.shares)} if tally.shares else {}),
        **({"left": list(tally.left), "seats": list(tally.seats)} if tally.seats else {}),
    }


def _round_json(tally: RoundTally, *, with_warnings: bool) -> dict[str, object]:
    return {
        "points": dict(tally.points),
        "round": dict(tally.scores),
        "caller_succeeded": tally.caller_succeeded,
        "winners": list(tally.winners),
        "reasons": dict(tally.reasons),
        **({"warnings": list(tally.warnings)} if with_warnings else {}),
    }


def _played(asked: _Round, place: str) -> PlayedRound:
    hands: Hands = {
        PlayerId(player): tuple(_card(text, f"{place}hands.{player}[{index}]") for index, text in enumerate(cards))
        for player, cards in asked.hands.items()
    }
    return PlayedRound(hands, None if asked.caller is None else PlayerId(asked.caller), asked.end)


def _rounds(pack: RulePack, rounds: Sequence[_GameRound]) -> Iterator[PlayedRound]:
    """The rounds of a game; options of a round stand from there on."""
    for index, asked in enumerate(rounds):
        try:
            pack = changed_pack(pack, asked.options) if asked.options else pack
        except InputError as error:
            raise InputError(f"rounds[{index}].{error}") from error
        yield replace(_played(asked, f"rounds[{index}]."), pack=pack, changes=_seat_changes(asked.changes))


def _seat_changes(asked: Iterable[_Change]) -> tuple[SeatChange, ...]:
    return tuple(map(_seat_change, asked))


def _seat_change(asked: _Change) -> SeatChange:
    if asked.leaves is not None:
        return Leaving(PlayerId(asked.leaves))
    if asked.joins is not None:
        return Joining(PlayerId(asked.joins), asked.rule)
    assert asked.takes_over is not None
    assert asked.holder is not None
    return HandingOver(PlayerId(asked.holder), PlayerId(asked.takes_over))


def parse_change(stored: object) -> SeatChange:
    """A change of the seats as `change_json` has it; `InputError` for anything else."""
    try:
        return _seat_change(_Change.model_validate(stored))
    except ValidationError as error:
        raise InputError(f"{shown(stored)} is not a change: expected {_EXPECTED['changes']}.") from error


def change_json(change: SeatChange) -> dict[str, str | int]:
    """A change of the seats as a request has it."""
    match change:
        case Leaving(player):
            return {"leaves": player}
        case Joining(player, rule):
            return {"joins": player} | ({} if rule is None else {"with": rule})
        case HandingOver(player, successor):
            return {"takes_over": successor, "from": player}
        case _:
            assert_never(change)


def _card(text: str, place: str) -> ScoredCard:
    try:
        return parse_scored_card(text)
    except InputError as error:
        raise InputError(f"{place}: {error}") from error


def _sentence(error: ValidationError, *, game: bool) -> str:
    """First complaint of pydantic's in the words of the interface."""
    first = error.errors()[0]
    loc = first["loc"]
    in_round = game and loc[0] == "rounds" and len(loc) > 2
    field = str(loc[2] if in_round else loc[0])
    if field == "changes":
        return f"'{place_text(loc[:4] if in_round else loc[:2])}' is not a change: expected {_EXPECTED[field]}."
    match first["type"]:
        case "missing":
            return f"'{place_text(loc)}' is missing: expected {_EXPECTED[field]}."
        case "extra_forbidden":
            model = _GameRound if in_round else _GameLine if game else _RoundLine
            what = "game" if model is _GameLine else "round"
            fields = sorted(model.model_fields)
            return f"'{place_text(loc)}' is not a field of a {what}: expected {either(fields)}."
        case "string_type" if field == "hands":
            return f"'{place_text(loc)}' is {shown(first['input'])}: expected a card as text, such as \"10H\"."
        case _:
            return f"'{place_text(loc)}' is {shown(first['input'])}: expected {_EXPECTED[field]}."
