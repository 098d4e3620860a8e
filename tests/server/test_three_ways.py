"""The same acts give the same by three ways: `score` and `judge` on the command line, a replay, and the page."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime
from typing import Any

import pytest

from kibitz_scoring.cli.judge import judge_json
from kibitz_scoring.cli.score import score_json
from kibitz_scoring.game.events import Dealt, Event, PenaltyTaken, Snapped
from kibitz_scoring.game.playout import play_out
from kibitz_scoring.game.record import GameState, play, score_sheet
from kibitz_scoring.game.round_state import PenaltyDue, RoundState, cards_of, top_face
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.score.card_text import format_hand
from kibitz_scoring.slots import locate
from kibitz_scoring.snaps.records import RecordedSnaps
from kibitz_server.evening.folding import fold
from kibitz_server.evening.round.play import Play
from kibitz_server.journal.entries import Entry, GameStarted, RoundConfirmed, Seq
from kibitz_server.journal.play_entries import ActSaid, RoundWatched, TimePassed
from kibitz_server.journal.recorded import Recorded

ROUNDS = 2000
HOUSES: tuple[dict[str, object], ...] = (
    {},
    {},
    {"snap.enabled": True, "snap.whose": "any", "snap.late_penalty": 1},
    {"score.caller_succeeds": "joint_lowest", "score.success": "minus_3", "score.fail": "double"},
    {"snap.enabled": True, "snap.powers": True, "empty_hand.action": "auto_call"},
)
NAMES = tuple(map(PlayerId, ("Ann", "Ben", "Cleo", "Dan")))
Round = list[tuple[GameState, Event]]


def one_round(seed: int) -> tuple[str, dict[str, object], Round]:
    rng = random.Random(f"three ways {seed}")
    pack_id, house = rng.choice(pack_ids()), rng.choice(HOUSES)
    pack = load_pack(pack_id, house)
    players = NAMES[: rng.randint(pack.min_players, min(len(NAMES), pack.max_players))]
    return pack_id, house, list(play_out(pack, players, rng.randrange, rounds=1))


def by_page(history: Round) -> dict[PlayerId, int]:
    """Scores of the round as it is said to the page act by act, and confirmed."""
    pack, players = history[0][0].now.pack, history[0][0].now.players
    deal = history[0][1]
    assert isinstance(deal, Dealt)
    begun = RoundWatched(deal.dealer, is_dealt=True)
    watched = Play(pack, players, begun)
    entries: list[Entry] = [GameStarted(pack, pack.content_hash, players), begun]
    for at_ms, (_, event) in enumerate(history[1:], start=1):
        entries.append(ActSaid(float(at_ms), format_event(event, players)))
        watched.take(entries[-1])  # type: ignore[arg-type]
    watched.take(TimePassed(float(len(history) + 1)))
    seen = watched.reveal()
    assert seen is not None
    assert seen.end is not None
    entries += [seen, RoundConfirmed(seen.hands, seen.caller, seen.end)]
    at = datetime(2026, 11, 28, tzinfo=UTC)
    evening = fold([Recorded(Seq(number), at, entry) for number, entry in enumerate(entries, start=1)])
    assert evening.game
    return dict(evening.game.tally().rounds[0].scores)


def by_score(pack_id: str, house: dict[str, object], end: GameState) -> dict[str, int]:
    """Scores of the round's hands on the command line."""
    tally = score_sheet(end).rounds[0]
    state = end.now
    hands = {player: format_hand(tuple(hand)).split() for player, hand in _hands(end).items()}
    line: dict[str, Any] = {"pack": pack_id, "options": house, "hands": hands, "caller": tally.caller, "end": state.end}
    return dict(json.loads(score_json(json.dumps(line).encode()))["round"])


def _hands(end: GameState) -> Any:
    from kibitz_scoring.game.record import played_round

    return played_round(end).hands


def check_snap(pack_id: str, house: dict[str, object], before: RoundState, event: Snapped, after: RoundState) -> None:
    """The judge says of a snap, alone and by its order, what happened, and asks the cards for it that are due."""
    seat, index = locate(before.pack, event.slot)
    owner, cards = before.players[seat], len(list(cards_of(before, seat)))
    # A request tells how many cards a hand has, not how many gaps: the farthest places may not be among them.
    slot = event.slot if index < before.pack.table.hand_size + cards else None
    line = {
        "pack": pack_id,
        "options": house,
        "top": str(top_face(before)),
        "phase": before.phase,
        "discarder": None if before.top.seat is None else before.players[before.top.seat],
        "caller": None if before.caller is None else before.players[before.caller],
        "power_in_progress": before.power is not None and before.power.begun,
        "already_snapped": before.top.snaps > 0,
        "hands": {player: len(list(cards_of(before, seat))) for seat, player in enumerate(before.players)},
        "draw_pile": before.draw_pile,
        "discard_pile": len(before.discard),
        "attempts": [{"player": event.player, "owner": owner, "slot": slot, "card": str(event.card), "placed_ms": 1.0}],
    }
    (verdict,) = json.loads(judge_json(json.dumps(line).encode()))["verdicts"]
    due = sum(isinstance(one, PenaltyDue) for one in after.due) - sum(isinstance(one, PenaltyDue) for one in before.due)
    if event.verdict == "late":
        # A card that matches, told by itself after another, has no time to be late by.
        assert verdict["verdict"] == "not_allowed"
        return
    assert (verdict["verdict"], verdict["penalty_cards"]) == (event.verdict, due)


@pytest.mark.parametrize("part", range(10))
def test_the_same_acts_give_the_same_scores_and_verdicts_three_ways(part: int) -> None:
    snaps = 0
    for seed in range(part, ROUNDS, 10):
        pack_id, house, history = one_round(seed)
        judged = RecordedSnaps()
        for (game, event), after in zip(history, [*(game for game, _ in history[1:]), play(*history[-1])], strict=True):
            assert judged.take(game.now, event, None, after.now) is None, (seed, event)
            if isinstance(event, Snapped):
                snaps += 1
                check_snap(pack_id, house, game.now, event, after.now)
            assert not isinstance(event, PenaltyTaken) or game.now.due
        end = play(*history[-1])
        scores = dict(score_sheet(end).rounds[0].scores)
        assert by_score(pack_id, house, end) == scores
        assert by_page(history) == scores
    assert snaps
