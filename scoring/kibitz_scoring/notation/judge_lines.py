"""The lines of `kibitz judge`: one JSON request about a card on the pile in, the verdicts on its snaps out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from kibitz_scoring.cards import FRENCH_RANKS, Card, Rank, parse_card
from kibitz_scoring.errors import InputError, shown
from kibitz_scoring.game.round_state import Phase
from kibitz_scoring.notation.json_lines import LineError, place_text, read_object
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.sentences import either
from kibitz_scoring.snaps.judge import Attempt, Snaps, SnapVerdict, is_in_deck
from kibitz_scoring.table import FACE_DOWN, Face, SlotId


class _SnapPhase(StrEnum):
    INITIAL_PEEK = "initial_peek"
    TURNS = "turns"
    FINAL = "final"
    AFTER_LAST_TURN = "after_last_turn"


_Ms = Annotated[float, Field(strict=True, ge=-1e15, le=1e15)]
_Interval = Annotated[float, Field(strict=True, gt=0, le=1e6)]
_Cards = Annotated[int, Field(strict=True, ge=0, le=1000)]
_YesNo = Annotated[bool, Field(strict=True)]
_Index = Annotated[int, Field(strict=True, ge=-1_000_000, le=1_000_000)]

_EXPECTED = {
    "pack": "the id of a game, such as kaboo",
    "options": "an object of house rules, such as {'snap.whose': 'any'}",
    "top": 'a card, such as "7H"',
    "phase": either(tuple(_SnapPhase)),
    "turn_player": "the name of a player or null",
    "discarder": "the name of a player or null",
    "caller": "the name of a player or null",
    "power_in_progress": "true or false",
    "power_pending": "true or false",
    "card_drawn": "true or false",
    "owed_card": "true or false",
    "already_snapped": "true or false",
    "window_opened_ms": "milliseconds",
    "window_closed_ms": "milliseconds or null",
    "frame_interval_ms": "milliseconds above 0",
    "hands": "an object that gives each player a number of cards, such as {'Ann': 4}",
    "draw_pile": "a number of cards",
    "discard_pile": "a number of cards",
    "attempts": "a list of attempts, each an object with player, owner, slot, card, lifted_ms and placed_ms",
    "player": "the name of a player",
    "owner": "the name of a player or null",
    "slot": "a place such as p1.a2, its index from 0, or null",
    "card": 'a card, such as "7S", or null',
    "lifted_ms": "milliseconds or null",
    "placed_ms": "milliseconds or null",
}


class _Attempt(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    player: str
    owner: str | None = None
    slot: str | _Index | None = None
    card: str | None = None
    lifted_ms: _Ms | None = None
    placed_ms: _Ms | None = None


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id: JsonValue = None
    pack: str
    options: dict[str, JsonValue] = {}
    top: str
    phase: _SnapPhase = _SnapPhase.TURNS
    turn_player: str | None = None
    discarder: str | None = None
    caller: str | None = None
    power_in_progress: _YesNo = False
    power_pending: _YesNo = False
    card_drawn: _YesNo = False
    owed_card: _YesNo = False
    already_snapped: _YesNo = False
    window_opened_ms: _Ms = 0.0
    window_closed_ms: _Ms | None = None
    frame_interval_ms: _Interval = 33.3
    hands: dict[str, _Cards] = {}
    draw_pile: _Cards = 20
    discard_pile: _Cards = 5
    attempts: tuple[_Attempt, ...]


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """One line asked; `line_id` comes back with the answer."""

    line_id: JsonValue
    pack: RulePack
    snaps: Snaps


def parse_judge_request(line: bytes) -> JudgeRequest:
    """Request from one line of JSON; `LineError` for anything else."""
    data = read_object(line)
    line_id = data.get("id")
    try:
        asked = _Line.model_validate(data)
    except ValidationError as error:
        raise LineError(line_id, _sentence(error)) from error
    try:
        pack = load_pack(asked.pack, asked.options)
        return JudgeRequest(line_id, pack, _snaps(pack, asked))
    except InputError as error:
        raise LineError(line_id, str(error)) from error


def verdicts_json(line_id: JsonValue, verdicts: Sequence[SnapVerdict]) -> dict[str, object]:
    """Verdicts as the fixed interface has them."""
    return {
        "id": line_id,
        "verdicts": [
            {
                "player": verdict.player,
                "verdict": verdict.verdict,
                "penalty_cards": verdict.penalty_cards,
                "penalty_slots": list(verdict.penalty_slots),
                "takes_card": verdict.takes_card,
                "give": verdict.give,
                "rule": verdict.rule,
                "reason": verdict.reason,
            }
            for verdict in verdicts
        ],
    }


def parse_snap_card(text: str) -> Card:
    """Card from its notation, or from its rank alone where the suit is not known; `InputError` for anything else."""
    rank = text.strip().upper()
    if rank in FRENCH_RANKS:
        return Card(Rank(rank))
    return parse_card(text)


def _snaps(pack: RulePack, asked: _Line) -> Snaps:
    top = parse_snap_card(asked.top)
    if not is_in_deck(pack, top):
        raise InputError(f"'top' is {shown(asked.top)}: expected a card of {pack.name}'s deck.")
    return Snaps(
        top=top,
        attempts=tuple(_attempt(tried, f"attempts[{index}]") for index, tried in enumerate(asked.attempts)),
        phase=Phase(asked.phase),
        discarder=_player(asked.discarder),
        caller=_player(asked.caller),
        power_in_progress=asked.power_in_progress,
        power_pending=asked.power_pending,
        card_drawn=asked.card_drawn,
        owed_card=asked.owed_card,
        already_snapped=asked.already_snapped,
        window_opened_ms=asked.window_opened_ms,
        window_closed_ms=asked.window_closed_ms,
        frame_interval_ms=asked.frame_interval_ms,
        hands={PlayerId(player): count for player, count in asked.hands.items()},
        draw_pile=asked.draw_pile,
        discard_pile=asked.discard_pile,
    )


def _player(name: str | None) -> PlayerId | None:
    return None if name is None else PlayerId(name)


def _attempt(tried: _Attempt, place: str) -> Attempt:
    if tried.lifted_ms is None and tried.placed_ms is None:
        raise InputError(f"'{place}' has neither lifted_ms nor placed_ms: expected one of them at least.")
    if tried.lifted_ms is not None and tried.placed_ms is not None and tried.placed_ms < tried.lifted_ms:
        raise InputError(
            f"'{place}.placed_ms' is {shown(tried.placed_ms)}: expected a time after {shown(tried.lifted_ms)}."
        )
    if tried.card is None and tried.placed_ms is not None:
        raise InputError(f"'{place}.card' is null: expected the card that lies on the pile.")
    return Attempt(
        player=PlayerId(tried.player),
        owner=PlayerId(tried.player if tried.owner is None else tried.owner),
        slot=SlotId(tried.slot) if isinstance(tried.slot, str) else tried.slot,
        card=_face(tried.card),
        lifted_ms=tried.lifted_ms,
        placed_ms=tried.placed_ms,
    )


def _face(text: str | None) -> Face | None:
    if text is None:
        return FACE_DOWN
    try:
        return parse_snap_card(text)
    except InputError:
        return None


def _sentence(error: ValidationError) -> str:
    """First complaint of pydantic's in the words of the interface."""
    first = error.errors()[0]
    loc = first["loc"]
    in_attempt = loc[0] == "attempts" and len(loc) > 2
    field = str(loc[2] if in_attempt else loc[0])
    path = loc[:3] if in_attempt else loc[: 2 if field == "hands" else 1]
    match first["type"]:
        case "missing":
            return f"'{place_text(path)}' is missing: expected {_EXPECTED[field]}."
        case "extra_forbidden":
            fields = sorted((_Attempt if in_attempt else _Line).model_fields)
            what = "an attempt" if in_attempt else "a request"
            return f"'{place_text(path)}' is not a field of {what}: expected {either(fields)}."
        case _:
            return f"'{place_text(path)}' is {shown(first['input'])}: expected {_EXPECTED[field]}."
