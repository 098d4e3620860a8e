"""How players move their hands and cards."""

from __future__ import annotations

import numpy as np

from kibitz_datasets.films.acting.gestures import look
from kibitz_datasets.films.simulate import NAMES
from kibitz_datasets.films.stage.frame_clock import ClockConfig, frame_clock
from kibitz_datasets.films.stage.seats import plan_table
from kibitz_datasets.films.stage.stage import Stage
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.slots import slot_id

PACK = load_pack("kaboo")


def test_a_card_that_its_player_looked_at_lies_a_little_otherwise_than_before() -> None:
    rng = np.random.default_rng(5)
    stage = Stage(plan_table(PACK, 2), NAMES[:2], frame_clock(rng, ClockConfig(), 60_000.0), rng)
    slipped_mm = []
    for index in range(4):
        body = stage.lay_out(slot_id(PACK, 0, index))
        before = body.track.at(0.0)
        looked_ms = look(stage, stage.hands[0][0], slot_id(PACK, 0, index), stage.hands[0][0].free_ms)
        after = body.track.at(looked_ms + 1.0)
        slipped_mm.append(float(np.hypot(*(after - before)[:2])))
        assert after[4] == 0.0
        assert 0 < abs(np.sin(after[3] - before[3])) < 0.1
    assert 0 < min(slipped_mm) < max(slipped_mm) < 6
