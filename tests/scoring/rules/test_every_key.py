"""Every key of the schema makes a difference: two of its values that differ in some game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.legality.legal_acts import legal_acts
from kibitz_scoring.game.record import begin_game, push, score_sheet
from kibitz_scoring.game.round_state import RoundState, first_state
from kibitz_scoring.notation.events import format_event, parse_event
from kibitz_scoring.notation.tables import format_table
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.rules.rule_pack import KEY_PATHS, RulePack
from kibitz_scoring.rules.sheet import rules_sheet
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.points import hand_points
from kibitz_scoring.score.seats import Joining
from kibitz_scoring.score.tally import RoundEnd, tally_round
from kibitz_scoring.score.totals import PlayedRound, tally_game
from kibitz_scoring.snaps.costs import judge_snaps
from kibitz_scoring.snaps.judge import Snaps

from ..reckonings import A
from ..snaps.snap_attempts import ANN, BEN, SEVEN, lay, lift
from ..stories import THREE, TWO, broken, table, told

Seen = Callable[[RulePack], object]


def worth(hand: str) -> Seen:
    return lambda pack: hand_points(pack, parse_hand(hand)).points


def scores(caller: PlayerId | None = A, end: RoundEnd | None = None, **hands: str) -> Seen:
    def seen(pack: RulePack) -> object:
        tally = tally_round(pack, {PlayerId(name): parse_hand(hand) for name, hand in hands.items()}, caller, end)
        return tally.scores, tally.winners

    return seen


def game(*rounds: Mapping[str, str], caller: str | None = "A", end: RoundEnd | None = None, joins: str = "") -> Seen:
    def seen(pack: RulePack) -> object:
        played = [
            PlayedRound(
                {PlayerId(name): parse_hand(hand) for name, hand in hands.items()}, caller and PlayerId(caller), end
            )
            for hands in rounds
        ]
        tally = tally_game(pack, played, [Joining(PlayerId(joins))] if joins else [])
        return dict(tally.totals), tally.ended_after, tally.winners, dict(tally.shares)

    return seen


def acts(*story: str, deal: bool = True) -> Seen:
    """What may be done, and how the table stands, after a story."""

    def seen(pack: RulePack) -> object:
        state = begun(pack, deal=deal)
        state = told(state, *story)
        return format_table(state), [format_event(act, state.players) for act in legal_acts(state)]

    return seen


def begun(pack: RulePack, *, deal: bool = True) -> RoundState:
    state = first_state(pack, TWO)
    if deal:
        state = told(state, "p2 deals", *(["starter 9H"] if pack.piles.starter else []))
    return state


def rules_of(*story: str, last: str) -> Seen:
    """Which rules the last event breaks."""
    return lambda pack: broken(told(begun(pack), *story), last)


def rules_on(text: str, *story: str, last: str) -> Seen:
    return lambda pack: broken(told(table(pack, text), *story), last)


def table_on(text: str, *story: str) -> Seen:
    seats = THREE if "| p3 " in text else TWO
    return lambda pack: format_table(told(table(pack, text, seats), *story))


def judged(*attempts: Any, **at: Any) -> Seen:
    def seen(pack: RulePack) -> object:
        return [
            (one.verdict, one.penalty_cards, one.penalty_slots, one.takes_card, one.give, one.reason)
            for one in judge_snaps(pack, Snaps(SEVEN, attempts, **at))
        ]

    return seen


def players(count: int) -> Seen:
    def seen(pack: RulePack) -> object:
        try:
            return len(first_state(pack, tuple(PlayerId(str(seat)) for seat in range(count))).players)
        except InputError as error:
            return str(error)

    return seen


def scored_game(pack: RulePack) -> object:
    """Who has to deal after a round that the second player won."""
    record = begin_game(pack, THREE)
    story = ["p1 deals", "round-ends deck"]
    faces = iter(["9C", "9D", "9H", "9S", "2C", "2D", "2H", "2S", "8C", "8D", "8H", "8S"])
    story += [f"reveal p{seat}.{place} {next(faces)}" for seat in (1, 2, 3) for place in ("a1", "a2", "b1", "b2")]
    for line in story:
        record = push(record, parse_event(line, THREE))
    assert score_sheet(record.now).rounds
    return [broken(record.now.now, f"p{seat} deals") for seat in (1, 2, 3)]


def sheet(pack: RulePack) -> object:
    """What only the printed sheet, and the page, tell people."""
    return rules_sheet(pack)


def first_seven(pack: RulePack) -> object:
    return format_table(told(first_state(pack, TWO), "p2 deals", "starter 7H"))


LAST = "round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 1 | pile" + " ?" * 44 + " 9H"
LAST_CAMEO = "round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 0 | aside 2C" + " ?_()" * 43
DRAWN = ("p1 draws",)
TIE = {"A": "5C", "B": "5D"}

K, C, S, D, M = "kaboo", "cambio", "scambodia", "dragons_gambit", "cameo"
PAIRS = {"pairs.enabled": True}

EGGS, NINES = {"card": "#EGG", "value": -1, "count": 4}, {"card": "9", "value": 9, "count": 60}

CASES: dict[str, tuple[str, dict[str, object], object, object, Seen]] = {
    "deck.base": (S, {}, "french52", "numeric0_13", rules_of(*DRAWN, last="p1 discards 13")),
    "deck.jokers": (K, {}, 2, 0, rules_of(*DRAWN, last="p1 discards JK")),
    "deck.copies": (K, {}, 1, 2, rules_of(*DRAWN, last="p1 discards 9H")),
    "deck.cards": (
        K,
        {"deck.base": "own", "deck.jokers": 0},
        [EGGS, NINES],
        [{**EGGS, "value": 3}, NINES],
        worth("#EGG"),
    ),
    "deck.taught": (K, {}, None, "My deck", sheet),
    "values.A": (S, {}, 1, 0, worth("AS")),
    "values.J.black": (S, {}, 11, 10, worth("JS")),
    "values.J.red": (S, {}, 11, 10, worth("JH")),
    "values.Q.black": (S, {}, 12, 10, worth("QS")),
    "values.Q.red": (S, {}, 12, 10, worth("QH")),
    "values.K.black": (S, {}, 13, -1, worth("KS")),
    "values.K.red": (S, {}, 0, 25, worth("KH")),
    "values.joker": (K, {}, -1, 0, worth("JK")),
    "table.players": (K, {}, [2, 8], [3, 8], players(2)),
    "table.hand_size": (K, {}, 4, 6, acts()),
    "table.rows": (K, {}, 2, 1, acts()),
    "table.penalty_place": (C, {}, "first_gap", "end", judged(lay(ANN, 400, "8H"), hands={ANN: 3})),
    "table.max_hand": (C, {}, None, 4, judged(lay(ANN, 400, "8H"))),
    "peek.count": (K, {}, 2, 1, rules_of("p1 looks p1.a1", last="p1 looks p1.a2")),
    "peek.which": (K, {}, "any", "nearest", rules_of(last="p1 looks p1.a1")),
    "peek.seconds": (M, {}, 2, None, sheet),
    "peek.unlawful_penalty": (K, {}, 0, 1, acts("p1 draws", "p1 looks p1.a1")),
    "piles.starter": (K, {}, True, False, acts()),
    "piles.draw_from_discard": (K, {}, True, False, rules_of(last="p1 takes")),
    "piles.drawn_discard_may_return": (K, {}, False, True, rules_of("p1 takes", last="p1 discards 9H")),
    "piles.when_empty": (M, {}, "end_round", "reshuffle", table_on(LAST_CAMEO, "p1 draws")),
    "piles.end_round_at": (K, {}, "finish_turn", "at_once", table_on(LAST, "p1 draws")),
    "piles.penalty_when_empty": (C, {}, "as_draw", "none", judged(lay(ANN, 400, "8H"), draw_pile=0)),
    "piles.starter_power": (K, {}, False, True, first_seven),
    "piles.replaced_card": (K, {}, "pile", "aside_face_up", acts("p1 draws", "p1 swaps p1.a1 2C")),
    "turn.pass": (K, {}, False, True, rules_of(last="p1 passes")),
    "turn.timer_s": (K, {}, None, 60, rules_of(last="p1 times-out")),
    "turn.on_timeout": (K, {"turn.timer_s": 60}, "remind", "skip", acts("p1 times-out")),
    "turn.on_second_timeout": (K, {"turn.timer_s": 60}, None, "leaves", acts("p1 times-out", "p1 times-out")),
    "turn.drawn_card": (K, {}, "private", "open", acts("p1 draws 2C")),
    "keep.ranks": (K, {"turn.drawn_card": "open"}, "any", ["A"], rules_of("p1 draws 2C", last="p1 swaps p1.a1")),
    "powers.trigger": (K, {}, "own_placement", "drawn_discarded", acts("p1 draws", "p1 swaps p1.a1 7C")),
    "powers.0": (D, {}, "none", "peek_own", acts("p1 draws", "p1 discards 0")),
    "powers.after_snap_window": (C, {}, True, False, judged(lay(ANN, 400), power_pending=True)),
    "powers.optional": (K, {}, True, False, rules_of("p1 draws", "p1 discards 7C", last="p1 declines")),
    "powers.J.optional": (C, {}, False, True, rules_of("p1 draws", "p1 discards JC", last="p1 declines")),
    "powers.red_royals_effect": (K, {}, True, False, acts("p1 draws", "p1 discards QH")),
    "powers.look_optional": (
        C,
        {},
        False,
        True,
        rules_of("p1 draws", "p1 discards QC", last="p1 exchanges p1.a1 p2.a1"),
    ),
    "powers.swap_card": (
        S,
        {},
        "looked_at",
        "same_player",
        rules_of("p1 draws", "p1 discards KC", "p1 looks p2.a1", last="p1 exchanges p1.a1 p2.a2"),
    ),
    "powers.target_chosen_by": (S, {}, "player", "opponent", sheet),
    "powers.shown_to": (K, {}, "player", "all", acts("p1 draws", "p1 discards 7C", "p1 looks p1.a1 2C")),
    "powers.caller_protected": (
        K,
        {},
        "none",
        "all",
        rules_of("p1 calls", "p2 draws", "p2 discards 9C", last="p2 looks p1.a1"),
    ),
    "powers.modifier_on": (
        D,
        {},
        "card",
        "slot",
        acts(
            "p1 draws", "p1 discards 8", "p1 marks p2.a1 +1", "p2 draws", "p2 discards 12", "p2 exchanges p2.a1 p1.a1"
        ),
    ),
    "match.enabled": (S, {}, True, False, rules_of(last="p1 matches p1.a1 9C")),
    "match.ends_turn": (S, {}, True, False, acts("p1 matches p1.a1 9C")),
    "match.wrong": (S, {}, "forced_exchange", "return", acts("p1 matches p1.a1 8C")),
    "match.wrong_penalty": (S, {"match.wrong": "penalty"}, 1, 2, acts("p1 matches p1.a1 8C")),
    "match.ends_turn_on_fail": (S, {}, True, False, acts("p1 matches p1.a1 8C")),
    "match.on_starter": (S, {}, True, False, rules_of(last="p1 matches p1.a1 9C")),
    "match.powers": (S, {}, False, True, acts("p1 matches p1.a1 9C")),
    "snap.enabled": (C, {}, True, False, judged(lay(ANN, 400))),
    "snap.whose": (C, {}, "any", "own", judged(lay(ANN, 400, owner=BEN))),
    "snap.give": (C, {}, "optional", "required", judged(lay(ANN, 400, owner=BEN))),
    "snap.wrong_penalty": (C, {}, 1, 2, judged(lay(ANN, 400, "8H"))),
    "snap.wrong_other_takes_card": (C, {}, True, False, judged(lay(ANN, 400, "8H", owner=BEN))),
    "snap.late_penalty": (C, {}, 1, 0, judged(lay(ANN, 400), lay(BEN, 600))),
    "snap.lift_commits": (C, {}, True, False, judged(lift(ANN))),
    "snap.per_discard": (C, {}, "one", "many", judged(lay(ANN, 400), lay(BEN, 600))),
    "snap.on_starter": (C, {}, True, False, rules_of(last="p1 snaps p1.a1 9C")),
    "snap.during_peek": (C, {}, True, False, rules_of(last="p1 snaps p1.a1 9C")),
    "snap.window_ms": (K, {}, 3000, 100, judged(lay(ANN, 400))),
    "snap.closes_on_draw": (
        K,
        {},
        True,
        False,
        rules_of("p1 draws", "p1 discards 2C", "p2 draws", last="p1 snaps p1.a1 2D"),
    ),
    "snap.final_window_ms": (K, {}, 3000, 0, acts("p1 calls", "p2 draws", "p2 discards 2C")),
    "snap.after_wrong": (K, {}, "stays_open", "closes", judged(lay(ANN, 400, "8H"), lay(BEN, 600))),
    "snap.discarder_may": (K, {}, True, False, judged(lay(ANN, 400), discarder=ANN)),
    "snap.caller_may": (K, {}, True, False, judged(lay(ANN, 400), caller=ANN)),
    "snap.caller_protected": (C, {}, False, True, judged(lay(ANN, 400, owner=BEN), caller=BEN)),
    "snap.on_power_cards": (K, {}, True, False, judged(lay(ANN, 400))),
    "snap.during_power": (C, {}, False, True, judged(lay(ANN, 400), power_in_progress=True)),
    "snap.with_card_drawn": (C, {}, True, False, judged(lay(ANN, 400), card_drawn=True)),
    "snap.early_return_costs": (C, {}, True, False, judged(lift(ANN))),
    "snap.late_alone_costs": (C, {}, True, False, judged(lay(ANN, 4000), window_closed_ms=3000.0)),
    "snap.grace_ms": (C, {}, 0, 500, judged(lay(ANN, 400), lay(BEN, 600))),
    "snap.chain": (C, {}, False, True, judged(lay(ANN, 400), lay(BEN, 600))),
    "snap.powers": (C, {}, False, True, acts("p1 draws", "p1 discards 9C", "p2 snaps p2.a1 9D")),
    "snap.too_close": (C, {}, "both_returned", "coin_flip", judged(lay(ANN, 400), lay(BEN, 410))),
    "pairs.enabled": (K, {}, False, True, rules_of("p1 draws", last="p1 pairs p1.a1 5C p1.a2 5D")),
    "pairs.wrong_penalty": (K, PAIRS, 1, 2, acts("p1 draws", "p1 pairs p1.a1 5C p1.a2 6D")),
    "pairs.with_drawn_card": (K, PAIRS, False, True, rules_of("p1 draws", last="p1 pairs p1.a1 5C hand 5D")),
    "pairs.before_draw": (K, PAIRS, False, True, rules_of(last="p1 pairs p1.a1 5C p1.a2 5D")),
    "pairs.powers": (K, PAIRS, False, True, acts("p1 draws", "p1 pairs p1.a1 7C p1.a2 7D")),
    "pairs.opens_window": (K, PAIRS, False, True, acts("p1 draws", "p1 pairs p1.a1 5C p1.a2 5D")),
    "call.when": (K, {}, "turn_start", "after_draw", rules_of("p1 draws", last="p1 calls")),
    "call.final_turns": (K, {}, "others_once", "none", acts("p1 calls")),
    "call.earliest_round": (K, {}, 1, 2, rules_of(last="p1 calls")),
    "call.max_points": (
        K,
        {},
        None,
        5,
        rules_of(
            "p1 calls",
            "round-ends call p1",
            *(f"reveal p1.{at} {card}" for at, card in (("a1", "9C"), ("a2", "9D"), ("b1", "9S"))),
            last="reveal p1.b2 8C",
        ),
    ),
    "empty_hand.action": (
        K,
        {},
        "auto_call",
        "end_now",
        table_on(
            "round 1 turns p2 | p1 2C - - - | p2 ? ? ? ? | deck 48 | pile 2H | top p1 snaps 0", "p1 snaps p1.a1 2C"
        ),
    ),
    "empty_hand.exempt_from_fail": (K, {}, True, False, scores(A, RoundEnd.EMPTY_HAND, A="", B="JK")),
    "empty_hand.finish_turns": (
        S,
        {},
        False,
        True,
        table_on(
            "round 1 final p1 | p1 9C - - - | p2 ? ? ? ? | p3 ? ? ? ? | deck 42 | pile 9H | called p2 | final p1 p3",
            "p1 matches p1.a1 9C",
        ),
    ),
    "empty_hand.final_turn": (
        K,
        {},
        True,
        False,
        table_on(
            "round 1 final p1 | p1 2C - - - | p2 ? ? ? ? | deck 48 | pile 2H | top p2 snaps 0 | called p2 | final p1",
            "p1 snaps p1.a1 2C",
        ),
    ),
    "score.caller_succeeds": (K, {}, "sole_lowest", "joint_lowest", scores(**TIE)),
    "score.lowest": (K, {}, "sum", "zero", scores(A="2C", B="3D")),
    "score.tie": (C, {}, "shared", "caller_above", scores(A="5C", B="5D")),
    "score.success": (K, {}, "sum", "zero", scores(A="2C", B="3D")),
    "score.fail": (K, {}, "add_20", "double", scores(A="4C", B="3D")),
    "score.success_flat": (K, {}, None, -5, scores(A="2C", B="3D")),
    "score.fail_flat": (K, {}, None, 50, scores(A="4C", B="3D")),
    "score.fives": (C, {}, False, True, worth("5C 2C")),
    "score.fives_one": (C, {"score.fives": True}, 25, 50, worth("5C")),
    "score.fives_two": (C, {"score.fives": True}, -25, -50, worth("5C 5D")),
    "score.fives_more": (C, {"score.fives": True}, "zero", "two_and_rest", worth("5C 5D 5H")),
    "score.modifier_clamp": (D, {}, [0, 13], None, worth("0-1")),
    "score.kamikaze": (S, {}, None, {"cards": ["2", "3"], "holder": 0, "others": 50}, scores(A="2C 3C", B="AS")),
    "game.rounds": (K, {}, 1, 2, game({"A": "2C", "B": "3D"})),
    "game.threshold": (D, {}, 100, 10, game({"A": "2C", "B": "QD"})),
    "game.threshold_at": (D, {"game.threshold": 12}, "reached", "exceeded", game({"A": "2C", "B": "QD"})),
    "game.reset_exact": (D, {}, None, {"from": 12, "to": 6, "once": True}, game({"A": "2C", "B": "QD"})),
    "game.more_resets": (D, {}, [], [{"from": 12, "to": 6, "once": True}], game({"A": "2C", "B": "QD"})),
    "game.tie_break": (K, {}, ["shared"], ["play_off"], game(TIE, caller=None)),
    "game.emptied_counts_as_call": (
        S,
        {"game.rounds": 2},
        False,
        True,
        game({"A": "", "B": "2C"}, {"A": "2C", "B": ""}, {"A": "", "B": "KH"}, caller=None, end=RoundEnd.EMPTY_HAND),
    ),
    "game.won_by": (
        K,
        {"game.rounds": 3},
        "lowest_total",
        "round_wins",
        game({"A": "2C", "B": "3D"}, {"A": "2C", "B": "3D"}, {"A": "KS QS", "B": "3D"}, caller=None),
    ),
    "game.next_dealer": (K, {"game.rounds": 2}, "rotate_left", "highest", scored_game),
    "game.pot": (K, {}, None, 10, game(TIE, caller=None)),
    "game.joins_with": (K, {"game.rounds": 3}, "highest", 0, game({"A": "2C", "B": "3D"}, joins="C")),
    "display.open_hands": (K, {}, False, True, acts()),
    "dispute.tokens": (K, {}, False, True, sheet),
    "dispute.tokens_each": (K, {"dispute.tokens": True}, 2, 3, sheet),
}
POWERS = {
    "powers.7": "7C",
    "powers.8": "8C",
    "powers.9": "9C",
    "powers.10": "10C",
    "powers.J": "JC",
    "powers.Q": "QC",
    "powers.K.black": "KC",
    "powers.K.red": "KH",
}
CASES |= {key: (K, {}, "peek_own", "none", acts("p1 draws", f"p1 discards {card}")) for key, card in POWERS.items()}


def test_no_key_is_without_a_case() -> None:
    assert set(CASES) == set(KEY_PATHS)


@pytest.mark.parametrize("key", KEY_PATHS)
def test_two_values_of_the_key_differ_in_some_game(key: str) -> None:
    pack_id, options, one, other, seen = CASES[key]
    first, second = (load_pack(pack_id, {**options, key: value}) for value in (one, other))
    assert seen(first) != seen(second)
