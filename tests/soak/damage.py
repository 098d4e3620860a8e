"""Damaged game files and packs: each gives a result, or one sentence with its place and what is wrong."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from tests.soak.legal_games import play_legal_game

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.record import score_sheet
from kibitz_scoring.game.round_state import count_cards, deck_size
from kibitz_scoring.notation.games import format_game, parse_game, read_game
from kibitz_scoring.rules.packs import pack_ids, read_pack
from kibitz_scoring.rules.rule_pack import HouseRule

_PACKS = Path(__file__).resolve().parents[2] / "scoring" / "kibitz_scoring" / "rules" / "packs"
_ALPHABET = ' \n"-?.()|^_+@#=0123456789abcxpACDHJKQSé\x00'
_RULES = (
    HouseRule(key="snap.wrong_penalty", value=2, author="Ann", reason="as always"),
    HouseRule(key="game.threshold", value=60, author="Ben", reason="a long evening"),
)
_SENTENCE = re.compile(
    r"(damaged\.(toml|game)(, line \d+(, column \d+)?)?|entry \d+|players|rounds\[\d+\]\.hands.*?): .{15,}[.?]", re.S
)


def mutated(text: str, rng: random.Random) -> bytes:
    """The text as a file with one to four damages: characters, lines or bytes lost, doubled, moved or changed."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.randint(1, 6))
        lines = text.split("\n")
        first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(7):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:at] + rng.choice(_ALPHABET) + text[at:]
            case 2:
                text = text[:at] + rng.choice(_ALPHABET) + text[end:]
            case 3:
                lines[first], lines[second] = lines[second], lines[first]
                text = "\n".join(lines)
            case 4:
                text = "\n".join([*lines[:first], lines[second], *lines[first:]])
            case 5:
                text = "\n".join([*lines[:first], *lines[first + 1 :]])
            case _:
                text = _renumbered([*lines[:first], *lines[first + 1 :]])
    return _bytes_of(text, rng)


def _bytes_of(text: str, rng: random.Random) -> bytes:
    """The text in UTF-8; of one file in ten one byte is another, and one in twenty breaks off."""
    data = bytearray(text.encode("utf-8"))
    if data and rng.randrange(10) == 0:
        data[rng.randrange(len(data))] = rng.randrange(256)
    if rng.randrange(20) == 0:
        del data[rng.randrange(len(data) + 1) :]
    return bytes(data)


def _renumbered(lines: Sequence[str]) -> str:
    """Lines of a game whose entries count from 1 again, so that an entry left out is not noticed by its number."""
    out, number = [], 0
    for line in lines:
        head, dot, rest = line.partition(". ")
        if dot and head.isdigit():
            number += 1
            out.append(f"{number}. {rest}")
        else:
            out.append(line)
    return "\n".join(out)


def try_game(path: Path) -> None:
    """Read and replay a damaged game to its score sheet; it is the same once it is written and read again."""
    file = read_game(path)
    for record in file.records():
        state = record.now.now
        assert count_cards(state) == deck_size(state.pack)
    score_sheet(record.now)
    assert parse_game(format_game(file)) == file


def try_pack(path: Path) -> None:
    """Read a damaged pack; it can be dealt and has a hash."""
    pack = read_pack(path)
    assert len(pack.content_hash) >= 16


def outcome(attempt: Callable[[Path], None], path: Path) -> str:
    """`valid`, or `error` where one sentence names the place and what is wrong."""
    try:
        attempt(path)
    except InputError as error:
        sentence = str(error).replace(str(path), path.name)
        assert _SENTENCE.fullmatch(sentence), sentence
        return "error"
    return "valid"


class Damage:
    """Texts to damage: games of every pack, and the shipped packs; every other damaged file is a pack."""

    def __init__(self, folder: Path, seed: int) -> None:
        packs = sorted(_PACKS.glob("**/*.toml"))
        games = [play_legal_game(pack_id, number) for pack_id in pack_ids() for number in range(4)]
        self._games = [format_game(replace(game, rules=_RULES * (at % 4 == 3))) for at, game in enumerate(games)]
        self._packs = [path.read_text(encoding="utf-8") for path in packs]
        self._folder = folder
        self._seed = seed

    def try_one(self, number: int) -> str:
        """Kind and outcome of one damaged file."""
        rng = random.Random(f"{self._seed}/{number}")
        kind, texts, attempt = ("packs", self._packs, try_pack) if number % 2 else ("games", self._games, try_game)
        path = self._folder / ("damaged.toml" if number % 2 else "damaged.game")
        path.write_bytes(mutated(rng.choice(texts), rng))
        return f"{kind} {outcome(attempt, path)}"
