"""One line for an event: `p1 draws`, `p2 snaps p2.b1 7H`, `rule snap.wrong_penalty = 2 by "Ann" because "agreed"`.

Seats are p1, p2, ... in the order of the players. A face that is not known is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from kibitz_scoring.cards import Card
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
from kibitz_scoring.notation.event_words import read_event
from kibitz_scoring.notation.line_words import Words, quoted
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Face

Players = Sequence[PlayerId]


def format_event(event: Event, players: Players) -> str:
    """Text that `parse_event` reads back, given the same players."""
    match event:
        case Dealt():
            hands = " / ".join(" ".join(map(str, hand)) or "-" for hand in event.hands)
            return f"{_seat(players, event.dealer)} deals {hands}".rstrip()
        case (
            Refilled()
            | LastWindowClosed()
            | StarterTurned()
            | Revealed()
            | Corrected()
            | Moved()
            | Ruled()
            | Misdealt()
        ):
            return _table_act(event)
        case Ended():
            return f"round-ends {event.end}" + ("" if event.caller is None else f" {_seat(players, event.caller)}")
        case Joined():
            return f"p{event.seat + 1} joins {quoted(event.player)}"
        case _:
            return f"{_seat(players, event.player)} {_act(event)}"


TableAct = Refilled | LastWindowClosed | StarterTurned | Revealed | Corrected | Moved | Ruled | Misdealt


def _table_act(event: TableAct) -> str:  # noqa: PLR0911 - one line for each kind of event
    match event:
        case Refilled():
            return "refill"
        case LastWindowClosed():
            return "last-window-closes"
        case StarterTurned():
            return f"starter {event.card}"
        case Revealed():
            return f"reveal {event.slot} {event.card}"
        case Corrected():
            return f"correct {event.place} {event.card}"
        case Moved():
            return f"move {event.origin} {event.target}"
        case Ruled():
            value = "" if event.value is None else f" = {event.value}"
            return f"rule {event.rule}{value} by {quoted(event.author)} because {quoted(event.reason)}"
        case Misdealt():
            return f"misdeal {quoted(event.reason)}"
        case _:
            assert_never(event)


PlayerEvent = (
    Looked
    | Drew
    | Took
    | Swapped
    | Discarded
    | PowerClaimed
    | Exchanged
    | Modified
    | Declined
    | Matched
    | Snapped
    | Paired
    | PenaltyTaken
    | CardTaken
    | Gave
    | Passed
    | TimedOut
    | Called
    | Departed
    | HandedOver
)


def _act(event: PlayerEvent) -> str:  # noqa: C901, PLR0911, PLR0912 - one line for each kind of event
    match event:
        case Looked():
            return f"looks {event.slot}{_face(event.card)}"
        case Drew():
            return f"draws{_face(event.card)}"
        case Took():
            return "takes"
        case Swapped():
            return f"swaps {event.slot}{_face(event.out)}"
        case Discarded():
            return f"discards{_face(event.card)}"
        case PowerClaimed():
            return f"uses{_face(event.card)}"
        case Exchanged():
            return f"exchanges {event.first} {event.second}"
        case Modified():
            return f"marks {event.slot} {event.delta:+d}"
        case Declined():
            return "declines"
        case Matched():
            return f"matches {event.slot}{_face(event.card)}"
        case Snapped():
            verdict = "" if event.verdict is Verdict.CORRECT else f" {event.verdict}"
            return f"snaps {event.slot}{_face(event.card)}{verdict}"
        case Paired():
            second = event.second or "hand"
            return f"pairs {event.first}{_face(event.first_card)} {second}{_face(event.second_card)}"
        case PenaltyTaken():
            return f"penalty {event.slot}{_face(event.card)}"
        case CardTaken():
            return f"collects {event.origin} {event.target}"
        case Gave():
            return f"gives {event.origin} {event.target}"
        case Passed():
            return "passes"
        case TimedOut():
            return "times-out" + ("" if event.slot is None else f" {event.slot}{_face(event.card)}")
        case Called():
            return "calls"
        case Departed():
            return "leaves"
        case HandedOver():
            return f"hands-over {quoted(event.successor)}"
        case _:
            assert_never(event)


def _seat(players: Players, player: PlayerId) -> str:
    try:
        return f"p{players.index(player) + 1}"
    except ValueError:
        raise InputError(f"'{player}' is not at the table.") from None


def _face(face: Face) -> str:
    return f" {face}" if isinstance(face, Card) else ""


def parse_event(text: str, players: Players) -> Event:
    """Event from one line; `InputError` names the column, what was found and what was expected."""
    words = Words(text)
    event = read_event(words, players)
    words.end()
    return event
