"""A game: its rounds one after another, and its record with undo, redo and amendments.

A record is appended to and never changed; what counts of it is derived, so that live play, a replay and the recovery
after a crash give the same state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Dealt, Event, HandedOver
from kibitz_scoring.game.round_state import OVER, Phase, RoundState, first_state
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import ScoredCard
from kibitz_scoring.score.seats import HandingOver, Joining, Leaving, SeatChange, account_holders
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.score.totals import GameTally, PlayedRound, tally_game
from kibitz_scoring.sentences import Sentence


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
class Written:
    """What is written of a round once it is played to its end: its rules until it is scored, and who sat where."""

    pack: RulePack
    players: tuple[PlayerId, ...]
    out: frozenset[int]
    changes: tuple[SeatChange, ...]


@dataclass(frozen=True, slots=True)
class GameState:
    """Rounds already put away, as they were at their reveal, and the round on the table.

    `written` stands once the round on the table is played to its end; `changes` are those of the seats since then.
    `players` began the game, by default those of its first round.
    """

    past: tuple[PlayedRound, ...]
    now: RoundState
    players: tuple[PlayerId, ...] = ()
    written: Written | None = None
    changes: tuple[SeatChange, ...] = ()


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The start of a game, all entries since, and the game as they leave it."""

    start: GameState
    now: GameState
    entries: tuple[Entry, ...] = ()


def begin_game(pack: RulePack, players: Iterable[PlayerId]) -> GameRecord:
    """A game before its first deal; `InputError` where the pack is not made for these players."""
    now = first_state(pack, tuple(players))
    start = GameState((), now, now.players)
    return GameRecord(start, start)


def play(game: GameState, event: Event) -> GameState:
    """The game after an event; a deal after the score puts the round away.

    Raises `InputError` for what the table cannot place, and for a successor who has a total of the own.
    """
    past, written = game.past, game.written
    if isinstance(event, Dealt) and game.now.phase is Phase.SCORED:
        past, written = (*past, played_round(game)), None
    now = apply(game.now, event)
    if isinstance(event, HandedOver) and event.successor in _account_holders(game):
        raise InputError(Sentence("{successor} has a total already: expected another name.", successor=event.successor))
    changes = (*game.changes, *_changes(game.now, now))
    if now.phase not in OVER:
        changes, written = (*(written.changes if written else ()), *changes), None
    elif written is None:
        changes, written = (), Written(now.pack, now.players, now.departed, changes)
    elif game.now.phase is not Phase.SCORED:
        written = replace(written, pack=now.pack)
    return GameState(past, now, game.players, written, changes)


def _account_holders(game: GameState) -> set[PlayerId]:
    written = game.written.changes if game.written else ()
    changes = [change for played in game.past for change in played.changes]
    return account_holders(game.players, (*changes, *written, *game.changes))


def _changes(before: RoundState, after: RoundState) -> tuple[SeatChange, ...]:
    """Who left, joined and went on in another's seat between two states of the table."""
    if before.players == after.players and before.departed == after.departed:
        return ()
    changes: list[SeatChange] = []
    for seat, player in enumerate(after.players):
        was = before.players[seat] if seat < len(before.players) else None
        was_there, is_there = was is not None and seat not in before.departed, seat not in after.departed
        if was is not None and was_there and is_there and player != was:
            changes.append(HandingOver(was, player))
        elif is_there and not was_there:
            changes.append(Joining(player, after.pack.game.joins_with))
        elif was_there and not is_there:
            changes.append(Leaving(player))
    return tuple(changes)


def played_round(game: GameState) -> PlayedRound:
    """What the round on the table counts for; tokens count in games that have them.

    Once it is scored, the rules and the players are those of that moment.
    """
    state = game.now
    written = game.written or Written(state.pack, state.players, state.departed, game.changes)
    tokens = written.pack.has_tokens
    hands = {
        player: tuple(
            ScoredCard(card.face, card.modifier if tokens else 0)
            for card in hand
            if card is not None and isinstance(card.face, Card)
        )
        for seat, (player, hand) in enumerate(zip(written.players, state.hands, strict=False))
        if seat not in written.out
    }
    end, caller = state.end, None if state.caller is None else written.players[state.caller]
    if state.caller in written.out:
        end, caller = RoundEnd.LEFT, None
    return PlayedRound(hands, caller, end, written.pack, written.changes)


def score_sheet(game: GameState) -> GameTally:
    """The tally of the rounds that are scored, each by the rules of its own time.

    Raises `InputError` where the hands of a round cannot come from one deck.
    """
    if game.now.phase is Phase.SCORED:
        return tally_game(game.now.pack, (*game.past, played_round(game)), game.changes, game.players)
    before = game.written.changes if game.written else ()
    return tally_game(game.now.pack, game.past, (*before, *game.changes), game.players)


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
    raise InputError(
        Sentence("entry {number} is no event that counts: expected the number of one, from 1.", number=number)
    )
