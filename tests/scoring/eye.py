"""Sights of a table, a frame at a time, for tests of the referee."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.referee import flush, observe
from kibitz_scoring.referee.settlement import Finding, Referee
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import Interval, Seen, SlotId, TableEvent

PLAYERS = tuple(map(PlayerId, ("Ann", "Ben", "Cleo")))


ANN, BEN, CLEO = PLAYERS


A1, B1, BEN_A1, BEN_A2, BEN_X1 = (SlotId(slot) for slot in ("p1.a1", "p1.b1", "p2.a1", "p2.a2", "p2.x1"))


KABOO, CAMBIO, SCAMBODIA = "kaboo", "cambio", "scambodia"


class Eye:
    """Gives every sight the next 33 ms."""

    def __init__(self) -> None:
        self._frames = count()
        self.waited = 0
        self.stride = 1

    def wait(self) -> None:
        """Let a second pass."""
        self.waited += 30

    def __call__(self, player: PlayerId | None = None, sure: float = 0.95, confidence: float = 0.97) -> Seen:
        frame = next(self._frames) * self.stride + self.waited
        by = () if player is None else ((player, sure),)
        return Seen(Interval(33.0 * frame, 33.0 * frame + 33.0), confidence, (frame,), HandPosterior(by))


def table(pack_id: str, more: str = "", *, pile: str = "7H", **house: object) -> RoundState:
    pack = load_pack(pack_id, {key.replace("__", "."): value for key, value in house.items()})
    jokers = pack.deck.jokers
    hidden = f"deck {39 + jokers - more.count('hand')}"
    return parse_table(
        f"round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | p3 ? ? ? ? | {hidden} | pile {pile}{more}", pack, PLAYERS
    )


def watch(state: RoundState, *seen: TableEvent) -> Finding:
    """The referee after these sights, with all that they settled."""
    finding = Finding(Referee(state))
    settled: tuple[TimedEvent, ...] = ()
    for sight in seen:
        finding = observe(finding.referee, sight)
        settled += finding.timed
    return replace(finding, timed=settled)


def watch_all(state: RoundState, *seen: TableEvent) -> Finding:
    """The referee after these sights and nothing more, with all that they settled."""
    finding = watch(state, *seen)
    rest = flush(finding.referee)
    return Finding(rest.referee, (*finding.timed, *rest.timed))


def lines(finding: Finding) -> list[str]:
    return [format_event(event, PLAYERS) for event in finding.events]
