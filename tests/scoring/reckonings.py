"""Hands in a few words, and what they come to, for tests."""

from __future__ import annotations

from kibitz_scoring.cards import parse_card
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.points import card_value
from kibitz_scoring.score.tally import RoundEnd, RoundTally, tally_round
from kibitz_scoring.score.totals import GameTally, PlayedRound, tally_game

A, B, C = map(PlayerId, "ABC")


def values(pack_id: str, text: str) -> dict[str, int]:
    """Points of cards given as words."""
    return {word: card_value(load_pack(pack_id), parse_card(word)) for word in text.split()}


def scored(pack_id: str, caller: PlayerId | None, end: RoundEnd | None = None, **hands: str) -> RoundTally:
    """Tally of a round of these hands."""
    players = {PlayerId(player): parse_hand(text) for player, text in hands.items()}
    return tally_round(load_pack(pack_id), players, caller, end)


def game(pack_id: str, *rounds: tuple[PlayerId | None, str, str], **options: object) -> GameTally:
    """A game of A and B; each round gives the caller and both hands. `__` in an option stands for the dot of a key."""
    pack = load_pack(pack_id, {key.replace("__", "."): value for key, value in options.items()})
    return tally_game(pack, [PlayedRound({A: parse_hand(a), B: parse_hand(b)}, who) for who, a, b in rounds])
