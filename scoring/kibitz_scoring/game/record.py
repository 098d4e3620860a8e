"""A game: its rounds one after another, and its record with undo, redo and amendments.

A record is appended to and never changed; what counts of it is derived, so that live play, a replay and the recovery
after a crash give the same state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Dealt, Event
from kibitz_scoring.game.round_state import Phase, RoundState, first_state
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.rules.sections import DASH
from kibitz_scoring.score.hands import ScoredCard
from kibitz_scoring.score.totals import GameTally, PlayedRound, tally_game


@dataclass(frozen=True, slots=True)
class Undo:
    """The last entry that still counts is taken back."""


@dataclass(frozen=True, slots=True)
class Redo:
    """The last entry taken back counts again, if nothing was entered since."""


@dataclass(frozen=True, slots=True)
class Amended:
    """The event of entry `number` (from 1) was another one, or, without an event, never happened."""

    number: int
    event: Event | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Inserted:
    """Before the event of entry `number` (from 1) something happened that was missed."""

    number: int
    event: Event
    reason: str = ""


Change = Event | Amended | Inserted
Entry = Change | Undo | Redo
Numbered = tuple[int, Event]
"""An event that counts, with the number of the entry that brought it."""


@dataclass(frozen=True, slots=True)
class GameState:
    """Rounds already put away, as they were at their reveal, and the round on the table."""

    past: tuple[PlayedRound, ...]
    now: RoundState


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The start of a game, all entries since, and the game as they leave it."""

    start: GameState
    now: GameState
    entries: tuple[Entry, ...] = ()


def begin_game(pack: RulePack, players: Iterable[PlayerId]) -> GameRecord:
    """A game before its first deal; `InputError` where the pack is not made for these players."""
    start = GameState((), first_state(pack, tuple(players)))
    return GameRecord(start, start)


def play(game: GameState, event: Event) -> GameState:
    """The game after an event; a deal after the score puts the round away."""
    past = game.past
    if isinstance(event, Dealt) and game.now.phase is Phase.SCORED:
        past = (*past, played_round(game.now))
    return GameState(past, apply(game.now, event))


def played_round(state: RoundState) -> PlayedRound:
    """What a round counts for once it is scored; tokens count in games that have them."""
    tokens = state.pack.score.modifier_clamp != DASH
    hands = {
        player: tuple(
            ScoredCard(card.face, card.modifier if tokens else 0)
            for card in hand
            if card is not None and isinstance(card.face, Card)
        )
        for player, hand in zip(state.players, state.hands, strict=True)
    }
    return PlayedRound(hands, None if state.caller is None else state.players[state.caller], state.end)


def score_sheet(game: GameState) -> GameTally:
    """The tally of the rounds that are scored, of those players who have not left.

    Raises `InputError` where the hands of a round cannot come from one deck.
    """
    now = game.now
    rounds = (*game.past, played_round(now)) if now.phase is Phase.SCORED else game.past
    gone = frozenset(now.players[seat] for seat in now.departed)
    return tally_game(now.pack, [_without(played, gone) for played in rounds])


def _without(played: PlayedRound, gone: frozenset[PlayerId]) -> PlayedRound:
    if not gone:
        return played
    hands = {player: hand for player, hand in played.hands.items() if player not in gone}
    return PlayedRound(hands) if played.caller in gone else replace(played, hands=hands)


def push(record: GameRecord, entry: Entry) -> GameRecord:
    """The record with one more entry.

    Raises `InputError` for an amendment of an entry that brought no event, and for what `apply` cannot place.
    """
    entries = (*record.entries, entry)
    if isinstance(entry, Undo | Redo | Amended | Inserted):
        return GameRecord(record.start, _folded(record.start, counting(entries)), entries)
    return GameRecord(record.start, play(record.now, entry), entries)


def replay(record: GameRecord) -> GameRecord:
    """The same record with its state made anew from its entries."""
    return GameRecord(record.start, _folded(record.start, counting(record.entries)), record.entries)


def _folded(state: GameState, events: Iterable[Numbered]) -> GameState:
    for _, event in events:
        state = play(state, event)
    return state


def counting(entries: Iterable[Entry]) -> tuple[Numbered, ...]:
    """The events that count, in their order on the table; `InputError` for an amendment of what is not there."""
    events: list[Numbered] = []
    for number, entry in _standing(entries):
        match entry:
            case Amended():
                _amend(events, entry)
            case Inserted():
                events.insert(_index_of(events, entry.number), (number, entry.event))
            case event:
                events.append((number, event))
    return tuple(events)


def _standing(entries: Iterable[Entry]) -> Iterator[tuple[int, Change]]:
    """Entries that are not undone, with their numbers."""
    done: list[tuple[int, Change]] = []
    undone: list[tuple[int, Change]] = []
    for number, entry in enumerate(entries, start=1):
        match entry:
            case Undo():
                undone.extend(done[-1:])
                del done[-1:]
            case Redo():
                done.extend(undone[-1:])
                del undone[-1:]
            case _:
                done.append((number, entry))
                undone.clear()
    yield from done


def _amend(events: list[Numbered], entry: Amended) -> None:
    at = _index_of(events, entry.number)
    if entry.event is None:
        del events[at]
    else:
        events[at] = (entry.number, entry.event)


def _index_of(events: list[Numbered], number: int) -> int:
    for index, (found, _) in enumerate(events):
        if found == number:
            return index
    raise InputError(f"entry {number} is no event that counts: expected the number of one, from 1.")
