"""Exported games as a table for spreadsheets, one row for each player of each round, and back."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence, either

_OF_GAME = ("begun", "name", "pack")
_OF_GAME_JSON = ("options", "house_rules", "rules", "players", "changes")
_OF_ROUND = ("end", "caller")
_OF_ROUND_JSON = ("options", "house_rules", "changes", "snaps")
_COLUMNS = (
    "game",
    *_OF_GAME,
    "round",
    "player",
    "hand",
    "score",
    "total",
    *_OF_ROUND,
    *_OF_GAME_JSON,
    *(f"round_{name}" for name in _OF_ROUND_JSON),
)
_NEEDED = ("game", "begun", "pack", "players", "round", "player", "hand", "end", "caller")


def format_table(games: Iterable[Mapping[str, Any]]) -> str:
    """CSV text of exported games, with a byte order mark so that spreadsheets take it as UTF-8.

    A game without rounds has one row. Rules are told as a shipped game and what differs; a game of its own gives all.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, _COLUMNS, restval="", lineterminator="\r\n")
    writer.writeheader()
    for game in games:
        writer.writerows(_rows(game))
    return f"\ufeff{text.getvalue()}"


def _rows(game: Mapping[str, Any]) -> Iterator[dict[str, object]]:
    whole = {"game": game["id"]} | {name: _safe(game[name]) for name in _OF_GAME} | _as_json(game, _OF_GAME_JSON)
    if game["is_shipped"]:
        del whole["rules"]
    if not game["rounds"]:
        yield whole
    for number, played in enumerate(game["rounds"], start=1):
        of_round: dict[str, object] = {name: _safe(played[name] or "") for name in _OF_ROUND}
        of_round |= {f"round_{name}": text for name, text in _as_json(played, _OF_ROUND_JSON).items()}
        for player, hand in played["hands"].items():
            own = {"player": _safe(player), "hand": " ".join(hand), "score": played["scores"][player]}
            yield whole | of_round | {"round": number, "total": played["totals"][player]} | own


def _as_json(source: Mapping[str, Any], names: Iterable[str]) -> dict[str, object]:
    return {name: json.dumps(source[name], ensure_ascii=False) for name in names if source.get(name)}


def _safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula: those that might be one are led by an apostrophe."""
    return f"'{text}" if text[:1] in tuple("=+-@\t'") else text


def _plain(text: str) -> str:
    return text.removeprefix("'")


def parse_table(text: str) -> list[dict[str, Any]]:
    """Games as an export has them, from CSV text; `InputError` for anything else."""
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    missing = [name for name in _NEEDED if name not in (reader.fieldnames or ())]
    if missing:
        raise InputError(
            Sentence(
                "line 1: the column '{missing}' is missing: expected {needed} and more.",
                missing=missing[0],
                needed=either(_NEEDED),
            )
        )
    try:
        rows = [(reader.line_num, row) for row in reader]
    except csv.Error as error:
        raise InputError(
            Sentence("line {line}: not a row of CSV ({error}).", line=reader.line_num, error=error)
        ) from error
    return [_game(list(group)) for _, group in groupby(rows, lambda numbered: numbered[1]["game"])]


_Rows = list[tuple[int, dict[str, Any]]]


def _game(rows: _Rows) -> dict[str, Any]:
    line, first = rows[0]
    whole = {name: _plain(first.get(name) or "") for name in _OF_GAME}
    played = [(number, list(group)) for number, group in groupby(rows, lambda numbered: numbered[1]["round"])]
    return {
        **whole,
        **_from_json(first, _OF_GAME_JSON, "", line),
        "rounds": [_round(group) for number, group in played if number],
    }


def _round(rows: _Rows) -> dict[str, Any]:
    line, first = rows[0]
    hands = {_plain(row["player"] or ""): (row["hand"] or "").split() for _, row in rows}
    if len(hands) < len(rows):
        raise InputError(
            Sentence("line {line}: a player has two rows in this round: expected one for each.", line=line)
        )
    return {
        "hands": hands,
        "end": first["end"] or None,
        "caller": _plain(first["caller"] or "") or None,
        "scores": {_plain(row["player"]): _number(row["score"], line) for line, row in rows if row.get("score")},
        **_from_json(first, _OF_ROUND_JSON, "round_", line),
    }


def _number(text: str, line: int) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise InputError(
            Sentence("line {line}, column score: found '{text}': expected a whole number.", line=line, text=text)
        ) from error


def _from_json(row: Mapping[str, Any], names: Iterable[str], prefix: str, line: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in names:
        text = row.get(f"{prefix}{name}")
        try:
            found |= {name: json.loads(text)} if text else {}
        except ValueError as error:
            raise InputError(
                Sentence(
                    "line {line}, column {prefix}{name}: found '{text}': expected JSON.",
                    line=line,
                    prefix=prefix,
                    name=name,
                    text=text,
                )
            ) from error
    return found
