"""A race for the pile as a camera told it: the second card before the first, whose slot an arm hid for longer."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import CardLanded, CardLifted, Heap, Interval, PileTopChanged, Seen, SlotId, TableEvent

PLAYERS = tuple(map(PlayerId, ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")))
_TABLE = (
    "round 1 turns p3 | p1 9D KC 6C 9H | p2 3C 2C 4S AS | p3 QS 2D 8C AC | p4 4C JK 8S AD | p5 QD KD JH 6D | "
    "p6 KS AH JS 9C | deck 28 | pile 5S | hand p3 4D(3) deck"
)


@dataclass(frozen=True)
class ToldRace:
    """The table before a race, and what was told of it in order, each with the time of the frame that told it."""

    start: RoundState
    told: tuple[tuple[float, TableEvent], ...]


def read_race() -> ToldRace:
    """Dan's 4C lies on the pile 196 ms before Ben's 4S, and is told 95 ms after it."""
    ben, cleo, dan = PLAYERS[1:4]
    four_clubs, four_spades, four_diamonds = map(parse_card, ("4C", "4S", "4D"))
    told: list[tuple[float, TableEvent]] = [
        (1569, PileTopChanged(_seen(687, 731, cleo), four_diamonds, Heap.DRAW)),
        (1569, CardLanded(_seen(1433, 1466, dan), Heap.DISCARD)),
        (1698, CardLanded(_seen(1600, 1633), Heap.DISCARD)),
        (1732, CardLifted(_seen(1433, 1466, ben), SlotId("p2.b1"))),
        (1768, PileTopChanged(_seen(1623, 1667, ben), four_spades, SlotId("p2.b1"))),
        (1863, CardLifted(_seen(1301, 1334, dan), SlotId("p4.a1"))),
        (1863, PileTopChanged(_seen(1428, 1471, dan), four_clubs, SlotId("p4.a1"))),
    ]
    return ToldRace(parse_table(_TABLE, load_pack("kaboo"), PLAYERS), tuple(told))


def _seen(start_ms: float, end_ms: float, by: PlayerId | None = None) -> Seen:
    return Seen(Interval(start_ms, end_ms), 0.99, by=UNSEEN_HAND if by is None else HandPosterior.sole(by))
