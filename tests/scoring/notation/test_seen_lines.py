"""Lines of a watched table: written and read back, and refused in one sentence."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.cards import FRENCH52, JOKER
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Called, Modified, Refilled
from kibitz_scoring.notation.seen_lines import (
    Said,
    TimedEvent,
    event_json,
    parse_said,
    parse_seen,
    parse_timed,
    said_json,
    seen_json,
)
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import (
    FACE_DOWN,
    CardFlipped,
    CardLanded,
    CardLifted,
    CardPlaced,
    CardReturned,
    CardRevealed,
    DrawPileTouched,
    HandOver,
    Heap,
    Interval,
    PileRefilled,
    PileShuffled,
    PileTopChanged,
    Seen,
    SlotEmptied,
    SlotFilled,
    SlotId,
    TableEvent,
)

PLAYERS = (PlayerId("Ann"), PlayerId("Ben"))

times = st.integers(0, 10**8).map(lambda thousandths: thousandths / 1000)
actors = st.dictionaries(st.sampled_from(PLAYERS), st.floats(0, 1), max_size=2).map(lambda by: tuple(by.items()))
seen = st.builds(
    Seen,
    st.builds(Interval, times, times),
    st.floats(0, 1),
    st.lists(st.integers(0, 10**6), max_size=3).map(tuple),
    actors,
)
slots = st.builds(
    lambda seat, row, n: SlotId(f"p{seat}.{row}{n}"), st.integers(1, 8), st.sampled_from("abx"), st.integers(1, 9)
)
heaps = st.sampled_from(Heap)
places = slots | heaps
origins = st.none() | places
cards = st.sampled_from((*FRENCH52, JOKER))
faces = cards | st.just(FACE_DOWN)
table_events = st.one_of(
    st.builds(CardLifted, seen, places),
    st.builds(CardReturned, seen, places),
    st.builds(CardPlaced, seen, places, origins, faces),
    st.builds(CardFlipped, seen, places, faces),
    st.builds(CardRevealed, seen, slots, cards),
    st.builds(SlotEmptied, seen, slots),
    st.builds(SlotFilled, seen, slots, origins, faces),
    st.builds(PileTopChanged, seen, faces, origins),
    st.builds(DrawPileTouched, seen),
    st.builds(PileRefilled, seen),
    st.builds(PileShuffled, seen, heaps),
    st.builds(HandOver, seen, places),
    st.builds(CardLanded, seen, places),
)


def _bytes(line: object) -> bytes:
    return json.dumps(line).encode()


@given(table_events)
def test_a_table_event_comes_back_from_its_line(event: TableEvent) -> None:
    assert parse_seen(_bytes(seen_json(event))) == event


@pytest.mark.parametrize(
    "event", [Called(PLAYERS[1]), Modified(PLAYERS[0], SlotId("p2.b1"), -1), Refilled()], ids=lambda e: type(e).__name__
)
def test_a_game_event_comes_back_from_its_line(event: Called | Modified | Refilled) -> None:
    timed = TimedEvent(Interval(1.5, 20.25), event)
    line = event_json(timed, PLAYERS, "round 1")
    assert parse_timed(_bytes(line), PLAYERS) == timed
    assert line["player"] == (None if isinstance(event, Refilled) else event.player)
    assert line["table"] == "round 1"


def test_an_act_without_a_table_has_none() -> None:
    assert "table" not in event_json(TimedEvent(Interval(0, 1), Called(PLAYERS[0])), PLAYERS)


def test_what_was_said_comes_back_with_the_pauses_in_which_all_clocks_stood_still() -> None:
    call = TimedEvent(Interval(1.5, 20.25), Called(PLAYERS[1]))
    said = Said((call,), (Interval(100.0001, 200.0), Interval(300.0, float("inf"))))
    lines = [_bytes(line) for line in said_json(said, PLAYERS)]
    assert b'"end_ms": null' in lines[-1]
    assert Said.of(parse_said(line, PLAYERS) for line in lines) == said


GOOD = {"type": "card_placed", "start_ms": 1.0, "end_ms": 2.0, "place": "p1.a1"}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"type": "card_eaten"}, r"'type' is \"card_eaten\": expected card_lifted, .* or hand_over\."),
        ({"type": None}, "'type' is null"),
        ({"type": ["card_lifted"]}, r"'type' is \[\"card_lifted\"\]"),
        ({"place": "p1"}, r"'place' is \"p1\": expected deck, pile or aside, or a slot such as p2\.b1\."),
        ({"place": None}, "'place' is null"),
        ({"origin": "nowhere"}, "'origin' is"),
        ({"face": "77"}, "'face': '77' is not a card"),
        ({"confidence": 2.0}, "'confidence' is 2.0"),
        ({"colour": "red"}, "'colour' is"),
        ({"start_ms": "soon"}, "'start_ms' is"),
        ({"type": "card_revealed", "face": None}, "'face' is null: expected a card"),
        ({"type": "card_revealed", "place": "pile", "face": "7H"}, "expected a slot"),
        ({"type": "pile_shuffled"}, r"'place' is \"p1\.a1\": expected deck, pile or aside\."),
        ({"type": "pile_refilled"}, "'place' is not a field of pile_refilled"),
    ],
)
def test_a_bad_table_event_is_refused_in_one_sentence(change: dict[str, object], sentence: str) -> None:
    parse_seen(_bytes(GOOD))
    with pytest.raises(InputError, match=sentence):
        parse_seen(_bytes({**GOOD, **change}))


def test_a_table_event_without_its_time_is_refused() -> None:
    with pytest.raises(InputError, match="'end_ms' is missing"):
        parse_seen(_bytes({"type": "hand_over", "start_ms": 0.0, "place": "deck"}))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ({"type": "event", "start_ms": 1.0, "end_ms": 2.0}, "'event' is missing"),
        ({"type": "tally", "start_ms": 1.0, "end_ms": 2.0, "event": "p1 calls"}, "'type' is"),
        ({"type": "event", "start_ms": 1.0, "end_ms": 2.0, "event": "p1 sings"}, "found 'sings'|sings"),
        ({"type": "event", "start_ms": 1.0, "end_ms": 2.0, "event": "p9 calls"}, "p9"),
    ],
)
def test_a_bad_game_event_is_refused_in_one_sentence(line: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        parse_said(_bytes(line), PLAYERS)
    with pytest.raises(InputError, match=sentence):
        parse_timed(_bytes(line), PLAYERS)


def test_a_bad_pause_is_refused_in_one_sentence() -> None:
    with pytest.raises(InputError, match="'end_ms' is missing"):
        parse_said(_bytes({"type": "pause", "start_ms": 1.0}), PLAYERS)
