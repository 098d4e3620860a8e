"""Worked cases of independent implementations against the shipped games."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.hands import Hand, ScoredCard, deck_cards
from kibitz_scoring.notation import parse_scored_card
from kibitz_scoring.packs import load_pack
from kibitz_scoring.points import card_value, hand_points, scored_value
from kibitz_scoring.rules import RulePack
from kibitz_scoring.table import PlayerId
from kibitz_scoring.tally import RoundEnd, RoundTally, tally_round
from kibitz_scoring.totals import GameTally, PlayedRound, tally_game

Row = dict[str, Any]
KINDS = ("round_score", "card_value", "value_modifier", "multi_round", "tie")


@pytest.fixture(scope="module")
def lines(shared: Path) -> list[Row]:
    path = shared / "oracle" / "rules.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def usable(lines: Sequence[Row], kind: str) -> list[Row]:
    return [row for row in lines if row["kind"] == kind and row["use"] == "yes"]


def profile_options(pack: RulePack, profile: Mapping[str, Any]) -> dict[str, object]:
    """House rules that turn the pack's values into those of another implementation."""
    options: dict[str, object] = {}
    for rank, value in profile.items():
        if rank in ("J", "Q", "K"):
            colours = value if isinstance(value, dict) else {"black": value, "red": value}
            options |= {f"values.{rank}.{colour}": points for colour, points in colours.items()}
        elif rank == "A":
            options["values.A"] = value
        elif rank == "JK" and value is not None and pack.deck.jokers:
            options["values.joker"] = value
    return options


def row_pack(row: Row, lines: Sequence[Row], **house: object) -> RulePack:
    plain = load_pack(row["pack"])
    profile = lines[0]["value_profiles"][row["value_profile"]] if row["value_profile"] else {}
    options = profile_options(plain, profile) | row.get("options", {}) | house
    if "penalty" in row["given"]:
        options["score.fail"] = f"add_{row['given']['penalty']}"
    return load_pack(row["pack"], options)


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


def row_hands(row: Row, pack: RulePack) -> dict[PlayerId, Hand]:
    given = row["given"]
    if "sums" in given:
        return hands_of_sums(pack, given["sums"])
    return {PlayerId(player): [parse_scored_card(card) for card in cards] for player, cards in given["hands"].items()}


def row_tally(row: Row, lines: Sequence[Row]) -> RoundTally:
    given = row["given"]
    pack = row_pack(row, lines)
    caller = given.get("caller")
    end = RoundEnd(given["end"].replace(" ", "_")) if "end" in given else None
    return tally_round(pack, row_hands(row, pack), None if caller is None else PlayerId(str(caller)), end)


def checked(tally: RoundTally, expect: Row) -> int:
    """Check every expectation of a row, and how many there were."""
    known = {
        "round": lambda value: dict(tally.scores) == value,
        "sums": lambda value: dict(tally.points) == value,
        "winners": lambda value: value is None or set(tally.winners) == set(map(str, value)),
        "caller_success": lambda value: tally.caller_succeeded is value,
        "empty_hand_listed": lambda value: (0 in tally.points.values()) is value,
        "result": lambda value: value.lower() in ("tie", "draw") and len(tally.winners) == len(tally.points),
    }
    for name, value in expect.items():
        assert known[name](value), (name, value, tally)
    return len(expect)


def test_rounds_score_as_in_other_implementations(lines: list[Row]) -> None:
    rows = usable(lines, "round_score")
    assert len(rows) == 15
    assert all(row["relation"] != "contradicts" for row in rows)
    assert all(checked(row_tally(row, lines), row["expect"]) for row in rows)


def test_ties_end_as_in_other_implementations(lines: list[Row]) -> None:
    rows = usable(lines, "tie")
    assert len(rows) == 3
    assert all(checked(row_tally(row, lines), row["expect"]) for row in rows)


def test_cards_are_worth_the_same_as_in_other_implementations(lines: list[Row]) -> None:
    (row,) = usable(lines, "card_value")
    pack = row_pack(row, lines)
    values = row["expect"]["values"]
    assert {card: card_value(pack, parse_card(card)) for card in values} == values


def test_modifiers_and_fives_count_as_in_other_implementations(lines: list[Row]) -> None:
    rows = usable(lines, "value_modifier")
    assert len(rows) == 5
    for row in rows:
        given, expect, pack = row["given"], row["expect"], row_pack(row, lines)
        if "hand" in given:
            found = hand_points(pack, [parse_scored_card(card) for card in given["hand"]]).points
        else:
            found = scored_value(pack, ScoredCard(parse_card(str(given["card"])), given["mod"]))
        (expected,) = expect.values()
        assert (found == expected) is (row["relation"] != "contradicts"), row["id"]


def one_total(pack: RulePack, total: int) -> GameTally:
    """A game of one round in which one player's hand counts `total` and the other's 1."""
    return tally_game(pack, [PlayedRound(hands_of_sums(pack, [total, 1]))])


def multi_round(lines: list[Row], row_id: str) -> Row:
    (row,) = (row for row in usable(lines, "multi_round") if row["id"] == row_id)
    return row


def test_every_case_of_several_rounds_has_its_test(lines: list[Row]) -> None:
    assert {row["id"] for row in usable(lines, "multi_round")} == {"kaboofe-end", "ccount-sum", "ccount-101", "dg-end"}


def test_kaboo_to_a_target_ends_when_any_total_reaches_it(lines: list[Row]) -> None:
    row = multi_round(lines, "kaboofe-end")
    target = row["given"]["target"]
    pack = row_pack(row, lines, **{"game.threshold": target})
    assert [one_total(pack, total).finished for total in (target - 1, target, target + 1)] == [False, True, True]


def test_totals_are_plain_sums(lines: list[Row]) -> None:
    row = multi_round(lines, "ccount-sum")
    pack = row_pack(row, lines)
    game = tally_game(pack, [PlayedRound(hands_of_sums(pack, sums)) for sums in row["given"]["rounds"]])
    assert list(game.totals.values()) == row["expect"]["totals"]


def test_a_total_at_the_limit_ends_the_game_although_another_implementation_plays_on(lines: list[Row]) -> None:
    row = multi_round(lines, "ccount-101")
    assert row["relation"] == "contradicts"
    limit = {"game.threshold": row["given"]["limit"]}
    game = one_total(row_pack(row, lines, **limit), row["given"]["total"])
    assert game.finished is not row["expect"]["finished"]
    house = row_pack(row, lines, **limit, **{"game.threshold_at": "exceeded"})
    assert one_total(house, row["given"]["total"]).finished is row["expect"]["finished"]


def test_the_dragon_s_gambit_ends_at_its_threshold_and_the_lowest_total_wins(lines: list[Row]) -> None:
    row = multi_round(lines, "dg-end")
    game = one_total(row_pack(row, lines), row["given"]["total"])
    assert game.finished is row["expect"]["game_over"]
    assert game.winners == (PlayerId("1"),)


def test_no_usable_case_of_scoring_is_left_out(lines: list[Row]) -> None:
    counts = {kind: len(usable(lines, kind)) for kind in KINDS}
    assert counts == {"round_score": 15, "card_value": 1, "value_modifier": 5, "multi_round": 4, "tie": 3}


def skipped(path: Path) -> dict[str, str]:
    """Reasons by row that a module of tests gives for leaving rows out."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["SKIPPED"]:
            reasons = ast.literal_eval(node.value)
            assert isinstance(reasons, dict)
            return reasons
    return {}


def test_every_worked_case_is_run_or_skipped_for_a_reason(lines: list[Row]) -> None:
    modules = sorted(Path(__file__).parent.glob("test_oracle*.py"))
    reasons = {row_id: reason for path in modules for row_id, reason in skipped(path).items()}
    texts = "".join(path.read_text(encoding="utf-8") for path in modules)
    rows = [row for row in lines if "id" in row]
    reasons = {row["id"]: row["why_not"] for row in rows if row["use"] == "no"} | reasons
    by_kind = {row["id"] for row in rows if row["kind"] in KINDS and row["use"] == "yes"}
    run = {row["id"] for row in rows if row["id"] in by_kind or f'"{row["id"]}"' in texts} - set(reasons)
    assert {row["id"] for row in rows} == run | set(reasons)
    assert all(reasons.values())
    assert (len(run), len(reasons)) == (134, 14)
