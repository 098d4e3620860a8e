"""What of a clip may be looked at, by itself: cards that went back, and hands that were turned up."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.events import Corrected, Dealt, Ended, Event, Revealed, Snapped, StarterTurned, Verdict
from kibitz_scoring.game.round_state import Phase, RoundState, first_state
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.table import Heap, Interval, SlotId
from kibitz_vision.clips.clip import Clip, ClipFrame, ClipKind
from kibitz_vision.clips.concealment import OpenHands, ShownClip, shown_by_itself
from kibitz_vision.clips.masked_clip import ClipView, MaskedClip
from kibitz_vision.detections import Image
from kibitz_vision.frames import decode_image, encode_jpeg
from kibitz_vision.mask import COVER_BGR
from kibitz_vision.recording.round_table import RoundTable

from .conftest import ANN, BEN, PACK, PLAYERS, race_clip

UP, DOWN = SlotId("p1.a1"), SlotId("p2.a1")
THREE = parse_card("3S")
NOBODY_FINDS: Any = SimpleNamespace(find_in=lambda *_: ())


def played(*events: Event) -> RoundState:
    state = first_state(PACK, PLAYERS)
    for event in (Dealt(ANN), StarterTurned(parse_card("7H")), *events):
        state = apply(state, event)
    return state


def clip_of(state: RoundState, *events: tuple[float, float, Event], kind: ClipKind = ClipKind.SNAP) -> Clip:
    """A clip that begins at a table, of twelve frames in 400 ms, with events from when to when."""
    told = tuple(TimedEvent(Interval(from_ms, to_ms), event) for from_ms, to_ms, event in events)
    return replace(race_clip(), kind=kind, table=RoundTable.of(state, {}), events=told, seen=(), verdict=None)


def revealed() -> Clip:
    """The end of a round: one card is turned up from 100 to 200 ms, another one stays covered."""
    ended = played(Ended(RoundEnd.CALL, ANN))
    assert ended.phase in (Phase.REVEAL, Phase.AFTER_LAST_TURN)
    return clip_of(replace(ended, phase=Phase.REVEAL), (100.0, 200.0, Revealed(UP, THREE)), kind=ClipKind.REVEAL)


def at_slot(masked: MaskedClip, number: int, slot: SlotId) -> Image:
    """The colour in the middle of a place of a picture, less that of covers."""
    picture = decode_image(masked.picture(number, lambda: NOBODY_FINDS), "picture").astype(int)
    outline = masked.on_picture(masked.clip.places.quad_px(slot))
    assert outline is not None
    x, y = np.mean(outline, axis=0).round().astype(int)
    return np.abs(picture[y, x] - COVER_BGR)


def test_a_wrong_card_is_hidden_and_its_face_not_told_while_nobody_says_that_the_round_is_over() -> None:
    wrong = Snapped(BEN, SlotId("p2.a1"), THREE, Verdict.WRONG)
    clip = clip_of(played(), (1800.0, 1900.0, wrong))
    longer = replace(clip, frames=tuple(replace(one, at_ns=one.at_ns * 10) for one in clip.frames))
    shown = shown_by_itself(longer)
    assert shown.hidden_from_ms == pytest.approx(300.0)
    assert not shown.shows_hands
    assert getattr(shown.clip.events[0].event, "card", None) != THREE
    assert shown_by_itself(longer, is_over=True) == ShownClip(longer, shows_hands=True)


@pytest.mark.parametrize(("verdict", "is_hidden"), [(Verdict.CORRECT, False), (None, True)])
def test_a_contact_of_which_nobody_told_that_it_counts_is_hidden(verdict: Verdict | None, is_hidden: bool) -> None:
    clip = race_clip()
    assert clip.verdict is not None
    only = replace(clip.verdict, contacts=clip.verdict.contacts[:1], chance=None)
    snap = Snapped(BEN, SlotId("p2.a1"), parse_card("7S"), verdict or Verdict.CORRECT)
    events = ((130.0, 170.0, snap),) if verdict else ()
    told = replace(clip_of(played(), *events), verdict=only)
    assert (shown_by_itself(told).hidden_from_ms < math.inf) is is_hidden


def test_hands_lie_open_from_when_they_are_turned_up_until_they_begin_to_be_covered() -> None:
    clip = revealed()
    assert [sorted(OpenHands(clip).at(at_ms)) for at_ms in (0.0, 199.0, 200.0, 400.0)] == [[], [], [UP], [UP]]
    other = SlotId("p1.a2")
    unread = clip_of(clip.table.state, (100.0, 200.0, Revealed(UP, THREE)), (250.0, 350.0, Corrected(other, THREE)))
    assert OpenHands(unread).at(300.0) == OpenHands(unread).at(360.0) == {UP}


def test_events_that_do_not_go_with_the_table_open_nothing() -> None:
    strange = clip_of(played(), (0.0, 10.0, Revealed(SlotId("p9.a1"), THREE)), (20.0, 30.0, Revealed(UP, THREE)))
    assert OpenHands(strange).at(400.0) == frozenset()


def test_a_clip_of_the_reveal_shows_the_hand_that_was_turned_up_and_no_other() -> None:
    clip = revealed()
    picture = np.full((*reversed(clip.size_px), 3), 220, np.uint8)
    cv2.rectangle(picture, (0, 0), (5, 5), (0, 0, 0), -1)
    clip = replace(clip, frames=tuple(ClipFrame(one.index, one.at_ns, encode_jpeg(picture)) for one in clip.frames))
    shown = shown_by_itself(clip)
    assert shown.shows_hands
    masked = MaskedClip(shown.clip, ClipView.TABLE, shows_hands=True)
    late = clip.at(300.0)
    assert at_slot(masked, 0, UP).max() < 20
    assert at_slot(masked, late, UP).min() > 100
    assert at_slot(masked, late, DOWN).max() < 20
    assert at_slot(MaskedClip(clip, ClipView.TABLE), late, UP).max() < 20
    assert Heap.DISCARD in clip.places.quads_mm
