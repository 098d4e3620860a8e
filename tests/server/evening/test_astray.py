"""Where the table does not match the referee: told after a while, by its place, and never while it may be play."""

from __future__ import annotations

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.round_state import RoundState, cards_of
from kibitz_scoring.slots import slot_ids
from kibitz_scoring.table import FACE_DOWN, Heap, SlotId
from kibitz_server.evening.astray import Astray, AstrayCards
from kibitz_server.evening.round.play import Play
from kibitz_server.journal.play_entries import ActDisputed, ActSaid, RoundWatched
from kibitz_server.views.round.astray_view import AstrayView, astray_view
from kibitz_vision.watcher import PlaceState, TableState

from ..conftest import ANN, BEN, PACK

IN_TURN = ("starter 7H", "p2 draws", "p2 discards 2C")
NEAR_LEFT, EXTRA = SlotId("p1.b1"), SlotId("p2.x1")
LYING, BARE, HIDDEN = PlaceState(FACE_DOWN, 1.0, False), PlaceState(None, 1.0, False), PlaceState(None, 1.0, True)


def playing(*said: str) -> Play:
    play = Play(PACK, (ANN, BEN), RoundWatched(ANN, is_dealt=True, by_hand=True))
    for number, event in enumerate(said):
        play.take(ActSaid(float(number), event))
    return play


def as_it_is(state: RoundState, **otherwise: PlaceState) -> TableState:
    """What lies where, as the referee has it but for some places."""
    wanted = {slot for seat in range(2) for slot, _ in cards_of(state, seat)}
    places = [slot for seat in range(2) for slot in slot_ids(PACK, seat, PACK.table.hand_size + 1)]
    lies = {slot: LYING if slot in wanted else BARE for slot in places} | {Heap.DRAW: LYING, Heap.DISCARD: BARE}
    return lies | {SlotId(name.replace("_", ".")): seen for name, seen in otherwise.items()}


def after_seconds(play: Play, lies: TableState, seconds: float = 7.0) -> tuple[Astray, ...]:
    cards = AstrayCards()
    cards.look(play, lies, 100.0)
    cards.look(play, lies, 100.0 + seconds * 1000)
    return cards.now


def test_a_table_that_matches_is_not_spoken_of() -> None:
    play = playing(*IN_TURN)
    assert after_seconds(play, as_it_is(play.state), 60.0) == ()
    assert astray_view(play.state, ()) is None


def test_a_card_that_is_gone_for_some_seconds_is_named_by_its_place() -> None:
    play = playing(*IN_TURN)
    lies = as_it_is(play.state, p1_b1=BARE)
    assert after_seconds(play, lies, 3.0) == ()
    found = after_seconds(play, lies)
    assert found == (Astray(NEAR_LEFT, is_missing=True),)
    view = view_of(play, found)
    assert view.sentence == "Ann's near left card is not there."
    assert view.places == (NEAR_LEFT,)
    assert after_act(play, view, 0) == ()


def test_a_card_where_none_should_lie_is_named_and_may_be_said_to_belong_there() -> None:
    play = playing(*IN_TURN)
    found = after_seconds(play, as_it_is(play.state, p2_x1=LYING))
    assert found == (Astray(EXTRA, is_missing=False),)
    view = view_of(play, found)
    assert view.sentence == "A card lies at the place of Ben's extra card, where none should."
    assert after_act(play, view, 0, p2_x1=LYING) == ()


def test_a_card_that_went_elsewhere_is_moved_there_in_a_tap() -> None:
    play = playing(*IN_TURN)
    lies = as_it_is(play.state, p1_b1=BARE, p2_x1=LYING)
    view = view_of(play, after_seconds(play, lies))
    assert view.acts[0].label == "Ann's near left card went to Ben's extra card"
    assert after_act(play, view, 0, p1_b1=BARE, p2_x1=LYING) == ()


def test_another_card_on_the_discard_pile_is_named_and_may_be_said_to_be_right() -> None:
    play = playing(*IN_TURN)
    lies = as_it_is(play.state) | {Heap.DISCARD: PlaceState(parse_card("9H"), 1.0, False)}
    view = view_of(play, after_seconds(play, lies))
    assert view.sentence == "The 9♥ lies on top of the discard pile."
    assert view.advice == "Lay the 2♣ on top, or tap what is so."
    assert view.places == (Heap.DISCARD,)
    play.take(ActSaid(play.last_ms, view.acts[0].event))
    assert after_seconds(play, lies) == ()


@pytest.mark.parametrize("seen", [PlaceState(parse_card("2C"), 1.0, False), PlaceState(parse_card("9H"), 0.6, False)])
def test_a_discard_pile_that_shows_its_top_or_nothing_sure_is_not_spoken_of(seen: PlaceState) -> None:
    play = playing(*IN_TURN)
    assert after_seconds(play, as_it_is(play.state) | {Heap.DISCARD: seen}, 60.0) == ()


def test_three_places_are_one_line() -> None:
    play = playing(*IN_TURN)
    view = view_of(play, after_seconds(play, as_it_is(play.state, p1_b1=BARE, p1_a1=BARE, p1_a2=BARE)))
    assert view.sentence.endswith("2 more places do not match.")
    assert len(view.places) == 3


@pytest.mark.parametrize(
    ("said", "changed"),
    [
        ((), {"p1_b1": BARE}),
        (IN_TURN, {"p1_b1": HIDDEN}),
        ((*IN_TURN, "p1 draws"), {"p1_x1": LYING}),
        ((*IN_TURN, "p1 draws", "p1 discards 7C"), {"p1_b1": BARE}),
        ((*IN_TURN, "round-ends deck"), {"p1_b1": BARE}),
    ],
    ids=["first look", "covered", "a card in hand", "a power that looks", "the reveal"],
)
def test_what_may_be_play_is_not_spoken_of(said: tuple[str, ...], changed: dict[str, PlaceState]) -> None:
    play = playing(*said)
    assert after_seconds(play, as_it_is(play.state, **changed), 60.0) == ()


def test_what_is_still_to_be_decided_may_explain_it() -> None:
    play = playing(*IN_TURN)
    act = play.happened[-1].act
    assert act is not None
    play.take(ActDisputed(ANN, act))
    assert after_seconds(play, as_it_is(play.state, p1_b1=BARE)) == ()


def test_a_look_between_begins_the_time_anew() -> None:
    play, cards = playing(*IN_TURN), AstrayCards()
    gone = as_it_is(play.state, p1_b1=BARE)
    for at_ms, lies in ((0.0, gone), (4000.0, as_it_is(play.state)), (5000.0, gone), (9000.0, gone)):
        cards.look(play, lies, at_ms)
        assert cards.now == ()
    cards.look(None, gone, 20_000.0)
    assert cards.now == ()


def view_of(play: Play, found: tuple[Astray, ...]) -> AstrayView:
    view = astray_view(play.state, found)
    assert view is not None
    return view


def after_act(play: Play, view: AstrayView, number: int, **lying: PlaceState) -> tuple[Astray, ...]:
    """What does not match once an act of the line was tapped, where the table stays as it is."""
    lies = as_it_is(play.state, **(lying or {"p1_b1": BARE}))
    play.take(ActSaid(play.last_ms, view.acts[number].event))
    return after_seconds(play, lies)
