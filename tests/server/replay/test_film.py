"""What the player on the page is told of a clip."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.notation.wording import describe
from kibitz_scoring.referee.acts.contest import Contest
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.table import Heap, Interval, PileTopChanged, Seen, SlotId
from kibitz_server.access.viewer import Role
from kibitz_server.replay.film import SPEEDS, film_of, notes, speed
from kibitz_server.texts import speaking
from kibitz_server.views.words.act_words import ActWords
from kibitz_vision.clips.clip import Clip, ClipKind, ClipRuling, Contact
from kibitz_vision.clips.clip_file import read_clip, write_clip
from kibitz_vision.clips.masked_clip import MaskedClip
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.recording.round_table import RoundTable

from ...vision.clips.conftest import race_clip


def shown(clip: Clip) -> dict[str, object]:
    return film_of(clip, "race", Role.HOST)


def laid_down(clip: Clip, end_ms: float) -> Clip:
    """The card that is to be matched came to lie on the film."""
    laid = PileTopChanged(Seen(Interval(end_ms - 30.0, end_ms), 0.9, (501,)), parse_card("7D"), Heap.DRAW)
    return replace(clip, seen=(laid, *clip.seen))


def test_times_count_from_when_the_card_to_be_matched_lay_there_as_far_as_the_film_shows_it() -> None:
    assert race_clip().opening_ms == 0.0
    film = shown(laid_down(race_clip(), 100.0))
    frames, contacts = film["frames"], film["contacts"]
    assert isinstance(frames, list)
    assert isinstance(contacts, list)
    assert (frames[0]["index"], frames[0]["at_ms"], frames[0]["url"]) == (500, -100.0, "/clips/race/pile/0.jpg")
    assert [(one["seat"], one["from_ms"], one["to_ms"]) for one in contacts] == [(1, 15.967, 66.7), (0, 49.367, 100.0)]
    assert film["opens_ms"] == pytest.approx(66.7)
    assert film["verdict"] == "Ben first by 33 ms ± 33 ms. Ben was first with a probability of 98%."
    assert film["notes"] == [
        "The camera is assumed to read its rows within 30 ms, as webcams do. That may change the lead by 7 ms, and all "
        "times alike by 29 ms.",
        "By the rule: snaps too close to call.",
    ]


def test_the_window_is_that_of_the_rules_from_when_the_card_lay_there_with_its_pauses() -> None:
    pack = load_pack("kaboo")
    start = f"round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck {43 + pack.deck.jokers} | pile 7D"
    clip = replace(race_clip(), table=RoundTable(pack, race_clip().table.players, start))
    assert shown(clip)["window"] is None
    opened = Contest(rested_ms=-400.0, opened_ms=-400.0)
    assert shown(replace(clip, contest=opened))["window"] == [-400.0, 2600.0]
    assert shown(replace(clip, contest=replace(opened, closed_ms=90.0)))["window"] == [-400.0, 90.0]
    paused = replace(opened, pauses=(Interval(10.0, 60.0),))
    assert shown(replace(clip, contest=paused))["window"] == [-400.0, 2650.0]
    still = replace(opened, pauses=(Interval(10.0, math.inf),))
    assert shown(replace(clip, contest=still))["window"] == [-400.0, None]
    next_card = TimedEvent(Interval(290.0, 300.0), parse_event("p1 discards KC", clip.table.players))
    assert shown(replace(clip, contest=opened, events=(*clip.events, next_card)))["window"] == [-400.0, 2600.0]
    came = TimedEvent(Interval(40.0, 50.0), parse_event("p1 discards 7S", clip.table.players))
    assert shown(replace(clip, contest=opened, events=(came, *clip.events)))["window"] == [50.0, 3050.0]


def test_seen_said_disputed_and_ruled_stand_on_the_time_line_each_by_its_kind_and_without_a_face() -> None:
    clip = race_clip()
    called = TimedEvent(Interval(300.0, 300.0), parse_event("p1 calls", clip.table.players))
    contest = Contest(pauses=(Interval(310.0, 340.0),))
    film = shown(replace(clip, acts=(called,), contest=contest, ruling=ClipRuling("Ann has it.")))
    marks = film["marks"]
    assert isinstance(marks, list)
    assert [(one["kind"], one["at_ms"]) for one in marks] == [
        ("event", 166.7),
        ("seen", 166.7),
        ("said", 300.0),
        ("dispute", 310.0),
        ("ruling", 340.0),
    ]
    assert [one["words"] for one in marks[1:]] == [
        "Seen: a card came to the discard pile",
        "Said: Ann called",
        "A dispute is raised, the clocks stand still",
        "Ruled: Ann has it.",
    ]


def test_a_dispute_that_was_raised_and_ruled_on_after_its_clip_stands_at_the_end() -> None:
    clip = replace(race_clip(), kind=ClipKind.DISPUTE, title="Ann disputes it.", ruling=ClipRuling("It stays."))
    marks = shown(clip)["marks"]
    assert isinstance(marks, list)
    assert [(one["kind"], one["words"]) for one in marks[-2:]] == [
        ("dispute", "After this clip: Ann disputes it."),
        ("ruling", "After this clip: Ruled: It stays."),
    ]


def test_the_file_of_a_clip_is_offered_to_the_host_alone_and_never_while_its_round_is_played() -> None:
    offered = {role: film_of(race_clip(), "race", role)["exports"].get("file") for role in Role}
    assert offered == {role: "/clips/race.kibitz" if role is Role.HOST else None for role in Role}
    assert "file" not in film_of(race_clip(), "race", Role.HOST, is_played=True)["exports"]


def test_what_comes_after_the_first_contact_opens_nothing() -> None:
    assert laid_down(race_clip(), 180.0).opening_ms == 0.0


@pytest.mark.parametrize(("lead_ms", "expected"), [(10.0, 0.05), (160.0, 0.1), (800.0, 0.5), (4000.0, 1.0)])
def test_the_closer_a_race_the_slower_it_is_shown(lead_ms: float, expected: float) -> None:
    clip = race_clip()
    assert clip.verdict is not None
    first, second = clip.verdict.contacts
    end_ms = first.at_ms.end_ms + lead_ms
    later = replace(second, at_ms=Interval(end_ms - 5.0, end_ms))
    assert speed(replace(clip, verdict=replace(clip.verdict, contacts=(first, later)))) == expected
    assert expected in SPEEDS
    assert expected < max(SPEEDS), "a person may show it faster than it was, and slower again"


def test_the_film_of_a_race_after_a_wrong_card_is_about_the_two_that_raced() -> None:
    clip = race_clip()
    assert clip.verdict is not None
    first, second = clip.verdict.contacts
    wrong = Contact(second.player, SlotId("p1.d1"), Interval(0.0, 10.0))
    both = replace(clip, verdict=replace(clip.verdict, contacts=(wrong, first, second), raced=(1, 2)))
    assert speed(both) == speed(clip)
    assert f"{first.player} was first with a probability of" in str(shown(both)["verdict"])
    assert notes(both) == notes(clip)
    kept = replace(both, verdict=replace(both.verdict, chance=1.0))
    assert "99%" in str(shown(kept)["verdict"]), "a clip of an earlier release may have been sure"


def test_what_the_table_ruled_stands_beside_the_verdict_and_why_below() -> None:
    clip = race_clip()
    film = shown(replace(clip, ruling=ClipRuling("The table ruled: Ann has it.", "we all saw it")))
    assert str(film["verdict"]).endswith("Ruled: The table ruled: Ann has it.")
    assert "we all saw it" in film["notes"]  # type: ignore[operator]


def test_a_clip_from_a_file_is_told_in_the_language_of_whoever_looks_at_it(tmp_path: Path) -> None:
    clip, words = race_clip(), ActWords(race_clip().table.pack, race_clip().table.players, Sentence)
    asked = Sentence("Is this right: {what}?", what=describe([parse_event("p1 looks p2.a1", clip.table.players)]))
    ruling = ClipRuling(words.told([parse_event("p1 draws", clip.table.players)]))
    write_clip(replace(clip, title=words.retold(asked), ruling=ruling), tmp_path / "clip.kibitz")
    read = read_clip(tmp_path / "clip.kibitz")
    assert shown(read)["title"] == "Is this right: Ann looked at Ben's far left card?"
    with speaking("de"):
        film = shown(read)
    assert film["title"] == "Stimmt das: Ann sah sich die Karte von Ben (hinten links) an?"
    assert str(film["verdict"]).endswith("Entschieden: Ann zog eine Karte")


def test_what_is_no_race_is_shown_as_fast_as_it_was() -> None:
    assert speed(replace(race_clip(), verdict=None)) == 1.0


def test_of_a_snap_only_the_surroundings_of_the_pile_are_shown_and_hands_there_are_covered() -> None:
    clip = race_clip()
    lit = replace(clip, frames=tuple(replace(one, jpeg=white(clip.size_px)) for one in clip.frames))
    masked = MaskedClip(lit)
    picture = cv2.imdecode(np.frombuffer(masked.picture(3, no_pipeline), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert (picture.shape[1], picture.shape[0]) == masked.size_px
    x, y = max(masked.on_picture(clip.places.quad_px(Heap.DISCARD)) or [], key=sum)
    assert picture[round(y) - 5, round(x) - 5].min() > 250
    hidden = [masked.on_picture(clip.places.quad_px(slot)) for slot in ("p1.a1", "p2.a1")]  # type: ignore[arg-type]
    covered = [np.mean(outline, axis=0) for outline in hidden if outline is not None]
    assert covered
    for x, y in covered:
        assert picture[round(y), round(x)].max() < 70


def test_what_was_found_stands_where_it_is_on_the_part_and_what_is_not_in_view_nowhere() -> None:
    film = shown(race_clip())
    frames = film["frames"]
    assert isinstance(frames, list)
    assert [bool(one["found"]) for one in frames] == [number == 5 for number in range(len(frames))]
    (found,) = frames[5]["found"]
    assert (found["kind"], found["words"]) == ("busy", "Ben's far left card: busy")
    places = film["places"]
    assert isinstance(places, list)
    assert {one["place"]: one["words"] for one in places}["pile"] == "the discard pile"
    width, height = film["size"]  # type: ignore[misc]
    assert all(-0.2 * width <= x <= 1.2 * width and -0.5 * height <= y <= 1.2 * height for x, y in found["outline"])
    assert MaskedClip(race_clip()).on_picture([(2.0, 2.0), (4.0, 2.0), (4.0, 4.0)]) is None


def test_of_all_else_the_whole_table_is_shown() -> None:
    clip = replace(race_clip(), kind=ClipKind.DISPUTE)
    masked = MaskedClip(clip)
    width, height = clip.size_px
    assert masked.size_px[0] / masked.size_px[1] == pytest.approx(width / height, rel=0.01)
    assert masked.on_picture([(2.0, 2.0), (4.0, 2.0), (4.0, 4.0)]) is not None


def white(size_px: tuple[int, int]) -> bytes:
    return cv2.imencode(".png", np.full((size_px[1], size_px[0], 3), 255, np.uint8))[1].tobytes()


def no_pipeline() -> Pipeline:
    pytest.fail("Nothing has to be looked for on the part about the pile.")
