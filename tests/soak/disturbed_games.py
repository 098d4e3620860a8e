"""Random games in which people leave, join, hand over, rule, correct and run out of time."""

from __future__ import annotations

import json
import random
from dataclasses import replace

from tests.soak.legal_games import NAMES

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Corrected, Departed, Event, HandedOver, Joined, Ruled, TimedOut
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.playout import RandomTable
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
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack

LATER = tuple(PlayerId(f"Guest {number}") for number in range(1, 200))


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
