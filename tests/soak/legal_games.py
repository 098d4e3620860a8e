"""Random legal games: each ends with a score sheet, and its file gives the same one."""

from __future__ import annotations

import random

from kibitz_scoring.game.playout import play_out
from kibitz_scoring.game.record import GameState, play, score_sheet
from kibitz_scoring.game.round_state import Phase, count_cards, deck_size
from kibitz_scoring.notation.games import GameFile, GameLine, format_game, parse_game
from kibitz_scoring.notation.tables import format_table, parse_table
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack

NAMES = tuple(map(PlayerId, ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")))


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
