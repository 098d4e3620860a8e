"""What a viewer may see of the table, and what everybody is told of an event."""

from __future__ import annotations

import pytest

from kibitz_scoring.game.projection import lying_open, project, public_event
from kibitz_scoring.notation.events import format_event, parse_event
from kibitz_scoring.notation.tables import format_table
from kibitz_scoring.rules.packs import load_pack

from ..stories import TWO, dealt, table

KABOO = load_pack("kaboo")
STORY = ("p1 looks p1.a1 KH", "p1 draws", "p1 discards 7C")


def told_to_all(pack_id: str, line: str, *story: str, **house: object) -> str:
    """What everybody is told of an event that happens after a story."""
    pack = load_pack(pack_id, {key.replace("__", "."): value for key, value in house.items()})
    state = dealt(pack, *story)
    return format_event(public_event(state, parse_event(line, TWO)), TWO)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("p1 looks p1.b1 KH", "p1 looks p1.b1"),
        ("p1 draws 4C", "p1 draws"),
        ("p1 swaps p1.a1 4C", "p1 swaps p1.a1 4C"),
        ("p1 times-out p1.a1 4C", "p1 times-out p1.a1 4C"),
        ("p1 discards 4C", "p1 discards 4C"),
        ("p1 penalty p1.x1 4C", "p1 penalty p1.x1"),
        ("p2 snaps p2.a1 4C wrong", "p2 snaps p2.a1 4C wrong"),
        ("p2 snaps p2.a1 4C returned", "p2 snaps p2.a1 returned"),
        ("p2 snaps p2.a1 4C invalid", "p2 snaps p2.a1 invalid"),
        ("correct pile 4C", "correct pile 4C"),
        ("correct deck 4C", "correct deck ?"),
        ("correct aside 4C", "correct aside ?"),
        ("correct p1.a1 4C", "correct p1.a1 ?"),
        ("correct p1.x9 4C", "correct p1.x9 ?"),
        ("p2 deals 2C 3C 4C 5C / 6C 7C 8C 10C", "p2 deals"),
    ],
)
def test_everybody_is_told_only_what_all_have_seen(line: str, told: str) -> None:
    assert told_to_all("kaboo", line) == told


def test_a_house_decides_who_sees_drawn_looked_at_and_replaced_cards() -> None:
    assert told_to_all("kaboo", "p1 draws 4C", turn__drawn_card="open") == "p1 draws 4C"
    looks = ("p1 draws", "p1 discards 7C")
    assert told_to_all("kaboo", "p1 looks p1.b1 KH", *looks) == "p1 looks p1.b1"
    assert told_to_all("kaboo", "p1 looks p1.b1 KH", *looks, powers__shown_to="all") == "p1 looks p1.b1 KH"
    assert told_to_all("cameo", "p1 swaps p1.a1 4C", "p1 draws") == "p1 swaps p1.a1"
    assert told_to_all("cameo", "p1 times-out p1.a1 4C", "p1 draws") == "p1 times-out p1.a1"
    assert told_to_all("cameo", "correct aside 4C", "p1 draws", "p1 discards 3C") == "correct aside 4C"
    assert told_to_all("kaboo", "p1 draws 4C", display__open_hands=True) == "p1 draws 4C"


def test_a_card_lying_open_may_be_corrected_openly() -> None:
    state = table(KABOO, "round 1 reveal p1 | p1 2C^ ? ? ? | p2 ? ? ? ? | deck 45 | pile 9H")
    assert format_event(public_event(state, parse_event("correct p1.a1 3C", TWO)), TWO) == "correct p1.a1 3C"
    assert lying_open(state) == {"p1.a1"}


def test_a_viewer_sees_open_cards_and_what_they_hold_themselves() -> None:
    state = dealt(KABOO, *STORY, "p1 looks p1.b1 QH", "p2 draws 4C")
    assert "KH" in format_table(state)
    for role, held in (("A", "hand p2 ? deck"), ("B", "hand p2 4C(2) deck"), (None, "hand p2 ? deck")):
        line = format_table(project(state, None if role is None else TWO["AB".index(role)]))
        assert held in line
        assert "p1 ? ? ? ? | p2 ? ? ? ?" in line
        assert "pile 9H 7C" in line
