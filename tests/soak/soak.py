"""Random legal games of every pack, and damaged game files and packs: each ends well or in one clear sentence.

`make soak` plays and damages many thousands; it goes on where it was stopped, and writes docs/results/soak.json.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_scoring.game_file import GameFile, GameLine, format_game, parse_game
from kibitz_scoring.games import GameState, play, score_sheet
from kibitz_scoring.packs import load_pack, pack_ids, read_pack
from kibitz_scoring.playout import play_out
from kibitz_scoring.round_state import count_cards, deck_size
from kibitz_scoring.table import PlayerId
from kibitz_scoring.table_notation import format_table, parse_table

REPOSITORY = Path(__file__).resolve().parents[2]
NAMES = tuple(map(PlayerId, ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")))
_SAVE_EVERY = 200
_ALPHABET = ' \n"-?.()|^_+@#=0123456789abcxpACDHJKQSé\x00'


def play_legal_game(pack_id: str, seed: int) -> GameFile:
    """One game of one to three rounds: no act breaks a rule, no card is lost, and the file gives the same sheet."""
    rng = random.Random(f"{pack_id}/{seed}")
    pack = load_pack(pack_id)
    players = NAMES[: rng.randint(pack.min_players, min(len(NAMES), pack.max_players))]
    lines: list[GameLine] = []
    for game, event in play_out(pack, players, rng.randrange, rounds=rng.choice((1, 1, 1, 2, 3))):
        assert count_cards(game.now) == deck_size(pack), (pack_id, seed)
        lines.append(GameLine(event))
        last = (game, event)
    ended = play(*last)
    sheet = score_sheet(ended)
    assert sheet.rounds, (pack_id, seed)
    file = GameFile(pack_id, players, (), tuple(lines))
    if seed % 20 == 0:
        _check_written(file, ended)
    return file


def _check_written(file: GameFile, ended: GameState) -> None:
    again = parse_game(format_game(file))
    assert again == file
    *_, record = again.records()
    assert record.now == ended
    assert parse_table(format_table(ended.now), file.pack, file.players) == ended.now


def mutated(text: str, rng: random.Random) -> str:
    """The text with one to four kinds of damage: characters or lines lost, doubled, moved or changed."""
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
    return text


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


def try_game(text: str) -> str:
    """What became of a damaged game file: `valid`, or `error` where a sentence says what is wrong."""
    try:
        for record in parse_game(text, "game, ").records():
            state = record.now.now
            assert count_cards(state) == deck_size(state.pack)
        score_sheet(record.now)
    except InputError as error:
        _check_sentence(error)
        return "error"
    return "valid"


def try_pack(text: str, folder: Path) -> str:
    """What became of a damaged pack, as for games."""
    path = folder / "damaged.toml"
    path.write_text(text, encoding="utf-8")
    try:
        pack = read_pack(path)
        assert pack.content_hash
    except InputError as error:
        _check_sentence(error)
        return "error"
    return "valid"


def _check_sentence(error: InputError) -> None:
    sentence = str(error)
    assert sentence.endswith((".", "?")), sentence
    assert len(sentence) > 20, sentence


def corpus() -> tuple[list[str], list[str]]:
    """Texts to damage: games of every pack, and the shipped packs."""
    games = [format_game(play_legal_game(pack_id, seed)) for pack_id in pack_ids() for seed in range(4)]
    packs = sorted((REPOSITORY / "scoring" / "kibitz_scoring" / "packs").glob("**/*.toml"))
    return games, [path.read_text(encoding="utf-8") for path in packs]


def damage(count: int, first: int, seed: int) -> Iterator[tuple[str, str]]:
    """Kind and outcome of `count` damaged texts from number `first` on; every other one is a pack."""
    games, packs = corpus()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, first + count):
            rng = random.Random(f"{seed}/{number}")
            if number % 2:
                yield "packs", try_pack(mutated(rng.choice(packs), rng), Path(folder))
            else:
                yield "games", try_game(mutated(rng.choice(games), rng))


def main() -> None:
    """Play and damage as many as asked, from where the last run stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="legal games of each pack")
    parser.add_argument("--mutations", type=int, default=100_000, help="damaged game files and packs")
    parser.add_argument("--seed", type=int, default=20_261_121)
    parser.add_argument("--out", type=Path, default=REPOSITORY / "docs" / "results" / "soak.json")
    parser.add_argument("--progress", type=Path, default=REPOSITORY / "build" / "soak.json")
    asked = parser.parse_args()
    done = _Progress(asked.progress, asked.seed)
    for pack_id in pack_ids():
        for number in range(done.counts[f"games {pack_id}"], asked.games):
            play_legal_game(pack_id, asked.seed + number)
            done.add(f"games {pack_id}")
    so_far = done.counts["mutations"]
    for kind, outcome in damage(asked.mutations - so_far, so_far, asked.seed):
        done.counts[f"{kind} {outcome}"] += 1
        done.add("mutations")
    done.save()
    _write_results(asked.out, asked.seed, done.counts)


class _Progress:
    """Counts that survive a stop."""

    def __init__(self, path: Path, seed: int) -> None:
        self._path = path
        self._seed = seed
        saved = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        self.counts: Counter[str] = Counter(saved.get("counts", {}) if saved.get("seed") == seed else {})

    def add(self, name: str) -> None:
        """One more of these is done."""
        self.counts[name] += 1
        if self.counts[name] % _SAVE_EVERY == 0:
            self.save()
            print(f"\r{name}: {self.counts[name]}", end="", flush=True)

    def save(self) -> None:
        """Write the counts down."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text(json.dumps({"seed": self._seed, "counts": self.counts}), encoding="utf-8")


def _write_results(path: Path, seed: int, counts: Counter[str]) -> None:
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=REPOSITORY, capture_output=True, text=True, check=False
    ).stdout.strip()
    results = {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": commit,
        "seed": seed,
        "legal_games_with_a_valid_score_sheet": {pack_id: counts[f"games {pack_id}"] for pack_id in pack_ids()},
        "damaged": {
            kind: {outcome: counts[f"{kind} {outcome}"] for outcome in ("error", "valid")}
            for kind in ("games", "packs")
        },
        "crashes": 0,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    print(f"\n{path}")


if __name__ == "__main__":
    main()
