"""Tokens go with the cards on which people put them, and are gone once these are laid off."""

from __future__ import annotations

import numpy as np

from kibitz_datasets.films.acting.put_tokens import put_token
from kibitz_datasets.films.simulate import NAMES
from kibitz_datasets.films.stage.frame_clock import ClockConfig, frame_clock
from kibitz_datasets.films.stage.seats import plan_table
from kibitz_datasets.films.stage.stage import Stage
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Heap

PACK = load_pack("dragons_gambit")
MINE, YOURS = slot_id(PACK, 0, 0), slot_id(PACK, 1, 2)


def table() -> Stage:
    rng = np.random.default_rng(5)
    stage = Stage(plan_table(PACK, 2), NAMES[:2], frame_clock(rng, ClockConfig(), 60_000.0), rng, has_tokens=True)
    stage.lay_out(MINE)
    return stage


def test_a_token_is_brought_to_its_card_and_lies_on_it() -> None:
    stage = table()
    laid_ms = put_token(stage, stage.hands[1][0], MINE, 1, 500.0)
    card, token = stage.bodies
    assert token.born_ms < laid_ms
    assert np.hypot(*(token.at(laid_ms + 1) - card.at(laid_ms + 1))[:2]) < 15
    assert token.layer(laid_ms + 1) > card.layer(laid_ms + 1)
    assert token.is_aloft(token.born_ms + 1, laid_ms - 1)
    assert not token.is_aloft(laid_ms + 1, laid_ms + 100)


def test_a_second_token_leaves_the_first_one_to_be_seen() -> None:
    stage = table()
    first_ms = put_token(stage, stage.hands[1][0], MINE, 1, 500.0)
    laid_ms = put_token(stage, stage.hands[0][0], MINE, -1, first_ms)
    _, first, second = stage.bodies
    assert np.hypot(*(first.at(laid_ms) - second.at(laid_ms))[:2]) > 18


def test_a_token_goes_where_its_card_goes_until_that_is_laid_off() -> None:
    stage = table()
    put_token(stage, stage.hands[1][0], MINE, 1, 500.0)
    hand = stage.hands[0][0]
    moved_ms = stage.place(hand, YOURS, stage.lift(hand, MINE, hand.free_ms + 2000), up=False)
    card, token = stage.bodies
    assert np.hypot(*(token.at(moved_ms) - card.at(moved_ms))[:2]) < 15
    assert token.gone_ms == float("inf")
    gone_ms = stage.place(hand, Heap.DISCARD, stage.lift(hand, YOURS, moved_ms + 100), up=True)
    assert token.gone_ms == gone_ms
