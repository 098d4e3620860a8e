"""The script of a simulated round: which legal acts people do, and when, acted out on a stage as they go."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kibitz_datasets.films.acting.ceremony import deal, peek, refill, reveal, turn_starter
from kibitz_datasets.films.acting.gestures import TurnAct, act_out
from kibitz_datasets.films.acting.interludes import Interludes
from kibitz_datasets.films.acting.slips import Slips
from kibitz_datasets.films.acting.snap_race import race
from kibitz_datasets.films.acting.snappers import Snappers
from kibitz_datasets.films.stage.stage import Stage
from kibitz_scoring.cards import Card
from kibitz_scoring.game.events import (
    Called,
    Dealt,
    Discarded,
    Drew,
    Event,
    Exchanged,
    Gave,
    LastWindowClosed,
    Looked,
    Matched,
    Modified,
    Passed,
    Refilled,
    Revealed,
    Snapped,
    StarterTurned,
    Swapped,
    Took,
)
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.playout import RandomTable
from kibitz_scoring.game.round_state import PLAYED, Phase, RoundState, TakeDue, cards_of, deck_size
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.rules.choices import PeekWhich
from kibitz_scoring.slots import locate, nearest
from kibitz_scoring.table import Heap, Interval, SlotEmptied, SlotFilled, SlotId

_OPENING_MS = 400.0
_TURN_STARTS = (Drew, Took, Passed, Called, Matched)


@dataclass(frozen=True, slots=True)
class Tempo:
    """How people play: the mean time they think in ms, and the time after which somebody calls as soon as they may."""

    thinking_ms: float = 700.0
    call_after_ms: float = 20_000.0


@dataclass(frozen=True, slots=True)
class Happening:
    """A game event with its time and the table after it."""

    timed: TimedEvent
    after: RoundState


@dataclass(slots=True, eq=False)
class Script:
    """A round as it is made up and acted out; `left_to_draw` is how many cards the deal leaves, None for all."""

    stage: Stage
    state: RoundState
    table: RandomTable
    tempo: Tempo
    snappers: Snappers
    slips: Slips
    interludes: Interludes
    left_to_draw: int | None = None
    now_ms: float = _OPENING_MS
    turns: int = 0
    happenings: list[Happening] = field(default_factory=list)

    def play(self) -> None:
        """Play a round from the deal to the last card turned up."""
        for _ in range(self._drawable(self.state.draw_pile)):
            self.stage.lay_out(Heap.DRAW)
        self._deal()
        while self.state.phase is not Phase.SCORED:
            if self.state.phase is Phase.REVEAL:
                self._reveal()
            else:
                self._act(self._next_event())
        for hands in self.stage.hands:
            for hand in hands:
                self.stage.retreat(hand, at_the_end=True)

    def _drawable(self, cards: int) -> int:
        """How many of these cards there are where some of the deck is left in its box."""
        if self.left_to_draw is None:
            return cards
        pack = self.state.pack
        missing = deck_size(pack) - len(self.state.players) * pack.table.hand_size - pack.piles.starter
        return cards - max(0, missing - self.left_to_draw)

    def _next_event(self) -> Event:
        """The next act; snaps are left to the races, and calls to their time."""
        caller = Called(self.state.players[self.state.turn])
        late = self.now_ms > self.tempo.call_after_ms
        if late and self.state.phase in PLAYED and not check(self.state, caller):
            return caller
        while True:
            event = self.table.next_event(self.state)
            early = isinstance(event, Called) and (self.turns < len(self.state.players) or self._chance(0.7))
            if not early and not isinstance(event, Snapped) and not self._unlikely(event):
                return event

    def _unlikely(self, event: Event) -> bool:
        """Whether people would rather do something else: they seldom pass, or give while a card is to be taken."""
        if isinstance(event, Gave):
            return any(isinstance(due, TakeDue) for due in self.state.due)
        return isinstance(event, Passed) and self._chance(0.6)

    def _chance(self, probability: float) -> bool:
        return bool(self.stage.rng.random() < probability)

    def _deal(self) -> None:
        event = self.table.next_event(self.state)
        assert isinstance(event, Dealt)
        self._note(event, deal(self.stage, self.state, event, self.now_ms))
        if self.state.pack.piles.starter:
            starter = self.table.next_event(self.state)
            assert isinstance(starter, StarterTurned)
            opened_ms = turn_starter(self.stage, self.state, starter, self.now_ms + 200)
            self._note(starter, opened_ms)
            self._peek()
            self._maybe_snap(opened_ms)
        else:
            self._peek()

    def _peek(self) -> None:
        looks = [look for seat in range(len(self.state.players)) for look in self._looks(seat)]
        self._note_all(peek(self.stage, self.state, looks, self.now_ms + 150))

    def _looks(self, seat: int) -> list[Looked]:
        rules = self.state.pack.peek
        slots = list(cards_of(self.state, seat))
        if rules.which is PeekWhich.NEAREST:
            slots = [
                (slot, card) for slot, card in slots if locate(self.state.pack, slot)[1] in nearest(self.state.pack)
            ]
        chosen = self.stage.rng.permutation(len(slots))[: rules.count]
        return [Looked(self.state.players[seat], slots[k][0], slots[k][1].face) for k in chosen]

    def _act(self, event: Event) -> None:
        start_ms = self.now_ms + self._thinking_ms(event)
        self.turns += isinstance(event, _TURN_STARTS)
        pile = len(self.state.discard)
        if isinstance(event, Refilled):
            self._note(event, refill(self.stage, self.state.turn, start_ms), start_ms)
            return
        if isinstance(event, LastWindowClosed):
            self._note(event, self._window_end_ms())
            return
        assert isinstance(event, TurnAct)
        start_ms = self.slips.before(self.stage, self.state.players.index(event.player), event, start_ms)
        start_ms = self.interludes.before(self.stage, start_ms)
        end_ms = act_out(self.stage, self.state, event, start_ms)
        self._note(event, end_ms, start_ms)
        if len(self.state.discard) > pile or isinstance(event, Matched):
            self._maybe_snap(self._pile_changed_ms())

    def _thinking_ms(self, event: Event) -> float:
        """Decisions take time; what only follows from them goes at once."""
        quick = 0.5 if isinstance(event, Swapped | Discarded | Looked | Exchanged | Modified) else 1.0
        return 80.0 + float(self.stage.rng.gamma(2.5, self.tempo.thinking_ms * quick / 2.5))

    def _window_end_ms(self) -> float:
        """When the time for snaps after the last turn is over."""
        window_ms = self.state.pack.snap.final_window_ms
        open_ms = window_ms if isinstance(window_ms, int) else 0
        return max(self.now_ms, self._pile_changed_ms() + open_ms)

    def _pile_changed_ms(self) -> float:
        return self.stage.lying[Heap.DISCARD][-1].still_since()

    def _maybe_snap(self, opened_ms: float) -> None:
        """Race for the card that has come to rest on the pile, if anybody goes for it."""
        tries = self.snappers.tries(self.state, self.stage.rng)
        if tries:
            gaps = self.snappers.gaps(len(tries) - 1, self.stage.rng)
            outcome = race(self.stage, self.state, tries, gaps, (opened_ms, self.now_ms))
            self._note_all(outcome.events)
            self.now_ms = max(self.now_ms, outcome.ended_ms)

    def _reveal(self) -> None:
        cards = [
            Revealed(slot, card.face)
            for seat in range(len(self.state.players))
            for slot, card in cards_of(self.state, seat)
            if isinstance(card.face, Card)
        ]
        self._note_all(reveal(self.stage, self.state, cards, self.now_ms + 500))

    def _note(self, event: Event, end_ms: float, start_ms: float | None = None) -> None:
        self._note_all([TimedEvent(Interval(self.now_ms if start_ms is None else start_ms, end_ms), event)])

    def _note_all(self, done: list[TimedEvent] | tuple[TimedEvent, ...]) -> None:
        """Take events into the state in order of the times at which they were done."""
        for timed in sorted(done, key=lambda one: one.at.end_ms):
            before = self.state
            self.state = apply(self.state, timed.event)
            if isinstance(timed.event, Dealt):
                self.state = replace(self.state, draw_pile=self._drawable(self.state.draw_pile))
            self.happenings.append(Happening(timed, self.state))
            self.now_ms = max(self.now_ms, timed.at.end_ms)
            self._note_slots(before)

    def _note_slots(self, before: RoundState) -> None:
        """Slots that hold a card now and did not before, or the other way round."""
        old, new = _filled(before), _filled(self.state)
        for slot in sorted(old ^ new):
            touched = self.stage.last_touch(slot)
            kind = SlotEmptied if slot in old else SlotFilled
            self.stage.seen.append(kind(touched, slot))


def _filled(state: RoundState) -> set[SlotId]:
    return {slot for seat in range(len(state.players)) for slot, _ in cards_of(state, seat)}
