"""A phone looks at a filmed race frame by frame while it is in dispute, and at none of a game that is over."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from kibitz_server.access.viewer import Role
from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.play_entries import ActDisputed, SnapRuled, TimePassed, WatchDropped

from ..conftest import ServedDesk, guest_on, is_drawn, page_on, shoot
from ..filmed_tables import RACE_MS, FilmedPart, film_race, watch_part
from ..judging.test_filmed_dispute import drawn, playing, until
from .test_phone import TAPPED, THUMB_PX
from .test_roles import ask

pytestmark = pytest.mark.browser
WIDTH, HEIGHT = 360, 740
TOPS = """[...document.querySelectorAll("main .button-row button, main .own-acts button")]
    .filter((button) => button.offsetParent && !button.closest(".moment"))
    .map((button) => button.getBoundingClientRect().top)"""
LOWER_PART = 0.4
"""What is tapped again and again is in reach of the thumb: below so much of the screen."""


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> FilmedPart:
    return film_race(tmp_path_factory.mktemp("race"))


def test_a_close_race_opens_in_place_on_the_phones_of_those_who_raced_below_all_that_is_tapped(
    browser: Browser, served: ServedDesk, race: FilmedPart
) -> None:
    watch_part(served, race, RACE_MS)
    played = playing(served)
    raced = {one.player for one in played.races[-1].attempts}
    other = next(player for player in played.state.players if player not in raced)
    with guest_on(browser, served, served.token_of(Role.PLAYER, played.races[-1].attempts[1].player)) as phone:
        moment = phone.get_by_role("region", name="It was close: look again")
        drawn(moment.locator("kibitz-player"))
        expect(phone.get_by_role("dialog")).to_have_count(0)
        opened = phone.evaluate(TOPS)
        assert len(opened) > 1
        moment.scroll_into_view_if_needed()
        shoot(phone, "phone-moment")
        assert phone.evaluate("document.documentElement.scrollWidth") <= WIDTH
        expect(moment.get_by_role("button", name="This was wrong")).to_have_count(0)
        moment.get_by_role("button", name="Close").click()
        expect(moment).to_have_count(0)
        phone.evaluate("scrollTo(0, 0)")
        assert phone.evaluate(TOPS) == opened
    for token in (served.token_of(Role.PLAYER, other), served.token_of(Role.SPECTATOR)):
        with guest_on(browser, served, token) as phone:
            expect(phone.get_by_text("Look again")).to_be_visible()
            expect(phone.locator("kibitz-player")).to_have_count(0)


def test_what_opens_by_itself_waits_until_nobody_has_just_touched_the_page(
    browser: Browser, served: ServedDesk, race: FilmedPart
) -> None:
    watch_part(served, race, RACE_MS)
    with page_on(browser, served.url) as page:
        moment = page.locator(".moment")
        expect(moment).to_be_visible()
        page.evaluate("document.querySelector('.moment').classList.add('is-waiting')")
        page.mouse.move(5, 5)
        page.mouse.down()
        page.mouse.up()
        assert page.evaluate("kibitz.openQuietly() ?? document.querySelector('.moment').offsetParent === null")
        expect(moment).to_be_visible()


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SPECTATOR])
def test_a_phone_looks_at_the_disputed_race_frame_by_frame_and_rules_if_it_may(
    browser: Browser, served: ServedDesk, race: FilmedPart, role: Role
) -> None:
    watch_part(served, race, RACE_MS)
    race_now = playing(served).races[-1]
    second = race_now.attempts[1].player
    served.do(lambda: served.desk.live.record(ActDisputed(second, race_now.acts[0])))
    served.do(lambda: served.desk.live.record(TimePassed(served.desk.live.play.last_ms + 9000.0)))  # type: ignore[union-attr]
    token = served.token_of(role, second if role is Role.PLAYER else None)
    with guest_on(browser, served, token, size=(WIDTH, HEIGHT)) as phone:
        inbox = phone.get_by_role("region", name="Inbox")
        inbox.get_by_role("button", name="Look and rule" if role is Role.PLAYER else "Look closer").click()
        dialog = phone.get_by_role("dialog")
        player = drawn(dialog.locator("kibitz-player"))
        shoot(phone, f"phone-film-{role}")
        # Without a scroll before.
        step = player.get_by_role("button", name="One frame on").bounding_box()
        assert step is not None
        assert HEIGHT * LOWER_PART < step["y"] < HEIGHT - step["height"]
        frame = int(player.get_attribute("data-frame") or 0)
        for label, by in (("One frame on", 1), ("One frame back", 0)):
            button = player.get_by_role("button", name=label)
            button.tap() if phone.evaluate("navigator.maxTouchPoints") else button.click()
            expect(drawn(player)).to_have_attribute("data-frame", str(frame + by))
        for label, width, height in phone.evaluate(TAPPED):
            assert min(width, height) >= THUMB_PX, label
        player.locator("summary").click()
        is_drawn(player.locator(".player-finish"))
        expect(player.locator(".player-links a")).to_have_text(["Photo finish (PNG)"])
        assert phone.evaluate("document.documentElement.scrollWidth") <= WIDTH
        rules = dialog.locator("button.answer")
        if role is Role.PLAYER:
            dialog.get_by_role("button", name=f"{second} has it").first.click()
            until(served, SnapRuled)
            expect(dialog).to_be_hidden()
        else:
            expect(rules).to_have_count(0)
            expect(inbox.locator("button.answer")).to_have_count(0)
    old = served.desk.shelf.clips()[0].name
    picture = f"/clips/{old}/table/3.jpg"
    assert ask(served, token, picture)[0] == 200
    served.do(lambda: served.desk.live.record(WatchDropped()))
    game = served.desk.live.evening.game
    assert game
    served.do(lambda: served.desk.live.record(GameStarted(game.pack, game.pack.content_hash, game.players)))
    for path in (picture, f"/clips/{old}/pile/3.jpg", f"/clips/{old}/photo-finish.png", f"/clips/{old}.json"):
        assert ask(served, token, path)[0] == 404
    assert ask(served, served.token_of(Role.REFEREE), picture)[0] == 200
