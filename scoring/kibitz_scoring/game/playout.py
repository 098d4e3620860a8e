"""Legal games at random, played with a real deck: for tests, and for simulators that need something to show.

Chance comes in as `choose(n)`, a number from 0 to n - 1, so that a seed outside decides everything. Events carry the
faces that nobody else sees; `projection.public_event` takes them off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import TypeVar

from kibitz_scoring.cards import Card
from kibitz_scoring.game.changes.claims import same_rank
from kibitz_scoring.game.events import (
    Called,
    Dealt,
    Declined,
    Discarded,
    Drew,
    Event,
    LastWindowClosed,
    Looked,
    Matched,
    Paired,
    Passed,
    PenaltyTaken,
    PowerClaimed,
    Refilled,
    Revealed,
    Snapped,
    StarterTurned,
    Swapped,
    Verdict,
)
from kibitz_scoring.game.legality.check import check, may_keep
from kibitz_scoring.game.legality.legal_acts import act_candidates, snap_candidates, to_turn_up
from kibitz_scoring.game.record import GameState, begin_game, play, score_sheet
from kibitz_scoring.game.round_state import Phase, RoundState, card_at, held_by, is_laid_aside, seat_of
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import deck_cards
from kibitz_scoring.table import FACE_DOWN, Face, SlotId

Choose = Callable[[int], int]
T = TypeVar("T")

_WEIGHTS: dict[type, int] = {Called: 2, Snapped: 2, Passed: 2, Declined: 4, Matched: 3, Looked: 12, Paired: 4}
_USUAL = 12
_LONG_ROUND = 150
"""Events after which somebody calls as soon as they may."""


def play_out(
    pack: RulePack, players: Sequence[PlayerId], choose: Choose, *, rounds: int
) -> Iterator[tuple[GameState, Event]]:
    """Events of a game with the state before each, to its end or through so many rounds."""
    game = begin_game(pack, players).now
    table = RandomTable(choose)
    while True:
        over = game.now.phase is Phase.SCORED
        if over and (game.now.number >= rounds or score_sheet(game).finished):
            return
        event = table.next_event(game.now)
        yield game, event
        game = play(game, event)


class RandomTable:
    """The `deck` that the players cannot see into, and what they do next; chance comes in as `choose`."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self.deck: list[Card] = []
        self._events = 0

    def next_event(self, state: RoundState) -> Event:
        """One legal event, with every face that a card really has."""
        self._events += 1
        match state.phase:
            case Phase.SETUP | Phase.SCORED:
                return self._deal(state)
            case Phase.REVEAL:
                return self._reveal(state)
            case Phase.INITIAL_PEEK if state.pack.piles.starter and not state.discard:
                return StarterTurned(self.deck.pop())
            case Phase.AFTER_LAST_TURN if not state.due and self._choose(4):
                return LastWindowClosed()
            case _:
                return self._act(state)

    def _pick(self, options: Sequence[T]) -> T:
        return options[self._choose(len(options))]

    def _shuffled(self, cards: Sequence[Card]) -> list[Card]:
        left = list(cards)
        return [left.pop(self._choose(len(left))) for _ in cards]

    def _deal(self, state: RoundState) -> Event:
        self._events = 0
        self.deck = self._shuffled(deck_cards(state.pack))
        dealer = self._pick([event for event in act_candidates(state) if not check(state, event)])
        assert isinstance(dealer, Dealt)
        size = state.pack.table.hand_size
        seats = range(len(state.players))
        hands = (tuple(self.deck.pop() for _ in range(size if seat not in state.departed else 0)) for seat in seats)
        return replace(dealer, hands=tuple(hands))

    def _reveal(self, state: RoundState) -> Event:
        slot = self._pick(to_turn_up(state))
        return Revealed(slot, _card(_face_at(state, slot)))

    def _act(self, state: RoundState) -> Event:
        """A legal act of a kind picked by weight; kinds that turn out to be forbidden drop out."""
        by_kind: dict[type, list[Event]] = {}
        for event in act_candidates(state):
            by_kind.setdefault(type(event), []).append(event)
        if not state.draw_pile and not check(state, Refilled()):
            return self._refill(state)
        del by_kind[Refilled]
        calls = by_kind.get(Called, []) if self._events > _LONG_ROUND else []
        if allowed := [event for event in calls if not check(state, event)]:
            return self._pick(allowed)
        if state.pack.snap.enabled and state.discard and any(map(any, state.hands)):
            by_kind[Snapped] = []
        while True:
            assert by_kind, f"nothing is allowed: {state}"
            kind = self._kind(by_kind)
            if kind is Snapped and not by_kind[kind]:
                by_kind[kind].extend(snap_candidates(state))
            found = self._filled(state, self._drawn_from(state, by_kind[kind]))
            if found is not None and not check(state, found):
                return found
            if not by_kind[kind]:
                del by_kind[kind]

    def _drawn_from(self, state: RoundState, options: list[Event]) -> Event:
        """One of the options, taken out of them; of snaps, a right one half of the time."""
        snaps = options if isinstance(options[0], Snapped) else []
        right = [at for at, event in enumerate(snaps) if isinstance(event, Snapped) and _is_right(state, event)]
        return options.pop(self._pick(right) if right and self._choose(2) else self._choose(len(options)))

    def _kind(self, kinds: Iterable[type]) -> type:
        weights = {kind: _WEIGHTS.get(kind, _USUAL) for kind in kinds}
        at = self._choose(sum(weights.values()))
        ends = zip(weights, accumulate(weights.values()), strict=True)
        return next(kind for kind, end in ends if at < end)

    def _refill(self, state: RoundState) -> Event:
        again = (*state.discard[:-1], *(card for card in state.aside if is_laid_aside(state.pack, card)))
        self.deck = self._shuffled([_card(card.face) for card in again])
        return Refilled()

    def _filled(self, state: RoundState, event: Event) -> Event | None:
        """The event with the faces that its cards have; None where the player may not do it with this very card."""
        match event:
            case Drew() | PenaltyTaken() if self.deck:
                return event if check(state, event) else replace(event, card=self.deck.pop())
            case Swapped():
                held = held_by(state, seat_of(state, event.player))
                allowed = held is not None and may_keep(state.pack, held.card.face)
                return replace(event, out=_face_at(state, event.slot)) if allowed else None
            case _:
                return _with_faces(state, event)


def _with_faces(state: RoundState, event: Event) -> Event:
    match event:
        case Discarded() | PowerClaimed():
            held = held_by(state, seat_of(state, event.player))
            return event if held is None else replace(event, card=held.card.face)
        case Looked() | Matched():
            return replace(event, card=_face_at(state, event.slot))
        case Snapped():
            return _snapped(state, event)
        case Paired():
            return _paired(state, event)
        case _:
            return event


def _is_right(state: RoundState, event: Snapped) -> bool:
    return same_rank(_face_at(state, event.slot), state.discard[-1].face)


def _snapped(state: RoundState, event: Snapped) -> Event:
    face = _face_at(state, event.slot)
    right = _is_right(state, event)
    if right and state.top.is_snapped:
        return replace(event, card=face, verdict=Verdict.LATE)
    return replace(event, card=face, verdict=Verdict.CORRECT if right else Verdict.WRONG)


def _paired(state: RoundState, event: Paired) -> Event:
    held = held_by(state, seat_of(state, event.player))
    second = held.card.face if held is not None and event.second is None else FACE_DOWN
    if event.second is not None:
        second = _face_at(state, event.second)
    return replace(event, first_card=_face_at(state, event.first), second_card=second)


def _face_at(state: RoundState, slot: SlotId) -> Face:
    card = card_at(state, slot)
    return FACE_DOWN if card is None else card.face


def _card(face: Face) -> Card:
    assert isinstance(face, Card)
    return face
