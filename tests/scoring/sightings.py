"""Sights of a table, one after another, and what the referee makes of them: shared by its tests."""

from __future__ import annotations

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.referee import flush, observe
from kibitz_scoring.referee.settlement import Finding, Referee
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import Interval, Seen, SlotId, TableEvent

PLAYERS = ANN, BEN, CLEO = tuple(map(PlayerId, ("Ann", "Ben", "Cleo")))
A1, BEN_A1, BEN_A2, CLEO_A1, CLEO_X1 = map(SlotId, ("p1.a1", "p2.a1", "p2.a2", "p3.a1", "p3.x1"))
THREE_CLUBS, SEVEN_CLUBS, EIGHT_CLUBS = map(parse_card, ("3C", "7C", "8C"))


def at(ms: float, player: PlayerId | None = None) -> Seen:
    return Seen(Interval(ms - 33, ms), 0.97, (), UNSEEN_HAND if player is None else HandPosterior.sole(player, 0.95))


def table(pack_id: str, more: str = "", *, pile: str = "7H", turn: str = "p1", **house: object) -> RoundState:
    pack = load_pack(pack_id, {key.replace("__", "."): value for key, value in house.items()})
    deck = 52 + pack.deck.jokers - 12 - len(pile.split()) - more.count("hand")
    return parse_table(
        f"round 1 turns {turn} | p1 ? ? ? ? | p2 ? ? ? ? | p3 ? ? ? ? | deck {deck} | pile {pile}{more}", pack, PLAYERS
    )


def follow(start: RoundState | Referee, *seen: TableEvent, over: bool = True) -> Finding:
    referee = Referee(start) if isinstance(start, RoundState) else start
    timed: tuple[TimedEvent, ...] = ()
    for sight in seen:
        found = observe(referee, sight)
        referee, timed = found.referee, (*timed, *found.timed)
    if over:
        found = flush(referee)
        referee, timed = found.referee, (*timed, *found.timed)
    return Finding(referee, timed)


def lines(finding: Finding) -> list[str]:
    return [format_event(event, PLAYERS) for event in finding.events]
