"""The sentences of Cambio's rule text about snaps."""

from __future__ import annotations

from dataclasses import replace

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.round_state import GiveDue, Phase
from kibitz_scoring.notation.tables import format_table
from kibitz_scoring.rules.choices import Place, SnapGive
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.snaps.costs import judge_snaps
from kibitz_scoring.snaps.judge import Attempt, Snaps
from kibitz_scoring.table import FACE_DOWN

from ..reckonings import A, B, C
from ..snaps.snap_attempts import SEVEN, judge, lay, words
from ..stories import broken, dealt, hand_sizes, told
from .rule_sentences import cites

TEXT = "cambio.html"
PACK = load_pack("cambio")


@cites(TEXT, "if its rank matches", "two of any suit")
def test_snaps_match_by_rank() -> None:
    """Snapping: J and Q are both worth 10 and do not match."""
    for suit in "CDS":
        assert words(PACK, lay(A, 600, f"2{suit}"), top=parse_card("2H")) == ["correct"]
    assert words(PACK, lay(A, 600, "JS"), top=parse_card("QH")) == ["wrong"]
    state = dealt(PACK, "p1 draws", "p1 discards 2H")
    assert broken(state, "p2 snaps p2.a1 2S") == []
    assert hand_sizes(told(state, "p2 snaps p2.a1 2S")) == [4, 3]
    assert broken(state, "p2 snaps p2.a1 3S") == ["snap.wrong_penalty"]


@cites(TEXT, "only be snapped onto once")
def test_snaps_happen_any_time_and_once_a_card() -> None:
    """Snapping: in turns, in the first look, in the last turns, and shortly after them (B4, B5, B18)."""
    for phase in (Phase.TURNS, Phase.INITIAL_PEEK, Phase.FINAL, Phase.AFTER_LAST_TURN):
        assert words(PACK, lay(A, 600), phase=phase, discarder=B) == ["correct"]
    assert words(PACK, lay(A, 99_000)) == ["correct"]
    assert words(PACK, lay(A, 600), already_snapped=True) == ["not_allowed"]
    assert words(PACK, lay(A, 600), lay(B, 900, "7C")) == ["correct", "late"]
    first_look = dealt(PACK)
    assert broken(first_look, "p2 snaps p2.a1 9C") == []
    assert broken(told(first_look, "p1 draws"), "p2 snaps p2.a1 9C") == []
    assert broken(told(first_look, "p2 snaps p2.a1 9C"), "p1 snaps p1.a1 9D") == ["snap.per_discard"]


@cites(TEXT, "without looking at it")
def test_wrong_snap_costs_an_unseen_card() -> None:
    """Snapping."""
    (verdict,) = judge(PACK, lay(A, 600, "9S"))
    assert (verdict.verdict, verdict.penalty_cards, verdict.takes_card) == ("wrong", 1, False)
    state = dealt(PACK, "p1 draws", "p1 discards 2H", "p2 snaps p2.a1 3S wrong")
    assert broken(state, "p2 draws") == ["play.due"]
    paid = told(state, "p2 penalty p2.x1 7C")
    assert (hand_sizes(paid), paid.draw_pile) == ([4, 5], state.draw_pile - 1)
    assert paid.hands[1][4] is not None
    assert paid.hands[1][4].known_to == set()
    assert "peek.count" in broken(paid, "p2 looks p2.x1")


@cites(TEXT, "not triggered a second time", "Play returns to the player")
def test_a_snapped_card_has_no_action_and_the_first_player_acts_after_the_snap() -> None:
    """Snapping: only a card in use for an action has to be back first (B11)."""
    state = dealt(PACK, "p1 draws", "p1 discards 9C")
    snapped = told(state, "p2 snaps p2.a1 9D")
    assert snapped.power == state.power
    assert broken(snapped, "p1 looks p1.a1") == []
    assert broken(snapped, "p2 looks p2.a2") == ["peek.count"]
    after = told(snapped, "p1 looks p1.a1")
    assert (after.power, after.turn) == (None, 1)
    assert words(PACK, lay(A, 600, "7S"), top=parse_card("7H")) == ["correct"]
    assert words(PACK, lay(A, 600), power_in_progress=True) == ["blocked"]


@cites(TEXT, "lets you snap another", "the default on this site", "where the snapped card was")
def test_another_s_card_may_be_snapped_and_replaced() -> None:
    """Options: on by default; "can", so giving is optional (B9), into the very gap."""
    (verdict,) = judge(PACK, lay(A, 600, owner=B))
    assert (verdict.verdict, verdict.give) == ("correct", SnapGive.OPTIONAL)
    off = load_pack("cambio", {"snap.whose": "own"})
    assert words(off, lay(A, 600, owner=B)) == ["not_allowed"]
    state = dealt(PACK, "p1 draws", "p1 discards 2H")
    assert broken(state, "p1 snaps p2.b1 2S") == []
    assert broken(dealt(off, "p1 draws", "p1 discards 2H"), "p1 snaps p2.b1 2S") == ["snap.whose"]
    snapped = told(state, "p1 snaps p2.b1 2S")
    assert snapped.due == (GiveDue(0, "p2.b1"),)
    assert broken(snapped, "p1 gives p1.a1 p2.b1") == broken(snapped, "p1 declines") == []
    assert broken(snapped, "p1 gives p1.a1 p2.x1") == ["snap.give"]
    assert hand_sizes(told(snapped, "p1 gives p1.a1 p2.b1")) == [3, 4]
    assert hand_sizes(told(snapped, "p1 declines")) == [4, 3]


@cites(TEXT, "have to take")
def test_another_s_wrong_card_is_taken_with_a_penalty() -> None:
    """Options: the penalty card first, then that card (B8); the owner keeps a gap."""
    (verdict,) = judge(PACK, lay(A, 600, "9S", owner=B))
    assert (verdict.verdict, verdict.penalty_cards, verdict.takes_card) == ("wrong", 1, True)
    state = dealt(PACK, "p1 draws", "p1 discards 2H", "p1 snaps p2.b1 9S wrong")
    assert broken(state, "p1 collects p2.b1 p1.x1") == ["snap.wrong_other_takes_card"]
    paid = told(state, "p1 penalty p1.x1")
    assert broken(paid, "p2 draws") == ["play.due"]
    assert broken(paid, "p1 collects p2.b1 p1.x2") == []
    taken = told(paid, "p1 collects p2.b1 p1.x2")
    assert (hand_sizes(taken), taken.due) == ([6, 3], ())
    assert "p2 ? ? - ?" in format_table(taken)


@cites(TEXT, "everyone's cards face up")
def test_open_hands_change_no_snap() -> None:
    """Options (B24)."""
    attempts = Snaps(SEVEN, (lay(A, 600), lay(B, 900, "9S")))
    opened = load_pack("cambio", {"display.open_hands": True})
    assert judge_snaps(opened, attempts) == judge_snaps(PACK, attempts)


@cites(TEXT, "the first to place")
def test_first_on_the_pile_wins_and_whoever_else_lifted_pays() -> None:
    """Playing offline: lifting first does not help, and a lift alone costs (B6, B7)."""
    early_lift = replace(lay(B, 900, "7C"), lifted_ms=1)
    found = judge(PACK, early_lift, lay(A, 600), Attempt(C, C, None, FACE_DOWN, 100, None))
    assert [(str(verdict.verdict), verdict.penalty_cards) for verdict in found] == [
        ("late", 1),
        ("correct", 0),
        ("returned", 1),
    ]


@cites(TEXT, "fill an empty position")
def test_penalty_fills_a_gap_first() -> None:
    """Playing offline."""
    assert judge(PACK, lay(A, 600, "9S"), hands={A: 3})[0].penalty_slots == (Place.FIRST_GAP,)
    assert judge(PACK, lay(A, 600, "9S"), hands={A: 4})[0].penalty_slots == (Place.END,)
    owed = dealt(PACK, "p1 draws", "p1 discards 2H", "p2 snaps p2.a2 2S", "p2 snaps p2.b1 9S wrong")
    assert broken(owed, "p2 penalty p2.x1") == ["table.penalty_place"]
    assert broken(owed, "p2 penalty p2.a2") == []
    full = dealt(PACK, "p1 draws", "p1 discards 2H", "p2 snaps p2.b1 9S wrong")
    assert broken(full, "p2 penalty p2.x1") == []


@cites(TEXT, "Replenish an empty deck")
def test_deck_is_refilled_for_a_penalty() -> None:
    """Playing offline: the top stays, so a pile of one gives no card (B20)."""
    assert judge(PACK, lay(A, 600, "9S"), draw_pile=0, discard_pile=2)[0].penalty_cards == 1
    assert judge(PACK, lay(A, 600, "9S"), draw_pile=0, discard_pile=1)[0].penalty_cards == 0
