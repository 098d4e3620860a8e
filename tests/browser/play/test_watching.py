"""A filmed round is watched in a real browser: the table live, the camera's faults, and the hands on the sheet."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from kibitz_datasets.films.demo_round import places_of
from kibitz_datasets.films.simulate import SimulationConfig, perform, simulate
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.table import Interval, PileTopChanged, TableEvent
from kibitz_server.desk import Desk
from kibitz_server.evening.round.choices import Choice, Kind, entry_of
from kibitz_server.journal.entries import Entry, RoundConfirmed, SheetOpened
from kibitz_server.journal.play_entries import ActSaid, RoundWatched, TableSeen, TimePassed

from ...server.simulated_rounds import as_filmed, entries_of
from ..conftest import WAIT_S, ServedDesk, shoot
from .test_three_rounds import start_game

pytestmark = [pytest.mark.browser, pytest.mark.live]


def open_film(page: Page, film: Path) -> None:
    page.get_by_label("Address, film").fill(str(film / "video.mp4"))
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("button", name="Watch the round")).to_be_visible()


def say_what_was_said(served: ServedDesk, film: Path) -> None:
    """Everything that people say in the film, each at its time: it takes effect when the film gets there."""
    start_ms = begun_ms(served)
    for line in (film / "acts.jsonl").read_text(encoding="utf-8").splitlines():
        act = json.loads(line)
        said = ActSaid(start_ms + act["end_ms"], act["event"])
        served.do(lambda said=said: served.desk.live.record(said))


def test_a_filmed_round_is_followed_on_the_page_until_its_hands_are_on_the_sheet(
    watching: Page, served: ServedDesk, film: Path
) -> None:
    page = watching
    start_game(page, "Kaboo", ["Ann", "Ben"])
    open_film(page, film)
    page.get_by_role("button", name="Watch the round").click()
    expect(page.get_by_text("Round 1, live")).to_be_visible(timeout=WAIT_S * 1000)
    say_what_was_said(served, film)

    ann = page.get_by_role("region", name="Ann", exact=True)
    expect(ann.locator(".play-card.is-back")).to_have_count(4, timeout=WAIT_S * 1000)

    shoot(page, "watching")
    watch_to_the_end(served)

    shoot(page, "watched")
    truth = json.loads((film / "sheet.json").read_text(encoding="utf-8"))
    for player, points in truth["points"].items():
        expect(page.get_by_role("region", name=player, exact=True).locator(".points")).to_have_text(str(points))
    expect(page.get_by_role("button", name=re.compile("Confirm"))).to_be_visible()


@pytest.fixture(scope="module")
def close_race(tmp_path_factory: pytest.TempPathFactory) -> tuple[SimulationConfig, Path]:
    """A round of three in which two cards reach the pile within one picture."""
    config = SimulationConfig(load_pack("kaboo"), 3, 278, size=(640, 360), troubles=0.0, seconds=25.0)
    folder = tmp_path_factory.mktemp("race")
    simulate(config, folder)
    return config, folder


def see_all_until(served: ServedDesk, config: SimulationConfig, until_ms: float) -> None:
    """What a perfect camera would see of the film, and what people say in it, at the times of its pictures."""
    start_ms = begun_ms(served)
    performance = perform(config)
    for entry, _ in entries_of(performance):
        match entry:
            case TableSeen(events=(seen,)) if seen.seen.at.end_ms < until_ms:
                shown = within_one_picture(as_filmed(seen, performance.stage.clock, start_ms), start_ms)
                said: Entry = TableSeen((shown,))
            case ActSaid(at_ms, event) if at_ms < until_ms:
                said = ActSaid(start_ms + at_ms, event)
            case RoundWatched():
                said = entry
            case _:
                continue
        served.do(lambda said=said: served.desk.live.record(said))
    served.do(lambda: served.desk.live.record(TimePassed(start_ms + until_ms)))


def within_one_picture(seen: TableEvent, start_ms: float) -> TableEvent:
    """The two cards of the race come to the pile in pictures of which the first is blurred: no order is seen."""
    is_contact = isinstance(seen, PileTopChanged) and 16_250 < seen.seen.at.end_ms - start_ms < 16_450
    at = Interval(start_ms + 16_300, start_ms + 16_365)
    return replace(seen, seen=replace(seen.seen, at=at)) if is_contact else seen


def begun_ms(served: ServedDesk) -> float:
    """When the first picture of the film was shown."""
    source = served.desk.camera.source
    assert source is not None
    deadline = time.monotonic() + WAIT_S
    while not source.kept() and time.monotonic() < deadline:
        time.sleep(0.05)
    return source.kept()[0].captured_ns / 1e6


def test_a_race_that_is_too_close_is_looked_at_again_and_ruled_on(
    watching: Page, served: ServedDesk, close_race: tuple[SimulationConfig, Path]
) -> None:
    page, (config, film) = watching, close_race
    start_game(page, "Kaboo", ["Ann", "Ben", "Cleo"])
    open_film(page, film)
    served.desk.watch.confirm(places_of(config, perform(config)))
    until_film_is_at(served, 18_500)
    see_all_until(served, config, 16_600)
    verdict = page.locator(".race-verdict")
    expect(verdict).to_contain_text(
        re.compile(r"Too close to call: (Ben and Cleo|Cleo and Ben), -?\d+ ms ± \d+ ms apart")
    )
    # The moment is shown by itself beside the question, before anybody asks for it.
    shown(page.locator("main kibitz-player"))
    dispute_beside_the_race(page)
    page.get_by_role("button", name="Look again").click()
    replay = page.get_by_role("dialog")
    player = shown(replay.locator("kibitz-player"))
    expect(player.locator(".player-caption")).to_contain_text("card touches")
    expect(player.locator(".player-legend li")).to_have_count(2)
    expect(player).to_contain_text("was first with a probability of")
    shoot(page, "replay")
    first = player.get_attribute("data-frame") or ""
    page.keyboard.press(".")
    expect(player).to_have_attribute("data-frame", str(int(first) + 1))
    replay.get_by_label("Why (as you like)").fill("Both of us saw it")
    replay.get_by_role("button", name=re.compile("^Cleo has it")).click()
    page.get_by_role("button", name="Only this once").click()
    expect(replay).to_be_hidden()

    expect(verdict).to_have_text("The table ruled: Cleo has it.")
    shoot(page, "ruled")
    expect(page.get_by_role("region", name="Inbox").get_by_text("Too close to call")).to_have_count(0)
    # Somebody may be about to tap it: it must not be drawn anew because its clip was written.
    look_again = page.get_by_role("button", name="Look again")
    look_again.evaluate("button => { button.dataset.seen = 'before' }")
    until_ruling_is_kept(served)
    expect(look_again).to_have_attribute("data-seen", "before")
    look_again.click()
    expect(shown(replay.locator("kibitz-player"))).to_contain_text("Both of us saw it")
    shoot(page, "kept")
    replay.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Undo").click()
    expect(verdict).to_contain_text("Too close to call")
    until_ruling_is_kept(served, is_kept=False)
    page.get_by_role("button", name="Redo").click()
    until_ruling_is_kept(served)
    served.do(lambda: served.desk.live.record(SheetOpened()))
    served.do(lambda: served.desk.live.record(a_round_of(("Ann", "Ben", "Cleo"))))

    page.get_by_role("button", name="What round 1 was scored from").click()

    snap = page.get_by_role("region", name=re.compile("Snap$"))
    expect(snap).to_contain_text(re.compile(r"Too close to call: .* The table ruled: Cleo has it\."))
    snap.get_by_role("button", name="Look again").click()
    expect(shown(snap.locator("kibitz-player"))).to_contain_text("Both of us saw it")
    assert page.locator(".evidence").evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    shoot(page, "evidence")


def shown(player: Locator) -> Locator:
    """A player, once its picture is there."""
    expect(player).to_have_attribute("data-is-drawn", "true")
    player.locator("canvas").scroll_into_view_if_needed()
    return player


def dispute_beside_the_race(page: Page) -> None:
    """A dispute comes to the inbox, and the race that is to be decided stays there."""
    inbox = page.get_by_role("region", name="Inbox")
    expect(inbox).to_contain_text("Too close to call")
    expect(inbox.get_by_role("button", name=re.compile("has it"))).to_have_count(3)
    page.get_by_role("button", name="Ann: Dispute").click()
    expect(inbox).to_contain_text("Ann disputes")
    expect(inbox).to_contain_text("Too close to call")
    assert not re.search(r"\bp\d\.\w\d", page.inner_text("body"))


def a_round_of(players: tuple[str, ...]) -> RoundConfirmed:
    hands = tuple(
        (PlayerId(player), parse_hand(f"2{suit} 3{suit}")) for player, suit in zip(players, "CDH", strict=True)
    )
    return RoundConfirmed(hands, None, RoundEnd.DECK)


def until_film_is_at(served: ServedDesk, at_ms: float) -> None:
    """Wait until the film has played so far: nothing is seen before there is a picture of it."""
    source, start_ms = served.desk.camera.source, begun_ms(served)
    assert source is not None
    deadline = time.monotonic() + WAIT_S
    while source.kept()[-1].captured_ns / 1e6 - start_ms < at_ms and time.monotonic() < deadline:
        time.sleep(0.1)


def until_ruling_is_kept(served: ServedDesk, *, is_kept: bool = True) -> None:
    """Wait until the journal says of the clip of the race that it was ruled on, or no more."""
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline:
        game = served.desk.live.evening.game
        if game and any("ruled" in one.words for one in game.filmed) is is_kept:
            return
        time.sleep(0.1)
    pytest.fail("The clip of the snap was not kept.")


def watch_to_the_end(served: ServedDesk) -> None:
    """Follow the film until its round is over: people at the table would know, the test takes the likeliest."""
    deadline = time.monotonic() + WAIT_S
    while served.do(lambda: served.desk.live.play is not None) and time.monotonic() < deadline:
        served.do(lambda: _answer_likeliest(served.desk))
        time.sleep(0.2)


def _answer_likeliest(desk: Desk) -> None:
    for question in desk.live.play.questions[:1] if desk.live.play else ():
        desk.live.record(entry_of(desk.live.play, Choice(Kind.READING, question.act), 0.0))
