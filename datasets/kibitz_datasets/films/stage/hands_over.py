"""When hands come over places: what a camera sees of them apart from what they do with cards."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from kibitz_datasets.films.stage.bodies import Hand
from kibitz_datasets.films.stage.seats import TablePlan
from kibitz_datasets.films.stage.stage import Stage
from kibitz_datasets.scenes.optics.table_camera import CARD_MM
from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.table import HandOver, Interval, Place, Seen

_COVERED = 0.3
"""Share of a card that a hand or arm covers from which on it is over it; a hand that holds a card covers a third."""
_HALF_WIDTH_MM = 30.0
"""Of a hand and its wrist, as `sprites` draws them."""
_HELD_MM = 30.0
_GONE_FRAMES = 10
"""A hand that is back after fewer frames had not gone."""
_LEAST_FRAMES = 2
"""In one frame alone it was on its way elsewhere."""
Carried = list[tuple[NDArray[np.intp], NDArray[np.float64]]]
_SAMPLES = np.stack(np.meshgrid(np.linspace(-0.45, 0.45, 7), np.linspace(-0.45, 0.45, 9)), -1).reshape(-1, 2)


def hands_over(stage: Stage, ended_ms: float) -> list[HandOver]:
    """Whose hand or arm came over which place, with the first and the last frame that show it there."""
    times_ms = np.array([time_ms for time_ms in stage.clock.times_ms if time_ms <= ended_ms])
    carried = _carried(stage, times_ms)
    hands = [hand for both in stage.hands for hand in both]
    tips = [_tips(hand, times_ms, carried) for hand in hands]
    events = []
    for place in stage.lying:
        card = _card(stage.plan, place)
        over = np.stack([_covered(card, tip, hand) >= _COVERED for tip, hand in zip(tips, hands, strict=True)])
        for first, last in _runs(np.flatnonzero(over.any(0))):
            events.append(_event(stage, hands[int(over[:, first].argmax())], place, (first, last)))
    return events


def _event(stage: Stage, hand: Hand, place: Place, frames: tuple[int, int]) -> HandOver:
    at_ms = stage.clock.times_ms[frames[0]]
    return HandOver(Seen(Interval(at_ms, at_ms), 1.0, frames, HandPosterior.sole(stage.players[hand.seat])), place)


def _card(plan: TablePlan, place: Place) -> NDArray[np.float64]:
    """Points (n, 2) all over a card in a place."""
    cos, sin = np.cos(plan.turn(place)), np.sin(plan.turn(place))
    points: NDArray[np.float64] = plan.spot(place) + (_SAMPLES * CARD_MM) @ np.array([[cos, sin], [-sin, cos]])
    return points


def _carried(stage: Stage, times_ms: NDArray[np.float64]) -> Carried:
    """For every card that was off the table the numbers of the times (n,) at which it was, and where (n, 2)."""
    found = []
    for body in stage.bodies:
        for lifted_ms, laid_ms in body.aloft:
            frames = np.flatnonzero((times_ms > lifted_ms) & (times_ms < laid_ms))
            if len(frames):
                found.append((frames, np.array([body.track.at(time_ms)[:2] for time_ms in times_ms[frames]])))
    return found


def _tips(hand: Hand, times_ms: NDArray[np.float64], carried: Carried) -> NDArray[np.float64]:
    """Where a hand ends (n, 2), or else the card that it carries."""
    tips = np.array([hand.track.at(time_ms)[:2] for time_ms in times_ms])
    for frames, middles in carried:
        held = np.hypot(*(middles - tips[frames]).T) < _HELD_MM
        outward = middles[held] - hand.home
        tips[frames[held]] = middles[held] + outward / np.hypot(*outward.T)[:, None] * CARD_MM[1] / 2
    return tips


def _covered(card: NDArray[np.float64], tips: NDArray[np.float64], hand: Hand) -> NDArray[np.float64]:
    """Share (m,) of a card's points that a hand and its arm cover, which end at `tips` (m, 2)."""
    home = hand.home
    share = np.zeros(len(tips))
    length = np.hypot(*(home - tips).T)
    away = np.flatnonzero(length > 1.0)
    onward = (home - tips[away]) / length[away, None]
    offset = card - tips[away, None]
    along = (offset * onward[:, None]).sum(-1)
    across = offset[..., 0] * onward[:, None, 1] - offset[..., 1] * onward[:, None, 0]
    covered = (along > 0) & (np.abs(across) < _HALF_WIDTH_MM)
    if hand.sleeve is not None:
        covered |= (along > hand.sleeve.from_mm) & (np.abs(across) < hand.sleeve.half_mm)
    share[away] = covered.mean(1)
    return share


def _runs(frames: NDArray[np.intp]) -> Iterator[tuple[int, int]]:
    """First and last of numbers on end, over short breaks."""
    for run in np.split(frames, np.flatnonzero(np.diff(frames) > _GONE_FRAMES) + 1):
        if len(run) >= _LEAST_FRAMES:
            yield int(run[0]), int(run[-1])
