"""Games as files in the notation, which `kibitz replay` plays again to the same score sheet.

Of a round that was scored at its reveal a file tells only the hands and how it ended (see docs/notation.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Dealt, Ended, Event, Modified, Moved, Revealed
from kibitz_scoring.game.record import Entry, Inserted
from kibitz_scoring.notation.games import GameFile, GameLine, format_game
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import original_of
from kibitz_scoring.rules.rule_pack import HouseRule, RulePack
from kibitz_scoring.rules.sheet import changed_keys
from kibitz_scoring.score.hands import Hand
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Heap
from kibitz_server.views.evening_view import GameView, RoundView

_REMARK = """\
# Scored from the hands at the reveal, which lie here in the order they were scored. Who dealt, and who put a token on a
# card, was not seen: the deal goes round from p1, and a token is put by the card's holder.
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
            f"{game.pack.name} is a game of your own: a game file names a shipped game and its house rules. "
            "Export it as JSON."
        )
    entries: list[Entry] = []
    for played in game.rounds:
        if played.tally is not None:
            entries += _round(game, played, played.tally.caller, len(entries))
    return GameFile(original.id, game.players, tuple(_rules(game.pack)), tuple(map(GameLine, entries)))


def _rules(pack: RulePack) -> Iterator[HouseRule]:
    """House rules as they were agreed, then what was set without a name or a reason, such as the game's length."""
    yield from pack.house_rules
    keys = pack.keys()
    for key in changed_keys(pack):
        if all(rule.key != key for rule in pack.house_rules):
            yield HouseRule(key=key, value=keys[key], author="the table", reason="set when the game began")


def _round(game: GameView, played: RoundView, caller: PlayerId | None, before: int) -> tuple[Entry, ...]:
    """Entries of one round, after so many of the rounds before it."""
    assert played.number is not None
    hands = [played.hands[player] for player in game.players]
    dealer = game.players[(played.number - 1) % len(game.players)]
    start: list[Event] = [Dealt(dealer), Ended(played.end, caller), *_counts(game.pack, hands)]
    reveals = list(_reveals(game.pack, hands))
    # An entry put before the first reveal finds every card in its place, and the round not yet scored.
    tokens = _tokens(game, hands, before + len(start) + 1)
    return (*start, *reveals[:1], *tokens, *reveals[1:])


def _counts(pack: RulePack, hands: Sequence[Hand]) -> Iterator[Event]:
    """Cards moved until each hand has as many as at its reveal."""
    dealt = range(pack.table.hand_size)
    for seat, hand in enumerate(hands):
        for index in dealt[len(hand) :]:
            yield Moved(slot_id(pack, seat, index), Heap.DRAW)
    for seat, hand in enumerate(hands):
        for index in range(len(dealt), len(hand)):
            yield Moved(Heap.DRAW, slot_id(pack, seat, index))


def _reveals(pack: RulePack, hands: Sequence[Hand]) -> Iterator[Event]:
    for seat, hand in enumerate(hands):
        for index, scored in enumerate(hand):
            yield Revealed(slot_id(pack, seat, index), scored.card)


def _tokens(game: GameView, hands: Sequence[Hand], number: int) -> Iterator[Entry]:
    for seat, (player, hand) in enumerate(zip(game.players, hands, strict=True)):
        for index, scored in enumerate(hand):
            if scored.modifier:
                token = Modified(player, slot_id(game.pack, seat, index), scored.modifier)
                yield Inserted(number, token, "lay on it at the reveal")
