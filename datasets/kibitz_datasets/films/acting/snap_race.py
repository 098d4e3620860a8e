"""Snap races: players who go for the pile at once, with contacts at given times, and what the judge says to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from kibitz_datasets.films.stage.bodies import Body, Hand
from kibitz_datasets.films.stage.seats import Spot
from kibitz_datasets.films.stage.stage import Stage
from kibitz_scoring.cards import Card
from kibitz_scoring.game.events import Snapped, Verdict
from kibitz_scoring.game.round_state import RoundState, card_at
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.players import PlayerId
from kibitz_scoring.slots import locate
from kibitz_scoring.snaps.costs import judge_snaps
from kibitz_scoring.snaps.judge import Attempt, Snaps
from kibitz_scoring.table import FACE_DOWN, Heap, Interval, SlotId

_HURRY = 1.8
_GRASP_MS = 40.0


@dataclass(frozen=True, slots=True)
class SnapTry:
    """A player who goes for a card to snap it; one who only lifts it thinks better of it and puts it back."""

    player: PlayerId
    slot: SlotId
    only_lifts: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _Run:
    """A try carried out: the hand, the card, when it was lifted, and its contact with the pile or None."""

    attempt: SnapTry
    hand: Hand
    body: Body
    lifted_ms: float
    placed_ms: float | None


@dataclass(frozen=True, slots=True)
class RaceOutcome:
    """The snaps of a race in order of time, and when all cards are where they belong."""

    events: tuple[TimedEvent, ...]
    ended_ms: float


def race(
    stage: Stage, state: RoundState, tries: Sequence[SnapTry], gaps_ms: Sequence[float], since_ms: tuple[float, float]
) -> RaceOutcome:
    """Run a race for the card on top of the pile.

    `since_ms` is when it came to rest, and when all that came before was done: no contact is earlier. Contacts follow
    each other by `gaps_ms`, one fewer than tries. Cards that may not stay are taken back.
    """
    opened_ms, done_ms = since_ms
    runs = _run(_plans(stage, tries, opened_ms), stage, [0.0, *accumulate(gaps_ms)], done_ms)
    verdicts = judge_snaps(state.pack, _snaps(stage, state, runs, opened_ms))
    results = [found.verdict for found in verdicts]
    events = [_event(state, run, result) for run, result in zip(runs, results, strict=True)]
    last_ms = max(event.at.end_ms for event in events)
    back = [run for run, result in zip(runs, results, strict=True) if run.placed_ms and result is not Verdict.CORRECT]
    for run in reversed(back):
        last_ms = _take_back(stage, run, last_ms + stage.rng.uniform(350, 700))
    return RaceOutcome(tuple(sorted(events, key=lambda event: event.at.end_ms)), last_ms)


@dataclass(frozen=True, slots=True, eq=False)
class _Plan:
    """How a try can be carried out: where the card lies, how long hand and card take, and the earliest contact."""

    attempt: SnapTry
    hand: Hand
    body: Body
    spot: Spot
    reach_ms: float
    carry_ms: float
    earliest_ms: float


def _plans(stage: Stage, tries: Sequence[SnapTry], opened_ms: float) -> list[_Plan]:
    plans = []
    for attempt in tries:
        hand = next(hand for hand in stage.hands[stage.players.index(attempt.player)] if hand.holds is None)
        body = stage.lying[attempt.slot][-1]
        still_ms = body.still_since()
        lies = body.track.at(max(opened_ms, still_ms))[:2]
        spot = stage.grip(hand, lies)
        reach_ms = stage.reach_ms(hand, spot)
        carry_ms = stage.carry_ms(hand, lies, stage.plan.spot(Heap.DISCARD)) / _HURRY
        ready_ms = max(opened_ms + stage.rng.uniform(180, 450), hand.free_ms) + reach_ms + _GRASP_MS
        plans.append(_Plan(attempt, hand, body, spot, reach_ms, carry_ms, max(ready_ms, still_ms + 50.0) + carry_ms))
    return plans


def _run(plans: Sequence[_Plan], stage: Stage, offsets_ms: Sequence[float], done_ms: float) -> list[_Run]:
    """Carry the tries out, the first contact as early as all can be in time."""
    soonest = [plan.earliest_ms - offset for plan, offset in zip(plans, offsets_ms, strict=True)]
    first_ms = max(*soonest, done_ms + 1.0)
    runs = []
    for plan, offset in zip(plans, offsets_ms, strict=True):
        hand, contact_ms = plan.hand, first_ms + offset
        lifted_ms = contact_ms - plan.carry_ms
        stage.reach(hand, plan.spot, lifted_ms - _GRASP_MS - plan.reach_ms)
        stage.take(hand, plan.attempt.slot, max(lifted_ms, hand.free_ms), plan.body)
        lifted_ms, placed_ms = hand.free_ms, None
        if plan.attempt.only_lifts:
            stage.place(hand, plan.attempt.slot, hand.free_ms + stage.rng.uniform(150, 400), up=plan.body.up)
        else:
            placed_ms = stage.slap(hand, Heap.DISCARD, (lifted_ms, contact_ms))
        runs.append(_Run(plan.attempt, hand, plan.body, lifted_ms, placed_ms))
    return runs


def _snaps(stage: Stage, state: RoundState, runs: Sequence[_Run], opened_ms: float) -> Snaps:
    """What the judge is told: times are those of the frames that show them first."""
    top = state.discard[-1].face
    assert isinstance(top, Card)
    players = state.players
    return Snaps(
        top=top,
        attempts=tuple(_attempt(stage, state, run) for run in runs),
        phase=state.phase,
        discarder=None if state.top.seat is None else players[state.top.seat],
        caller=None if state.caller is None else players[state.caller],
        power_in_progress=state.power is not None and state.power.begun,
        owed_card=bool(state.due),
        already_snapped=bool(state.top.snaps),
        window_opened_ms=_frame_ms(stage, opened_ms),
        frame_interval_ms=stage.clock.interval_ms,
        hands={player: sum(card is not None for card in state.hands[seat]) for seat, player in enumerate(players)},
        draw_pile=state.draw_pile,
        discard_pile=len(state.discard),
    )


def _attempt(stage: Stage, state: RoundState, run: _Run) -> Attempt:
    owner = state.players[locate(state.pack, run.attempt.slot)[0]]
    face = run.body.face if run.placed_ms is not None else FACE_DOWN
    placed_ms = None if run.placed_ms is None else _frame_ms(stage, run.placed_ms)
    lifted_ms = _frame_ms(stage, run.lifted_ms)
    return Attempt(run.attempt.player, owner, run.attempt.slot, face, lifted_ms, placed_ms)


def _frame_ms(stage: Stage, time_ms: float) -> float:
    return stage.clock.times_ms[stage.clock.first_showing(time_ms)]


def _event(state: RoundState, run: _Run, result: Verdict) -> TimedEvent:
    card = card_at(state, run.attempt.slot)
    face = FACE_DOWN if run.placed_ms is None or card is None else card.face
    at = Interval(run.lifted_ms, run.hand.free_ms if run.placed_ms is None else run.placed_ms)
    return TimedEvent(at, Snapped(run.attempt.player, run.attempt.slot, face, result))


def _take_back(stage: Stage, run: _Run, at_ms: float) -> float:
    """A player takes the own card back from the pile."""
    was_top = stage.lying[Heap.DISCARD][-1] is run.body
    lifted_ms = stage.lift(run.hand, Heap.DISCARD, at_ms, run.body)
    if was_top:
        stage.show_top(lifted_ms, run.hand)
    return stage.place(run.hand, run.attempt.slot, lifted_ms, up=stage.plan.pack.display.open_hands)
