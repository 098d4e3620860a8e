"""What a camera would see of each game event, in its order."""

from __future__ import annotations

import pytest

from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.notation.seen_lines import seen_json
from kibitz_scoring.rules.packs import load_pack

from .emissions import emissions
from .eye import Eye
from .stories import TWO, dealt

GONE = ("slot_emptied", "p1.a1")


def seen(pack_id: str, line: str, *story: str) -> list[tuple[object, ...]]:
    """Kinds of the sights with their places, open faces and origins."""
    told = [seen_json(sight) for sight in emissions(dealt(load_pack(pack_id), *story), parse_event(line, TWO), Eye())]
    return [
        (sight["type"], *(sight[key] for key in ("place", "face", "origin") if sight.get(key) not in (None, "?")))
        for sight in told
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("starter 7H", [("pile_top_changed", "7H")]),
        ("refill", [("pile_refilled",)]),
        ("reveal p1.a1 7H", [("card_revealed", "p1.a1", "7H")]),
        ("p1 looks p1.a1", [("card_lifted", "p1.a1"), ("card_returned", "p1.a1")]),
        ("p1 draws", [("card_lifted", "deck")]),
        ("p1 takes", [("card_lifted", "pile")]),
        ("p1 discards 7H", [("pile_top_changed", "7H")]),
        ("p1 penalty p1.x1", [("card_lifted", "deck"), ("slot_filled", "p1.x1", "deck")]),
        ("p1 swaps p1.a1 7H", [GONE, ("pile_top_changed", "7H", "p1.a1"), ("slot_filled", "p1.a1")]),
        (
            "p1 exchanges p1.a1 p2.a1",
            [GONE, ("slot_emptied", "p2.a1"), ("slot_filled", "p2.a1", "p1.a1"), ("slot_filled", "p1.a1", "p2.a1")],
        ),
        ("p1 gives p1.a1 p2.a1", [GONE, ("slot_filled", "p2.a1", "p1.a1")]),
        ("p2 collects p1.a1 p2.x1", [GONE, ("slot_filled", "p2.x1", "p1.a1")]),
        ("p1 snaps p1.a1 7H", [("card_lifted", "p1.a1"), ("pile_top_changed", "7H", "p1.a1")]),
        ("p1 snaps p1.a1 returned", [("card_lifted", "p1.a1"), ("card_returned", "p1.a1")]),
        (
            "p1 snaps p1.a1 8H wrong",
            [("card_lifted", "p1.a1"), ("pile_top_changed", "8H", "p1.a1"), ("card_returned", "p1.a1")],
        ),
        ("p1 calls", []),
    ],
)
def test_an_act_is_seen_in_the_order_of_its_parts(line: str, expected: list[tuple[object, ...]]) -> None:
    assert seen("kaboo", line) == expected


def test_a_match_is_flipped_first_and_a_wrong_one_changes_places_with_the_top() -> None:
    right = [("card_flipped", "p1.a1", "9C"), ("pile_top_changed", "9C", "p1.a1")]
    assert seen("scambodia", "p1 matches p1.a1 9C") == right
    wrong = seen("scambodia", "p1 matches p1.a1 2C")
    assert wrong[:3] == [("card_flipped", "p1.a1", "2C"), ("card_lifted", "p1.a1"), ("card_lifted", "pile")]
    assert ("pile_top_changed", "2C", "p1.a1") in wrong


def test_a_sight_has_its_time_its_frame_and_its_hand() -> None:
    (sight,) = emissions(dealt(load_pack("kaboo")), parse_event("p1 draws", TWO), Eye())
    assert seen_json(sight) == {
        "type": "card_lifted",
        "start_ms": 0.0,
        "end_ms": 33.0,
        "confidence": 0.97,
        "frames": [0],
        "by": {"A": 0.95},
        "place": "deck",
    }
