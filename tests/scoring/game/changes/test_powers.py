"""Powers told in notation: looks, exchanges, tokens, and the houses that change them."""

from __future__ import annotations

from kibitz_scoring.game.changes.powers import may_look
from kibitz_scoring.game.record import GameState, played_round
from kibitz_scoring.notation.tables import format_table, parse_table
from kibitz_scoring.rules.packs import load_pack

from ...reckonings import A
from ...stories import THREE, TWO, acts, allows, begun, breaks, told

SCAMBODIA = "starter 9H"
KABOO = "starter 9H\np1 draws"
CAMBIO = "starter 2H"


def test_scambodia_s_peeks_are_of_an_own_and_of_an_opponent_s_card() -> None:
    """'7 / 8: Peek at one of your own face-down cards. 9 / 10: Peek at one face-down card of an opponent's choice.'"""
    own = told(begun("scambodia", SCAMBODIA), "p1 draws\np1 discards 8C")
    allows(own, "p1 looks p1.a1", "p1 declines")
    breaks(own, "p1 looks p2.a1", "powers.8")
    breaks(own, "p2 looks p2.a1", "peek.count")
    breaks(own, "p1 exchanges p1.a1 p2.a1", "powers.trigger")
    other = told(begun("scambodia", SCAMBODIA), "p1 draws\np1 discards 10C")
    allows(other, "p1 looks p2.a1")
    breaks(other, "p1 looks p1.a1", "powers.10")
    assert told(other, "p1 looks p2.a1").turn == 1
    assert told(other, "p1 declines").turn == 1


def test_scambodia_s_blind_swap_is_of_an_own_and_an_opponent_s_card() -> None:
    """'J / Q: Blind Swap - choose one of your own face-down cards and one of an opponent's face-down cards.'"""
    state = told(begun("scambodia", f"p1 looks p1.b1 KH\n{SCAMBODIA}"), "p1 draws\np1 discards QC")
    allows(state, "p1 exchanges p1.b1 p2.a1")
    breaks(state, "p1 exchanges p1.a1 p1.b1", "powers.Q")
    breaks(state, "p1 exchanges p1.a1 p1.a1", "powers.Q")
    breaks(state, "p1 looks p2.a1", "powers.Q")
    after = told(state, "p1 exchanges p1.b1 p2.a1")
    assert "p2 KH(1) ? ? ?" in format_table(after)
    assert after.turn == 1


def test_scambodia_s_king_looks_first_and_swaps_that_card() -> None:
    """'K (King): Seen Swap - first peek at one of an opponent's cards. Then decide if you wish to swap it'."""
    state = told(begun("scambodia", SCAMBODIA, THREE), "p3 draws\np3 discards KD")
    breaks(state, "p3 exchanges p3.a1 p1.a1", "powers.K.red")
    state = told(state, "p3 looks p1.a1")
    allows(state, "p3 exchanges p3.b2 p1.a1", "p3 declines", "p1 draws")
    breaks(state, "p3 exchanges p3.a1 p1.a2", "powers.K.red")
    breaks(state, "p3 looks p1.a2", "powers.K.red")
    loose = told(
        begun("scambodia", SCAMBODIA, THREE, powers__swap_card="same_player"),
        "p3 draws\np3 discards KD\np3 looks p1.a1",
    )
    allows(loose, "p3 exchanges p3.a1 p1.a2")
    breaks(loose, "p3 exchanges p3.a1 p2.a2", "powers.K.red")


def test_the_gambit_s_tokens_stay_on_the_card_and_drop_when_it_is_discarded() -> None:
    """'8: Add +1 to the value to any card of a player', '11: Subtract 1 of the value to any card of a player'."""
    state = told(begun("dragons_gambit", "starter 3"), "p1 draws\np1 discards 8")
    allows(state, "p1 marks p2.a1 +1")
    breaks(state, "p1 marks p2.a1 -1", "powers.8")
    state = told(state, "p1 marks p2.a1 +1")
    assert "p2 ?+1 ? ? ?" in format_table(state)
    breaks(state, "p2 marks p2.a1 +1", "powers.trigger")
    moved = told(state, "p2 draws\np2 discards 12\np2 exchanges p2.a1 p1.a1")
    assert "p1 ?+1 ? ? ?" in format_table(moved)
    gone = told(moved, "p1 draws\np1 swaps p1.a1 5")
    assert "pile 3 8 12 5" in format_table(gone)


def test_tokens_may_belong_to_the_place() -> None:
    state = told(
        begun("dragons_gambit", "starter 3", powers__modifier_on="slot"),
        "p1 draws\np1 discards 8\np1 marks p2.a1 +1\np2 draws\np2 swaps p2.a1 5",
    )
    assert "p2 ?+1(2) ? ? ?" in format_table(state)
    assert "p2 ?+1 ? ? ?" in format_table(told(state, "p1 draws\np1 discards 12\np1 exchanges p2.a1 p1.a1"))


def test_tokens_count_in_the_gambit_only() -> None:
    text = "round 1 scored p1 | p1 2C+1^(*) | p2 3C^(*) | deck 52 | ended deck"
    kaboo = parse_table(text, load_pack("kaboo", {"table.hand_size": 1, "table.rows": 1}), TWO)
    assert played_round(GameState((), kaboo)).hands[A][0].modifier == 0


def test_kaboo_s_effects_come_with_every_move_onto_the_pile() -> None:
    """'whether by discarding the drawn card or by swapping it with a card from your hand'."""
    state = begun("kaboo", KABOO)
    assert told(state, "p1 discards 7C").power is not None
    assert told(state, "p1 swaps p1.a1 7C").power is not None
    taken = told(begun("kaboo", "starter 7H"), "p1 takes\np1 discards 7H")
    assert taken.power is None
    assert told(state, "p1 swaps p1.x1 7C").power is None


def test_kaboo_s_king_looks_at_two_cards_and_may_swap_them() -> None:
    """'Look at two cards (any combination), then decide whether to swap them.'"""
    state = told(begun("kaboo", "starter 9H"), "p1 draws\np1 discards KC\np1 looks p2.a1")
    breaks(state, "p1 exchanges p1.a1 p2.a1", "powers.K.black")
    breaks(state, "p1 looks p2.a1", "powers.K.black")
    state = told(state, "p1 looks p1.a1")
    allows(state, "p1 exchanges p1.a1 p2.a1")
    breaks(state, "p1 exchanges p1.a2 p2.a1", "powers.K.black")


def test_cameo_uses_a_power_by_saying_so() -> None:
    """'Use Power: Exercise the drawn card's special action (if applicable).'"""
    state = told(begun("cameo", "p1 draws"), "p1 uses 9C")
    allows(state, "p1 looks p2.a1")
    assert "power p1 9C begun" in format_table(state)
    breaks(begun("cameo", "p1 draws"), "p1 uses KH", "powers.K.red")
    breaks(begun("cameo", "p1 draws"), "p1 uses 2H", "powers.trigger")
    assert told(begun("cameo", "p1 draws"), "p1 uses KH").turn == 1
    breaks(begun("kaboo", KABOO), "p1 uses", "powers.trigger")
    pending = told(begun("kaboo", KABOO), "p1 discards 7C\np1 uses")
    assert pending.power is not None
    assert pending.power.begun
    allows(told(begun("kaboo", KABOO), "p1 discards 7C"), "p1 uses")
    assert told(begun("kaboo", KABOO), "p1 uses") == begun("kaboo", KABOO)


def test_cambio_s_jack_has_to_exchange() -> None:
    """'Jack - Exchange one of your cards for another player's without looking at either card'."""
    state = told(begun("cambio", CAMBIO), "p1 draws\np1 discards JC")
    breaks(state, "p1 declines", "powers.J.optional")
    breaks(state, "p2 draws", "powers.J.optional")
    allows(state, "p1 exchanges p1.a1 p2.a1")
    assert "p1 declines" not in acts(state)
    required = told(begun("cambio", CAMBIO, powers__optional=False), "p1 draws\np1 discards 7C")
    breaks(required, "p1 declines", "powers.optional")


def test_cambio_s_queen_may_swap_another_card_than_the_one_looked_at() -> None:
    """'The card you look at does not need to be the one you swap.'"""
    state = told(begun("cambio", CAMBIO, THREE), "p3 draws\np3 discards QC\np3 looks p1.a1")
    allows(state, "p3 exchanges p3.a1 p2.b2", "p3 exchanges p1.a1 p3.b2")
    breaks(state, "p3 exchanges p1.a1 p2.b2", "powers.Q")


def test_a_protected_caller_keeps_the_cards() -> None:
    story = "p1 calls\np2 draws\np2 discards {}"
    swaps = begun("kaboo", "starter 9H", THREE, powers__caller_protected="swaps")
    jack = told(swaps, "p3 calls\np1 draws\np1 discards JC")
    breaks(jack, "p1 exchanges p1.a1 p3.a1", "powers.caller_protected")
    allows(jack, "p1 exchanges p1.a1 p2.a1")
    ten = told(swaps, "p3 calls\np1 draws\np1 discards 10C")
    allows(ten, "p1 looks p3.a1")
    everything = begun("kaboo", "starter 9H", powers__caller_protected="all")
    assert told(everything, story.format("10C")).power is None


def test_a_power_without_a_card_to_use_it_on_is_skipped() -> None:
    text = "round 1 turns p1 | p1 - - - - | p2 ? - - - | deck 52 | hand p1 ? deck"
    pack = load_pack("cambio", {"empty_hand.action": "none"})
    state = parse_table(text, pack, TWO)
    assert told(state, "p1 discards 10C").power is None
    assert told(state, "p1 discards JC").power is None
    assert told(state, "p1 discards 7C").power is not None
    alone = parse_table(text.replace("p2 ?", "p2 -").replace("52", "53"), pack, TWO)
    assert told(alone, "p1 discards 7C").power is None


def test_looking_without_leave_may_cost_a_card() -> None:
    state = told(begun("kaboo", KABOO, peek__unlawful_penalty=1), "p1 looks p1.a1")
    assert "due p1 penalty peek.unlawful_penalty" in format_table(state)


def test_a_power_s_card_may_be_shown_to_all() -> None:
    state = begun("kaboo", KABOO, powers__shown_to="all")
    assert "p1 KC(*)" in format_table(told(state, "p1 discards 7C\np1 looks p1.a1 KC"))


def test_somebody_may_look_in_the_first_peek_and_by_a_power_that_looks() -> None:
    peeking = begun("scambodia", "")
    assert may_look(peeking)
    assert not may_look(told(peeking, SCAMBODIA + "\np1 draws"))
    assert may_look(told(peeking, SCAMBODIA + "\np1 draws\np1 discards 8C"))
    assert not may_look(told(peeking, SCAMBODIA + "\np1 draws\np1 discards QC"))
