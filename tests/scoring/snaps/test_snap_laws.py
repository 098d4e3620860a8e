"""Laws of the snap judge, whatever is attempted."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.game.events import Verdict
from kibitz_scoring.game.round_state import Phase
from kibitz_scoring.notation.judge_lines import parse_snap_card
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.rules.rule_pack import KEY_PATHS, RulePack
from kibitz_scoring.snaps.costs import judge_snaps
from kibitz_scoring.snaps.judge import Attempt, Snaps, takes_one
from kibitz_scoring.table import FACE_DOWN, SlotId

from .snap_attempts import ANN, BEN, CID, DAN, SEVEN

PLAYERS = st.sampled_from([ANN, BEN, CID, DAN])
TIMES = st.integers(0, 4000).map(float)
CARDS = st.sampled_from([None, *map(parse_snap_card, ("7S", "7C", "7D", "9S", "KH", "JK", "13"))])


@st.composite
def attempts(draw: st.DrawFn) -> Attempt:
    lifted = draw(TIMES)
    placed = draw(st.none() | st.integers(0, 500).map(lambda after: lifted + after))
    slot = draw(st.none() | st.integers(-1, 6) | st.sampled_from(list(map(SlotId, ("p1.a1", "b2", "x1", "z")))))
    card = draw(CARDS | st.just(FACE_DOWN)) if placed is None else draw(CARDS)
    return Attempt(draw(PLAYERS), draw(PLAYERS), slot, card, lifted, placed)


@st.composite
def packs(draw: st.DrawFn) -> RulePack:
    options: dict[str, object] = {"snap.enabled": draw(st.booleans())}
    for key, values in {
        "snap.whose": ("own", "any"),
        "snap.give": ("none", "optional", "required"),
        "snap.wrong_penalty": (0, 1, 2),
        "snap.late_penalty": (0, 1, 2),
        "snap.lift_commits": (True, False),
        "snap.per_discard": ("one", "many"),
        "snap.after_wrong": ("stays_open", "closes"),
        "snap.window_ms": (None, 3000),
        "snap.chain": (True, False),
        "snap.grace_ms": (0, 100),
        "snap.early_return_costs": (True, False),
        "table.penalty_place": ("first_gap", "end"),
        "piles.when_empty": ("reshuffle", "end_round"),
        "table.max_hand": (None, 4),
    }.items():
        if draw(st.booleans()):
            options[key] = draw(st.sampled_from(values))
    return load_pack(draw(st.sampled_from(["kaboo", "cambio", "scambodia"])), options)


@st.composite
def tables(draw: st.DrawFn) -> Snaps:
    return Snaps(
        SEVEN,
        tuple(draw(st.lists(attempts(), max_size=6))),
        phase=draw(st.sampled_from([Phase.INITIAL_PEEK, Phase.TURNS, Phase.FINAL, Phase.AFTER_LAST_TURN])),
        discarder=draw(st.none() | PLAYERS),
        caller=draw(st.none() | PLAYERS),
        power_in_progress=draw(st.sampled_from([False, False, False, True])),
        owed_card=draw(st.sampled_from([False, False, False, True])),
        already_snapped=draw(st.sampled_from([False, False, False, True])),
        window_opened_ms=draw(st.sampled_from([0.0, 200.0])),
        window_closed_ms=draw(st.none() | TIMES),
        frame_interval_ms=draw(st.sampled_from([8.25, 33.25, 66.5])),
        hands=draw(st.dictionaries(PLAYERS, st.integers(0, 6))),
        draw_pile=draw(st.integers(0, 4)),
        discard_pile=draw(st.integers(0, 4)),
    )


@given(packs(), tables(), st.integers(-5000, 5000))
def test_shifting_all_times_changes_nothing(pack: RulePack, snaps: Snaps, by_ms: int) -> None:
    def later(time_ms: float | None) -> float | None:
        return None if time_ms is None else time_ms + by_ms

    moved = replace(
        snaps,
        attempts=tuple(
            replace(tried, lifted_ms=later(tried.lifted_ms), placed_ms=later(tried.placed_ms))
            for tried in snaps.attempts
        ),
        window_opened_ms=snaps.window_opened_ms + by_ms,
        window_closed_ms=later(snaps.window_closed_ms),
    )
    assert judge_snaps(pack, moved) == judge_snaps(pack, snaps)


@given(packs(), tables(), st.randoms(use_true_random=False))
def test_the_order_of_the_attempts_in_the_input_changes_nothing(pack: RulePack, snaps: Snaps, random: Any) -> None:
    places = list(range(len(snaps.attempts)))
    random.shuffle(places)
    shuffled = judge_snaps(pack, replace(snaps, attempts=tuple(snaps.attempts[place] for place in places)))
    original = judge_snaps(pack, snaps)
    by_attempt = sorted(
        (repr(snaps.attempts[place]), str(verdict)) for place, verdict in zip(places, shuffled, strict=True)
    )
    assert by_attempt == sorted(
        (repr(tried), str(verdict)) for tried, verdict in zip(snaps.attempts, original, strict=True)
    )


FIRM = (Verdict.CORRECT, Verdict.LATE)


@given(packs(), tables())
def test_overlapping_contacts_never_get_a_firm_verdict(pack: RulePack, snaps: Snaps) -> None:
    judged = zip(snaps.attempts, judge_snaps(pack, snaps), strict=True)
    firm = [tried.time_ms for tried, verdict in judged if verdict.verdict in FIRM]
    if takes_one(pack):
        assert all(abs(a - b) >= snaps.frame_interval_ms - 0.5 for a, b in combinations(firm, 2))


@given(packs(), tables())
def test_a_card_on_the_pile_is_snapped_once(pack: RulePack, snaps: Snaps) -> None:
    correct = [verdict for verdict in judge_snaps(pack, snaps) if verdict.verdict is Verdict.CORRECT]
    assert len(correct) <= (1 if takes_one(pack) else len(snaps.attempts))


@given(packs(), tables())
def test_only_wrong_late_and_returned_cards_cost_anything(pack: RulePack, snaps: Snaps) -> None:
    verdicts = judge_snaps(pack, snaps)
    costly = {verdict.verdict for verdict in verdicts if verdict.penalty_cards or verdict.takes_card}
    assert costly <= {Verdict.WRONG, Verdict.LATE, Verdict.RETURNED}
    assert sum(verdict.penalty_cards for verdict in verdicts) <= snaps.draw_pile + snaps.discard_pile + 6
    assert all(len(verdict.penalty_slots) == verdict.penalty_cards for verdict in verdicts)


@given(packs(), tables())
def test_the_rule_that_decided_is_a_key_of_the_pack_and_the_reason_a_sentence(pack: RulePack, snaps: Snaps) -> None:
    for verdict in judge_snaps(pack, snaps):
        assert verdict.rule in KEY_PATHS
        assert verdict.reason.endswith(".")
