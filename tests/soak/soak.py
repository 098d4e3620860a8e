"""Random legal games of every pack, and damaged game files and packs: each ends well or in one clear sentence.

`make soak` plays and damages many thousands; it goes on where it was stopped as long as the rules' code is the same,
and writes docs/measured/soak.json.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Corrected, Departed, Event, HandedOver, Joined, Ruled, TimedOut
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.playout import RandomTable, play_out
from kibitz_scoring.game.record import GameState, begin_game, play, score_sheet
from kibitz_scoring.game.round_state import (
    Phase,
    RoundState,
    card_at,
    cards_of,
    count_cards,
    deck_size,
    present,
)
from kibitz_scoring.notation.games import GameFile, GameLine, format_game, parse_game, read_game
from kibitz_scoring.notation.tables import format_table, parse_table
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack, pack_ids, read_pack
from kibitz_scoring.rules.rule_pack import HouseRule

REPOSITORY = Path(__file__).resolve().parents[2]
NAMES = tuple(map(PlayerId, ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")))
LATER = tuple(PlayerId(f"Guest {number}") for number in range(1, 200))
SEED = 20_261_121
_SAVE_EVERY = 500
_ALPHABET = ' \n"-?.()|^_+@#=0123456789abcxpACDHJKQSé\x00'
_RULES = (
    HouseRule(key="snap.wrong_penalty", value=2, author="Ann", reason="as always"),
    HouseRule(key="game.threshold", value=60, author="Ben", reason="a long evening"),
)
_SENTENCE = re.compile(
    r"(damaged\.(toml|game)(, line \d+(, column \d+)?)?|entry \d+|players|rounds\[\d+\]\.hands.*?): .{15,}[.?]", re.S
)


# --- legal games ------------------------------------------------------------------------------------------------------


def play_legal_game(pack_id: str, seed: int) -> GameFile:
    """One game of one to three rounds: no act breaks a rule, no card is lost, and the file gives the same sheet."""
    rng = random.Random(f"{pack_id}/{seed}")
    pack = load_pack(pack_id)
    players = NAMES[: rng.randint(pack.min_players, min(len(NAMES), pack.max_players))]
    rounds = rng.choice((1, 1, 1, 1, 1, 2, 3))
    lines: list[GameLine] = []
    for game, event in play_out(pack, players, rng.randrange, rounds=rounds):
        assert count_cards(game.now) == deck_size(pack)
        lines.append(GameLine(event))
        last = (game, event)
    ended = play(*last)
    check_sheet(ended, rounds)
    file = GameFile(pack_id, players, (), tuple(lines))
    if seed % 10 == 0:
        _check_written(file, ended)
    return file


def check_sheet(ended: GameState, rounds: int) -> None:
    """Everybody has points, a score and a reason in each round; totals are sums; somebody won if the game ended."""
    sheet = score_sheet(ended)
    players = ended.now.players
    assert ended.now.phase is Phase.SCORED
    assert len(sheet.rounds) == rounds or sheet.finished
    totals = dict.fromkeys(players, 0)
    for tally, running in zip(sheet.rounds, sheet.running, strict=True):
        assert tuple(tally.points) == tuple(tally.scores) == tuple(tally.reasons) == players
        assert set(tally.winners) <= set(players)
        assert all(tally.reasons[player].endswith(str(tally.scores[player])) for player in players)
        totals = {player: totals[player] + tally.scores[player] for player in players}
        assert dict(running) == totals
    assert bool(sheet.winners) is sheet.finished
    assert set(sheet.winners) <= set(players)


def _check_written(file: GameFile, ended: GameState) -> None:
    again = parse_game(format_game(file))
    assert again == file
    *_, record = again.records()
    assert record.now == ended
    assert parse_table(format_table(ended.now), file.pack, file.players) == ended.now


# --- games that are disturbed -----------------------------------------------------------------------------------------


def play_disturbed_game(pack_id: str, seed: int) -> int:
    """Two or three rounds in which people leave, join, hand over, rule, correct and run out of time.

    There is always something that may be done, no card is lost, and no round that is scored changes unless it is that
    very round that is corrected. Gives how many disturbances there were.
    """
    rng = random.Random(f"disturbed {pack_id}/{seed}")
    pack = load_pack(pack_id)
    players = NAMES[: rng.randint(pack.min_players, min(len(NAMES), pack.max_players))]
    record = begin_game(pack, players)
    table = RandomTable(rng.randrange)
    rounds, disturbances = rng.choice((2, 2, 3)), 0
    for _ in range(4000):
        state = record.now.now
        if state.phase is Phase.SCORED and len(record.now.past) + 1 >= rounds:
            return disturbances
        event = _needed(record.now, rng)
        if event is None and rng.randrange(25) == 0:
            event = _disturbance(record.now, table, rng)
            disturbances += event is not None
        if event is None:
            event = table.next_event(state)
        after = replace(record, now=play(record.now, event))
        if isinstance(event, _DISTURBANCES) or state.phase is Phase.SCORED:
            _check_written_points(record.now, after.now, event)
        record = after
        assert count_cards(record.now.now) == deck_size(record.now.now.pack)
    raise AssertionError("the game does not end")


_DISTURBANCES = (Departed, Joined, HandedOver, Ruled, Corrected, TimedOut)
_RULINGS: tuple[tuple[str, object], ...] = (
    ("score.fail", "none"),
    ("score.fail", "double"),
    ("score.success", "zero"),
    ("score.success_flat", -5),
    ("score.lowest", "zero"),
    ("game.threshold", 10),
    ("game.rounds", 1),
    ("game.reset_exact", {"from": 20, "to": 10, "once": True}),
    ("game.joins_with", "average"),
    ("game.next_dealer", "lowest"),
    ("values.K.red", 25),
    ("snap.enabled", True),
    ("snap.whose", "any"),
    ("snap.powers", True),
    ("snap.late_penalty", 2),
    ("snap.wrong_penalty", 2),
    ("snap.with_card_drawn", False),
    ("pairs.enabled", True),
    ("pairs.before_draw", True),
    ("match.enabled", True),
    ("powers.optional", False),
    ("powers.after_snap_window", False),
    ("powers.look_optional", True),
    ("powers.caller_protected", "all"),
    ("empty_hand.final_turn", False),
    ("piles.when_empty", "reshuffle"),
    ("piles.when_empty", "end_round"),
    ("call.earliest_round", 3),
    ("call.final_turns", "none"),
    ("turn.pass", True),
    ("turn.timer_s", 60),
    ("turn.on_timeout", "skip_and_penalty"),
    ("turn.on_second_timeout", "leaves"),
)


def _needed(game: GameState, rng: random.Random) -> Event | None:
    """Who has to join before there can be another round."""
    state = game.now
    if state.phase in (Phase.SETUP, Phase.SCORED) and len(present(state)) < state.pack.min_players:
        return _joined(game, rng)
    return None


def _joined(game: GameState, rng: random.Random) -> Event | None:
    state = game.now
    free = [*sorted(state.departed), len(state.players)]
    names = [name for name in (*NAMES, *LATER) if name not in state.players]
    event = Joined(rng.choice(names), rng.choice(free)) if names else None
    return event if event and _is_possible(game, event) else Joined(names[0], free[0]) if state.departed else None


def _disturbance(game: GameState, table: RandomTable, rng: random.Random) -> Event | None:
    state = game.now
    here = present(state)
    match rng.randrange(7):
        case 0 if len(here) > 1:
            return Departed(rng.choice(here))
        case 1 if state.phase in (Phase.SETUP, Phase.SCORED):
            return _joined(game, rng)
        case 2:
            names = [name for name in (*NAMES, *LATER) if name not in state.players]
            over = HandedOver(rng.choice(here), rng.choice(names)) if names else None
            return over if over and _is_possible(game, over) else None
        case 3:
            return _corrected(state, table, rng)
        case 4 if state.phase in (Phase.TURNS, Phase.FINAL):
            timed_out = TimedOut(state.players[state.turn])
            return None if check(state, timed_out) else timed_out
        case _:
            key, value = rng.choice(_RULINGS)
            ruled = Ruled(key, json.dumps(value), "Ann", "to see")
            return ruled if _is_possible(game, ruled) else None


def _corrected(state: RoundState, table: RandomTable, rng: random.Random) -> Event | None:
    """A card in a hand was in truth one that was thought to be in the draw pile."""
    slots = [slot for seat in range(len(state.players)) for slot, _ in cards_of(state, seat)]
    if not (slots and table.deck):
        return None
    slot, place = rng.choice(slots), rng.randrange(len(table.deck))
    card = card_at(state, slot)
    assert card is not None
    if not isinstance(card.face, Card):
        return None
    table.deck[place], truth = card.face, table.deck[place]
    return Corrected(slot, truth)


def _is_possible(game: GameState, event: Event) -> bool:
    try:
        play(game, event)
    except InputError:
        return False
    return True


def _check_written_points(before: GameState, after: GameState, event: Event) -> None:
    """Every round that was scored is scored alike, but for one on the table that is corrected."""
    written = [dict(tally.scores) for tally in score_sheet(before).rounds]
    now = [dict(tally.scores) for tally in score_sheet(after).rounds][: len(written)]
    if before.now.phase is Phase.SCORED and isinstance(event, Corrected):
        written, now = written[:-1], now[:-1]
    assert now == written, f"{event} changes what was written: {written}, {now}"
    totals = score_sheet(before).totals
    for player, total in score_sheet(after).totals.items():
        kept = player not in totals or isinstance(event, Corrected | Joined | HandedOver)
        assert kept or totals[player] == total, f"{event} changes {player}'s total"


# --- damage -----------------------------------------------------------------------------------------------------------


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
        packs = sorted((REPOSITORY / "scoring" / "kibitz_scoring" / "rules" / "packs").glob("**/*.toml"))
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


# --- many of them -----------------------------------------------------------------------------------------------------


class Progress:
    """Counts and crashes that survive a stop; other code or another seed begins anew."""

    def __init__(self, path: Path, origin: dict[str, Any]) -> None:
        saved = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        same = saved.get("origin", {}).items() >= {key: origin[key] for key in ("code", "seed")}.items()
        self._path = path
        self.origin = saved["origin"] if same else origin
        self.counts: Counter[str] = Counter(saved["counts"] if same else {})
        self.crashes: list[str] = saved["crashes"] if same else []
        self.cpu_s: float = saved["cpu_s"] if same else 0.0
        self._since_s = time.process_time()

    def count(self, name: str, number: int, attempt: Callable[[], str]) -> None:
        """Make an attempt and count its outcome; what is neither a result nor a sentence is a crash."""
        try:
            self.counts[attempt()] += 1
        except Exception as crash:
            self.crashes.append(f"{name} {number}: {crash!r}")
            print(f"\n{self.crashes[-1]}", file=sys.stderr)
        self.counts[name] += 1
        if self.counts[name] % _SAVE_EVERY == 0:
            self.save()
            print(f"\r{name}: {self.counts[name]} ", end="", flush=True)

    def save(self) -> None:
        """Write everything down."""
        now_s = time.process_time()
        self.cpu_s += now_s - self._since_s
        self._since_s = now_s
        self._path.parent.mkdir(parents=True, exist_ok=True)
        saved = {"origin": self.origin, "counts": self.counts, "crashes": self.crashes, "cpu_s": self.cpu_s}
        self._path.write_text(json.dumps(saved), encoding="utf-8")


def run(progress: Progress, games: int, mutations: int, seed: int) -> None:
    """Play and damage what is left to do."""

    def played(pack_id: str, number: int) -> str:
        play_legal_game(pack_id, seed + number)
        return f"sheets {pack_id}"

    def disturbed(pack_id: str, number: int) -> str:
        progress.counts[f"disturbances {pack_id}"] += play_disturbed_game(pack_id, seed + number)
        return f"disturbed to the end {pack_id}"

    for pack_id in pack_ids():
        name = f"games {pack_id}"
        for number in range(progress.counts[name], games):
            progress.count(name, number, lambda pack_id=pack_id, number=number: played(pack_id, number))
        name = f"disturbed {pack_id}"
        for number in range(progress.counts[name], games):
            progress.count(name, number, lambda pack_id=pack_id, number=number: disturbed(pack_id, number))
    with tempfile.TemporaryDirectory() as folder:
        damage = Damage(Path(folder), seed)
        for number in range(progress.counts["mutations"], mutations):
            progress.count("mutations", number, lambda number=number: damage.try_one(number))
    progress.save()


def origin_of(seed: int) -> dict[str, Any]:
    """The code that is soaked: its commit, and the hash of the rules' folder with whether it has changed since."""

    def git(*words: str) -> str:
        return subprocess.run(
            ["git", *words], cwd=REPOSITORY, capture_output=True, text=True, check=True
        ).stdout.strip()

    changed = "+changed" if git("status", "--porcelain", "--", "scoring", "tests/soak") else ""
    code = git("rev-parse", "HEAD:scoring", "HEAD:tests/soak").split()
    return {"commit": git("rev-parse", "HEAD") + changed, "code": "/".join(code) + changed, "seed": seed}


def results(progress: Progress) -> dict[str, Any]:
    """What the result file says."""
    counts = progress.counts
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": progress.origin["commit"],
        "seed": progress.origin["seed"],
        "python": platform.python_version(),
        "cpu_minutes": round(progress.cpu_s / 60, 1),
        "legal_games": {pack_id: counts[f"games {pack_id}"] for pack_id in pack_ids()},
        "of_them_with_a_valid_score_sheet": {pack_id: counts[f"sheets {pack_id}"] for pack_id in pack_ids()},
        "disturbed_games": {pack_id: counts[f"disturbed {pack_id}"] for pack_id in pack_ids()},
        "of_them_played_to_the_end": {pack_id: counts[f"disturbed to the end {pack_id}"] for pack_id in pack_ids()},
        "disturbances": {pack_id: counts[f"disturbances {pack_id}"] for pack_id in pack_ids()},
        "damaged_files": counts["mutations"],
        "of_them": {
            kind: {found: counts[f"{kind} {found}"] for found in ("error", "valid")} for kind in ("games", "packs")
        },
        "crashes": progress.crashes,
    }


def main() -> int:
    """Play and damage as many as asked, from where the last run stopped; 1 where anything crashed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="legal games of each pack")
    parser.add_argument("--mutations", type=int, default=100_000, help="damaged game files and packs")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=REPOSITORY / "docs" / "measured" / "soak.json")
    parser.add_argument("--progress", type=Path, default=REPOSITORY / "build" / "soak.json")
    asked = parser.parse_args()
    progress = Progress(asked.progress, origin_of(asked.seed))
    run(progress, asked.games, asked.mutations, asked.seed)
    asked.out.write_text(json.dumps(results(progress), indent=2) + "\n", encoding="utf-8")
    print(f"\n{asked.out}")
    return 1 if progress.crashes else 0


if __name__ == "__main__":
    sys.exit(main())
