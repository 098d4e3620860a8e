from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.hands import Hands, deck_cards
from kibitz_scoring.score.tally import RoundEnd, RoundTally, tally_round

A, B, C = PlayerId("A"), PlayerId("B"), PlayerId("C")


def tally(pack: RulePack, caller: PlayerId | None, end: RoundEnd | None = None, **texts: str) -> RoundTally:
    return tally_round(pack, {PlayerId(player): parse_hand(text) for player, text in texts.items()}, caller, end)


# Caller lower than, level with and above the other player's 15 points: succeeded, caller's score, reason, winners.
@pytest.mark.parametrize(
    ("pack_id", "hand", "succeeded", "score", "reason", "winners"),
    [
        ("scambodia", "10H 4C", True, 0, "called and is alone lowest: 14 counts as 0", (A,)),
        ("scambodia", "10H 5C", False, 30, "called and is not alone lowest: 15 x 2 = 30", (B,)),
        ("scambodia", "10H 6C", False, 32, "called and is not alone lowest: 16 x 2 = 32", (B,)),
        ("dragons_gambit", "10 4", True, 14, "called and is lowest: 10 + 4 = 14", (A,)),
        ("dragons_gambit", "10 5", True, 15, "called and is lowest: 10 + 5 = 15", (A, B)),
        ("dragons_gambit", "10 6", False, 26, "called and is not lowest: 16 + 10 = 26", (B,)),
        ("kaboo", "10H 4C", True, 14, "called and is alone lowest: 10 + 4 = 14", (A,)),
        ("kaboo", "10H 5C", False, 35, "called and is not alone lowest: 15 + 20 = 35", (B,)),
        ("kaboo", "10H 6C", False, 36, "called and is not alone lowest: 16 + 20 = 36", (B,)),
        ("cameo", "10H 4C", True, 14, "called and is lowest: 10 + 4 = 14", (A,)),
        ("cameo", "10H 5C", True, 15, "called and is lowest: 10 + 5 = 15", (A, B)),
        ("cameo", "10H 6C", False, 16, "called and is not lowest: 10 + 6 = 16", (B,)),
        ("cambio", "10H 4C", None, 14, "called (no call is judged in Cambio): 10 + 4 = 14", (A,)),
        ("cambio", "10H 5C", None, 15, "called (no call is judged in Cambio): 10 + 5 = 15", (A, B)),
        ("cambio", "10H 6C", None, 16, "called (no call is judged in Cambio): 10 + 6 = 16", (B,)),
    ],
)
def test_a_caller_is_judged_as_the_game_says(
    pack_id: str, hand: str, succeeded: bool | None, score: int, reason: str, winners: tuple[PlayerId, ...]
) -> None:
    result = tally(load_pack(pack_id), A, A=hand, B="9S 6D")
    assert result.caller_succeeded is succeeded
    assert result.scores == {A: score, B: 15}
    assert result.reasons == {A: reason, B: "hand: 9 + 6 = 15"}
    assert result.winners == winners
    assert result.caller == A


def test_points_stay_the_sum_of_the_cards_where_the_caller_fails() -> None:
    result = tally(load_pack("scambodia"), A, A="9S", B="3H", C="3D")
    assert result.points == {A: 9, B: 3, C: 3}
    assert result.scores == {A: 18, B: 3, C: 3}
    assert result.winners == (B, C)


def test_a_caller_who_ties_for_the_lowest_points_and_fails_does_not_win() -> None:
    result = tally(load_pack("kaboo"), A, A="2S", B="2H", C="2D")
    assert result.winners == (B, C)


def test_nobody_is_judged_without_a_caller() -> None:
    result = tally(load_pack("kaboo"), None, A="10H", B="9S")
    assert result.caller_succeeded is None
    assert result.scores == {A: 10, B: 9}
    assert result.reasons == {A: "hand: 10", B: "hand: 9"}
    assert result.winners == (B,)


def test_somebody_who_called_is_judged_although_the_deck_ran_out() -> None:
    assert tally(load_pack("kaboo"), A, RoundEnd.DECK, A="10H", B="9S").scores[A] == 30


def test_one_player_alone_succeeds() -> None:
    result = tally(load_pack("kaboo"), A, A="KS")
    assert (result.caller_succeeded, result.winners) == (True, (A,))


def test_twice_nothing_is_nothing_for_a_declarer_who_ties_with_an_emptied_hand() -> None:
    result = tally(load_pack("scambodia"), A, RoundEnd.EMPTY_HAND, A="KH", B="")
    assert result.caller_succeeded is False
    assert result.scores == {A: 0, B: 0}
    assert result.reasons[A] == "called and is not alone lowest: 0 x 2 = 0"
    assert result.winners == (B,)


def test_kaboo_exempts_a_caller_whom_an_empty_hand_called() -> None:
    result = tally(load_pack("kaboo"), A, RoundEnd.EMPTY_HAND, A="", B="KH")
    assert result.caller_succeeded is None
    assert result.scores == {A: 0, B: 0}
    assert result.winners == (A, B)
    assert result.reasons[A] == "called by an empty hand and is not alone lowest, exempt from the penalty: no cards, 0"


def test_a_penalty_card_after_the_empty_hand_leaves_the_caller_exempt() -> None:
    result = tally(load_pack("kaboo"), A, RoundEnd.EMPTY_HAND, A="9S", B="3H")
    assert (result.caller_succeeded, result.scores[A], result.winners) == (None, 9, (B,))


def test_an_empty_hand_caller_who_is_alone_lowest_succeeds_without_having_declared() -> None:
    result = tally(load_pack("kaboo"), A, RoundEnd.EMPTY_HAND, A="", B="3H")
    assert (result.caller_succeeded, result.declared_success) == (True, False)
    assert result.reasons[A] == "called by an empty hand and is alone lowest: no cards, 0"


@pytest.mark.parametrize(
    ("options", "end", "hand"),
    [
        ({}, RoundEnd.CALL, ""),
        ({"empty_hand.exempt_from_fail": False}, RoundEnd.EMPTY_HAND, ""),
        ({}, RoundEnd.EMPTY_HAND, "KD"),
    ],
)
def test_other_callers_are_not_exempt(options: dict[str, object], end: RoundEnd, hand: str) -> None:
    result = tally(load_pack("kaboo", options), A, end, A=hand, B="KH", C="")
    assert (result.caller_succeeded, result.scores[A]) == (False, 20)


@pytest.mark.parametrize(
    ("options", "hand", "score", "reason"),
    [
        ({"score.success": "minus_5"}, "2S", -3, "called and is alone lowest: 2 - 5 = -3"),
        ({"score.success": "zero"}, "2S", 0, "called and is alone lowest: 2 counts as 0"),
        ({"score.fail": "add_5"}, "KS", 18, "called and is not alone lowest: 13 + 5 = 18"),
        ({"score.fail": "none"}, "KS", 13, "called and is not alone lowest: 13"),
        ({"score.caller_succeeds": "joint_lowest"}, "6S", 6, "called and is lowest: 6"),
    ],
)
def test_a_house_may_reward_and_punish_callers_otherwise(
    options: dict[str, object], hand: str, score: int, reason: str
) -> None:
    result = tally(load_pack("kaboo", options), A, A=hand, B="6H")
    assert (result.scores[A], result.reasons[A]) == (score, reason)


def test_a_caller_who_is_not_a_player_gives_one_sentence() -> None:
    with pytest.raises(InputError) as caught:
        tally(load_pack("kaboo"), PlayerId("D"), A="5H", B="6H", C="7H")
    assert str(caught.value) == "caller: 'D' is not a player: expected A, B or C."


def test_a_call_that_nobody_made_gives_one_sentence() -> None:
    with pytest.raises(InputError) as caught:
        tally(load_pack("kaboo"), None, RoundEnd.CALL, A="5H")
    assert str(caught.value) == (
        "caller: found nobody although the round ended by a call: expected the player who called."
    )


def kamikaze(*cards: int | str) -> dict[str, object]:
    return {"score.kamikaze": {"cards": list(cards), "holder": 0, "others": 50}}


@pytest.mark.parametrize("hand", ["12 12 13 13", "12 13 13 12", "13 13 12 12", "QH 12 KS 13"])
def test_a_kamikaze_hand_gives_everybody_else_fifty(hand: str) -> None:
    pack = load_pack("dragons_gambit", kamikaze(12, 12, 13, 13))
    result = tally(pack, B, A=hand, B="0 0", C="1")
    assert result.points == {A: 50, B: 0, C: 1}
    assert result.scores == {A: 0, B: 50, C: 50}
    assert result.reasons == {
        A: "holds 12 12 13 13: 0",
        B: "A holds 12 12 13 13: 50",
        C: "A holds 12 12 13 13: 50",
    }
    assert (result.winners, result.caller_succeeded, result.declared_success) == ((A,), False, False)


@pytest.mark.parametrize("hand", ["12 12 13 13 1", "12 12 13", "12 12 12 13", "13 13 12 11", "", "12 12 13 KH"])
def test_a_kamikaze_hand_is_exactly_these_cards(hand: str) -> None:
    pack = load_pack("dragons_gambit", kamikaze("12", "12", "13", "13"))
    result = tally(pack, None, A=hand, B="1")
    assert result.scores == result.points


@pytest.mark.parametrize(
    ("cards", "hand", "holds"),
    [(("Q", "Q", "K", "K"), "QS QH KS KH", True), (("QS", "Q"), "QH QS", True), (("QS", "Q"), "QH QC", False)],
)
def test_a_kamikaze_hand_may_be_named_by_ranks_and_cards(cards: tuple[str, ...], hand: str, holds: bool) -> None:
    result = tally(load_pack("kaboo", kamikaze(*cards)), A, A=hand, B="3H")
    assert (result.scores[B] == 50) is holds
    assert result.caller_succeeded is (holds or result.points[A] < 3)


def test_a_kamikaze_hand_of_many_cards_is_refused_before_every_order_of_them_is_tried() -> None:
    load_pack("kaboo", kamikaze(*["Q"] * 8))
    with pytest.raises(InputError, match=r"'score.kamikaze' is"):
        load_pack("kaboo", kamikaze(*["Q"] * 9))


def test_a_kamikaze_hand_judges_no_caller_where_the_game_judges_none() -> None:
    assert tally(load_pack("cambio", kamikaze("QS", "QH")), A, A="QS QH", B="3H").caller_succeeded is None


@st.composite
def rounds(draw: st.DrawFn) -> tuple[RulePack, Hands, PlayerId | None, RoundEnd]:
    pack = load_pack(draw(st.sampled_from(pack_ids())))
    deck = draw(st.permutations(deck_cards(pack)))
    sizes = draw(st.lists(st.integers(0, 6), min_size=1, max_size=pack.max_players))
    cards = iter(deck)
    hands = {
        PlayerId(f"p{seat}"): parse_hand(" ".join(str(next(cards)) for _ in range(size)))
        for seat, size in enumerate(sizes)
    }
    caller = draw(st.none() | st.sampled_from(sorted(hands)))
    ends = st.sampled_from(RoundEnd)
    return pack, hands, caller, draw(ends.filter(lambda end: caller is not None or end is not RoundEnd.CALL))


@given(rounds())
def test_a_tally_does_not_depend_on_the_order_of_players_and_cards(
    played: tuple[RulePack, Hands, PlayerId | None, RoundEnd],
) -> None:
    pack, hands, caller, end = played
    one = tally_round(pack, hands, caller, end)
    turned = {player: tuple(reversed(hands[player])) for player in reversed(hands)}
    other = tally_round(pack, turned, caller, end)
    assert (one.points, one.scores, one.caller_succeeded) == (other.points, other.scores, other.caller_succeeded)
    assert set(one.winners) == set(other.winners)


@given(rounds())
def test_every_score_has_a_reason_that_ends_in_it(
    played: tuple[RulePack, Hands, PlayerId | None, RoundEnd],
) -> None:
    pack, hands, caller, end = played
    result = tally_round(pack, hands, caller, end)
    assert result.points.keys() == result.scores.keys() == result.reasons.keys() == hands.keys()
    for player, reason in result.reasons.items():
        assert reason.split()[-1] == str(result.scores[player])
        assert reason.startswith("called" if player == caller else "hand: ")


@given(rounds())
def test_only_the_caller_s_score_differs_from_the_points(
    played: tuple[RulePack, Hands, PlayerId | None, RoundEnd],
) -> None:
    pack, hands, caller, end = played
    result = tally_round(pack, hands, caller, end)
    for player in hands:
        if player != caller:
            assert result.scores[player] == result.points[player]
    assert (result.caller_succeeded is not None) <= (caller is not None)


@given(rounds())
def test_winners_have_the_lowest_points_among_those_who_did_not_fail_a_call(
    played: tuple[RulePack, Hands, PlayerId | None, RoundEnd],
) -> None:
    pack, hands, caller, end = played
    result = tally_round(pack, hands, caller, end)
    failed = caller if result.caller_succeeded is False else None
    eligible = {player: points for player, points in result.points.items() if player != failed}
    assert result.winners
    assert all((points == min(eligible.values())) == (player in result.winners) for player, points in eligible.items())
    assert failed not in result.winners


@pytest.mark.parametrize(
    ("tie", "winners"),
    [
        ("shared", (A, B, C)),
        ("caller_below", (B, C)),
        ("caller_above", (A,)),
        ("fewest_cards", (A,)),
        ("most_cards", (C,)),
    ],
)
def test_equal_lowest_hands_are_told_apart_as_the_house_says(tie: str, winners: tuple[PlayerId, ...]) -> None:
    pack = load_pack("cambio", {"score.tie": tie})
    assert tally(pack, A, A="6H", B="4S 2S", C="AH 2H 3S").winners == winners


def test_a_caller_who_is_lowest_with_nobody_wins_where_callers_give_way() -> None:
    pack = load_pack("cambio", {"score.tie": "caller_below"})
    assert tally(pack, A, A="6H", B="7S").winners == (A,)
    assert tally(pack, None, A="6H", B="6S").winners == (A, B)
    above = load_pack("cambio", {"score.tie": "caller_above"})
    assert tally(above, A, A="7H", B="6S", C="6D").winners == (B, C)


def test_the_lowest_hand_keeps_its_sum_unless_the_house_makes_it_nothing() -> None:
    assert tally(load_pack("dragons_gambit"), A, A="5", B="3", C="8").scores == {A: 15, B: 3, C: 8}
    pack = load_pack("dragons_gambit", {"score.lowest": "zero"})
    result = tally(pack, A, A="5", B="3", C="8")
    assert result.scores == {A: 15, B: 0, C: 8}
    assert result.reasons[B] == "is lowest: 3 counts as 0"


def test_all_equal_lowest_hands_are_nothing_but_a_successful_caller_takes_it_alone() -> None:
    pack = load_pack("dragons_gambit", {"score.lowest": "zero"})
    assert tally(pack, None, A="3", B="3", C="8").scores == {A: 0, B: 0, C: 8}
    shared = tally(pack, A, A="3", B="3", C="8")
    assert shared.scores == {A: 0, B: 3, C: 8}
    assert shared.reasons[A] == "called and is lowest: 3 counts as 0"


def test_who_has_no_cards_left_is_remembered_where_an_empty_hand_ended_the_round() -> None:
    assert tally(load_pack("scambodia"), None, RoundEnd.EMPTY_HAND, A="", B="3H").emptied == (A,)
    assert tally(load_pack("scambodia"), B, RoundEnd.CALL, A="", B="3H").emptied == ()
