"""Worked cases of independent implementations about snaps, against the snap judge and on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kibitz_scoring.game.projection import project
from kibitz_scoring.notation.judge_lines import parse_snap_card
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import Place, SnapGive
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.snaps.costs import judge_snaps
from kibitz_scoring.snaps.judge import Attempt, Snaps, SnapVerdict
from kibitz_scoring.table import FACE_DOWN

from ..stories import broken, dealt, told
from .oracle import Case, runs

SNAP_OTHERS = ("kaboofe-s10", "kaboofe-s13")
"""Cases of Kaboo in which another's card is snapped: a house rule in the paper (K8); a third case has the option."""

SWITCHES: Mapping[str, dict[str, object]] = {
    "kaboofe-s21": {"snap.discarder_may": False},
    "raa-other-bad": {"snap.wrong_other_takes_card": False},
}
"""What switches a case that contradicts its rule text."""

HANDS_BEFORE = {"kaboofe-s07b": {"p1": 1, "bot": 1}, "kaboofe-s13": {"p1": 2, "bot": 2}}
"""Hands before the attempt where a case tells only those after it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A case as a table, and the verdict on it."""

    pack: RulePack
    snaps: Snaps
    attempt: Attempt
    verdict: SnapVerdict = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "verdict", judge_snaps(self.pack, self.snaps)[0])

    def before(self, player: str) -> int:
        return self.snaps.hands.get(PlayerId(player), 4)

    def after(self, player: str) -> int:
        """Cards of a player after the verdict, a card that may be given being given."""
        verdict, owner = self.verdict, self.attempt.owner
        count = self.before(player)
        if player == owner:
            count -= (verdict.verdict == "correct") + verdict.takes_card
            count += verdict.give is not SnapGive.NONE
        if player == self.attempt.player:
            count += verdict.penalty_cards + verdict.takes_card - (verdict.give is not SnapGive.NONE)
        return count

    def then(self, card: str) -> SnapVerdict:
        """Verdict on another card that the same player lays a second later."""
        time = (self.attempt.placed_ms or 0) + 1000
        later = Attempt(self.attempt.player, self.attempt.player, None, parse_snap_card(card), time, time)
        return judge_snaps(self.pack, replace(self.snaps, attempts=(self.attempt, later)))[1]


def judged(case: Case, pack_id: str | None = None, **house: object) -> Judged:
    given = case.given
    others = {"snap.whose": "any"} if case.id in SNAP_OTHERS else {}
    pack = case.pack(pack_id, **others, **house)
    top = parse_snap_card(given.get("top", "7").removesuffix(" black"))
    card = parse_snap_card({"non-match": "9"}.get(given["card"], given["card"]).removesuffix(" red"))
    snapper = PlayerId(given.get("snapper", "p1"))
    owner = PlayerId(given.get("owner", snapper))
    before = given.get("hand_before", HANDS_BEFORE.get(case.id, {}))
    hands = before if isinstance(before, dict) else {snapper: before}
    attempt = Attempt(snapper, owner, None, card, 100, 600)
    discarder = given.get("discarder")
    snaps = Snaps(
        top,
        (attempt,),
        discarder=None if discarder is None else PlayerId(discarder),
        hands={PlayerId(player): count for player, count in hands.items()},
        draw_pile=given.get("draw_pile", 20),
    )
    return Judged(pack, snaps, attempt)


def stays(found: Judged, case: Case) -> bool:
    """Whether a card snapped wrongly is back in its place on the table, face down, with the pile as it was."""
    pack = found.pack
    top, card = (f"{case.given[key]}S"[:2] for key in ("top", "card"))
    state = dealt(pack, "p1 draws", f"p1 discards {top}")
    after = told(state, f"p2 snaps p2.b1 {card} wrong")
    seen = project(after, None).hands[1][2]
    return after.discard == state.discard and seen is not None and seen.face is FACE_DOWN and not seen.face_up


def shown(found: Judged, case: Case) -> bool:
    """Whether everybody has seen a card snapped wrongly, and nobody the penalty card."""
    state = dealt(found.pack, "p1 draws", "p1 discards 5D", f"p2 snaps p2.b1 {case.given['card']} wrong")
    wrong, penalty = told(state, "p2 penalty p2.x1 3C").hands[1][2::2]
    assert wrong is not None
    assert penalty is not None
    return wrong.known_to == {0, 1} and not penalty.known_to


def penalty_first(found: Judged, _: Case) -> bool:
    """Whether the penalty card comes before the card taken over, each into the first gap."""
    state = dealt(found.pack, "p1 draws", "p1 discards 9D", "p1 snaps p1.b1 9S")
    state = told(state, "p1 snaps p2.a1 4C wrong")
    early = broken(state, "p1 collects p2.a1 p1.b1")
    state = told(state, "p1 penalty p1.b1")
    return early == ["snap.wrong_other_takes_card"] and broken(state, "p1 collects p2.a1 p1.x1") == []


def may_skip(found: Judged, case: Case) -> bool:
    """Whether the give-away may be declined, or goes into the very gap."""
    state = dealt(found.pack, "p1 draws", f"p1 discards {case.given['top']}", f"p2 snaps p1.b1 {case.given['card']}")
    elsewhere = broken(told(state, "p1 snaps p1.a1 2C wrong"), "p2 gives p2.a1 p1.a1")
    return not broken(state, "p2 declines") and not broken(state, "p2 gives p2.a1 p1.b1") and elsewhere == ["snap.give"]


CHECKS: Mapping[str, Callable[[Judged, Case, Any], bool]] = {
    "verdict": lambda found, _, value: found.verdict.verdict == value,
    "penalty_cards": lambda found, _, value: found.verdict.penalty_cards == value,
    "hand_after": lambda found, _, value: found.after(found.attempt.player) == value,
    "hands_after": lambda found, _, value: {player: found.after(player) for player in value} == value,
    "hand_delta": lambda found, _, value: found.after(found.attempt.player) - found.before("p1") == value,
    "B_hand_delta": lambda found, _, value: found.after("B") - found.before("B") == value,
    "deck_delta": lambda found, _, value: -found.verdict.penalty_cards == value,
    "pile_size": lambda found, _, value: 1 + (found.verdict.verdict == "correct") == value,
    "snapped_card_stays": lambda found, case, value: not found.verdict.takes_card and stays(found, case) is value,
    "owner_keeps_card": lambda found, _, value: (not found.verdict.takes_card) is value,
    "penalty_position": lambda found, _, value: value == "last" and found.verdict.penalty_slots == (Place.END,),
    "give_away": lambda found, _, value: (found.verdict.give is not SnapGive.NONE) is bool(value),
    "give": lambda found, _, value: value == "optional, exact gap" and found.verdict.give is SnapGive.OPTIONAL,
    "snapper_gains": lambda found, _, value: (
        value == ["penalty card", "B's card"] and found.verdict.penalty_cards == 1 and found.verdict.takes_card
    ),
    "each_into": lambda found, _, value: (
        value == "first empty position" and found.then("4").penalty_slots == (Place.END,)
    ),
    "slot": lambda found, _, value: "gap" in value and found.then("9").penalty_slots == (Place.FIRST_GAP,),
    "window": lambda found, _, value: (
        value == "stays open" and found.then(str(found.snaps.top.rank)).verdict == "correct"
    ),
    "top_after": lambda found, case, value: str(found.snaps.top.rank) == value and stays(found, case),
    "rank_of_wrong_card_revealed": lambda found, case, value: stays(found, case) is not value,
    "returns_to": lambda found, case, value: value == "its slot" and stays(found, case),
    "shown_to_all": lambda found, case, value: shown(found, case) is value,
    "penalty_seen": lambda found, case, value: shown(found, case) is not value,
    "order": lambda found, case, value: (
        value == "penalty card placed first, then B's card" and penalty_first(found, case)
    ),
    "skip_ok": lambda found, case, value: may_skip(found, case) is value,
}


def unmet(case: Case, pack_id: str | None = None, **house: object) -> list[str]:
    """Expectations of a case that the verdict and the table do not meet."""
    found = judged(case, pack_id, **house)
    return [name for name, value in case.expect.items() if not CHECKS[name](found, case, value)]


@runs(
    *("kaboofe-s03", "kaboofe-s07b", "kaboofe-s10", "kaboofe-s13", "kaboofe-s21", "kaboobe-snap", "kaboobe-wrong"),
    *("kaboobe-wrong-empty", "cclub-wrong-other", "bhn-own", "bhn-wrong", "raa-own", "raa-other-bad", "cb-r15"),
    "cb-r17",
)
def test_snaps_are_judged_as_in_other_implementations(case: Case) -> None:
    assert case.use == "yes"
    assert bool(unmet(case)) is case.contradicts
    if case.contradicts:
        assert unmet(case, **SWITCHES[case.id]) == []


@runs("raa-KK", "cb-r13", "pyc-stackwrong")
def test_snaps_of_other_games_are_judged_alike_where_cambio_agrees(case: Case) -> None:
    assert unmet(case, "cambio") == []
