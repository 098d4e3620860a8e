"""What of a clip may be looked at is told by the table as it is now."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import cv2
import numpy as np
import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.events import Dealt, Event, Snapped, StarterTurned, Verdict
from kibitz_scoring.game.round_state import Phase, RoundState, first_state
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.table import Heap, Interval, PileTopChanged, Seen, SlotId
from kibitz_server.access.viewer import Role
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import Seq
from kibitz_server.replay.concealment import Concealment
from kibitz_server.replay.film import film_of
from kibitz_vision.clips.clip import Clip, ClipFrame
from kibitz_vision.clips.concealment import ShownClip
from kibitz_vision.clips.masked_clip import ClipView, MaskedClip
from kibitz_vision.frames import decode_image, encode_jpeg

from ...vision.clips.conftest import ANN, BEN, FRAME_NS, PACK, PLAYERS, race_clip

THREE, SEVEN = parse_card("3S"), parse_card("7H")
SLOT = SlotId("p2.a1")
AT = Interval(2000.0, 2033.0)
WRONG = Snapped(BEN, SLOT, THREE, Verdict.WRONG)


def played(*events: Event) -> RoundState:
    state = first_state(PACK, PLAYERS)
    for event in (Dealt(ANN), StarterTurned(SEVEN), *events):
        state = apply(state, event)
    return state


def snap_clip(**changes: Any) -> Clip:
    """A clip of four seconds, of the round that entry 7 began, in which Ben brings the three of spades."""
    seen = (PileTopChanged(Seen(AT, 0.9, (560,)), THREE, SLOT),)
    few = race_clip()
    frames = tuple(replace(few.frames[0], index=500 + number, at_ns=number * FRAME_NS) for number in range(120))
    clip = replace(few, key="7 snap p2.a1", frames=frames, seen=seen, events=(TimedEvent(AT, WRONG),), verdict=None)
    return replace(clip, **changes)


def looked_at(clip: Clip, state: RoundState | None, *happened: Event) -> ShownClip:
    """What is shown of a clip while a round is played that has come so far."""
    told = tuple(TimedEvent(Interval(AT.start_ms + 5000.0, AT.end_ms + 5000.0), event) for event in happened)
    play = state and SimpleNamespace(state=state, happened=told)
    return Concealment(cast("Live", SimpleNamespace(play=play, round_begun=play and Seq(7)))).shown(clip)


def test_a_card_that_went_back_is_hidden_from_before_it_is_on_the_pile() -> None:
    shown = looked_at(snap_clip(), played(WRONG), WRONG)

    assert shown.hidden_from_ms == pytest.approx(500.0)
    assert cast("Snapped", shown.clip.events[0].event).card != THREE


def test_what_was_said_of_it_names_it_no_more_either() -> None:
    shown = looked_at(snap_clip(acts=(TimedEvent(AT, WRONG),)), played(WRONG), WRONG)
    assert cast("Snapped", shown.clip.acts[0].event).card != THREE
    told = film_of(shown.clip, "snap", Role.HOST)["marks"]
    assert {"event", "seen", "said"} <= {one["kind"] for one in told}
    assert not [one for one in told if "3" in one["words"]]


def test_it_is_hidden_by_the_verdict_where_its_face_was_not_read() -> None:
    assert looked_at(snap_clip(seen=()), played(WRONG), replace(WRONG, card=SEVEN)).hidden_from_ms < 600.0


def test_it_is_hidden_by_its_face_where_nobody_judged() -> None:
    assert looked_at(snap_clip(), played(WRONG)).hidden_from_ms < 600.0


@pytest.mark.parametrize(
    ("clip", "state"),
    [
        (snap_clip(), None),
        (snap_clip(key="3 snap p2.a1"), played(WRONG)),
        (snap_clip(), replace(played(WRONG), phase=Phase.REVEAL)),
        (snap_clip(), played()),
    ],
    ids=["no round is played", "it is of another round", "all is revealed", "it still lies there"],
)
def test_all_is_shown_where_nothing_is_secret(clip: Clip, state: RoundState | None) -> None:
    shown = looked_at(clip, state)
    assert (shown.hidden_from_ms, shown.clip.events) == (math.inf, clip.events)


def test_a_card_that_stays_on_the_pile_may_be_looked_at_again() -> None:
    right = Snapped(BEN, SLOT, parse_card("7S"), Verdict.CORRECT)
    clip = snap_clip(seen=(PileTopChanged(Seen(AT, 0.9, (560,)), parse_card("7S"), SLOT),))

    assert looked_at(clip, played(right), right).hidden_from_ms == math.inf


def striped() -> Clip:
    """A clip whose pile has stripes as narrow as the lines of an index."""
    clip = race_clip()
    width, height = clip.size_px
    picture = np.full((height, width, 3), 200, np.uint8)
    stripe = max(1, round(float(np.linalg.norm(np.subtract(*clip.places.quad_px(Heap.DISCARD)[:2]))) / 20))
    for left in range(0, width, 2 * stripe):
        picture[:, left : left + stripe] = 20
    jpeg = encode_jpeg(picture)
    return replace(clip, frames=tuple(ClipFrame(one.index, one.at_ns, jpeg) for one in clip.frames))


def contrast(picture: bytes, clip: Clip, masked: MaskedClip) -> float:
    """How different neighbouring pixels are in the middle of the pile."""
    grey = cv2.cvtColor(decode_image(picture, "picture"), cv2.COLOR_BGR2GRAY).astype(float)
    outline = masked.on_picture(clip.places.quad_px(Heap.DISCARD))
    assert outline is not None
    (left, top), (right, bottom) = np.min(outline, axis=0), np.max(outline, axis=0)
    inner = grey[round(top * 0.7 + bottom * 0.3) : round(top * 0.3 + bottom * 0.7), round(left) : round(right)]
    return float(np.median(np.abs(np.diff(inner, axis=1))))


@pytest.mark.parametrize("view", list(ClipView))
def test_hidden_pictures_show_nothing_on_the_pile_that_could_be_read(view: ClipView) -> None:
    clip = striped()
    masked = MaskedClip(clip, view, hidden_from_ms=100.0)
    pipeline: Any = SimpleNamespace(find_in=lambda *_: ())

    shown, hidden = (contrast(masked.picture(number, lambda: pipeline), clip, masked) for number in (0, 11))

    assert shown > 10
    assert hidden < shown / 4
