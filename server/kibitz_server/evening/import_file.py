"""Games from a file that a page exported, of this version or an older one, as JSON or as CSV."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from pydantic import BaseModel, JsonValue, ValidationError

from kibitz_scoring.errors import InputError, shown
from kibitz_scoring.notation.json_lines import place_text, read_object
from kibitz_scoring.notation.pack_json import parse_pack_json
from kibitz_scoring.notation.score_lines import parse_change
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import changed_pack, load_pack
from kibitz_scoring.rules.rule_pack import HouseRule, RulePack
from kibitz_scoring.score.card_text import parse_scored_card
from kibitz_scoring.score.seats import SeatChange
from kibitz_scoring.score.tally import RoundEnd, default_end
from kibitz_scoring.sentences import Sentence, to_say
from kibitz_server.evening.game.game_tables import parse_table
from kibitz_server.evening.game.imported_game import imported_game
from kibitz_server.evening.kept_texts import check_names, check_texts
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import GameImported, ImportedRound, Seq
from kibitz_server.journal.play_entries import SnapOutcome

_EXPECTED = to_say("expected the JSON or CSV of a Kibitz export")


# What else an export tells follows from the hands and the rules.
class _ToldRound(BaseModel):
    hands: dict[str, tuple[str, ...]]
    caller: str | None = None
    end: RoundEnd | None = None
    scores: dict[str, int] = {}
    options: dict[str, JsonValue] = {}
    house_rules: tuple[HouseRule, ...] | None = None
    changes: tuple[JsonValue, ...] = ()
    snaps: tuple[tuple[str, SnapOutcome], ...] = ()


class _ToldGame(BaseModel):
    begun: datetime
    pack: str
    players: tuple[str, ...]
    options: dict[str, JsonValue] = {}
    house_rules: tuple[HouseRule, ...] = ()
    rules: dict[str, JsonValue] | None = None
    rounds: tuple[_ToldRound, ...]
    changes: tuple[JsonValue, ...] = ()


@dataclass(frozen=True, slots=True)
class Import:
    """How many games a file brought, and how many of it were here already."""

    new: int
    known: int


def import_games(live: Live, data: bytes) -> Import:
    """Take the games of an exported file that are not here yet; `InputError`, and nothing taken, where one is wrong."""
    entries = read_games(data)
    here = {game.key for game in live.evening.all_games}
    new: dict[str, GameImported] = {}
    for entry in entries:
        key = imported_game(Seq(0), entry).key
        if key not in here:
            new.setdefault(key, entry)
    for entry in new.values():
        live.record(entry)
    return Import(len(new), len(entries) - len(new))


def read_games(data: bytes) -> tuple[GameImported, ...]:
    """The games of an exported file; `InputError` that says what is wrong with it."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(Sentence("The file is not UTF-8 text: {expected}.", expected=_EXPECTED)) from error
    if not text.strip():
        raise InputError(Sentence("The file is empty: {expected}.", expected=_EXPECTED))
    try:
        games = _json_games(text) if text.lstrip().startswith("{") else parse_table(text)
        return tuple(_game(game, f"games[{index}]") for index, game in enumerate(games))
    except InputError as error:
        raise InputError(Sentence("Nothing was imported: {error}", error=error)) from error


def _json_games(text: str) -> Sequence[Any]:
    data = read_object(text.encode())
    games = data.get("games", [data])
    if not isinstance(games, list):
        raise InputError(Sentence("games: found {games}: {expected}.", games=shown(games), expected=_EXPECTED))
    return games


def _game(stored: object, place: str) -> GameImported:
    told = _checked(_ToldGame, stored, place)
    pack = start = _rules(told, place)
    rounds: list[ImportedRound] = []
    for index, played in enumerate(told.rounds):
        where = f"{place}.rounds[{index}]"
        pack = _ruled(pack, played, where)
        rounds.append(_round(played, pack, where))
    players = tuple(map(PlayerId, told.players))
    begun = told.begun if told.begun.tzinfo else told.begun.replace(tzinfo=UTC)
    game = GameImported(begun, start, players, tuple(rounds), _changes(told.changes, place))
    check_texts(game)
    check_names(tuple(dict.fromkeys((*players, *(player for played in rounds for player, _ in played.hands)))))
    _check_scores(game, told, place)
    return game


_M = TypeVar("_M", bound=BaseModel)


def _checked(model: type[_M], stored: object, place: str) -> _M:
    try:
        return model.model_validate(stored)
    except ValidationError as error:
        wrong = error.errors()[0]
        where = place_text((place, *wrong["loc"]))
        if wrong["type"] == "missing":
            raise InputError(Sentence("'{where}' is missing: {expected}.", where=where, expected=_EXPECTED)) from error
        raise InputError(
            Sentence("'{where}' is {found}: {reason}.", where=where, found=shown(wrong["input"]), reason=wrong["msg"])
        ) from error


def _rules(told: _ToldGame, place: str) -> RulePack:
    try:
        pack = parse_pack_json(told.rules) if told.rules else load_pack(told.pack, told.options)
    except InputError as error:
        raise InputError(Sentence("{place}: {error}", place=place, error=error)) from error
    return pack.model_copy(update={"house_rules": told.house_rules})


def _ruled(pack: RulePack, played: _ToldRound, place: str) -> RulePack:
    try:
        pack = changed_pack(pack, played.options) if played.options else pack
    except InputError as error:
        raise InputError(Sentence("{place}.{error}", place=place, error=error)) from error
    return pack if played.house_rules is None else pack.model_copy(update={"house_rules": played.house_rules})


def _round(played: _ToldRound, pack: RulePack, place: str) -> ImportedRound:
    try:
        hands = tuple((PlayerId(player), tuple(map(parse_scored_card, hand))) for player, hand in played.hands.items())
    except InputError as error:
        raise InputError(Sentence("{place}: {error}", place=f"{place}.hands", error=error)) from error
    caller = None if played.caller is None else PlayerId(played.caller)
    snaps = tuple((PlayerId(player), outcome) for player, outcome in played.snaps)
    end = played.end or default_end(caller)
    return ImportedRound(hands, caller, end, pack, _changes(played.changes, place), snaps)


def _changes(stored: Sequence[JsonValue], place: str) -> tuple[SeatChange, ...]:
    try:
        return tuple(map(parse_change, stored))
    except InputError as error:
        raise InputError(Sentence("{place}: {error}", place=f"{place}.changes", error=error)) from error


def _check_scores(game: GameImported, told: _ToldGame, place: str) -> None:
    """Raise `InputError` where a game cannot be tallied, or its hands do not score what the file says."""
    try:
        tally = imported_game(Seq(0), game).tally()
    except InputError as error:
        raise InputError(Sentence("{place}.{error}", place=place, error=error)) from error
    for index, (asked, scored) in enumerate(zip(told.rounds, tally.rounds, strict=True)):
        for player, score in asked.scores.items():
            found = scored.scores.get(PlayerId(player))
            if found != score:
                raise InputError(
                    Sentence(
                        "{place}.rounds[{index}]: {player} has {score} in the file, and {found} by the hand and the "
                        "rules: expected an export as it was written.",
                        place=place,
                        index=index,
                        player=player,
                        score=score,
                        found=found,
                    )
                )
