"""Reading an event from the words of a line; `event_notation` says what the lines look like."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from kibitz_scoring.cards import Card, parse_card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import (
    Called,
    CardTaken,
    Corrected,
    Dealt,
    Declined,
    Departed,
    Discarded,
    Drew,
    Ended,
    Event,
    Exchanged,
    Gave,
    HandedOver,
    Joined,
    LastWindowClosed,
    Looked,
    Matched,
    Misdealt,
    Modified,
    Moved,
    Paired,
    Passed,
    PenaltyTaken,
    PowerClaimed,
    Refilled,
    Revealed,
    Ruled,
    Snapped,
    StarterTurned,
    Swapped,
    TimedOut,
    Took,
    Verdict,
)
from kibitz_scoring.notation.line_words import Words
from kibitz_scoring.players import PlayerId
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.slots import SLOT
from kibitz_scoring.table import FACE_DOWN, Face, Heap, Place, SlotId

Players = Sequence[PlayerId]
_ENDS = "round-ends"

_SEAT = re.compile(r"p([1-9][0-9]?)")
_TOKENS = re.compile(r"[+-][1-9][0-9]{0,2}")
_CARD = "a card such as 10H"
_NAME = "a name in quotes"


def read_event(words: Words, players: Players) -> Event:
    """The event that comes next; it may be followed by other words."""
    first = words.word("an event, such as p1 draws")
    if first in _TABLE_READERS:
        return _TABLE_READERS[first](words)
    if first == _ENDS:
        return _ended(words, players)
    if words.peek() == "joins":
        return _joined(words, first, players)
    player = _player(words, first, players)
    verb = words.word(f"what {first} does, such as draws")
    if verb == "deals":
        return Dealt(player, _hands(words))
    if verb not in _PLAYER_READERS:
        words.fail(f"one of {', '.join(sorted([*_PLAYER_READERS, 'deals', 'joins']))}")
    return _PLAYER_READERS[verb](player, words)


def read_seat(words: Words, seats: int) -> int:
    """The next word as a seat, from 0."""
    return _seat_number(words, words.word("a seat such as p1"), seats)


def _seat_number(words: Words, word: str, seats: int) -> int:
    match = _SEAT.fullmatch(word)
    if match is None or int(match[1]) > seats:
        words.fail(f"a seat from p1 to p{seats}")
    return int(match[1]) - 1


def _player(words: Words, word: str, players: Players) -> PlayerId:
    if not _SEAT.fullmatch(word):
        words.fail(f"a seat such as p1, or one of {', '.join(sorted([*_TABLE_READERS, _ENDS]))}")
    return players[_seat_number(words, word, len(players))]


def read_slot(words: Words) -> SlotId:
    """The next word as a slot."""
    word = words.word("a place such as p1.b2")
    if not SLOT.fullmatch(word):
        words.fail("a place such as p1.b2")
    return SlotId(word)


def _place(words: Words) -> Place:
    heaps = {str(heap): heap for heap in Heap}
    if words.peek() in heaps:
        return heaps[words.word("a place")]
    word = words.word("a place such as p1.b2, or deck, pile or aside")
    if not SLOT.fullmatch(word):
        words.fail("a place such as p1.b2, or deck, pile or aside")
    return SlotId(word)


def _is_card(word: str) -> bool:
    try:
        parse_card(word)
    except InputError:
        return False
    return True


def _card(words: Words) -> Card:
    word = words.word(_CARD)
    if not _is_card(word):
        words.fail(_CARD)
    return parse_card(word)


def _open_face(words: Words) -> Face:
    return FACE_DOWN if words.take(str(FACE_DOWN)) else _card(words)


def _maybe_face(words: Words) -> Face:
    return _card(words) if _is_card(words.peek()) else FACE_DOWN


def _hands(words: Words) -> tuple[tuple[Card, ...], ...]:
    if not (words.peek() == "-" or _is_card(words.peek())):
        return ()
    hands = [_dealt_hand(words)]
    while words.take("/"):
        hands.append(_dealt_hand(words))
    return tuple(hands)


def _dealt_hand(words: Words) -> tuple[Card, ...]:
    if words.take("-"):
        return ()
    cards = [_card(words)]
    while _is_card(words.peek()):
        cards.append(_card(words))
    return tuple(cards)


def _ended(words: Words, players: Players) -> Ended:
    ends = {str(end): end for end in RoundEnd}
    end = ends[words.one_of(*ends)]
    if end is not RoundEnd.CALL and not words.peek():
        return Ended(end)
    return Ended(end, players[read_seat(words, len(players))])


def _ruled(words: Words) -> Ruled:
    key = words.word("a key such as snap.wrong_penalty")
    value = words.json("a value such as 2 or true")[1] if words.take("=") else None
    author, reason = "", ""
    words.one_of("by")
    author = words.string("who ruled, in quotes")
    words.one_of("because")
    reason = words.string("the reason, in quotes")
    if not (author and reason):
        words.fail("a text that is not empty")
    return Ruled(key, value, author, reason)


def _new_name(words: Words) -> PlayerId:
    name = words.string(_NAME)
    if not name:
        words.fail(_NAME)
    return PlayerId(name)


def _joined(words: Words, seat: str, players: Players) -> Joined:
    number = _seat_number(words, seat, len(players) + 1)
    words.one_of("joins")
    return Joined(_new_name(words), number)


def _tokens(words: Words) -> int:
    word = words.word("a token such as +1")
    if not _TOKENS.fullmatch(word):
        words.fail("a token such as +1")
    return int(word)


def _snapped(player: PlayerId, words: Words) -> Snapped:
    slot, card = read_slot(words), _maybe_face(words)
    verdicts = {str(verdict): verdict for verdict in Verdict}
    if words.peek() in verdicts:
        return Snapped(player, slot, card, verdicts[words.word("a verdict")])
    return Snapped(player, slot, card)


def _timed_out(player: PlayerId, words: Words) -> TimedOut:
    return TimedOut(player, read_slot(words), _maybe_face(words)) if SLOT.fullmatch(words.peek()) else TimedOut(player)


def _paired(player: PlayerId, words: Words) -> Paired:
    first, first_card = read_slot(words), _maybe_face(words)
    second = None if words.take("hand") else read_slot(words)
    return Paired(player, first, second, first_card, _maybe_face(words))


_TABLE_READERS: dict[str, Callable[[Words], Event]] = {
    "refill": lambda _: Refilled(),
    "last-window-closes": lambda _: LastWindowClosed(),
    "starter": lambda words: StarterTurned(_open_face(words)),
    "reveal": lambda words: Revealed(read_slot(words), _card(words)),
    "correct": lambda words: Corrected(_place(words), _open_face(words)),
    "move": lambda words: Moved(_place(words), _place(words)),
    "rule": _ruled,
    "misdeal": lambda words: Misdealt(words.string("the reason, in quotes")),
}

_PLAYER_READERS: dict[str, Callable[[PlayerId, Words], Event]] = {
    "looks": lambda player, words: Looked(player, read_slot(words), _maybe_face(words)),
    "draws": lambda player, words: Drew(player, _maybe_face(words)),
    "takes": lambda player, _: Took(player),
    "swaps": lambda player, words: Swapped(player, read_slot(words), _maybe_face(words)),
    "discards": lambda player, words: Discarded(player, _maybe_face(words)),
    "uses": lambda player, words: PowerClaimed(player, _maybe_face(words)),
    "exchanges": lambda player, words: Exchanged(player, read_slot(words), read_slot(words)),
    "marks": lambda player, words: Modified(player, read_slot(words), _tokens(words)),
    "declines": lambda player, _: Declined(player),
    "matches": lambda player, words: Matched(player, read_slot(words), _maybe_face(words)),
    "snaps": _snapped,
    "pairs": _paired,
    "penalty": lambda player, words: PenaltyTaken(player, read_slot(words), _maybe_face(words)),
    "collects": lambda player, words: CardTaken(player, read_slot(words), read_slot(words)),
    "gives": lambda player, words: Gave(player, read_slot(words), read_slot(words)),
    "times-out": _timed_out,
    "passes": lambda player, _: Passed(player),
    "calls": lambda player, _: Called(player),
    "leaves": lambda player, _: Departed(player),
    "hands-over": lambda player, words: HandedOver(player, _new_name(words)),
}
