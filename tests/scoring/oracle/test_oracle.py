"""Worked cases of independent implementations: which are run, and the scores of those that give hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.card_text import parse_scored_card
from kibitz_scoring.score.hands import Hand, ScoredCard, deck_cards
from kibitz_scoring.score.points import card_value, hand_points, scored_value
from kibitz_scoring.score.tally import RoundEnd, RoundTally, tally_round
from kibitz_scoring.score.totals import GameTally, PlayedRound, tally_game

from . import test_oracle_ends, test_oracle_play, test_oracle_scores, test_oracle_snap, test_oracle_snap_words
from .oracle import RUN, SKIPPED, Case, checked, runs

MODULES = (test_oracle_ends, test_oracle_play, test_oracle_scores, test_oracle_snap, test_oracle_snap_words)


def test_every_worked_case_is_run_or_skipped_for_a_reason(cases: dict[str, Case]) -> None:
    assert len(MODULES) == 5
    assert set(RUN) | set(SKIPPED) == set(cases)
    assert not set(RUN) & set(SKIPPED)
    assert (len(RUN), len(SKIPPED)) == (136, 12)


def test_only_what_another_game_decides_is_skipped_of_the_usable_cases(cases: dict[str, Case]) -> None:
    uses = Counter(cases[case_id].use for case_id in SKIPPED)
    assert uses == {"no": 4, "prose": 2, "other_rules": 6}
    assert {case_id for case_id, case in cases.items() if case.use == "no"} <= set(SKIPPED)


def test_a_case_that_expects_more_than_a_test_looks_at_is_noticed(cases: dict[str, Case]) -> None:
    case = cases["kaboofe-s02"].fresh()
    handed = checked(case)
    assert next(handed).expect["snap_verdict"] == "correct"
    with pytest.raises(AssertionError, match=r"kaboofe-s02 expects more: .*'10H_leaves', 'bot_hand_size'"):
        next(handed)
    case.expect.items()
    with pytest.raises(AssertionError, match="kaboofe-s02 was run without its options"):
        list(checked(case))


def hands_of_sums(pack: RulePack, sums: Sequence[int]) -> dict[PlayerId, Hand]:
    """Hands with these sums, dealt from one deck: the highest cards that fit first."""
    deck = sorted(deck_cards(pack), key=lambda card: -card_value(pack, card))
    hands: dict[PlayerId, Hand] = {}
    for seat, total in enumerate(sums):
        hand: list[ScoredCard] = []
        for card in list(deck):
            if 0 < card_value(pack, card) <= total - hand_points(pack, hand).points:
                deck.remove(card)
                hand.append(ScoredCard(card))
        assert hand_points(pack, hand).points == total
        hands[PlayerId(str(seat))] = hand
    return hands


def case_pack(case: Case, **house: object) -> RulePack:
    penalty = {"score.fail": f"add_{case.given['penalty']}"} if "penalty" in case.given else {}
    return case.pack(**penalty, **house)


def case_hands(case: Case, pack: RulePack) -> dict[PlayerId, Hand]:
    if "sums" in case.given:
        return hands_of_sums(pack, case.given["sums"])
    return {
        PlayerId(player): [parse_scored_card(card) for card in cards] for player, cards in case.given["hands"].items()
    }


def case_tally(case: Case) -> RoundTally:
    pack = case_pack(case)
    caller = case.given.get("caller")
    end = RoundEnd(case.given["end"].replace(" ", "_")) if "end" in case.given else None
    return tally_round(pack, case_hands(case, pack), None if caller is None else PlayerId(str(caller)), end)


def empty_hands(case: Case) -> set[str]:
    return {player for player, cards in case.given["hands"].items() if not cards}


CHECKS: Mapping[str, Callable[[Case, RoundTally, Any], bool]] = {
    "round": lambda _, tally, value: dict(tally.scores) == value,
    "sums": lambda _, tally, value: dict(tally.points) == value,
    "winners": lambda _, tally, value: value is None or list(tally.winners) == list(map(str, value)),
    "caller_success": lambda _, tally, value: tally.caller_succeeded is value,
    "empty_hand_listed": lambda case, tally, value: (
        bool(empty_hands(case)) and all((tally.points.get(PlayerId(p)) == 0) is value for p in empty_hands(case))
    ),
    "result": lambda _, tally, value: value.lower() in ("tie", "draw") and tally.winners == tuple(tally.points),
}


def wrong(case: Case, tally: RoundTally) -> list[str]:
    """Expectations of a case that a tally does not meet."""
    return [name for name, value in case.expect.items() if not CHECKS[name](case, tally, value)]


@runs(
    *("kaboofe-s05", "kaboofe-s09", "kaboofe-s18", "kaboofe-s19", "bhn-tie4", "bhn-lowest", "bhn-neg", "evan-empty"),
    *("jsy-3", "sd-scam-1", "sd-scam-3", "sd-scam-4", "sd-cambio-1", "sd-kaboo-1", "sd-kaboo-2"),
)
def test_rounds_score_as_in_other_implementations(case: Case) -> None:
    assert (case.kind, case.use, case.contradicts) == ("round_score", "yes", False)
    assert wrong(case, case_tally(case)) == []


@runs("jsy-5", "cameo-tie", "jamie-tie")
def test_ties_end_as_in_other_implementations(case: Case) -> None:
    assert (case.kind, case.contradicts) == ("tie", False)
    assert wrong(case, case_tally(case)) == []


@runs("kaboobe-values")
def test_cards_are_worth_the_same_as_in_another_implementation(case: Case) -> None:
    values = case.expect["values"]
    assert len(values) == 8
    assert {card: card_value(case.pack(), parse_card(card)) for card in values} == values


@runs("cclub-fives-2", "cclub-fives-1", "cclub-fives-3", "cclub-fives-4")
def test_fives_count_as_in_another_implementation_one_alone_by_the_text(case: Case) -> None:
    hand = [parse_scored_card(card) for card in case.given["hand"]]
    found = hand_points(case.pack(), hand).points
    assert (found == case.expect["score"]) is not case.contradicts
    if case.contradicts:
        assert hand_points(case.pack(score__fives_one=50), hand).points == case.expect["score"]


@runs("dg-clamp0")
def test_a_card_with_its_modifier_stays_in_bounds(case: Case) -> None:
    card = ScoredCard(parse_card(str(case.given["card"])), case.given["mod"])
    assert scored_value(case.pack(), card) == case.expect["value"]
    assert scored_value(case.pack(score__modifier_clamp=None), card) != case.expect["value"]


def one_total(pack: RulePack, total: int) -> GameTally:
    """A game of one round in which one player's hand counts `total` and the other's 1."""
    return tally_game(pack, [PlayedRound(hands_of_sums(pack, [total, 1]))])


@runs("kaboofe-end")
def test_kaboo_to_a_target_ends_when_any_total_reaches_it(case: Case) -> None:
    assert case.expect["game_over_when"] == "any total >= target"
    target = case.given["target"]
    pack = case.pack(game__threshold=target)
    assert [one_total(pack, total).finished for total in (target - 1, target, target + 1)] == [False, True, True]


@runs("ccount-sum")
def test_totals_are_plain_sums(case: Case) -> None:
    pack = case.pack()
    game = tally_game(pack, [PlayedRound(hands_of_sums(pack, sums)) for sums in case.given["rounds"]])
    assert list(game.totals.values()) == case.expect["totals"]


@runs("ccount-101")
def test_a_total_at_the_limit_ends_the_game_although_another_implementation_plays_on(case: Case) -> None:
    assert case.contradicts
    limit, total, finished = case.given["limit"], case.given["total"], case.expect["finished"]
    assert one_total(case.pack(game__threshold=limit), total).finished is not finished
    house = case.pack(game__threshold=limit, game__threshold_at="exceeded")
    assert one_total(house, total).finished is finished


@runs("dg-end")
def test_the_dragon_s_gambit_ends_at_its_threshold_and_the_lowest_total_wins(case: Case) -> None:
    pack = case.pack()
    assert pack.game.threshold == case.given["threshold"]
    game = one_total(pack, case.given["total"])
    assert game.finished is case.expect["game_over"]
    assert case.expect["winner"] == "lowest total"
    assert game.winners == (PlayerId("1"),)
