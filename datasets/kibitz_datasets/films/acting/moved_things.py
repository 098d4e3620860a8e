"""Things that lie on the table, and hands that put them down, move them and take them away."""

from __future__ import annotations

import numpy as np

from kibitz_datasets.films.stage.bodies import Body, Hand
from kibitz_datasets.films.stage.motion import Move, Track, pose
from kibitz_datasets.films.stage.seats import Spot
from kibitz_datasets.films.stage.stage import Stage
from kibitz_datasets.films.stage.things import REACH_MM, ThingKind, free_spot
from kibitz_datasets.films.trouble_kinds import Trouble, TroubleKind
from kibitz_scoring.table import Interval

_GRASP_MS = 90.0
_HIGH_MM = 2.0
"""So high above the cards things are painted."""


def lay_things(stage: Stage) -> None:
    """Lay some of the things on the table before the film begins; the others come later, by hand."""
    if TroubleKind.THINGS not in stage.kinds:
        return
    for kind in ThingKind:
        spot = free_spot(stage.whims, stage.plan, kind, _taken(stage))
        if spot is not None:
            at = pose(spot, _HIGH_MM, float(stage.whims.uniform(0, 2 * np.pi)))
            born_ms = float("-inf") if stage.whims.random() < 0.6 else float("inf")
            stage.bodies.append(Body(Track(at), [(0.0, stage.next_layer())], thing=kind, born_ms=born_ms))


def move_thing(stage: Stage, hand: Hand, at_ms: float) -> float:
    """Put down a thing that was not there yet, or take one and lay it elsewhere."""
    things = [body for body in stage.bodies if body.thing is not None]
    if not things:
        return at_ms
    body = things[int(stage.whims.integers(len(things)))]
    assert body.thing is not None
    spot = free_spot(stage.whims, stage.plan, body.thing, _taken(stage, but=body))
    if spot is None:
        return at_ms
    if np.isinf(body.born_ms) and body.born_ms > 0:
        start_ms = max(at_ms, hand.free_ms)
        body.track = Track(pose(hand.home, 40.0))
        body.born_ms = start_ms
    else:
        start_ms = stage.reach(hand, body.track.at(at_ms)[:2], at_ms) + _GRASP_MS
    here, fingers = body.track.at(start_ms), hand.track.at(start_ms)
    end_ms = start_ms + stage.carry_ms(hand, here[:2], spot)
    target = pose(spot, _HIGH_MM, here[3] + float(stage.whims.normal(0, 0.5)))
    body.track.add(Move(start_ms, end_ms, here, target, lift_mm=15.0))
    hand.track.add(Move(start_ms, end_ms, fingers, pose(spot, 12.0), lift_mm=15.0))
    body.aloft.append((start_ms, end_ms))
    hand.grips.append((start_ms, end_ms))
    body.layers.append((end_ms, stage.next_layer()))
    hand.free_ms = end_ms
    stage.noted.append(Trouble(TroubleKind.THINGS, Interval(start_ms, end_ms)))
    return end_ms


def _taken(stage: Stage, but: Body | None = None) -> list[tuple[Spot, float]]:
    return [
        (body.track.at(float("inf"))[:2], REACH_MM[body.thing])
        for body in stage.bodies
        if body.thing is not None and body is not but
    ]
