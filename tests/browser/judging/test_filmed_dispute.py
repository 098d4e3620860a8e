"""A dispute about a filmed race: raised, looked at frame by frame, overturned, and there again after a restart."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from kibitz_scoring.cards import parse_card
from kibitz_scoring.score.hands import ScoredCard
from kibitz_scoring.score.tally import RoundEnd
from kibitz_server.evening.round.play import Play
from kibitz_server.journal.entries import RoundConfirmed, Seq, SheetOpened
from kibitz_server.journal.play_entries import ActDisputed, MomentFilmed, SnapFilmed, SnapRuled, TimePassed

from ..conftest import WAIT_S, ServedDesk, is_drawn, page_on, shoot
from ..filmed_tables import RACE_MS, FilmedPart, film_race, watch_part

pytestmark = pytest.mark.browser

SIZES = [(1280, 800), (360, 740)]


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> FilmedPart:
    return film_race(tmp_path_factory.mktemp("race"))


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]} px")
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def raced(served: ServedDesk, race: FilmedPart) -> ServedDesk:
    """The camera has shown the race, and the judge knows who was first."""
    watch_part(served, race, RACE_MS)
    return served


def playing(served: ServedDesk) -> Play:
    play = served.do(lambda: served.desk.live.play)
    assert isinstance(play, Play)
    return play


def cards(served: ServedDesk) -> dict[str, int]:
    """How many cards each player has in hand."""
    state = playing(served).state
    return {
        player: sum(card is not None for card in hand) for player, hand in zip(state.players, state.hands, strict=True)
    }


def newest(served: ServedDesk) -> object:
    """The newest entry but for those of clips, which come whenever one is written."""

    def look() -> object:
        entries = (one.entry for one in reversed(served.desk.live.since(Seq(1))))
        return next(one for one in entries if not isinstance(one, MomentFilmed | SnapFilmed))

    return served.do(look)


def until(served: ServedDesk, kind: type) -> object:
    """The newest entry of a kind, once there is one."""
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline:
        entry = newest(served)
        if isinstance(entry, kind):
            return entry
        time.sleep(0.05)
    pytest.fail(f"no {kind.__name__} came")


def drawn(player: Locator) -> Locator:
    """A player, once its picture is there."""
    expect(player).to_have_attribute("data-is-drawn", "true")
    return player


def shown_together(player: Locator) -> None:
    """The frame, the verdict and the keys to step are in view at once, without scrolling."""
    expect(player.locator(".player-verdict")).to_contain_text(re.compile(r"first by|Too close"))
    for part in ("canvas", ".player-verdict", ".player-main"):
        expect(player.locator(part)).to_be_in_viewport(ratio=0.99)
    hidden = player.evaluate(
        "player => ['canvas', '.player-verdict'].filter(part => { const box = player.querySelector(part)"
        ".getBoundingClientRect(); return player.querySelector('.player-main').getBoundingClientRect().top < box.bottom"
        " && player.querySelector('.player-main').getBoundingClientRect().bottom > box.top; })"
    )
    assert hidden == [], "the keys lie over it"


def looks_closely(page: Page, player: Locator, name: str) -> None:
    """Step by frame and by event, zoom in, mark a frame, compare, and see the photo finish."""
    expect(player.locator(".player-caption")).to_contain_text("card touches")
    expect(player.locator(".player-legend [class*=seat-]")).to_have_count(2)
    expect(player.locator(".player-legend .dispute")).to_have_count(1)
    expect(player).to_contain_text("was first with a probability of")
    first = int(player.get_attribute("data-frame") or 0)
    page.keyboard.press(".")
    expect(player).to_have_attribute("data-frame", str(first + 1))
    page.keyboard.press(",")
    page.keyboard.press("[")
    expect(player).not_to_have_attribute("data-frame", str(first))
    page.keyboard.press("]")
    expect(player).to_have_attribute("data-frame", str(first))
    page.keyboard.press("m")
    page.keyboard.press(",")
    player.get_by_role("button", name="Beside or over the marked frame").click()
    expect(player).to_have_attribute("data-mode", "side")
    shoot(page, f"{name}-beside")
    page.keyboard.press("c")
    expect(player).to_have_attribute("data-mode", "wipe")
    shoot(page, f"{name}-wipe")
    page.keyboard.press("c")
    box = player.locator("canvas").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.wheel(0, -600)
    shoot(page, f"{name}-zoomed")
    page.keyboard.press("z")
    player.locator("summary").click()
    finish = player.locator(".player-finish")
    is_drawn(finish)
    finish.scroll_into_view_if_needed()
    shoot(page, f"{name}-finish")


def test_a_filmed_race_is_disputed_looked_at_and_overturned_and_all_of_it_is_there_after_a_restart(
    browser: Browser, raced: ServedDesk, race: FilmedPart, size: tuple[int, int], tmp_path: Path
) -> None:
    served, name = raced, f"filmed-dispute-{size[0]}"
    (first, second) = (one.player for one in playing(served).races[-1].attempts)
    with page_on(browser, served.url, size, timeout_ms=60_000) as page:
        verdict = page.locator(".race-verdict")
        expect(verdict).to_contain_text(f"{first} first by")
        seat = race.performance.start.players.index(second) + 1
        if size[0] > 600:
            page.keyboard.press(f"Shift+Digit{seat}")
        else:
            page.get_by_role("button", name=f"{second}: Dispute").click()
        assert until(served, ActDisputed).player == second  # type: ignore[attr-defined]
        known_ms = playing(served).last_ms + 9000.0
        served.do(lambda: served.desk.live.record(TimePassed(known_ms)))
        expect(page.locator(".is-still")).to_contain_text(f"Clocks stand still: {second} disputes")
        # The moment shows itself; who looks closer has the ways to rule beside it.
        moment = drawn(page.locator("main kibitz-player"))
        if size[0] < 600:
            shown_together(moment)
        shoot(page, f"{name}-raised")
        inbox = page.get_by_role("region", name="Inbox")
        inbox.get_by_role("button", name="Look and rule").click()
        dialog = page.get_by_role("dialog")
        player = drawn(dialog.locator("kibitz-player"))
        shown_together(player)
        shoot(page, f"{name}-opened")
        looks_closely(page, player, name)
        before = cards(served)
        dialog.get_by_label("Why (as you like)").fill("We all saw it")
        dialog.get_by_role("button", name=re.compile(f"^{second} has it")).click()
        ruled = until(served, SnapRuled)
        assert (ruled.reason, [one.outcome for one in ruled.disputes]) == ("We all saw it", ["overturned"])  # type: ignore[attr-defined]
        expect(dialog).to_be_hidden()
        expect(verdict).to_have_text(f"The table ruled: {second} has it.")
        expect(page.locator(".is-still")).to_be_hidden()
        after = cards(served)
        assert after[second] == before[second] - 1, "who has it is rid of the card"
        assert after[first] >= before[first] + 1, "whoever had it has the card back"
        shoot(page, f"{name}-ruled")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        # Its clip need not be written yet.
        ends_the_round(served, race)
    served.stop()
    is_there_again(browser, tmp_path / "data", size, f"The table ruled: {second} has it.")


def test_a_finger_that_is_down_while_another_clip_takes_the_place_of_the_one_shown_still_opens_it(
    browser: Browser, raced: ServedDesk, race: FilmedPart
) -> None:
    second = playing(raced).races[-1].attempts[1].player
    with page_on(browser, raced.url, timeout_ms=60_000) as page:
        seat = race.performance.start.players.index(second) + 1
        page.keyboard.press(f"Shift+Digit{seat}")
        inbox = page.get_by_role("region", name="Inbox")
        film = inbox.locator(".inbox-film")
        expect(film).to_have_attribute("data-film", re.compile("-dispute/"))
        player = drawn(page.locator("main kibitz-player"))
        expect(player).to_have_attribute("src", re.compile("-dispute"))
        player.evaluate("player => { player.dataset.stays = 'yes'; }")
        look = inbox.get_by_role("button", name="Look and rule")
        look.hover()
        before = look.bounding_box()
        page.mouse.down()
        shelf, known_ms = raced.desk.shelf, playing(raced).last_ms + 100.0
        raced.do(lambda: shelf.remove(clip.name for clip in shelf.clips() if clip.name.endswith("dispute")))
        raced.do(lambda: raced.desk.live.record(TimePassed(known_ms)))
        expect(film).to_have_attribute("data-film", re.compile("-snap/"))
        assert look.bounding_box() == before
        page.mouse.up()
        expect(page.get_by_role("dialog").locator("kibitz-player")).to_be_visible()
        expect(player).to_have_attribute("src", re.compile("-snap"))
        expect(player.locator(".player-legend .dispute")).to_have_count(0)
        expect(player).to_have_attribute("data-stays", "yes")


def is_there_again(browser: Browser, data: Path, size: tuple[int, int], verdict: str) -> None:
    """After a restart the clip is opened with the ruling and its reason."""
    again = ServedDesk(data)
    try:
        with page_on(browser, again.url, size, timeout_ms=60_000) as page:
            page.get_by_role("button", name="What round 1 was scored from").click()
            snap = page.get_by_role("region", name=re.compile("Snap$"))
            expect(snap).to_contain_text(verdict)
            snap.get_by_role("button", name="Look again").click()
            expect(drawn(snap.locator("kibitz-player"))).to_contain_text("We all saw it")
            snap.locator("canvas").scroll_into_view_if_needed()
            shoot(page, f"filmed-dispute-{size[0]}-again")
    finally:
        again.stop()


def ends_the_round(served: ServedDesk, race: FilmedPart) -> None:
    players = race.performance.start.players
    hands = tuple((player, (ScoredCard(parse_card(f"{rank}C")),)) for rank, player in enumerate(players, start=2))
    for entry in (SheetOpened(), RoundConfirmed(hands, None, RoundEnd.DECK)):
        served.do(lambda entry=entry: served.desk.live.record(entry))
