"""A card that was snapped wrongly and lies face down again is read in no picture of a clip, by Kibitz's own reader."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import cv2
import pytest

from kibitz_datasets.films.demo_round import places_of
from kibitz_datasets.films.simulate import SimulationConfig, film_of, frames, perform
from kibitz_datasets.films.trouble_kinds import TroubleKind
from kibitz_scoring.cards import Card, parse_card
from kibitz_scoring.game.events import Snapped, Verdict
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.hands import deck_cards
from kibitz_scoring.table import HandOver, Interval
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import Seq
from kibitz_server.replay.concealment import Concealment
from kibitz_vision.clips.clip import Clip, ClipFrame
from kibitz_vision.clips.concealment import ShownClip
from kibitz_vision.clips.masked_clip import ClipView, MaskedClip
from kibitz_vision.frames import decode_image, encode_jpeg
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.recording.round_table import RoundTable

from ...vision.clips.conftest import race_clip

CONFIG = SimulationConfig(
    load_pack("kaboo"),
    3,
    44,
    size=(960, 540),
    seconds=25.0,
    oblique=False,
    kinds=frozenset({TroubleKind.SLIP}),
)
FROM_MS, TO_MS, EVERY = 15_400.0, 18_800.0, 8
WRONG = parse_card("8C")
"""Ann brings it at 16.4 s; at 17.5 s it is taken up again, and lies face down from 17.7 s on."""


@pytest.fixture(scope="module")
def shown() -> ShownClip:
    """A clip of that time as it may be looked at once the card lies face down again."""
    performance = perform(CONFIG)
    film, webcam = film_of(CONFIG, performance)
    clock = performance.stage.clock
    times = [at_ms for at_ms in clock.times_ms if FROM_MS <= at_ms <= TO_MS][::EVERY]
    pictures = frames(film, webcam, replace(clock, times_ms=tuple(times)), TO_MS)
    taken = tuple(
        ClipFrame(number, round((at_ms - times[0]) * 1e6), encode_jpeg(cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420)))
        for number, (at_ms, planes) in enumerate(pictures)
    )
    done = [one for one in performance.happenings if one.timed.at.end_ms <= TO_MS]
    snapped = [(one.timed.event.card, one.timed.event.verdict) for one in done if isinstance(one.timed.event, Snapped)]
    assert (WRONG, Verdict.WRONG) in snapped
    clip = replace(
        race_clip(),
        key="7 snap",
        size_px=CONFIG.size,
        origin_ms=times[0],
        table=RoundTable.of(performance.start, {}),
        places=places_of(CONFIG, performance),
        frames=taken,
        seen=tuple(
            replace(one, seen=replace(one.seen, at=earlier(one.seen.at, times[0])))
            for one in performance.stage.seen
            if times[0] <= one.seen.at.end_ms <= TO_MS and not isinstance(one, HandOver)
        ),
        events=(),
        verdict=None,
    )
    play = SimpleNamespace(state=done[-1].after, happened=tuple(one.timed for one in done))
    return Concealment(cast("Live", SimpleNamespace(play=play, round_begun=play and Seq(7)))).shown(clip)


def earlier(at: Interval, by_ms: float) -> Interval:
    return Interval(at.start_ms - by_ms, at.end_ms - by_ms)


def named(clip: Clip, hidden_from_ms: float, pipeline: Pipeline) -> Iterator[Card]:
    """The cards that the reader names in any picture of a clip, of the pile or of the table."""
    deck = deck_cards(CONFIG.pack)
    for view in ClipView:
        masked = MaskedClip(clip, view, hidden_from_ms)
        for number in range(len(clip.frames)):
            image = decode_image(masked.picture(number, lambda: pipeline), "picture")
            yield from (one.card for one in pipeline.read(image, deck).cards if one.card is not None)


def test_a_card_that_went_back_face_down_is_read_in_no_picture_any_more(shown: ShownClip, pipeline: Pipeline) -> None:
    assert WRONG in set(named(shown.clip, math.inf, pipeline)), "the reader reads it where nothing is hidden"
    assert shown.hidden_from_ms < math.inf
    assert WRONG not in set(named(shown.clip, shown.hidden_from_ms, pipeline))
