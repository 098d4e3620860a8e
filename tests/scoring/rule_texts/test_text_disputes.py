"""What a table can argue about: the sentences of the rule texts on ends, windows, cards all have seen, and hands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kibitz_scoring.cli.judge import judge_json
from kibitz_scoring.cli.replay import Step, replay_steps
from kibitz_scoring.cli.score import score_json, score_text
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.round_state import Phase
from kibitz_scoring.notation.games import parse_game
from kibitz_scoring.notation.tables import format_table, parse_table
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.tally import RoundEnd

from ..stories import THREE, TWO, allows, breaks, broken, dealt, table, told
from .rule_sentences import cites

KABOO, CAMBIO, CAMEO = load_pack("kaboo"), load_pack("cambio"), load_pack("cameo")


def steps(pack: str, *lines: str, players: int = 2) -> list[Step]:
    """The steps of a game file of these entries."""
    head = ["kibitz game 1", f"pack {pack}", *(f'p{seat} = "{name}"' for seat, name in enumerate("ABC"[:players], 1))]
    body = [f"{number}. {line}" for number, line in enumerate(lines, start=1)]
    return list(replay_steps(parse_game("\n".join([*head, *body, ""]))))


def found(step: Step) -> list[str]:
    return [violation.rule for violation in step.violations]


def standing(of: Sequence[Step]) -> list[tuple[int, str]]:
    return [(breach.number, breach.violation.rule) for breach in of[-1].standing]


# --- the last phase ends ----------------------------------------------------------------------------------------------


@cites("kaboo.md", "exactly one more turn", "you may use it")
def test_a_power_that_can_be_used_on_nothing_is_over_by_itself() -> None:
    text = "round 1 final p1 | p1 ? ? ? ? | p2 9D - - - | deck 48 | pile 2C | top p2 snaps 0 | called p2 | final p1"
    state = told(table(KABOO, text), "p1 draws", "p1 discards 9C")
    assert state.power is not None
    assert told(state, "p2 snaps p2.a1 9D").phase is Phase.AFTER_LAST_TURN
    begun_look = told(dealt(KABOO), "p1 draws", "p1 discards KC", "p1 looks p2.a1")
    alone = told(begun_look, *(f"move p2.{place} aside" for place in ("a1", "a2", "b1", "b2")))
    assert alone.power is not None, "two of the own cards are still there"


@cites("kaboo.md", "exactly one more turn")
@cites("cambio.html", "has taken a final turn")
def test_an_empty_hand_in_a_turn_gives_every_other_player_one_last_turn() -> None:
    text = "round 1 turns p2 | p1 ? ? ? ? | p2 ? ? ? ? | p3 9D - - - | deck 44 | pile 2C | top p1 snaps 0"
    state = told(table(CAMBIO, text, THREE), "p2 draws", "p2 discards 9C", "p2 snaps p3.a1 9D", "p2 declines")
    assert state.final_left == (1, 0)
    over = told(state, "p2 declines", "p1 draws", "p1 discards 2D")
    assert over.phase is Phase.AFTER_LAST_TURN


@cites("kaboo.md", "the game ends immediately", "No reshuffling")
def test_the_round_is_over_when_the_deck_is_however_it_was_emptied() -> None:
    text = "round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 2 | pile" + " ?" * 44
    state = told(table(KABOO, text), "p1 draws", "p1 discards 2C", "p2 snaps p2.a1 3C wrong")
    breaks(state, "p2 calls", "play.due")
    over = told(state, "p2 penalty p2.x1")
    assert (over.phase, over.end) == (Phase.REVEAL, RoundEnd.DECK)
    running = told(table(KABOO, text), "p1 draws", "p1 discards 7C", "p2 snaps p2.a1 3C wrong", "p2 penalty p2.x1")
    assert told(running, "p1 looks p1.a1").phase is Phase.REVEAL
    empty = text.replace("deck 2", "deck 0") + " ? 9C | due p1 give p2.a1"
    given = table(load_pack("kaboo", {"snap.whose": "any"}), empty)
    breaks(given, "p1 calls", "piles.when_empty")
    assert told(given, "p1 declines").phase is Phase.REVEAL


# --- windows and what all have seen -----------------------------------------------------------------------------------


@cites("kaboo.md", "a brief window opens")
def test_replay_and_judge_tell_the_same_of_a_window_that_is_over() -> None:
    start = ("p2 deals", "starter 9H", "p1 draws", "p1 discards 2C")
    drawn = steps("kaboo", *start, "p2 draws", "p1 snaps p1.a1 2D")
    assert found(drawn[-1]) == ["snap.closes_on_draw"]
    timed = (*start[:3], "@1000-1033 p1 discards 2C")
    late = steps("kaboo", *timed, "@9000-9033 p1 snaps p1.a1 2D")
    assert found(late[-1]) == ["snap.window_ms"]
    assert "is late, not correct" in late[-1].violations[0].reason
    assert found(steps("kaboo", *timed, "@2000-2033 p1 snaps p1.a1 2D")[-1]) == []
    assert found(steps("kaboo", *timed, "p1 snaps p1.a1 2D")[-1]) == []
    assert found(steps("kaboo", *timed, "@5000-5033 p2 draws", "@5100-5133 p1 snaps p1.a1 2D late")[-1]) == []
    close = steps("kaboo", *timed, "@2000-2033 p1 snaps p1.a1 2D", "@2010-2043 p2 snaps p2.a1 2H late")
    assert found(close[-1]) == [], "nobody can say that the table was wrong"


@cites("cambio.html", "only be snapped onto once")
def test_a_snap_is_not_late_where_nobody_snapped_before() -> None:
    start = ("p2 deals", "starter 9H", "p1 draws", "p1 discards 2C")
    assert found(steps("cambio", *start, "p1 snaps p1.a1 2D late")[-1]) == ["snap.per_discard"]
    after = steps("cambio", *start, "p2 snaps p2.a1 2H", "p1 snaps p1.a1 2D late")
    assert found(after[-1]) == []
    assert found(steps("cambio", *start, "p2 snaps p2.a1 2H", "p1 snaps p1.a1 2D wrong")[-1]) == ["snap.wrong_penalty"]
    assert found(steps("cambio", *start, "p1 snaps p1.a1 2D not_allowed")[-1]) == ["snap.enabled"]
    taken = steps("cambio", *start, "p2 snaps p2.a1 2H", "p2 takes", "p1 snaps p1.a1 2D late")
    assert found(taken[-1]) == [], "what lies beneath was snapped onto"
    unread = steps("cambio", *start, "p1 snaps p1.a1", "p2 snaps p2.a1 wrong", "p2 snaps p2.a2 returned")
    assert [found(step) for step in unread[4:]] == [[], [], []]
    assert found(steps("cambio", "p2 deals", "starter ?", "p1 snaps p1.a1 2D")[-1]) == []


@cites("kaboo.md", "does not match, the player")
@cites("cambio.html", "without looking at it")
def test_one_wrong_card_laid_is_one_penalty_however_it_is_told() -> None:
    right = {"player": "B", "card": "9H", "lifted_ms": 100, "placed_ms": 400}
    wrong = {"player": "A", "card": "8H", "lifted_ms": 300, "placed_ms": 700}

    def judged(*attempts: dict[str, Any], **table_at: Any) -> list[tuple[str, int]]:
        answer = json.loads(
            judge_json(json.dumps({"pack": "kaboo", "top": "9C", "attempts": attempts, **table_at}).encode())
        )
        return [(one["verdict"], one["penalty_cards"]) for one in answer["verdicts"]]

    assert judged(right, wrong) == [("correct", 0), ("wrong", 1)]
    assert judged(wrong, already_snapped=True) == [("wrong", 1)]
    assert judged({**wrong, "card": "9D"}, already_snapped=True) == [("not_allowed", 0)]
    told_so = steps(
        "kaboo", "p2 deals", "starter 2H", "p1 draws", "p1 discards 9C", "p2 snaps p2.a1 9H", "p1 snaps p1.a1 8H wrong"
    )
    assert found(told_so[-1]) == []
    assert len(told_so[-1].game.now.due) == 1


@cites("cambio.html", "fill an empty position")
def test_a_penalty_card_fills_an_empty_position_first() -> None:
    own = {"player": "A", "slot": "p1.a1", "card": "9H", "lifted_ms": 100, "placed_ms": 400}
    wrong = {"player": "A", "slot": "p1.a2", "card": "8H", "lifted_ms": 500, "placed_ms": 700}
    line = {"pack": "cambio", "top": "9C", "hands": {"A": 6}, "attempts": [own, wrong]}

    def places(line: dict[str, Any]) -> list[str]:
        return list(json.loads(judge_json(json.dumps(line).encode()))["verdicts"][-1]["penalty_slots"])

    assert places(line) == ["first_gap"]
    last = {**own, "slot": "p1.x2"}
    assert places({**line, "attempts": [last, wrong]}) == ["end"]
    assert places({**line, "attempts": [{**own, "slot": None}, wrong]}) == ["first_gap"]


@cites("scambodia.md", "identified by suit and rank")
def test_a_card_stands_once_in_a_deck() -> None:
    def verdicts(*cards: tuple[str, str], pack: str = "cambio", top: str = "9S", slot: str | None = None) -> list[str]:
        attempts = [
            {"player": player, "card": card, "slot": slot, "lifted_ms": 100 * at, "placed_ms": 100 * at + 50}
            for at, (player, card) in enumerate(cards, start=1)
        ]
        answer = json.loads(judge_json(json.dumps({"pack": pack, "top": top, "attempts": attempts}).encode()))
        return [one["verdict"] for one in answer["verdicts"]]

    assert verdicts(("A", "9S")) == ["invalid"]
    assert verdicts(("A", "9H"), ("B", "9H")) == ["correct", "invalid"]
    assert verdicts(("A", "9H"), ("A", "9H")) == ["correct", "late"]
    assert verdicts(("A", "9H"), ("A", "9H"), slot="p1.a1") == ["correct", "late"]
    assert verdicts(("A", "9"), ("B", "9")) == ["correct", "late"]
    assert verdicts(("A", "JK"), ("B", "JK"), top="JK") == ["correct", "invalid"]


@cites("kaboo.md", "from the deck or discard pile")
@cites("scambodia.md", "newly revealed card")
def test_cards_that_all_have_seen_are_held_to() -> None:
    state = told(dealt(KABOO, starter="5H"), "p1 takes", "p1 swaps p1.a1 2C")
    breaks(state, "reveal p1.a1 KH", "play.card")
    assert "play.card" not in broken(state, "reveal p1.a1 5H")
    drawn = told(state, "p2 draws 5H")
    breaks(drawn, "p2 discards 5H", "deck.base")
    allows(drawn, "p2 discards 5D")
    taken = told(dealt(load_pack("kaboo", {"piles.drawn_discard_may_return": True}), starter="5H"), "p1 takes")
    breaks(taken, "p1 discards 5D", "play.card")
    forced = told(dealt(load_pack("scambodia"), starter="9H"), "p1 matches p1.a1 8C")
    breaks(told(forced, "p2 draws", "p2 discards 2C", "p1 draws"), "p1 swaps p1.a1 KC", "play.card")


@cites("cameo.md", "ranked 1 to 6")
def test_a_card_that_might_not_be_kept_is_told_at_the_reveal() -> None:
    kept = told(dealt(CAMEO), "p1 draws", "p1 swaps p1.a1")
    assert "p1 ?k(1) ? ? ?" in format_table(kept)
    assert parse_table(format_table(kept), CAMEO, TWO) == kept
    moved = told(kept, "p2 draws", "p2 uses JC", "p2 exchanges p2.b1 p1.a1", "p1 calls")
    breaks(moved, "reveal p2.b1 9C", "keep.ranks")
    allows(moved, "reveal p2.b1 6C", "reveal p1.a1 9C")


# --- corrections ------------------------------------------------------------------------------------------------------

REVEALED = ("p2 deals", "round-ends call p1", *(f"reveal p1.{at} {card}" for at, card in (("a1", "3C"), ("a2", "3C"))))
REST = ("b1 4C", "b2 5C")
OTHERS = tuple(f"reveal p2.{at} {card}" for at, card in (("a1", "6C"), ("a2", "7C"), ("b1", "8C"), ("b2", "9C")))


def test_a_mistake_that_was_corrected_stops_no_replay() -> None:
    lines = (*REVEALED, *(f"reveal p1.{line}" for line in REST), *OTHERS)
    wrong = steps("kaboo", *lines[:-1])
    assert standing(wrong) == [(4, "deck.base")]
    corrected = steps("kaboo", *lines, "undo", "correct p1.a2 3D", OTHERS[-1])
    assert corrected[len(lines) - 1].problem.startswith("rounds[0].hands: 3C stands twice")
    assert corrected[len(lines) - 1].sheet is None
    assert corrected[-1].sheet is not None
    assert corrected[-1].sheet.totals == {"A": 15, "B": 30}
    assert standing(corrected) == []
    after = steps("kaboo", *lines, "correct p1.a1 3D")
    assert (standing(after), after[-1].problem) == ([], "")
    with pytest.raises(InputError, match=r"entry 10: .*3C stands twice"):
        steps("kaboo", *lines)


def test_what_stands_is_told_after_every_correction() -> None:
    start = ("p2 deals", "starter 5H", "p1 takes", "p1 swaps p1.a1 2C", "round-ends call p1", "reveal p1.a1 KH")
    assert standing(steps("kaboo", *start)) == [(6, "play.card")]
    assert standing(steps("kaboo", *start, "correct p1.a2 KD")) == [(6, "play.card")]
    assert standing(steps("kaboo", *start, "correct p1.a1 5H")) == []
    assert standing(steps("kaboo", *start, 'amend 6 because "misread" to reveal p1.a1 5H')) == []
    assert standing(steps("kaboo", *start, 'rule play.card by "A" because "never mind"')) == []
    turn = ("p2 deals", "starter 5H", "p2 draws", 'rule snap.whose by "A" because "?"', "correct pile 5D")
    assert standing(steps("kaboo", *turn)) == [(3, "play.turn")]
    discarded = ("p2 deals", "starter 5H", "p1 draws", "p1 discards 5H", "undo", "p1 discards 5D")
    assert standing(steps("kaboo", *discarded)) == []


def test_a_replay_prints_what_stands_and_why_there_is_no_sheet(tmp_path: Path) -> None:
    from kibitz_scoring.cli.commands import app

    path = tmp_path / "evening.kibitz"
    lines = (*REVEALED, *(f"reveal p1.{line}" for line in REST), *OTHERS, "correct p1.a1 3D")
    head = ["kibitz game 1", "pack kaboo", 'p1 = "A"', 'p2 = "B"']
    path.write_text("\n".join([*head, *(f"{at}. {line}" for at, line in enumerate(lines, 1)), ""]), encoding="utf-8")
    result = CliRunner().invoke(app, ["replay", str(path)])
    assert result.exit_code == 0
    assert "3C stands twice" in result.stdout
    told_json = [
        json.loads(line) for line in CliRunner().invoke(app, ["replay", "--json", str(path)]).stdout.splitlines()
    ]
    assert told_json[3]["standing"][0]["entry"] == 4
    assert "3C stands twice" in told_json[9]["problem"]
    assert told_json[-1]["standing"] == []
    assert told_json[-1]["rules"] == [KABOO.content_hash]


# --- hands of impossible size -----------------------------------------------------------------------------------------


def warned(pack: str, *, end: str | None = None, caller: str | None = None, **hands: str) -> list[str]:
    line = {"pack": pack, "strict": False, "hands": {name: hand.split() for name, hand in hands.items()}}
    return list(json.loads(score_json(json.dumps({**line, "end": end, "caller": caller}).encode()))["warnings"])


@cites("cameo.md", "4 random cards")
@cites("dragons_gambit.md", "Deal 4 cards")
@cites("scambodia.md", "decreases by 1")
def test_hands_of_impossible_size_are_scored_with_a_warning() -> None:
    four = "2C 3C 4C 5C"
    assert warned("cameo", A="2D", B=four) == ["A has 1 card: in Cameo a hand keeps its 4."]
    assert warned("cameo", A="2D 3D 4D 5D 6D", B=four) == ["A has 5 cards: in Cameo no hand comes to more than 4."]
    assert "no cards" in warned("dragons_gambit", A="", B="5 5 5 6")[0]
    assert len(warned("dragons_gambit", A="1 2 3 4 6", B="5 5 5 6")) == 1
    assert warned("scambodia", A="2D 3D 4D 5D 6D", B="2C") == [
        "A has 5 cards: in Scambodia no hand comes to more than 4."
    ]
    assert warned("kaboo", A="2D 3D 4D 5D 6D", B="2C") == []
    nobody = ["The round ended by an empty hand, but nobody's hand is empty."]
    assert warned("scambodia", A=four, B="2D", end="empty_hand") == nobody
    assert warned("kaboo", A=four, B="2D", end="empty_hand", caller="B") == []
    strict = {"pack": "cameo", "strict": True, "hands": {"A": ["2C"], "B": ["3C"]}}
    with pytest.raises(InputError, match="hands: A has 1 card"):
        score_json(json.dumps(strict).encode())
    with pytest.raises(InputError, match=r"rounds\[0\]\.hands: A has 1 card"):
        score_json(json.dumps({"pack": "cameo", "strict": True, "rounds": [{"hands": strict["hands"]}]}).encode())
    assert "Note: A has 1 card" in score_text(json.dumps({**strict, "strict": None}).encode())
    assert "warnings" not in json.loads(score_json(json.dumps({**strict, "strict": None}).encode()))
