"""Edges of the snap judge: windows of no length, and the last places of a hand by name and by index."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.round_state import Phase
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.slots import slot_id
from kibitz_scoring.snaps.costs import judge_snaps
from kibitz_scoring.snaps.judge import Attempt, Snaps, SnapVerdict
from kibitz_scoring.table import SlotId

ANN = PlayerId("Ann")
KABOO = load_pack("kaboo")
RAN_OUT: dict[str, Any] = {"phase": Phase.AFTER_LAST_TURN, "draw_pile": 0}


def snap(pack: RulePack, at_ms: float, *, slot: SlotId | int | None = None, **table: Any) -> SnapVerdict:
    """Verdict on one card of the right rank, seen on the pile at a time."""
    attempt = Attempt(ANN, ANN, slot, parse_card("7S"), 0.0, at_ms)
    (verdict,) = judge_snaps(pack, replace(Snaps(parse_card("7H"), (attempt,)), **table))
    return verdict


@pytest.mark.parametrize("after_ms", [0, 5, 20, 33, 40, 2000])
@pytest.mark.parametrize("opened_ms", [0.0, 500.0])
def test_a_card_is_late_however_soon_it_comes_where_there_is_no_window(after_ms: int, opened_ms: float) -> None:
    at_ms = opened_ms + after_ms
    ran_out = snap(KABOO, at_ms, window_opened_ms=opened_ms, **RAN_OUT)
    assert (ran_out.verdict, ran_out.rule) == ("late", "snap.final_window_ms")
    none = snap(load_pack("kaboo", {"snap.window_ms": 0}), at_ms, window_opened_ms=opened_ms)
    assert (none.verdict, none.rule) == ("late", "snap.window_ms")
    closed = snap(KABOO, at_ms, window_opened_ms=opened_ms, window_closed_ms=opened_ms)
    assert (closed.verdict, closed.rule) == ("late", "snap.closes_on_draw")


@pytest.mark.parametrize(("at_ms", "verdict"), [(0, "correct"), (1, "too_close"), (34, "too_close"), (35, "late")])
def test_a_window_shorter_than_a_frame_is_still_a_window(at_ms: float, verdict: str) -> None:
    assert snap(load_pack("kaboo", {"snap.window_ms": 1}), at_ms).verdict == verdict


@pytest.mark.parametrize(
    ("slot", "index", "hand", "verdict"),
    [
        ("b2", 3, 4, "correct"),
        ("x1", 4, 4, "correct"),
        ("x2", 5, 4, "correct"),
        ("x4", 7, 4, "correct"),
        ("x5", 8, 4, "invalid"),
        ("a1", 0, 1, "correct"),
        ("x1", 4, 1, "correct"),
        ("x2", 5, 1, "invalid"),
        ("x6", 9, 6, "correct"),
        ("x7", 10, 6, "invalid"),
    ],
)
def test_a_hand_has_as_many_places_beside_the_grid_as_cards(slot: str, index: int, hand: int, verdict: str) -> None:
    assert snap(KABOO, 600, slot=SlotId(slot), hands={ANN: hand}).verdict == verdict
    assert snap(KABOO, 600, slot=index, hands={ANN: hand}).verdict == verdict


@given(st.sampled_from(["kaboo", "cambio"]), st.integers(0, 20), st.integers(0, 8), st.booleans())
def test_a_place_is_judged_alike_by_name_and_by_index(pack_id: str, index: int, hand: int, seated: bool) -> None:
    pack = load_pack(pack_id)
    name = slot_id(pack, 0, index)
    by_name = snap(pack, 600, slot=name if seated else SlotId(name.removeprefix("p1.")), hands={ANN: hand})
    assert by_name.verdict == snap(pack, 600, slot=index, hands={ANN: hand}).verdict


@pytest.mark.parametrize("names", [("p1.a2", "a2"), ("p1.a2", 1), ("a2", 1), ("p1.x1", 4)])
def test_one_card_has_one_winner_whatever_its_place_is_called(names: tuple[str | int, str | int]) -> None:
    pack = load_pack("cambio", {"snap.per_discard": "many"})
    first, second = (SlotId(name) if isinstance(name, str) else name for name in names)
    card, ben = parse_card("7S"), PlayerId("Ben")
    tries = (Attempt(ANN, ANN, first, card, 0.0, 600.0), Attempt(ben, ANN, second, card, 0.0, 900.0))
    assert [verdict.verdict for verdict in judge_snaps(pack, Snaps(parse_card("7H"), tries))] == ["correct", "late"]


def test_cards_in_different_places_or_hands_may_both_be_right() -> None:
    pack = load_pack("cambio", {"snap.per_discard": "many"})
    ben = PlayerId("Ben")
    for owner, slot in ((ANN, 2), (ben, 1), (ANN, None)):
        tries = (
            Attempt(ANN, ANN, SlotId("p1.a2"), parse_card("7S"), 0.0, 600.0),
            Attempt(ben, owner, slot, parse_card("7C"), 0.0, 900.0),
        )
        assert {verdict.verdict for verdict in judge_snaps(pack, Snaps(parse_card("7H"), tries))} == {"correct"}
