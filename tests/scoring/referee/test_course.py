"""The course of a watched round: table events and acts by time, game events and a tally out."""

from __future__ import annotations

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.events import Called, Modified, Passed
from kibitz_scoring.game.round_state import cards_of
from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.course import Course
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import (
    CardLanded,
    CardPlaced,
    CardRevealed,
    Heap,
    Interval,
    PileTopChanged,
    Seen,
    SlotFilled,
    SlotId,
)

ANN, BEN = PLAYERS = (PlayerId("Ann"), PlayerId("Ben"))


def test_of_a_landing_it_waits_for_what_that_was() -> None:
    watched = course("round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 45 | pile 7H")
    assert watched.see(CardLanded(Seen(Interval(1000, 1033)), Heap.DISCARD)) == ()
    assert watched.state == course("round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 45 | pile 7H").state


FACES = {"p1.a1": "2C", "p1.a2": "3C", "p2.a1": "4C", "p2.a2": "5C"}


def course(line: str, pack_id: str = "kaboo") -> Course:
    return Course(parse_table(line, load_pack(pack_id), PLAYERS))


def turn_up(watched: Course, faces: dict[str, str] | None = None) -> None:
    for number, (slot, face) in enumerate((FACES if faces is None else faces).items()):
        watched.see(CardRevealed(Seen(Interval(100.0 * number, 100.0 * number + 33)), SlotId(slot), parse_card(face)))


def test_a_card_that_was_never_turned_up_leaves_the_sheet_with_a_question() -> None:
    watched = course("round 1 reveal p1 | p1 ? ? - - | p2 ? ? ? - | deck 48 | pile 7H | ended deck")
    turn_up(watched)
    ending = watched.end()
    assert ending.tally is not None
    assert dict(ending.tally.points) == {"Ann": 5, "Ben": 9}
    assert [question.text for question in ending.questions] == ["Does no card lie at p2.b1?"]


def test_a_reveal_of_which_most_went_unseen_gives_no_sheet() -> None:
    watched = course("round 1 reveal p1 | p1 ? ? - - | p2 ? ? - - | deck 49 | pile 7H | ended deck")
    turn_up(watched, {"p1.a1": "2C"})
    ending = watched.end()
    assert (ending.tally, ending.reason) == (None, "3 of 4 cards were not seen turned up, such as the one at p1.a2.")


def test_one_card_turned_up_in_two_places_gives_no_sheet() -> None:
    watched = course("round 1 reveal p1 | p1 ? ? - - | p2 ? ? - - | deck 49 | pile 7H | ended deck")
    turn_up(watched, {**FACES, "p2.a2": "2C"})
    ending = watched.end()
    assert ending.tally is None
    assert "2C" in ending.reason


def test_a_call_is_heard_after_a_pass() -> None:
    watched = course("round 1 turns p1 | p1 ? ? - - | p2 ? ? - - | deck 49 | pile 7H")
    watched.hear(TimedEvent(Interval(10, 10), Passed(ANN)))
    watched.hear(TimedEvent(Interval(20, 20), Called(BEN)))
    turn_up(watched)
    assert not any(question.text == "Who called?" for question in watched.end().questions)


def test_a_call_that_nobody_owned_up_to_is_left_open() -> None:
    watched = course("round 1 turns p1 | p1 ? ? - - | p2 ? ? - - | deck 49 | pile 7H")
    turn_up(watched)
    ending = watched.end()
    assert [question.text for question in ending.questions] == ["Who called?"]
    assert (ending.tally, ending.reason) == (None, "Nobody said who called.")


def test_tokens_go_with_their_cards_and_are_asked_after_where_not_all_of_the_play_was_seen() -> None:
    line = "round 1 {} p1 | p1 ?+1 ? - - | p2 ? ? - - | deck 47 | pile 7H{}"
    seen = course(line.format("reveal", " | ended deck"), "dragons_gambit")
    turn_up(seen)
    ending = seen.end()
    assert ending.tally is not None
    assert (ending.tally.points[ANN], ending.questions) == (6, ())
    missed = course(line.format("final", " | called p2 | left p1"), "dragons_gambit")
    turn_up(missed)
    ending = missed.end()
    assert ending.tally is not None
    assert ending.tally.points[ANN] == 6
    assert "Is the token at p1.a1 not on the card there?" in [question.text for question in ending.questions]


def test_a_token_that_was_said_to_be_put_on_a_card_is_followed() -> None:
    line = "round 1 final p1 | p1 ? ? - - | p2 ? ? - - | deck 47 | pile 7H | called p2 | left p1"
    watched = course(line, "dragons_gambit")
    watched.hear(TimedEvent(Interval(10, 10), Modified(BEN, SlotId("p1.a1"), 1)))
    turn_up(watched)
    asked = [question.text for question in watched.end().questions]
    assert any("token" in text and "p1.a1" in text for text in asked)


def test_the_last_window_is_over_with_the_last_picture() -> None:
    watched = course("round 1 after_last_turn p1 | p1 - - - - | p2 - - - - | deck 53 | pile 7H | called p2")
    ending = watched.end()
    assert [type(timed.event).__name__ for timed in ending.events] == ["LastWindowClosed"]
    assert ending.tally is not None


def test_a_call_that_was_heard_counts_where_no_hand_is_empty_after_all() -> None:
    watched = course("round 1 reveal p1 | p1 ? ? - - | p2 ? ? - - | deck 47 | pile 7H | ended empty_hand", "scambodia")
    watched.hear(TimedEvent(Interval(0, 0), Called(BEN)))
    turn_up(watched)
    tally = watched.end().tally
    assert tally is not None
    assert (tally.caller, tally.caller_succeeded) == (BEN, False)
    unheard = course("round 1 reveal p1 | p1 ? ? - - | p2 ? ? - - | deck 47 | pile 7H | ended empty_hand", "scambodia")
    turn_up(unheard)
    assert unheard.end().reason == "The round was taken to end by an empty hand, but nobody's hand was empty."


def test_the_course_goes_on_from_the_likeliest_reading_where_a_question_is_not_answered() -> None:
    watched = course("round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 45 | pile 7H | top p1 snaps 0", "cambio")
    watched.see(PileTopChanged(Seen(Interval(100, 133)), parse_card("7C"), SlotId("p2.a1")))
    watched.advance(4000)
    assert watched.question is not None
    (question,) = watched.questions
    settled = watched.suppose()
    assert [timed.at for timed in settled] == [Interval(100, 133)]
    assert watched.suppose() == ()
    assert (watched.question, watched.questions) == (None, (question,))
    assert sum(1 for _ in cards_of(watched.state, 1)) == 3


@pytest.mark.parametrize("lying", ["? ? ? - | deck 44", "? ? - - | deck 45"], ids=["known to lie there", "come unseen"])
def test_what_lies_open_at_the_end_counts_whatever_was_not_understood_before(lying: str) -> None:
    cleo = PlayerId("Cleo")
    line = f"round 1 turns p1 | p1 ? ? - - | p2 ? ? - - | p3 {lying} | pile 8C"
    watched = Course(parse_table(line, load_pack("scambodia"), (*PLAYERS, cleo)))
    watched.see(PileTopChanged(_seen(100, cleo), parse_card("10D"), Heap.DRAW))
    watched.hear(TimedEvent(Interval(700, 700), Called(BEN)))
    watched.see(PileTopChanged(_seen(800, cleo), parse_card("10H"), SlotId("p3.b1")))
    shown = {"p3.b1": "3S", "p3.a2": "7H", "p2.a2": "3D", "p1.a2": "QS", "p1.a1": "2C", "p2.a1": "4C", "p3.a1": "5C"}
    for number, (slot, face) in enumerate(shown.items()):
        seen = _seen(2000 + 100 * number)
        if slot == "p3.a1":
            # Taken for a card that was laid there face up: it lies open all the same.
            watched.see(CardPlaced(seen, SlotId(slot), Heap.DRAW, parse_card(face)))
            watched.see(SlotFilled(seen, SlotId(slot), Heap.DRAW, parse_card(face)))
        else:
            watched.see(CardRevealed(seen, SlotId(slot), parse_card(face)))
    ending = watched.end()
    assert ending.tally is not None
    assert dict(ending.tally.points) == {"Ann": 14, "Ben": 7, "Cleo": 15}


def _seen(at_ms: float, player: PlayerId | None = None) -> Seen:
    return Seen(Interval(at_ms, at_ms + 33), by=UNSEEN_HAND if player is None else HandPosterior.sole(player))


def test_a_caller_who_left_is_judged_by_nobody() -> None:
    text = "round 1 reveal p1 | p1 2C^(*) - - - | p2 - - - - | deck 53 | called p2 | ended call | left p2"
    tally = Course(parse_table(text, load_pack("kaboo"), (PlayerId("A"), PlayerId("B")))).end().tally
    assert tally is not None
    assert (tally.caller, tally.points) == (None, {"A": 2})


def test_tokens_that_lie_on_cards_at_the_reveal_count_and_nothing_is_asked() -> None:
    line = "round 1 final p1 | p1 ? ? - - | p2 ? ? - - | deck 47 | pile 7H | called p2 | left p1"
    watched = course(line, "dragons_gambit")
    watched.hear(TimedEvent(Interval(10, 10), Modified(BEN, SlotId("p1.a1"), 1)))
    turn_up(watched)
    ending = watched.end({SlotId("p1.a1"): 0, SlotId("p1.a2"): -1, SlotId("p2.a1"): 0, SlotId("p2.a2"): 2})
    assert {player: [card.modifier for card in hand] for player, hand in ending.hands.items()} == {
        ANN: [0, -1],
        BEN: [0, 2],
    }
    assert not any("token" in question.text for question in ending.questions)
