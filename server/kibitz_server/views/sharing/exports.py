"""Games as JSON and CSV for other programs; rules, hands, callers and ends are written as `kibitz score` takes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from importlib.metadata import version
from typing import Any

from kibitz_scoring.notation.pack_json import pack_json
from kibitz_scoring.notation.score_lines import change_json
from kibitz_scoring.rules.packs import original_of
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.rules.sheet import changed_keys
from kibitz_scoring.score.card_text import format_hand
from kibitz_scoring.score.seats import SeatChange
from kibitz_server.access.viewer import Role
from kibitz_server.evening.evening import Evening
from kibitz_server.evening.game.game_tables import format_table
from kibitz_server.views.evening_view import GameView, RoundView, project_game


def export_evening(evening: Evening) -> dict[str, Any]:
    """All games, the oldest first: a file holds no evidence, whoever asks for it."""
    games = [export_game(project_game(evening, game.seq, Role.HOST)) for game in evening.all_games]
    return {"kibitz": version("kibitz"), "games": games}


def export_table(evening: Evening) -> str:
    """All games as CSV, one row for each player of each round."""
    return format_table(export_evening(evening)["games"])


def export_game(game: GameView) -> dict[str, Any]:
    """A game with its rules, the hands of every round that counts, and what they scored."""
    return {
        "id": game.seq,
        "begun": game.at.isoformat(),
        **_rules(game.start.pack),
        "players": list(game.start.players),
        "rounds": list(_rounds(game)),
        "totals": dict(game.totals),
        "finished": game.score.finished,
        "winners": list(game.score.winners),
        "reason": game.score.reason,
        **_changes(game.changes),
        **({"seats": list(game.score.seats)} if game.score.seats else {}),
    }


def _rules(pack: RulePack) -> dict[str, Any]:
    """The shipped game with what differs from it, a pack of its own with every key; `rules` are all that it was."""
    original = original_of(pack)
    keys = pack.keys()
    return {
        "name": pack.name,
        "pack": original.id if original else pack.id,
        "options": {key: keys[key] for key in changed_keys(pack)} if original else keys,
        "house_rules": _house_rules(pack),
        "content_hash": pack.content_hash,
        "is_shipped": original is not None,
        "rules": pack_json(pack),
    }


def _house_rules(pack: RulePack) -> list[dict[str, Any]]:
    return [rule.model_dump(mode="json") for rule in pack.house_rules]


def _rounds(game: GameView) -> Iterator[dict[str, Any]]:
    """The rounds that count, each with the hash of its rules and with what changed since the round before."""
    keys, rules = game.start.pack.keys(), game.start.pack.house_rules
    for played in game.rounds:
        if played.number is None:
            continue
        before, keys = keys, played.pack.keys()
        told = _round(played) | {"content_hash": played.pack.content_hash} | _changes(played.changes)
        options = {key: value for key, value in keys.items() if value != before[key]}
        told |= {"options": options} if options else {}
        if played.pack.house_rules != rules:
            rules = played.pack.house_rules
            told["house_rules"] = _house_rules(played.pack)
        yield told


def _changes(changes: Sequence[SeatChange]) -> dict[str, Any]:
    """Who came and left, in order, as `kibitz score` takes it."""
    return {"changes": list(map(change_json, changes))} if changes else {}


def _round(played: RoundView) -> dict[str, Any]:
    hands = {player: format_hand(hand).split() for player, hand in played.hands.items()}
    tally = {} if played.tally is None else asdict(played.tally)
    snaps = {"snaps": [list(snap) for snap in played.snaps]} if played.snaps else {}
    return {"hands": hands, "end": played.end, "edited": played.edited, "totals": dict(played.totals), **tally, **snaps}
