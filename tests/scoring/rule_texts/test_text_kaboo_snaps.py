"""The sentences of Kaboo's rule text about snaps."""

from __future__ import annotations

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.round_state import Phase
from kibitz_scoring.rules.choices import Place, SnapGive
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.snaps.judge import Attempt
from kibitz_scoring.table import FACE_DOWN

from ..reckonings import A, B, C
from ..snaps.snap_attempts import judge, lay, words
from ..stories import broken, dealt, hand_sizes, told
from .rule_sentences import cites

TEXT = "kaboo.md"
PACK = load_pack("kaboo")


@cites(TEXT, "a brief window opens")
def test_window_is_brief_and_opened_by_a_discard() -> None:
    """Snap: how brief is a key, 3 s (K10); the next draw ends it too; the card turned at the start opens none (K3)."""
    assert words(PACK, lay(A, 2900)) == ["correct"]
    assert words(PACK, lay(A, 3100)) == ["late"]
    assert words(PACK, lay(A, 2900), window_closed_ms=2000) == ["late"]
    assert words(PACK, lay(A, 600), phase=Phase.INITIAL_PEEK) == ["not_allowed"]
    state = dealt(PACK)
    assert "snap.on_starter" in broken(state, "p1 snaps p1.a1 9C")
    assert broken(told(state, "p1 draws", "p1 discards 3C"), "p1 snaps p1.a1 3D") == []


@cites(TEXT, "even out of turn")
def test_any_player_may_snap_an_own_card_of_the_same_rank() -> None:
    """Snap: the discarder and the caller too (K9, K23); "their hand" is the own one (K8); ranks match, not points."""
    for player in (A, B):
        assert words(PACK, lay(player, 600), discarder=A, caller=B, phase=Phase.FINAL) == ["correct"]
    assert words(PACK, lay(A, 600, owner=B)) == ["not_allowed"]
    assert words(PACK, lay(A, 600, "KH"), top=parse_card("KS")) == ["correct"]
    assert words(PACK, lay(A, 600, "QH"), top=parse_card("KH")) == ["wrong"]
    state = dealt(PACK, "p1 draws", "p1 discards 3C")
    assert broken(state, "p1 snaps p1.a1 3D") == broken(state, "p2 snaps p2.a1 3D") == []
    assert broken(state, "p1 snaps p2.a1 3D") == ["snap.whose"]
    assert broken(state, "p1 snaps p1.a1 4D") == ["snap.wrong_penalty"]


@cites(TEXT, "discarded for free")
def test_matching_card_is_free() -> None:
    """Snap, Success: no cost, and the hand is one smaller, whose gap a later penalty fills."""
    first, second = judge(PACK, lay(A, 600), lay(A, 900, "9S"))
    assert (first.verdict, first.penalty_cards, first.give) == ("correct", 0, SnapGive.NONE)
    assert second.penalty_slots == (Place.FIRST_GAP,)
    after = dealt(PACK, "p1 draws", "p1 discards 3C", "p2 snaps p2.a1 3D")
    assert (hand_sizes(after), after.due, str(after.discard[-1].face), after.turn) == ([4, 3], (), "3D", 1)


@cites(TEXT, "does not match, the player")
def test_card_that_does_not_match_costs_one() -> None:
    """Snap, Failure: only what does not match costs; late or returned cards go back free (K13), the deck gives it."""
    (wrong,) = judge(PACK, lay(A, 600, "9S"))
    assert (wrong.verdict, wrong.penalty_cards, wrong.takes_card) == ("wrong", 1, False)
    late = judge(PACK, lay(A, 600), lay(B, 900), Attempt(C, C, None, FACE_DOWN, 100, None))
    assert [(str(verdict.verdict), verdict.penalty_cards) for verdict in late[1:]] == [("late", 0), ("returned", 0)]
    state = dealt(PACK, "p1 draws", "p1 discards 3C", "p2 snaps p2.a1 9D wrong")
    assert broken(state, "p2 draws") == ["play.due"]
    assert broken(state, "p2 penalty p2.x1") == []
    paid = told(state, "p2 penalty p2.x1")
    assert (hand_sizes(paid), paid.draw_pile, str(paid.discard[-1].face)) == ([4, 5], state.draw_pile - 1, "3C")


@cites(TEXT, "No reshuffling")
def test_penalty_is_none_when_the_deck_is_empty() -> None:
    """Game Flow: nothing is reshuffled, for penalties neither (K12)."""
    (verdict,) = judge(PACK, lay(A, 600, "9S"), draw_pile=0)
    assert (verdict.verdict, verdict.penalty_cards) == ("wrong", 0)
