"""Games as files in the notation, which `kibitz replay` plays again to the same score sheet.

Of a round that was scored at its reveal a file tells only the hands and how it ended (see docs/notation.md).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import assert_never

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.changes.turns import next_seat
from kibitz_scoring.game.events import (
    Dealt,
    Departed,
    Ended,
    Event,
    HandedOver,
    Joined,
    Modified,
    Moved,
    Revealed,
    Ruled,
)
from kibitz_scoring.game.next_deal import next_dealer
from kibitz_scoring.game.record import Entry, GameRecord, Inserted, begin_game, push
from kibitz_scoring.game.round_state import Phase, RoundState
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.games import GameFile, GameLine, format_game
from kibitz_scoring.rules.packs import original_of
from kibitz_scoring.rules.rule_pack import HouseRule, RulePack
from kibitz_scoring.rules.sheet import changed_keys
from kibitz_scoring.score.hands import Hand
from kibitz_scoring.score.seats import HandingOver, Joining, Leaving, SeatChange
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Heap
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView, RoundView

_REMARK = """\
# Scored from the hands at the reveal, which lie here in the order they were scored. Who dealt, and who put a token on a
# card, was not seen: p1 deals first, then who is next by the rules, and a token is put by the card's holder.
"""


def export_game_file(game: GameView) -> str:
    """Text of the game with every round that counts; `InputError` for rules that a game file cannot name."""
    first, _, rest = format_game(game_file(game)).partition("\n")
    return f"{first}\n{_REMARK}{rest}"


def game_file(game: GameView) -> GameFile:
    """The game in the notation; `InputError` for rules that a game file cannot name."""
    original = original_of(game.pack)
    if original is None:
        raise InputError(
            say(
                "{name} is a game of your own: a game file names a shipped game and its rules. Export it as JSON.",
                name=game.pack.name,
            )
        )
    record = begin_game(game.start.pack, game.start.players)
    for played in game.rounds:
        if played.tally is not None:
            record = _after(record, _told(record.now.now, played.pack, played.changes))
            record = _after(record, _round(record.now.now, played, len(record.entries)))
    entries = (*record.entries, *_told(record.now.now, game.pack, game.changes))
    return GameFile(original.id, game.start.players, tuple(_rules(game.start.pack)), tuple(map(GameLine, entries)))


def _after(record: GameRecord, entries: Iterable[Entry]) -> GameRecord:
    return reduce(push, entries, record)


def _told(state: RoundState, pack: RulePack, changes: Sequence[SeatChange]) -> list[Event]:
    """What was said of the seats and the rules before a round, or after the last.

    Who joins does so by the rule of that moment, whatever was ruled in the same break.
    """
    events: list[Event] = []
    for change in changes:
        if isinstance(change, Joining) and change.rule not in (None, state.pack.game.joins_with):
            events.append(_ruled("game.joins_with", change.rule, pack))
            state = apply(state, events[-1])
        events.append(_seat_event(state, change))
        state = apply(state, events[-1])
    before, noted = state.pack.keys(), state.pack.notes
    rulings = [_ruled(key, value, pack) for key, value in pack.keys().items() if value != before[key]]
    notes = [_ruled(note.key, note.value, pack) for note in pack.notes if note not in noted]
    return [*events, *rulings, *notes]


def _seat_event(state: RoundState, change: SeatChange) -> Event:
    match change:
        case Leaving(player):
            return Departed(player)
        case Joining(player=player):
            own = [seat for seat in state.departed if state.players[seat] == player]
            return Joined(player, (own or [*sorted(state.departed), len(state.players)])[0])
        case HandingOver(player, successor):
            return HandedOver(player, successor)
        case _:
            assert_never(change)


def _ruled(key: str, value: object, pack: RulePack) -> Ruled:
    """The ruling that gives a key its value, by who made it as far as the pack still says so."""
    rule = next((rule for rule in pack.house_rules if (rule.key, rule.value) == (key, value)), None)
    who, why = (rule.author, rule.reason) if rule else ("the table", "follows from a ruling")
    return Ruled(key, json.dumps(value), who, why)


def _rules(pack: RulePack) -> Iterator[HouseRule]:
    """House rules as they were agreed, then what was set without a name or a reason, such as the game's length."""
    yield from pack.house_rules
    keys = pack.keys()
    for key in changed_keys(pack):
        if all(rule.key != key for rule in pack.house_rules):
            yield HouseRule(key=key, value=keys[key], author="the table", reason="set when the game began")


def _round(state: RoundState, played: RoundView, before: int) -> tuple[Entry, ...]:
    """Entries of one round at this table, after so many of the rounds before it."""
    assert played.tally is not None
    pack = played.pack
    hands = {seat: played.hands[player] for seat, player in enumerate(state.players) if seat not in state.departed}
    ended = Ended(played.end, played.tally.caller)
    dealer = next_seat(state, -1) if state.phase is Phase.SETUP else next_dealer(state)
    start: list[Event] = [Dealt(state.players[dealer]), ended, *_counts(pack, hands)]
    reveals = list(_reveals(pack, hands))
    # An entry put before the first reveal finds every card in its place, and the round not yet scored.
    tokens = _tokens(state, hands, before + len(start) + 1)
    return (*start, *reveals[:1], *tokens, *reveals[1:])


def _counts(pack: RulePack, hands: Mapping[int, Hand]) -> Iterator[Event]:
    """Cards moved until each hand has as many as at its reveal."""
    dealt = range(pack.table.hand_size)
    for seat, hand in hands.items():
        for index in dealt[len(hand) :]:
            yield Moved(slot_id(pack, seat, index), Heap.DRAW)
    for seat, hand in hands.items():
        for index in range(len(dealt), len(hand)):
            yield Moved(Heap.DRAW, slot_id(pack, seat, index))


def _reveals(pack: RulePack, hands: Mapping[int, Hand]) -> Iterator[Event]:
    for seat, hand in hands.items():
        for index, scored in enumerate(hand):
            yield Revealed(slot_id(pack, seat, index), scored.card)


def _tokens(state: RoundState, hands: Mapping[int, Hand], number: int) -> Iterator[Entry]:
    for seat, hand in hands.items():
        for index, scored in enumerate(hand):
            if scored.modifier:
                token = Modified(state.players[seat], slot_id(state.pack, seat, index), scored.modifier)
                yield Inserted(number, token, "lay on it at the reveal")
