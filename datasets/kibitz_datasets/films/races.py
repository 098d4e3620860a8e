"""Short clips of a snap race: a card is laid onto the pile, and two or three players go for it at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from kibitz_datasets.films.acting.gestures import act_out, holding
from kibitz_datasets.films.acting.script import Happening
from kibitz_datasets.films.acting.snap_race import SnapTry, race
from kibitz_datasets.films.simulate import NAMES, SimulationConfig, check_config, clock_of, near_first_snap, playable
from kibitz_datasets.films.stage.bodies import Hand
from kibitz_datasets.films.stage.frame_clock import FrameClock
from kibitz_datasets.films.stage.motion import Track
from kibitz_datasets.films.stage.seats import plan_table
from kibitz_datasets.films.stage.stage import Stage
from kibitz_datasets.films.trouble_kinds import TroubleKind
from kibitz_datasets.films.truth import Performance
from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Dealt, Discarded, Drew, StarterTurned
from kibitz_scoring.game.round_state import RoundState, cards_of, first_state
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import SnapWhose
from kibitz_scoring.score.hands import deck_cards
from kibitz_scoring.table import Heap, Interval, SlotId

LENGTH_MS = 3000.0
AS_AT_HOME = LENGTH_MS / 45_000.0
"""The share of troubles that gives a clip as many a second as a round of 45 s has of them."""
_BEGIN_MS = 250.0
_MOST_GAP_MS = 400.0
_RANKS = ("A", "2", "3", "4", "5", "6")
"""Ranks without a power, so that nothing but the snaps follows the card."""


@dataclass(frozen=True, slots=True)
class _Opening:
    """The table before a race: the state, who lays the card, and the places of the cards that match it."""

    state: RoundState
    discarder: PlayerId
    matching: tuple[tuple[PlayerId, SlotId], ...]


def perform_race(config: SimulationConfig, racers: int, *, others: bool = False) -> Performance:
    """A race of so many players acted out; `config.gap_ms` lies between one contact and the next, or is random.

    They go for cards of their own, or for those of anybody (`others`), not all their own. `InputError` where the game
    has no snapping, or not of others' cards, or fewer players besides the one who lays the card.
    """
    check_config(config)
    if not config.pack.snap.enabled:
        raise InputError(f"--rules: {config.pack.name} has no snapping: expected a game such as kaboo or cambio.")
    if others and config.pack.snap.whose is SnapWhose.OWN:
        raise InputError(f"--rules: {config.pack.name} lets nobody snap others' cards: expected a game such as cambio.")
    if not 2 <= racers <= min(3, config.players - 1):
        raise InputError(
            f"--racers: found {racers}: expected 2 or 3, and fewer than the {config.players} players at the table."
        )
    if config.gap_ms is not None and config.gap_ms > _MOST_GAP_MS:
        raise InputError(f"--gap-ms: found {config.gap_ms:g}: expected at most {_MOST_GAP_MS:g} in a clip of 3 s.")
    clock = clock_of(config, LENGTH_MS)
    performance = _perform(config, racers, clock, others=others)
    if config.trouble is TroubleKind.DROP and (gap := near_first_snap(config, performance)) is not None:
        clock = clock.without(gap.start_ms, gap.end_ms)
        return _perform(config, racers, clock, others=others)
    return performance


def _perform(config: SimulationConfig, racers: int, clock: FrameClock, *, others: bool) -> Performance:
    rng = np.random.default_rng((config.seed, 1))
    opening = _open(rng, config, racers, others=others)
    state = opening.state
    whims = np.random.default_rng((config.seed, 8))
    stage = Stage(plan_table(state.pack, config.players), state.players, clock, rng, kinds=config.kinds, whims=whims)
    _lay_out(stage, opening)
    happenings = _race(stage, opening, _gaps(rng, config, racers))
    stage.seen[:] = [event for event in stage.seen if event.seen.at.end_ms <= LENGTH_MS]
    return Performance(config.pack, state, stage, happenings, LENGTH_MS)


def _gaps(rng: Generator, config: SimulationConfig, racers: int) -> list[float]:
    if config.gap_ms is not None:
        return [config.gap_ms] * (racers - 1)
    return [float(gap) for gap in np.exp(rng.uniform(np.log(5.0), np.log(_MOST_GAP_MS), racers - 1))]


def _open(rng: Generator, config: SimulationConfig, racers: int, *, others: bool) -> _Opening:
    """A round dealt so that the player on turn has drawn a card of which that many others know one to match."""
    pack = playable(config.pack)
    players = NAMES[: config.players]
    rank = _RANKS[int(rng.integers(len(_RANKS)))]
    cards = deck_cards(pack)
    same = [cards[k] for k in rng.permutation(len(cards)) if str(cards[k].rank) == rank]
    rest = [cards[k] for k in rng.permutation(len(cards)) if str(cards[k].rank) != rank]
    state = first_state(pack, players)
    dealer = players[int(rng.integers(len(players)))]
    discarder = players[(players.index(dealer) + 1) % len(players)]
    chosen = [players[k] for k in rng.permutation(len(players)) if players[k] != discarder][:racers]
    size = pack.table.hand_size
    hands: list[tuple[Card, ...]] = []
    places = _places(rng, _owners(rng, players, chosen) if others else chosen, size)
    for player in players:
        hand = [rest.pop() for _ in range(size)]
        for owner, index in places:
            if owner == player:
                hand[index] = same.pop()
        hands.append(tuple(hand))
    state = apply(state, Dealt(dealer, tuple(hands)))
    if pack.piles.starter:
        state = apply(state, StarterTurned(rest.pop()))
    state = apply(state, Drew(discarder, same.pop()))
    slots = [[slot for slot, _ in cards_of(state, players.index(owner))][index] for owner, index in places]
    return _Opening(state, discarder, tuple(zip(chosen, slots, strict=True)))


def _owners(rng: Generator, players: Sequence[PlayerId], racers: Sequence[PlayerId]) -> list[PlayerId]:
    """Whose cards the racers go for: anybody's, but not each for an own one."""
    while True:
        owners = [players[k] for k in rng.integers(len(players), size=len(racers))]
        if owners != list(racers):
            return owners


def _places(rng: Generator, owners: Iterable[PlayerId], size: int) -> list[tuple[PlayerId, int]]:
    """A place in each owner's hand of a size, no two the same."""
    found: list[tuple[PlayerId, int]] = []
    for owner in owners:
        index = int(rng.integers(size))
        while (owner, index) in found:
            index = (index + 1) % size
        found.append((owner, index))
    return found


def _lay_out(stage: Stage, opening: _Opening) -> None:
    """Lay the table, with the drawn card in a hand."""
    state = opening.state
    for _ in range(state.draw_pile + 1):
        stage.lay_out(Heap.DRAW)
    _hold(stage, stage.hands[state.players.index(opening.discarder)][0], state)
    for card in state.discard:
        stage.lay_out(Heap.DISCARD, _face(card.face), up=True)
    for seat in range(len(state.players)):
        for slot, card in cards_of(state, seat):
            stage.lay_out(slot, _face(card.face), up=card.face_up)


def _hold(stage: Stage, hand: Hand, state: RoundState) -> None:
    body = stage.lying[Heap.DRAW].pop()
    body.face = _face(state.held[0].card.face)
    at = holding(stage, hand)
    body.track, body.origin = Track(at), Heap.DRAW
    body.leave(float("-inf"))
    hand.grasp(body, float("-inf"))
    hand.track = Track(stage.fingers(hand, at))


def _face(face: object) -> Card | None:
    return face if isinstance(face, Card) else None


def _race(stage: Stage, opening: _Opening, gaps_ms: Sequence[float]) -> tuple[Happening, ...]:
    state = opening.state
    discarded = Discarded(opening.discarder, state.held[0].card.face)
    opened_ms = act_out(stage, state, discarded, _BEGIN_MS)
    done = [TimedEvent(Interval(_BEGIN_MS, opened_ms), discarded)]
    after = apply(state, discarded)
    tries = [SnapTry(player, slot) for player, slot in opening.matching]
    done += race(stage, after, tries, gaps_ms, (opened_ms, opened_ms)).events
    for hands in stage.hands:
        for hand in hands:
            stage.retreat(hand, at_the_end=True)
    happenings = []
    for timed in done:
        state = apply(state, timed.event)
        happenings.append(Happening(timed, state))
    return tuple(happenings)
