"""The entries of a rule pack: values by dotted key as people wrote them, and the pack that they make."""

from __future__ import annotations

import difflib
import json
from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType

from pydantic import JsonValue, ValidationError

from kibitz_scoring.errors import InputError, shown
from kibitz_scoring.rules.choices import DeckBase
from kibitz_scoring.rules.rule_pack import IDENTITY, KEY_PATHS, REQUIRED_KEYS, RulePack, expected_at
from kibitz_scoring.rules.sections import DASH
from kibitz_scoring.sentences import Sentence

Entries = dict[str, object]
"""Values by dotted key, as written."""
Locate = Callable[[str], str]
"""Where a dotted key was written, for the start of a sentence."""

_CARDS = "deck.cards"
_EMPTY_HANDS: Mapping[str, JsonValue] = MappingProxyType(
    {"empty_hand.action": "auto_call", "empty_hand.exempt_from_fail": True}
)
_BROUGHT_IN: Mapping[tuple[str, JsonValue], Mapping[str, JsonValue]] = MappingProxyType(
    {
        ("snap.enabled", True): {
            "table.penalty_place": "first_gap",
            "powers.after_snap_window": True,
            "snap.give": "optional",
            "snap.wrong_other_takes_card": False,
            "snap.lift_commits": False,
            "snap.on_starter": False,
            "snap.during_peek": False,
            "snap.window_ms": None,
            "snap.closes_on_draw": False,
            "snap.final_window_ms": 3000,
            "snap.after_wrong": "stays_open",
            "snap.discarder_may": True,
            "snap.caller_may": True,
            **_EMPTY_HANDS,
        },
        ("match.enabled", True): {"match.ends_turn": True, "match.wrong": "forced_exchange", **_EMPTY_HANDS},
        ("match.wrong", "penalty"): {"table.penalty_place": "first_gap"},
        ("pairs.enabled", True): {"table.penalty_place": "first_gap", "pairs.wrong_penalty": 1, **_EMPTY_HANDS},
        ("piles.draw_from_discard", True): {"piles.drawn_discard_may_return": False},
    }
)
"""What a game that lacks a rule takes for the other keys of that rule once a house turns it on."""


def changed_entries(base: RulePack, changes: Mapping[str, object]) -> Entries:
    """Entries of `base` with `changes` and with what a rule that they turn on brings along.

    A threshold makes a game of one round a game of many; a penalty for being late makes a lift count as an attempt.
    """
    entries: Entries = pack_identity(base) | base.keys()
    if base.game.rounds == 1 and changes.get("game.threshold") is not None:
        entries["game.rounds"] = None
    if changes.get("snap.late_penalty") and not base.snap.late_penalty:
        entries["snap.lift_commits"] = True
    for (switch, value), brought in _BROUGHT_IN.items():
        if changes.get(switch) == value:
            entries |= {key: value for key, value in brought.items() if entries[key] == DASH}
    return entries | dict(changes)


def pack_identity(pack: RulePack) -> Entries:
    """Id, name and call word of a pack."""
    return {name: getattr(pack, name) for name in IDENTITY}


def unknown_key(key: str) -> str:
    """Sentence about a key that no rule pack has, with the nearest that it has."""
    known = {name.casefold(): name for name in KEY_PATHS}
    nearest = difflib.get_close_matches(key.casefold(), known, n=1, cutoff=0.0)[0]
    return Sentence("'{key}' is not a key of a rule pack; the nearest is '{nearest}'.", key=key, nearest=known[nearest])


def make_pack(entries: Entries, locate: Locate) -> RulePack:
    """Pack that the entries make; `InputError` for a missing key, a wrong value, and values that exclude each other."""
    missing = [key for key in (*IDENTITY, *REQUIRED_KEYS) if key not in entries]
    if missing:
        raise InputError(
            Sentence(
                "{where}: the key '{missing}' is missing: a rule pack gives every key.",
                where=locate(missing[0]),
                missing=missing[0],
            )
        )
    try:
        pack = RulePack.model_validate_json(json.dumps(_nested(entries), default=str))
    except ValidationError as error:
        key = _key_of(error.errors()[0]["loc"])
        path = KEY_PATHS.get(key, (key,))
        number = next((part for part in error.errors()[0]["loc"] if isinstance(part, int)), None)
        value = entries[key]
        if key == _CARDS and isinstance(value, list) and number is not None:
            text = f"number {number + 1} of '{key}' is {shown(value[number])}"
        else:
            text = f"'{key}' is {shown(value)}"
        raise InputError(
            Sentence(
                "{where}: {text}: expected {expected_at}.", where=locate(key), text=text, expected_at=expected_at(path)
            )
        ) from error
    _check_together(pack, locate)
    _check_own_cards(pack, locate)
    return pack


def _check_own_cards(pack: RulePack, locate: Locate) -> None:
    deck, where = pack.deck, locate(_CARDS)
    if deck.base is not DeckBase.OWN:
        if deck.cards:
            raise InputError(
                Sentence(
                    "{where}: '{cards}' lists cards, so 'deck.base' has to be \"own\"; it is \"{base}\".",
                    where=where,
                    cards=_CARDS,
                    base=deck.base,
                )
            )
        return
    if len(deck.cards) < 2:
        raise InputError(
            Sentence(
                "{where}: 'deck.base' is \"own\", so '{cards}' has to list two kinds of cards or more.",
                where=where,
                cards=_CARDS,
            )
        )
    twice = [name for name, count in Counter(own.card.upper() for own in deck.cards).items() if count > 1]
    if twice:
        raise InputError(
            Sentence(
                "{where}: '{cards}' lists {twice} twice: expected each kind once, with its count.",
                where=where,
                cards=_CARDS,
                twice=twice[0],
            )
        )
    if deck.jokers:
        raise InputError(
            Sentence(
                "{where}: 'deck.jokers' is {jokers}: list JK in '{cards}' instead.",
                where=locate("deck.jokers"),
                jokers=deck.jokers,
                cards=_CARDS,
            )
        )
    cards, needed = sum(own.count for own in deck.cards) * deck.copies, pack.min_players * pack.table.hand_size + 2
    if cards < needed:
        raise InputError(
            Sentence(
                "{where}: '{cards}' lists {cards2} cards: {min_players} players with {hand_size} "
                "each and two piles need {needed}.",
                where=where,
                cards=_CARDS,
                cards2=cards,
                min_players=pack.min_players,
                hand_size=pack.table.hand_size,
                needed=needed,
            )
        )


def _nested(entries: Entries) -> dict[str, object]:
    root: dict[str, object] = {}
    for key, value in entries.items():
        *sections, last = KEY_PATHS.get(key, (key,))
        node = root
        for name in sections:
            child = node.setdefault(name, {})
            assert isinstance(child, dict)
            node = child
        node[last] = value
    return root


def _key_of(loc: tuple[int | str, ...]) -> str:
    """Longest dotted key at the start of pydantic's location, which goes on into unions and lists."""
    names = [str(part) for part in loc]
    keys = (".".join(names[:length]) for length in range(len(names), 0, -1))
    return next(key for key in keys if key in KEY_PATHS or key in IDENTITY)


def _check_together(pack: RulePack, locate: Locate) -> None:
    if pack.deck.jokers and pack.values.joker == DASH:
        raise InputError(
            Sentence(
                "{where}: 'deck.jokers' is {jokers}, so 'values.joker' needs a whole number too.",
                where=locate("deck.jokers"),
                jokers=pack.deck.jokers,
            )
        )
    for key, span in (("table.players", pack.table.players), ("score.modifier_clamp", pack.score.modifier_clamp)):
        if isinstance(span, tuple) and span[0] > span[1]:
            raise InputError(
                Sentence(
                    "{where}: '{key}' is {list}: expected the lower number first.",
                    where=locate(key),
                    key=key,
                    list=list(span),
                )
            )
    keys = pack.keys()
    for (switch, value), brought in _BROUGHT_IN.items():
        missing = next((key for key in brought if keys[switch] == value and keys[key] == DASH), None)
        if missing:
            raise InputError(
                Sentence(
                    "{where}: '{switch}' is {found}, so '{missing}' needs a value other than \"-\" too.",
                    where=locate(switch),
                    switch=switch,
                    found=shown(value),
                    missing=missing,
                )
            )
