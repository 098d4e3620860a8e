"""The sentences of Scambodia's rule text about special card powers, in sections 4 and 7."""

from __future__ import annotations

from kibitz_scoring.rules.packs import load_pack

from ..stories import THREE, broken, dealt, told
from .rule_sentences import cites

TEXT = "scambodia.md"
PACK = load_pack("scambodia")


@cites(TEXT, "from deck (and then discards)", "same turn they drew it", "if drawn and discarded")
def test_powers_come_from_cards_drawn_from_the_deck_and_discarded_at_once() -> None:
    """4 (Special Card Powers, Redemption) and 7 (Kings): 7 to K, not swapped out, taken or matched."""
    for rank in ("7", "8", "9", "10", "J", "Q", "K"):
        assert dealt(PACK, "p1 draws", f"p1 discards {rank}C").power is not None
    assert dealt(PACK, "p1 draws", "p1 discards KD").power is not None
    for rank in ("A", "2", "3", "4", "5", "6"):
        assert dealt(PACK, "p1 draws", f"p1 discards {rank}C").power is None
    assert dealt(PACK, "p1 draws", "p1 swaps p1.a1 7C").power is None
    assert dealt(PACK, "p1 takes", "p1 swaps p1.a1 KC").power is None
    assert dealt(PACK, "p1 matches p1.a1 9C").power is None


@cites(TEXT, "ignore (skip)")
def test_a_power_may_be_left_unused() -> None:
    """4 (Redemption)."""
    state = dealt(PACK, "p1 draws", "p1 discards KC")
    assert broken(state, "p1 declines") == broken(state, "p2 draws") == []
    assert told(state, "p1 declines").turn == 1


@cites(TEXT, "one of your own face-down cards.")
def test_seven_and_eight_look_at_an_own_card() -> None:
    """4 (Special Card Powers)."""
    for card in ("7C", "8D"):
        state = dealt(PACK, "p1 draws", f"p1 discards {card}")
        assert broken(state, "p1 looks p1.a1") == []
        assert broken(state, "p1 looks p2.a1") == [f"powers.{card[:-1]}"]
        assert broken(told(state, "p1 looks p1.a1"), "p1 looks p1.a2") != []


@cites(TEXT, "of an opponent's choice", "peek at opponent's card")
def test_nine_and_ten_look_at_a_card_of_an_opponent() -> None:
    """4 (Special Card Powers) and 7 (Gameplay Example), by which the drawer chooses (S7)."""
    for card in ("9C", "10D"):
        state = dealt(PACK, "p1 draws", f"p1 discards {card}", players=THREE)
        assert broken(state, "p1 looks p2.a1") == broken(state, "p1 looks p3.b2") == []
        assert broken(state, "p1 looks p1.a1") == [f"powers.{card[:-1]}"]
        seen = told(state, "p1 looks p2.a1 10H").hands[1][0]
        assert seen is not None
        assert (seen.known_to, seen.face_up) == ({0}, False)
    assert told(state, "p1 looks p2.a1").turn == 1


@cites(TEXT, "Blind Swap", "without looking at either")
def test_jack_and_queen_swap_an_own_card_with_another_s_unseen() -> None:
    """4 (Special Card Powers)."""
    for card in ("JC", "QD"):
        state = dealt(PACK, "p1 draws", f"p1 discards {card}", players=THREE)
        key = f"powers.{card[0]}"
        assert broken(state, "p1 exchanges p1.a1 p3.b2") == []
        assert broken(state, "p1 exchanges p1.a1 p1.a2") == broken(state, "p1 exchanges p2.a1 p3.a1") == [key]
        assert broken(state, "p1 looks p2.a1") == [key]


@cites(TEXT, "first peek at one", "remains unknown to you")
def test_a_king_looks_at_another_s_card_and_may_swap_it_with_an_own_one_unseen() -> None:
    """4 (Special Card Powers): red kings too (S8); the card looked at is the one swapped (S9)."""
    for card in ("KC", "KH"):
        state = dealt(PACK, "p1 draws", f"p1 discards {card}")
        key = "powers.K.black" if card == "KC" else "powers.K.red"
        assert broken(state, "p1 exchanges p1.a1 p2.a1") == [key]
        assert broken(state, "p1 looks p1.a1") == [key]
        looked = told(state, "p1 looks p2.a1 2H")
        assert broken(looked, "p1 exchanges p1.a1 p2.a1") == broken(looked, "p1 declines") == []
        assert broken(looked, "p1 exchanges p1.a1 p2.a2") == broken(looked, "p1 looks p1.a1") == [key]
        after = told(looked, "p1 exchanges p1.a1 p2.a1")
        mine, theirs = after.hands[0][0], after.hands[1][0]
        assert mine is not None
        assert theirs is not None
        assert (str(mine.face), mine.known_to, theirs.known_to) == ("2H", {0}, set())
