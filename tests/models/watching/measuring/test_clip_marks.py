"""Marks of clips are held against the truth as they are: by frames, and by the times that are stated."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

from kibitz_models.watching.measuring.clip_marks import mark_figures, marked_races
from kibitz_models.watching.measuring.truth import FilmedRound
from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.events import Snapped, Verdict
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Interval, SlotId
from kibitz_vision.clips.clip import Clip

from ....vision.clips.conftest import ANN, BEN, race_clip

CONTACTS = {BEN: (SlotId("p2.a1"), Verdict.CORRECT), ANN: (SlotId("p1.a1"), Verdict.LATE)}
FRAME_MS = 1000 / 30


def film(clip: Clip, times_ms: dict[PlayerId, float]) -> FilmedRound:
    """In which Ben and Ann truly came at these times of a clip."""
    done = [
        TimedEvent(Interval(0.0, at_ms + clip.origin_ms), Snapped(player, slot, parse_card("7H"), verdict))
        for player, at_ms in times_ms.items()
        for slot, verdict in [CONTACTS[player]]
    ]
    return cast(FilmedRound, SimpleNamespace(done=sorted(done, key=lambda one: one.at.end_ms)))


def test_a_mark_on_the_first_frame_that_shows_a_contact_is_right_and_others_are_off_by_whole_frames() -> None:
    clip = race_clip()
    (race,) = marked_races(film(clip, {BEN: 150.0, ANN: 190.0}), [clip])
    assert [(mark.player, mark.frames_late, mark.stated.off_ms) for mark in race.marks] == [(BEN, 0, 0), (ANN, 0, 0)]
    assert race.chance == (0.98, True)
    (race,) = marked_races(film(clip, {BEN: 150.0 - 2 * FRAME_MS, ANN: 190.0 + FRAME_MS}), [clip])
    assert [mark.frames_late for mark in race.marks] == [2, -1]
    assert race.marks[1].stated.off_ms > 0


def test_who_was_said_to_be_first_and_was_not_is_counted_as_wrong() -> None:
    clip = race_clip()
    (race,) = marked_races(film(clip, {BEN: 199.0, ANN: 190.0}), [clip])
    assert race.chance == (0.98, False)
    figures = mark_figures([race])
    assert (figures["first_right"]["count"], figures["first_right"]["of"]) == (0, 1)
    assert (figures["within_a_frame"]["count"], figures["frames_late"]) == (2, {"-1": 1, "0": 1})


def test_a_race_that_no_clip_shows_has_no_mark() -> None:
    clip = race_clip()
    (race,) = marked_races(film(clip, {BEN: 150.0, ANN: 190.0}), [replace(clip, verdict=None)])
    figures = mark_figures([race])
    assert (race.contacts, race.marks, race.chance) == (2, (), None)
    assert (figures["shown"]["count"], figures["marked"]["of"], figures["within_a_frame"]["of"]) == (0, 2, 0)
