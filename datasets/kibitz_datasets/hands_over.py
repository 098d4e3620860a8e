"""When hands come over places: what a camera sees of them apart from what they do with cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from kibitz_datasets.seats import Spot, TablePlan
from kibitz_datasets.stage import Hand, Stage
from kibitz_datasets.table_camera import CARD_MM
from kibitz_scoring.table import HandOver, Interval, Place, Seen

COVERED = 0.3
"""Share of a card that a hand or arm covers from which on it is over it; a hand that holds a card covers a third."""
_HALF_WIDTH_MM = 30.0
"""Of a hand and its wrist, as `sprites` draws them."""
_HELD_MM = 30.0
_GONE_FRAMES = 10
"""A hand that is back after fewer frames had not gone."""
_LEAST_FRAMES = 2
"""In one frame alone it was on its way elsewhere."""
_SAMPLES = np.stack(np.meshgrid(np.linspace(-0.45, 0.45, 7), np.linspace(-0.45, 0.45, 9)), -1).reshape(-1, 2)


def hands_over(stage: Stage, ended_ms: float) -> list[HandOver]:
    """Whose hand or arm came over which place, with the first and the last frame that show it there."""
    times_ms = [time_ms for time_ms in stage.clock.times_ms if time_ms <= ended_ms]
    hands = [hand for both in stage.hands for hand in both]
    tips = [_tips(stage, hand, times_ms) for hand in hands]
    events = []
    for place in stage.lying:
        card = _card(stage.plan, place)
        over = np.stack([_covered(card, tip, hand.home) >= COVERED for tip, hand in zip(tips, hands, strict=True)])
        for first, last in _runs(np.flatnonzero(over.any(0))):
            events.append(_event(stage, hands[int(over[:, first].argmax())], place, (first, last)))
    return events


def _event(stage: Stage, hand: Hand, place: Place, frames: tuple[int, int]) -> HandOver:
    at_ms = stage.clock.times_ms[frames[0]]
    return HandOver(Seen(Interval(at_ms, at_ms), 1.0, frames, ((stage.players[hand.seat], 1.0),)), place)


def _card(plan: TablePlan, place: Place) -> NDArray[np.float64]:
    """Points (n, 2) all over a card in a place."""
    cos, sin = np.cos(plan.turn(place)), np.sin(plan.turn(place))
    points: NDArray[np.float64] = plan.spot(place) + (_SAMPLES * CARD_MM) @ np.array([[cos, sin], [-sin, cos]])
    return points


def _tips(stage: Stage, hand: Hand, times_ms: Sequence[float]) -> NDArray[np.float64]:
    """Where a hand ends (n, 2), or else the card that it carries."""
    tips = np.array([hand.track.at(time_ms)[:2] for time_ms in times_ms])
    for body in stage.bodies:
        for k, time_ms in enumerate(times_ms):
            if body.is_aloft(time_ms, time_ms):
                held = body.track.at(time_ms)[:2]
                if np.hypot(*(held - tips[k])) < _HELD_MM:
                    tips[k] = held + (held - hand.home) / np.hypot(*(held - hand.home)) * CARD_MM[1] / 2
    return tips


def _covered(card: NDArray[np.float64], tips: NDArray[np.float64], home: Spot) -> NDArray[np.float64]:
    """Share (m,) of a card's points that a hand and its arm cover, which end at `tips` (m, 2)."""
    arm = home - tips
    length = np.hypot(arm[:, 0], arm[:, 1])
    onward = arm / np.maximum(length, 1.0)[:, None]
    offset = card - tips[:, None]
    along = (offset * onward[:, None]).sum(-1)
    across = offset[..., 0] * onward[:, None, 1] - offset[..., 1] * onward[:, None, 0]
    is_beneath = (along > 0) & (np.abs(across) < _HALF_WIDTH_MM) & (length > 1.0)[:, None]
    share: NDArray[np.float64] = is_beneath.mean(1)
    return share


def _runs(frames: NDArray[np.intp]) -> Iterator[tuple[int, int]]:
    """First and last of numbers on end, over short breaks."""
    for run in np.split(frames, np.flatnonzero(np.diff(frames) > _GONE_FRAMES) + 1):
        if len(run) >= _LEAST_FRAMES:
            yield int(run[0]), int(run[-1])
