"""Databases damaged in every way: each must open, and what it holds must be what was written, or be said to be lost."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.benchmarks.trust.kept_tally import KeptTally
from tests.benchmarks.trust.quietly import quiet

from kibitz_scoring.cards import FRENCH52
from kibitz_scoring.errors import KibitzError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.tally import RoundEnd
from kibitz_server.access.viewer import Role
from kibitz_server.data_folder import BACKUPS
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import (
    CallerNamed,
    CardAdded,
    EntriesLost,
    Entry,
    GameStarted,
    RoundConfirmed,
    Seq,
    SheetOpened,
)
from kibitz_server.journal.journal import FILE_NAME, HEAD_NAME, Journal
from kibitz_server.views.evening_view import project

TITLE = "Damaged databases"
TIMES = 6000
PAGE = 4096
_ROUNDS = 24
_PLAYERS = PlayerId("Ann"), PlayerId("Ben")
Bytes = bytearray
_LOG = f"{FILE_NAME}-wal"


def play(live: Live, rounds: int, rng: random.Random) -> None:
    """A game of so many rounds, card by card."""
    pack = load_pack("kaboo", {"game.rounds": None})
    live.record(GameStarted(pack, pack.content_hash, _PLAYERS))
    for _ in range(rounds):
        live.record(SheetOpened())
        cards = rng.sample(FRENCH52, 6)
        for number, card in enumerate(cards):
            live.record(CardAdded(_PLAYERS[number % 2], card))
        live.record(CallerNamed(_PLAYERS[0], RoundEnd.CALL))
        hands = tuple((player, parse_hand(" ".join(map(str, cards[seat::2])))) for seat, player in enumerate(_PLAYERS))
        live.record(RoundConfirmed(hands, _PLAYERS[0], RoundEnd.CALL))


def prepare(folder: Path, *, is_closed: bool) -> list[Entry]:
    """A data folder with a game, closed or as a killed Kibitz leaves it, and what was written."""
    running = folder.with_name(f"{folder.name}-running")
    live = Live(Journal(running))
    play(live, _ROUNDS, random.Random(51))
    if is_closed:
        live.close()
    shutil.copytree(running, folder)
    if not is_closed:
        live.close()
    shutil.rmtree(running)
    journal = Journal(shutil.copytree(folder, running))
    written = [recorded.entry for recorded in journal.recorded]
    journal.close()
    shutil.rmtree(running)
    return written


def _flip(content: Bytes, rng: random.Random) -> None:
    for _ in range(rng.choice((1, 1, 2, 8))):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)


def _other_letter(content: Bytes, rng: random.Random) -> None:
    """A letter or digit of a text becomes another one, so that all still looks well."""
    for _ in range(200):
        at = rng.randrange(len(content))
        if chr(content[at]).isascii() and chr(content[at]).isalnum():
            content[at] = ord(rng.choice("0123456789abcdefABCDEF"))
            return


def _noise(content: Bytes, rng: random.Random) -> None:
    at = rng.randrange(0, len(content), PAGE)
    content[at : at + PAGE] = rng.randbytes(len(content[at : at + PAGE]))


def _zeros(content: Bytes, rng: random.Random) -> None:
    at, size = rng.randrange(len(content)), rng.choice((16, 512, PAGE))
    content[at : at + size] = bytes(len(content[at : at + size]))


def _cut(content: Bytes, rng: random.Random) -> None:
    del content[rng.randrange(len(content)) :]


def _cut_a_piece(content: Bytes, rng: random.Random) -> None:
    at = rng.randrange(len(content))
    del content[at : at + rng.randrange(1, 2 * PAGE)]


def _swap(content: Bytes, rng: random.Random) -> None:
    first, second = (rng.randrange(0, max(1, len(content) - PAGE), PAGE) for _ in range(2))
    one, other = content[first : first + PAGE], content[second : second + PAGE]
    content[first : first + PAGE], content[second : second + PAGE] = other, one


def _header(content: Bytes, rng: random.Random) -> None:
    content[rng.randrange(min(100, len(content)))] = rng.randrange(256)


def _nothing(content: Bytes, _: random.Random) -> None:
    content.clear()


def _longer(content: Bytes, rng: random.Random) -> None:
    content += rng.randbytes(rng.randrange(1, 3 * PAGE))


DAMAGES: tuple[Callable[[Bytes, random.Random], None], ...] = (
    _flip,
    _flip,
    _other_letter,
    _other_letter,
    _noise,
    _zeros,
    _cut,
    _cut_a_piece,
    _swap,
    _header,
    _nothing,
    _longer,
)


def damage(folder: Path, rng: random.Random) -> str:
    """Damage the journal, what SQLite keeps beside it, or what was noted of it; say what was done."""
    files = [name for name in (FILE_NAME, FILE_NAME, _LOG, HEAD_NAME) if (folder / name).exists()]
    name, breaks = rng.choice(files), rng.choice(DAMAGES)
    if rng.random() < 0.3:
        shutil.rmtree(folder / BACKUPS, ignore_errors=True)
    content = bytearray((folder / name).read_bytes())
    if name == _LOG and rng.random() < 0.1:
        (folder / name).unlink()
        return f"{name} deleted"
    if content:
        breaks(content, rng)
    (folder / name).write_bytes(content)
    return f"{name} {breaks.__name__.strip('_')}"


def outcome(folder: Path, written: list[Entry]) -> str:
    """What a start makes of a damaged folder; `failed: ...` where that is not what was written."""
    try:
        live = Live(Journal(folder))
    except KibitzError as error:
        return f"failed: refused: {error}"
    except Exception as error:
        return f"failed: {type(error).__name__}: {error}"
    try:
        return _judged(live, written)
    except Exception as error:
        return f"failed: {type(error).__name__}: {error}"
    finally:
        live.close()


def _judged(live: Live, written: list[Entry]) -> str:
    there = {one.seq: one.entry for one in live.since(Seq(1))}
    lost: set[int] = set()
    for seq, entry in there.items():
        if isinstance(entry, EntriesLost):
            lost |= set(range(entry.first, seq + 1))
    project(live.evening, Role.HOST, live.play)
    came = {seq: entry for seq, entry in there.items() if not isinstance(entry, EntriesLost)}
    if any(seq > len(written) or written[seq - 1] != entry for seq, entry in came.items()):
        return "failed: silently different"
    missing = set(range(1, len(written) + 1)) - came.keys()
    if not missing:
        return "told, all came back" if live.notice else "nothing was missing"
    if live.notice is None or (came and missing - lost):
        return f"failed: {len(missing)} silently missing"
    if not came:
        return "told, the backup offered" if live.offered else "told, nothing left"
    return "told, in part"


def run(work: Path, times: int) -> dict[str, Any]:
    """Damage so many databases in all."""
    tally = KeptTally(work, times)
    with quiet():
        bases = list(_bases(work))
        while not tally.is_done:
            rng = random.Random(f"damage {tally.times}")
            base, written = rng.choice(bases)
            folder = work / "data"
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(base, folder)
            done = damage(folder, rng)
            tally.add(outcome(folder, written), f"{base.name}, {done}")
    return tally.figures()


def _bases(work: Path) -> Iterator[tuple[Path, list[Entry]]]:
    for name, is_closed in (("closed", True), ("killed", False)):
        shutil.rmtree(work / name, ignore_errors=True)
        yield work / name, prepare(work / name, is_closed=is_closed)


def sentence(figures: Mapping[str, Any]) -> str:
    """What it came to."""
    came = ", ".join(f"{what} {count}" for what, count in sorted(figures["came"].items()))
    return f"of evenings whose files were damaged by chance none may be refused, or differ unsaid: {came}"
