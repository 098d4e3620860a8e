"""Worked cases about scores that are told in words or come from other games, as the keys of the packs have them."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz_scoring.cards import parse_card
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.card_text import parse_hand, parse_scored_card
from kibitz_scoring.score.hands import Hand, ScoredCard, deck_cards
from kibitz_scoring.score.points import card_value, hand_points
from kibitz_scoring.score.tally import RoundEnd, RoundTally, tally_round
from kibitz_scoring.score.totals import PlayedRound, tally_game

from .oracle import Case, runs

CABO: dict[str, object] = {"score.lowest": "zero"}

A, B, C = map(PlayerId, "ABC")


def of_sums(pack: RulePack, sums: Sequence[int]) -> dict[PlayerId, Hand]:
    """Hands with these sums from one deck, none a kamikaze; players are named by their number."""
    deck = sorted(deck_cards(pack), key=lambda card: -card_value(pack, card))
    hands: dict[PlayerId, Hand] = {}
    for seat, total in enumerate(sums):
        hand: list[ScoredCard] = []
        for card in list(deck):
            if 0 < card_value(pack, card) <= min(12, total - hand_points(pack, hand).points):
                deck.remove(card)
                hand.append(ScoredCard(card))
        assert hand_points(pack, hand).points == total
        hands[PlayerId(str(seat))] = hand
    return hands


def scored(pack: RulePack, caller: PlayerId | None, **texts: str) -> RoundTally:
    return tally_round(pack, {PlayerId(player): parse_hand(text) for player, text in texts.items()}, caller)


def case_tally(case: Case, pack: RulePack) -> RoundTally:
    hands = {PlayerId(player): tuple(map(parse_scored_card, cards)) for player, cards in case.given["hands"].items()}
    caller = case.given["caller"]
    return tally_round(pack, hands, None if caller is None else PlayerId(caller))


OTHER_GAMES = ("raa-sum", "raa-three", "jsy-1", "jsy-4", "jsy-6", "jsy-7", "jsy-8", "pyc-3", "maye-1", "cb-round")


@runs(*OTHER_GAMES)
def test_rounds_of_other_games_score_alike_with_their_values(case: Case) -> None:
    house = {"score.tie": "caller_above"} if case.contradicts else {}
    tally = case_tally(case, case.pack("cambio", **house))
    sums = case.expect["sums"]
    assert dict(tally.points) == sums
    assert dict(tally.scores) == case.expect.get("round", sums)
    winners = case.expect.get("winners")
    assert winners is None or list(tally.winners) == winners
    if case.contradicts:
        assert list(case_tally(case, case.pack("cambio")).winners) != winners


def test_the_shipped_variants_have_the_values_of_those_games(cases: dict[str, Case]) -> None:
    for case_id, pack_id in (("raa-sum", "cambio_kings_below_zero"), ("jsy-1", "cambio_red_minus_one")):
        assert load_pack(pack_id).values == cases[case_id].pack("cambio").values


@runs("jsy-7")
def test_a_caller_wins_no_tie_unless_the_house_says_so(case: Case) -> None:
    assert case.contradicts
    assert case.expect == {"winners": ["p0"], "sums": {"p0": 7, "p1": 7}}
    assert scored(load_pack("cambio"), A, A="7H", B="7C").winners == (A, B)
    assert scored(load_pack("kaboo"), A, A="7H", B="7C").winners == (B,)


@runs("raa-tie")
def test_equal_lowest_hands_share_the_round(case: Case) -> None:
    pack = case.pack("cambio")
    tally = tally_round(pack, of_sums(pack, list(case.given["sums"].values())), None)
    assert [f"p{winner}" for winner in tally.winners] == case.expect["winners"]


@runs("maye-tie2")
def test_two_who_did_not_call_share_the_round(case: Case) -> None:
    assert case.expect == {"winners": "both"}
    for pack_id in ("scambodia", "kaboo", "cambio"):
        assert scored(load_pack(pack_id), C, A="6H", B="6S", C="7H").winners == (A, B)


@runs("evan-tie")
def test_a_caller_may_rank_below_the_others(case: Case) -> None:
    """The paper (B3) shares a tie with the caller; `score.tie` = caller_below is the other implementation's."""
    assert case.expect == {"caller": "ranked below", "others": "share the win"}
    hands = {"A": "6H", "B": "6S", "C": "6D"}
    assert scored(case.pack(), A, **hands).winners == (A, B, C)
    assert scored(case.pack(score__tie="caller_below"), A, **hands).winners == (B, C)


@runs("ccount-0", "ccount-1", "ccount-2")
def test_cabo_where_the_lowest_hand_is_nothing(case: Case) -> None:
    pack = load_pack("cabo_first_edition", CABO | {"score.fail": f"add_{case.given['penalty']}"})
    tally = tally_round(pack, of_sums(pack, case.given["sums"]), PlayerId(str(case.given["caller"])))
    assert list(tally.scores.values()) == case.expect["round"]


@runs("ccount-tie")
def test_a_caller_among_equal_lowest_hands_is_nothing_alone(case: Case) -> None:
    assert case.expect == {"zero_for": "caller only"}
    assert scored(load_pack("cabo_first_edition", CABO), A, A="5", B="5", C="8").scores == {A: 0, B: 5, C: 8}


@runs("sopra-0")
def test_the_lowest_hand_is_nothing_whoever_called(case: Case) -> None:
    pack = load_pack("cabo_first_edition", CABO)
    assert case.expect == {"that_player": 0}
    assert scored(pack, A, A="3", B="5").scores == {A: 0, B: 5}
    assert scored(pack, A, A="5", B="3").scores == {A: 10, B: 0}


@runs("sopra-2")
def test_all_equal_lowest_hands_are_nothing_without_the_caller_s(case: Case) -> None:
    assert case.expect == {"all tied": 0}
    pack = load_pack("cabo_first_edition", CABO)
    assert scored(pack, A, A="5", B="3", C="3").scores == {A: 10, B: 0, C: 0}


def kamikaze_scores(hand: Sequence[str]) -> list[int]:
    """Scores of three players, the first of whom has this hand."""
    hands = {A: tuple(map(parse_scored_card, hand)), B: parse_hand("2"), C: parse_hand("3")}
    return list(tally_round(load_pack("cabo_second_edition"), hands, None).scores.values())


@runs("ccount-kami")
def test_a_kamikaze_gives_everybody_else_fifty(case: Case) -> None:
    assert (case.given["players"], case.given["kamikaze"]) == (3, 0)
    assert kamikaze_scores(("12", "13", "13", "12")) == case.expect["round"]


@runs("rust-kami-y", "rust-kami-n")
def test_two_twelves_and_two_thirteens_are_a_kamikaze(case: Case) -> None:
    found = [kamikaze_scores(hand) == [0, 50, 50] for hand in case.given["hands"]]
    assert found == [case.expect["kamikaze"]] * len(case.given["hands"])


@runs("ccount-100")
def test_exactly_one_hundred_becomes_fifty(case: Case) -> None:
    pack = load_pack("cabo_second_edition")
    game = tally_game(pack, [PlayedRound(of_sums(pack, case.given["totals_before_check"]))])
    assert list(game.totals.values()) == case.expect["totals"]
    assert game.finished is case.expect["finished"]


@runs("sopra-5")
def test_a_total_of_exactly_one_hundred_is_set_back(case: Case) -> None:
    for pack_id in ("cabo_first_edition", "cabo_second_edition"):
        pack = load_pack(pack_id)
        game = tally_game(pack, [PlayedRound(of_sums(pack, [50, 1])), PlayedRound(of_sums(pack, [50, 2]))])
        assert list(game.totals.values()) == [case.expect["total"], 3]


@runs("rust-reset")
def test_a_reset_comes_once_for_each_player_and_a_kamikaze_counts_towards_it(case: Case) -> None:
    pack = load_pack("cabo_second_edition")
    before = [PlayedRound(of_sums(pack, sums)) for sums in ([50, 25, 50, 25], [30, 25, 50, 26])]
    assert list(tally_game(pack, before).totals.values()) == case.given["totals"]
    hands = {
        PlayerId(str(seat)): tuple(map(parse_scored_card, cards)) for seat, cards in enumerate(case.given["hands"])
    }
    game = tally_game(pack, [*before, PlayedRound(hands, PlayerId(str(case.given["caller"])))])
    assert list(game.rounds[-1].scores.values()) == case.expect["round"]
    assert list(game.totals.values()) == case.expect["totals"]
    assert game.finished


@runs("evan-config")
def test_a_house_may_set_the_points_of_a_card(case: Case) -> None:
    assert case.given["house_rule"] == "redKing=5"
    assert card_value(case.pack("cambio", values__K__red=5), parse_card("KH")) == case.expect["KH"]


@runs("scam-code-fail")
def test_a_declarer_who_ties_or_is_higher_scores_twice(case: Case) -> None:
    assert case.expect == {"round": "2 x sum"}
    assert scored(case.pack(), A, A="7H", B="7C").scores[A] == 14
    assert scored(case.pack(), A, A="8H", B="7C").scores[A] == 16


@runs("kaboofe-autocall0")
def test_a_forced_caller_is_exempt_unless_the_house_is_strict(case: Case) -> None:
    """The paper (K14) exempts a caller whom an empty hand called; this implementation does not."""
    hands = {A: parse_hand(""), B: parse_hand("KH")}
    assert tally_round(case.pack(), hands, A, RoundEnd.EMPTY_HAND).scores[A] == 0
    strict = case.pack(empty_hand__exempt_from_fail=False)
    assert tally_round(strict, hands, A, RoundEnd.EMPTY_HAND).scores[A] == case.expect["caller_round"]


@runs("sd-deck-scambodia", "sd-deck-cambio", "sd-deck-dg")
def test_the_deck_counts_what_the_values_add_up_to(case: Case) -> None:
    pack = case.pack()
    values = sorted(card_value(pack, card) for card in deck_cards(pack))
    assert len(values) == case.given["deck_cards"]
    assert case.expect == {
        "sum_of_all_values": sum(values),
        "best_4_card_hand": sum(values[:4]),
        "worst_4_card_hand": sum(values[-4:]),
    }


@runs("dg-deck")
def test_the_numeric_deck_has_52_cards(case: Case) -> None:
    deck = deck_cards(case.pack())
    assert len(deck) == case.expect["deck"]
    counts = case.given["counts"]
    assert [deck.count(parse_card(str(number))) for number in range(14)] == [
        counts["0"],
        *[counts["1-12"]] * 12,
        counts["13"],
    ]
