"""What people put right by word: corrections, moves, rulings, ends, and players who leave."""

from __future__ import annotations

import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Ruled
from kibitz_scoring.game.legality.legal_acts import legal_acts, to_turn_up
from kibitz_scoring.game.record import GameState, play, score_sheet
from kibitz_scoring.game.round_state import Phase, first_state
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.events import format_event, parse_event
from kibitz_scoring.notation.tables import format_table, parse_table
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack

from ...reckonings import A, B, C
from ...stories import THREE, TWO, allows, begun, told

KABOO = "starter 9H\np1 draws"
EIGHT_UNKNOWN = "p1 ? ? ? ? | p2 ? ? ? ?"
FORTY_FIVE = " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in ("A", *range(2, 11), "J")) + " QC"


@pytest.mark.parametrize("end", ["call p2", "empty_hand", "empty_hand p1", "deck"])
def test_a_round_whose_end_went_unseen_is_ended_by_word(end: str) -> None:
    state = begun("kaboo", "")
    allows(state, f"round-ends {end}")
    after = told(state, f"round-ends {end}")

    assert after.phase is Phase.REVEAL
    assert after.end == end.split(maxsplit=1)[0]
    assert (after.caller, after.forced) == {"call p2": (1, False), "empty_hand p1": (0, True)}.get(end, (None, False))


def test_before_the_deal_there_is_no_round_to_end() -> None:
    state = first_state(load_pack("kaboo"), TWO)
    assert told(state, "round-ends deck") == state


def test_corrections_change_what_lies_there() -> None:
    state = told(begun("kaboo", KABOO), "p1 discards 2C\ncorrect pile 3C\ncorrect p1.a1 KH\ncorrect deck 2C")
    assert "p1 KH ? ? ?" in format_table(state)
    assert "pile 9H 3C" in format_table(state)
    assert told(state, "correct p1.x1 2C\ncorrect aside 2C") == state
    aside = told(begun("cameo", "p1 draws\np1 discards 7C"), "correct aside 8C")
    assert "aside 8C" in format_table(aside)


def test_cards_can_be_moved_anywhere() -> None:
    state = told(begun("kaboo", KABOO), "move p1.a1 pile\nmove pile p2.x1\nmove deck p1.a1\nmove p1.b1 aside")
    assert "p1 ? ? - ? | p2 ? ? ? ? ?(*)" in format_table(state)
    back = told(state, "move aside deck\nmove aside deck")
    assert back.draw_pile == 44
    assert told(back, "move p1.b1 deck") == back
    taken = told(back, "move p1.a1 p2.a1")
    assert "p2 ? ? ? ? ?(*) ?" in format_table(taken)


def test_rulings_change_a_key_from_here_on() -> None:
    state = begun("kaboo", KABOO)
    ruled = told(state, 'rule snap.wrong_penalty = 2 by "Ann" because "as at home"')
    assert len(told(ruled, "p1 discards 3C\np2 snaps p2.a1 4C wrong").due) == 2
    assert ruled.pack.house_rules[0].author == "Ann"
    assert told(state, 'rule snap.enabled by "Ann" because "never mind"') == state
    for wrong in ("deck.jokers = 0", "table.hand_size = 5", "table.rows = 1"):
        with pytest.raises(InputError, match="before the first deal"):
            told(state, f'rule {wrong} by "Ann" because "no"')
    before = first_state(load_pack("kaboo"), TWO)
    assert told(before, 'rule deck.jokers = 0 by "Ann" because "none here"').draw_pile == 52
    with pytest.raises(InputError, match=r"table\.hand_size"):
        told(before, 'rule table.hand_size = 40 by "Ann" because "why not"')


def test_who_leaves_is_not_waited_for() -> None:
    state = begun("kaboo", "starter 9H", THREE)
    gone = told(state, "p3 draws\np3 leaves")
    assert (gone.turn, gone.held, len(gone.aside)) == (0, (), 5)
    assert told(gone, "p1 passes\np2 passes").turn == 0
    assert told(state, "p1 leaves").turn == 2
    final = told(state, "p3 calls\np1 leaves")
    assert final.final_left == (1,)
    assert told(final, "p2 leaves").phase is Phase.REVEAL
    last = told(begun("kaboo", "starter 9H", (*THREE, PlayerId("Dan"))), "p3 calls\np4 leaves\np1 passes\np2 leaves")
    assert last.phase is Phase.AFTER_LAST_TURN
    due = told(state, "p3 draws\np3 discards 7C\np3 leaves\np1 leaves")
    assert (due.power, due.phase) == (None, Phase.REVEAL)
    assert told(due, "p1 leaves").departed == {0, 2}
    redealt = told(gone, "p1 deals")
    assert "p3 - - - -" in format_table(redealt)
    assert told(gone, "p1 calls").final_left == (1,)


def test_what_those_who_left_have_scored_stays() -> None:
    game = GameState((), begun("kaboo", "starter 9H", THREE, game__rounds=2))
    story = ["p3 calls", "p1 draws", "p1 discards 2C", "p2 draws", "p2 discards 2D"]
    story += [f"reveal p{seat}.{place} ?" for seat in (1, 2, 3) for place in ("a1", "a2", "b1", "b2")]
    deck = iter(["3C", "4C", "5C", "6C", "3D", "4D", "5D", "6D", "3H", "4H", "5H", "6H"])
    for text in story:
        game = play(game, parse_event(text.replace("?", next(deck)) if "?" in text else text, THREE))
    assert game.now.phase is Phase.SCORED
    again = play(game, parse_event("p3 deals", THREE))
    assert len(again.past) == 1
    assert score_sheet(again).totals == {A: 18, B: 18, C: 38}
    for gone in ("p3 leaves", "p1 leaves"):
        assert score_sheet(play(again, parse_event(gone, THREE))).totals == {A: 18, B: 18, C: 38}


def test_a_player_who_left_is_not_asked_to_act() -> None:
    state = told(begun("kaboo", "starter 9H", THREE), "p1 leaves")
    acts = [format_event(act, THREE) for act in legal_acts(state)]
    assert acts
    assert not any(act.startswith("p1") for act in acts)
    assert to_turn_up(state) == ()


def test_a_call_when_everybody_else_has_left_ends_the_turns() -> None:
    text = f"round 1 turns p1 | {EIGHT_UNKNOWN} | deck 0 | pile {FORTY_FIVE} QS | left p2"
    assert told(parse_table(text, load_pack("kaboo"), TWO), "p1 calls").phase is Phase.AFTER_LAST_TURN


def test_a_ruling_that_is_no_json_is_bad_input() -> None:
    with pytest.raises(InputError, match="is not JSON: expected a value such as 2 or true"):
        apply(begun("kaboo", KABOO), Ruled("snap.wrong_penalty", "two"))
