"""One line for a table: everything about a round between two events, readable by people.

`round 1 turns p2 | dealer p1 | p1 ? ? ?(1) ?(1) | p2 ? ? - 7H(2) | deck 43 | pile 9C 7D`. A card is its face or `?`,
tokens (`+1`), `k` where it was drawn and kept unseen and only some cards may be, `^` face up or `_` face down where
that is not usual in its place, and in brackets the seats that have seen it (`(*)` all of them, `()` none) where that is
not usual either. In hands cards usually lie face down and unseen, on the heaps face up and seen by all. `-` is a gap.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from kibitz_scoring.cards import parse_card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.round_state import (
    NO_TOP,
    Due,
    GiveDue,
    HandCards,
    Held,
    PenaltyDue,
    PendingPower,
    Phase,
    RoundState,
    TableCard,
    TakeDue,
    Top,
    check_table,
    count_cards,
    deck_size,
    empty_round,
)
from kibitz_scoring.notation.event_words import read_seat, read_slot
from kibitz_scoring.notation.line_words import Words
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import KEY_PATHS, RulePack
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.table import FACE_DOWN, Heap

_CARD = re.compile(
    r"(\?|#[0-9A-Z_]*[0-9A-Z]|[0-9A-Z]+)([+-][1-9][0-9]{0,3})?(k)?([\^_])?"
    r"(?:\(((?:[1-9][0-9]?(?:\.[1-9][0-9]?)*)?|\*)\))?"
)
_EXPECTED_CARD = "a card such as 7H, ?, 7+1 or QH(1.2), or - for a gap"
_MOST_PLACES = 200


def format_table(state: RoundState) -> str:
    """Text that `parse_table` reads back, given the same pack and players."""
    return " | ".join(_segments(state))


def _segments(state: RoundState) -> Iterator[str]:
    yield f"round {state.number} {state.phase} {_p(state.turn)}"
    yield f"dealer {_p(state.dealer)}"
    for seat, hand in enumerate(state.hands):
        yield f"{_p(seat)} {' '.join(_card(state, card, up=False) if card else '-' for card in hand)}"
    yield f"deck {state.draw_pile}"
    for heap, cards in ((Heap.DISCARD, state.discard), (Heap.ASIDE, state.aside)):
        if cards:
            yield f"{heap} {' '.join(_card(state, card, up=True) for card in cards)}"
    yield from (f"hand {_p(held.seat)} {_card(state, held.card, up=False)} {held.source}" for held in state.held)
    for power in (state.power, *state.waiting) if state.power else ():
        begun = " begun" if power.begun else ""
        looked = "".join(f" {slot}" for slot in power.looked)
        yield f"power {_p(power.seat)} {power.card}{begun}{looked}"
    yield from (f"due {_p(due.seat)} {_due(due)}" for due in state.due)
    yield from _course(state)


def _course(state: RoundState) -> Iterator[str]:
    top = state.top
    if top != NO_TOP:
        who = "starter" if top.seat is None else _p(top.seat)
        contested, closed = " contested" if top.contested else "", " closed" if top.closed else ""
        yield f"top {who} snaps {top.snaps}{contested}{closed}"
    if state.caller is not None:
        yield f"called {_p(state.caller)}{' empty' if state.forced else ''}"
    if state.final_left:
        yield f"final {' '.join(map(_p, state.final_left))}"
    if any(state.peeks):
        yield f"peeks {' '.join(map(str, state.peeks))}"
    if any(state.taken):
        yield f"turns {' '.join(map(str, state.taken))}"
    if any(state.timeouts):
        yield f"timeouts {' '.join(map(str, state.timeouts))}"
    if state.end is not None:
        yield f"ended {state.end}"
    if state.departed:
        yield f"left {' '.join(map(_p, sorted(state.departed)))}"


def _p(seat: int) -> str:
    return f"p{seat + 1}"


def _due(due: Due) -> str:
    match due:
        case PenaltyDue():
            return f"penalty {due.rule}"
        case TakeDue():
            return f"take {due.slot}"
        case _:
            return f"give {due.slot}"


def _card(state: RoundState, card: TableCard, *, up: bool) -> str:
    everyone = frozenset(range(len(state.players)))
    text = str(card.face)
    if card.modifier:
        text += f"{card.modifier:+d}"
    if card.kept:
        text += "k"
    if card.face_up is not up:
        text += "^" if card.face_up else "_"
    if card.known_to != (everyone if up else frozenset()):
        seats = "*" if card.known_to == everyone else ".".join(str(seat + 1) for seat in sorted(card.known_to))
        text += f"({seats})"
    return text


@dataclass(slots=True)
class _Draft:
    """A table as far as it was read."""

    state: RoundState
    hands: list[HandCards] = field(default_factory=list)

    @property
    def seats(self) -> int:
        return len(self.state.players)

    def change(self, **changes: object) -> None:
        self.state = replace(self.state, **changes)  # type: ignore[arg-type]


def parse_table(text: str, pack: RulePack, players: tuple[PlayerId, ...]) -> RoundState:
    """Table from one line; `InputError` names the column, what was found and what was expected.

    The cards on it have to be the pack's deck, neither more nor fewer.
    """
    check_table(pack, players)
    draft = _Draft(empty_round(RoundState(pack, players), 1))
    offset = 0
    for segment in text.split("|"):
        words = Words(segment, offset)
        _read_segment(draft, words)
        words.end()
        offset += len(segment) + 1
    if len(draft.hands) < draft.seats:
        raise InputError(f"column {len(text) + 1}: found {len(draft.hands)} hands: expected {draft.seats}.")
    draft.change(hands=tuple(draft.hands))
    found, expected = count_cards(draft.state), deck_size(pack)
    if found != expected:
        raise InputError(f"column {len(text) + 1}: found {found} cards: expected {pack.name}'s {expected}.")
    return draft.state


def _read_segment(draft: _Draft, words: Words) -> None:
    if words.peek() == _p(len(draft.hands)) and len(draft.hands) < draft.seats:
        words.word("a seat")
        draft.hands.append(_read_hand(draft, words))
        return
    name = words.one_of(*_READERS)
    _READERS[name](draft, words)


def _read_hand(draft: _Draft, words: Words) -> HandCards:
    hand: list[TableCard | None] = []
    size = draft.state.pack.table.hand_size
    while not words.at_end:
        hand.append(None if words.take("-") else _read_card(draft, words, up=False))
    if not size <= len(hand) <= _MOST_PLACES or (len(hand) > size and hand[-1] is None):
        words.fail(f"{size} places, and more only up to the last card beside them")
    return tuple(hand)


def _read_card(draft: _Draft, words: Words, *, up: bool) -> TableCard:
    match = _CARD.fullmatch(words.word(_EXPECTED_CARD))
    if match is None:
        words.fail(_EXPECTED_CARD)
    try:
        face = FACE_DOWN if match[1] == str(FACE_DOWN) else parse_card(match[1])
    except InputError:
        words.fail(_EXPECTED_CARD)
    everyone = frozenset(range(draft.seats))
    known = everyone if up else frozenset[int]()
    if match[5] == "*":
        known = everyone
    elif match[5] is not None:
        known = frozenset(int(seat) - 1 for seat in match[5].split(".") if seat)
    if not known <= everyone:
        words.fail(f"seats from 1 to {draft.seats} in the brackets")
    is_up = up if match[4] is None else match[4] == "^"
    return TableCard(face, int(match[2] or 0), known, is_up, kept=match[3] is not None)


def _read_round(draft: _Draft, words: Words) -> None:
    number = words.number("the number of the round")
    phase = Phase(words.one_of(*Phase))
    draft.change(number=number, phase=phase, turn=read_seat(words, draft.seats))


def _read_heap(name: str) -> Callable[[_Draft, Words], None]:
    def read(draft: _Draft, words: Words) -> None:
        cards = []
        while not words.at_end:
            cards.append(_read_card(draft, words, up=True))
        draft.change(**{name: tuple(cards)})

    return read


def _read_held(draft: _Draft, words: Words) -> None:
    seat, card = read_seat(words, draft.seats), _read_card(draft, words, up=False)
    held = Held(seat, card, Heap(words.one_of(Heap.DRAW, Heap.DISCARD)))
    draft.change(held=(*draft.state.held, held))


def _read_power(draft: _Draft, words: Words) -> None:
    seat = read_seat(words, draft.seats)
    word = words.word("the card with the power")
    try:
        card = parse_card(word)
    except InputError:
        words.fail("the card with the power, such as QH")
    begun, looked = words.take("begun"), []
    while not words.at_end:
        looked.append(read_slot(words))
    power = PendingPower(seat, card, begun, tuple(looked))
    if draft.state.power is None:
        draft.change(power=power)
    else:
        draft.change(waiting=(*draft.state.waiting, power))


def _read_due(draft: _Draft, words: Words) -> None:
    seat = read_seat(words, draft.seats)
    due: Due
    match words.one_of("penalty", "take", "give"):
        case "penalty":
            rule = words.word("a key of a rule pack")
            if rule not in KEY_PATHS:
                words.fail("a key of a rule pack, such as snap.wrong_penalty")
            due = PenaltyDue(seat, rule)
        case "take":
            due = TakeDue(seat, read_slot(words))
        case _:
            due = GiveDue(seat, read_slot(words))
    draft.change(due=(*draft.state.due, due))


def _read_top(draft: _Draft, words: Words) -> None:
    seat = None if words.take("starter") else read_seat(words, draft.seats)
    words.one_of("snaps")
    snaps = words.number("the number of snaps")
    contested = words.take("contested")
    draft.change(top=Top(seat, snaps, words.take("closed"), contested))


def _read_called(draft: _Draft, words: Words) -> None:
    draft.change(caller=read_seat(words, draft.seats), forced=words.take("empty"))


def _read_seats(draft: _Draft, words: Words) -> tuple[int, ...]:
    seats = [read_seat(words, draft.seats)]
    while not words.at_end:
        seats.append(read_seat(words, draft.seats))
    return tuple(seats)


def _read_counts(name: str, expected: str) -> Callable[[_Draft, Words], None]:
    def read(draft: _Draft, words: Words) -> None:
        draft.change(**{name: tuple(words.number(expected) for _ in range(draft.seats))})

    return read


_READERS: dict[str, Callable[[_Draft, Words], None]] = {
    "round": _read_round,
    "dealer": lambda draft, words: draft.change(dealer=read_seat(words, draft.seats)),
    "deck": lambda draft, words: draft.change(draw_pile=words.number("how many cards the draw pile has")),
    "pile": _read_heap("discard"),
    "aside": _read_heap("aside"),
    "hand": _read_held,
    "power": _read_power,
    "due": _read_due,
    "top": _read_top,
    "called": _read_called,
    "final": lambda draft, words: draft.change(final_left=_read_seats(draft, words)),
    "peeks": _read_counts("peeks", "how many cards each seat has looked at"),
    "turns": _read_counts("taken", "how many turns each seat has ended"),
    "timeouts": _read_counts("timeouts", "how often each seat's time was over"),
    "ended": lambda draft, words: draft.change(end=RoundEnd(words.one_of(*RoundEnd))),
    "left": lambda draft, words: draft.change(departed=frozenset(_read_seats(draft, words))),
}
