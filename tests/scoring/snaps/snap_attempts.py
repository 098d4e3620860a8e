"""Attempts at the seven of hearts in a few words, and the verdicts on them, for tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kibitz_scoring.cards import parse_card
from kibitz_scoring.notation.judge_lines import parse_snap_card
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.snaps.costs import judge_snaps
from kibitz_scoring.snaps.judge import Attempt, Snaps, SnapVerdict
from kibitz_scoring.table import FACE_DOWN, SlotId

ANN, BEN, CID, DAN = map(PlayerId, ("Ann", "Ben", "Cid", "Dan"))
SEVEN = parse_card("7H")
ANY = {"snap.whose": "any"}


def lay(
    player: PlayerId, at_ms: float, card: str = "7", *, owner: PlayerId | None = None, slot: str | int | None = None
) -> Attempt:
    """An attempt whose card is seen on the pile at a time, lifted half a second before."""
    place = SlotId(slot) if isinstance(slot, str) else slot
    return Attempt(player, owner or player, place, parse_snap_card(card), at_ms - 500, at_ms)


def lift(player: PlayerId, at_ms: float = 100, owner: PlayerId | None = None) -> Attempt:
    """An attempt that went back."""
    return Attempt(player, owner or player, None, FACE_DOWN, at_ms, None)


def judge(pack: RulePack, *attempts: Attempt, **table: Any) -> list[SnapVerdict]:
    return list(judge_snaps(pack, replace(Snaps(SEVEN, attempts), **table)))


def words(pack: RulePack, *attempts: Attempt, **table: Any) -> list[str]:
    return [str(verdict.verdict) for verdict in judge(pack, *attempts, **table)]


def costs(pack: RulePack, *attempts: Attempt, **table: Any) -> list[int]:
    return [verdict.penalty_cards for verdict in judge(pack, *attempts, **table)]


KABOO = load_pack("kaboo")
CAMBIO = load_pack("cambio")
