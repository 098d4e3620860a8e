"""The devices of a house: phones that join, keep their place, are changed and taken away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from kibitz_server.access.viewer import Role
from kibitz_server.pages.parts.invitation_code import join_link

from ...server.games import KABOO, begin
from ..conftest import START_S, ServedDesk, guest_on, page_on, running_kibitz, shoot
from ..play.test_three_rounds import start_game
from ..texts.test_accessibility import look, serious

pytestmark = [pytest.mark.browser]
PHONE = (360, 740)


@contextmanager
def scanned(browser: Browser, served: ServedDesk) -> Iterator[Page]:
    """A phone that has scanned the code."""
    with page_on(browser, served.do(lambda: join_link(served.desk)), PHONE) as phone:
        yield phone


def choose(phone: Page, who: str) -> None:
    phone.get_by_role("button", name=who).click()
    phone.wait_for_url("**/phone")


def is_at(phone: Page, who: str) -> None:
    expect(phone.get_by_text(who).first).to_be_visible()


@pytest.fixture
def playing(watching: Page, served: ServedDesk) -> Page:
    """The host's dashboard of a game of Ann and Ben."""
    served.do(lambda: begin(served.desk.live, KABOO))
    expect(watching.get_by_role("button", name="Ann has 0 points")).to_be_visible()
    return watching


@pytest.mark.usefixtures("playing")
def test_a_phone_joins_by_the_code_and_says_whose_it_is(browser: Browser, served: ServedDesk) -> None:
    with scanned(browser, served) as phone:
        expect(phone.get_by_role("heading", name="Who are you?")).to_be_visible()
        shoot(phone, "join-360")
        choose(phone, "Ann")
        is_at(phone, "Ann")
        assert phone.evaluate("document.cookie").count("kibitz-guest") == 0
        phone.goto(served.do(lambda: join_link(served.desk)).partition("?")[0])
        expect(phone.get_by_role("link", name="Go on as Ann")).to_be_visible()
        shoot(phone, "join-again-360")
    with page_on(browser, f"http://localhost:{served.port}/join?invite=AAAA-AAAA-AAAA", PHONE) as stranger:
        expect(stranger.get_by_role("alert")).to_contain_text("This is not the code")
        stranger.goto(f"http://localhost:{served.port}/phone")
        expect(stranger.get_by_text("Scan the code")).to_be_visible()


def test_a_name_is_had_by_one_phone_until_it_lets_go(browser: Browser, served: ServedDesk, playing: Page) -> None:
    with scanned(browser, served) as first, scanned(browser, served) as second:
        choose(first, "Ann")
        choose(second, "Ann")
        expect(second.get_by_text("You asked for Ann's name")).to_be_visible()
        expect(playing.get_by_text("asks to speak for Ann")).to_be_visible()
        shoot(playing, "devices-asked")
        first.get_by_role("button", name="Let Ann go").click()
        expect(second.get_by_text("You asked for Ann's name")).to_have_count(0)
        is_at(second, "Ann")
        is_at(first, "spectator")
        expect(playing.get_by_text("asks to speak for Ann")).to_have_count(0)


def test_a_place_that_is_taken_away_in_play_is_gone_at_once(
    browser: Browser, served: ServedDesk, playing: Page
) -> None:
    with scanned(browser, served) as phone:
        choose(phone, "Ann")
        playing.get_by_role("button", name="Devices").click()
        device = playing.get_by_role("dialog").get_by_role("region", name="Ann")
        expect(device).to_contain_text("here now")
        shoot(playing, "devices")
        device.get_by_role("button", name="Take away").click()
        question = playing.get_by_role("dialog").filter(has_text="closes at once")
        question.get_by_role("button", name="Take away", exact=True).click()
        expect(phone.get_by_text("This device has no place here any more")).to_be_visible()
        assert phone.request.get(f"http://localhost:{served.port}/api/v1/state").status == 403
        expect(playing.get_by_text("No device has joined yet.")).to_be_visible()


def test_the_host_is_handed_over_and_the_pin_makes_a_referee(
    browser: Browser, served: ServedDesk, playing: Page
) -> None:
    with scanned(browser, served) as phone:
        choose(phone, "Ann")
        playing.get_by_role("button", name="Devices").click()
        dialog = playing.get_by_role("dialog")
        dialog.get_by_label("4 to 12 digits").fill("4711")
        dialog.get_by_role("button", name="Set the PIN").click()
        expect(dialog.get_by_text("A PIN is set.")).to_be_visible()
        phone.goto(f"http://localhost:{served.port}/join")
        for _ in range(5):
            phone.get_by_label("PIN").fill("0000")
            phone.get_by_role("button", name="Enter").click()
            expect(phone.get_by_role("alert")).to_contain_text("This is not the PIN")
        phone.get_by_label("PIN").fill("4711")
        phone.get_by_role("button", name="Enter").click()
        expect(phone.get_by_role("alert")).to_contain_text("Too many wrong tries: wait")
        phone.goto(f"http://localhost:{served.port}/phone")
        phone.wait_for_function("window.socket?.connected")
        dialog.get_by_role("button", name="Hand the host over").click()
        # A page of which the rights have changed is loaded anew by itself, in the midst of which it cannot be led away.
        with phone.expect_event("load"):
            playing.get_by_role("button", name="Hand over", exact=True).click()
        expect(dialog.get_by_text("host ·")).to_be_visible()
        phone.goto(f"http://localhost:{served.port}/")
        phone.get_by_role("button", name="Devices").click()
        expect(phone.get_by_role("dialog").get_by_text("host ·")).to_be_visible()


def test_axe_finds_nothing_serious_where_devices_join_and_are_listed(
    browser: Browser, served: ServedDesk, playing: Page
) -> None:
    with scanned(browser, served) as phone:
        assert serious(phone) == []
        choose(phone, "Ben")
        phone.goto(f"http://localhost:{served.port}/join")
        assert serious(phone) == []
        playing.get_by_role("button", name="Devices").click()
        expect(playing.get_by_role("dialog").get_by_role("region", name="Ben")).to_be_visible()
        look(playing, "devices")


@pytest.mark.usefixtures("watching")
def test_a_phone_is_led_to_its_own_page(browser: Browser, served: ServedDesk) -> None:
    with guest_on(browser, served, served.token_of(Role.PLAYER, "Ann"), "") as phone:
        expect(phone).to_have_url(f"http://127.0.0.1:{served.port}/phone")
        is_at(phone, "Ann")


def test_a_phone_is_loaded_again_as_often_as_one_likes_but_has_no_more_than_eight_pages_open(
    browser: Browser, served: ServedDesk
) -> None:
    with guest_on(browser, served, served.token_of(Role.PLAYER, "Ann")) as phone:
        for _ in range(12):
            answered = phone.reload()
            assert answered is not None
            assert answered.ok
        is_at(phone, "Ann")
        for number in range(8):
            page = phone.context.new_page()
            answered = page.goto(phone.url)
            assert answered is not None
            assert answered.status == (200 if number < 7 else 503)
            if answered.ok:
                page.wait_for_function("window.did_handshake === true")


def test_the_dashboard_of_a_guest_referee_has_no_files_and_nothing_to_delete(
    browser: Browser, served: ServedDesk, playing: Page
) -> None:
    with guest_on(browser, served, served.token_of(Role.REFEREE), "", (1440, 900)) as page:
        page.get_by_role("button", name="History").click()
        expect(page.get_by_role("dialog").get_by_text("Search for a player")).to_be_visible()
        expect(page.get_by_role("button", name="What is stored")).to_have_count(0)
        expect(page.get_by_role("link", name="Export all games")).to_have_count(0)
        expect(page.get_by_role("button", name="Devices")).to_have_count(0)
    playing.get_by_role("button", name="History").click()
    expect(playing.get_by_role("button", name="What is stored")).to_be_visible()


@pytest.mark.usefixtures("playing")
def test_the_code_stays_in_view_and_is_another_once_it_was_renewed(browser: Browser, served: ServedDesk) -> None:
    with page_on(browser, served.link_to("tv"), (1920, 1080)) as tv, page_on(browser, served.link_to("invite")) as page:
        for screen, name in ((tv, "tv-invitation"), (page, "invite")):
            expect(screen.locator("img.invitation-code")).to_be_visible()
            shoot(screen, name)
        before = tv.locator("img.invitation-code").get_attribute("src")
        old = served.do(lambda: join_link(served.desk))
        served.do(served.desk.guests.renew_invitation)
        expect(tv.locator("img.invitation-code")).not_to_have_attribute("src", str(before))
        with page_on(browser, old, PHONE) as late:
            expect(late.get_by_role("alert")).to_contain_text("This is not the code")


@pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=lambda size: f"{size[0]} px")
@pytest.mark.usefixtures("playing")
def test_the_code_stays_in_the_corner_of_the_dashboard_and_opens_a_large_one(
    browser: Browser, served: ServedDesk, size: tuple[int, int]
) -> None:
    with page_on(browser, served.url, (size[0], 500)) as page:
        corner = page.get_by_role("button", name="The code to join by, larger")
        expect(page.get_by_role("button", name="Ann has 0 points")).to_be_visible()
        expect(corner.get_by_role("img")).to_be_visible()
        before = corner.bounding_box()
        page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
        page.wait_for_function("window.scrollY > 0")
        expect(corner).to_be_in_viewport(ratio=1)
        assert corner.bounding_box() == before
        shoot(page, f"invitation-corner-{size[0]}")
        small = corner.get_by_role("img").get_attribute("src")
        corner.click()
        dialog = page.get_by_role("dialog", name="Join by phone")
        expect(dialog.get_by_text(served.desk.guests.invitation.code)).to_be_visible()
        large = dialog.get_by_role("img", name="QR code to join by")
        expect(large).to_have_attribute("src", str(small))
        assert before is not None
        # The dialog grows as it opens.
        page.wait_for_function(
            "([image, least]) => image.getBoundingClientRect().width > least",
            arg=[large.element_handle(), 1.5 * before["width"]],
        )


def test_a_phone_keeps_its_seat_through_a_lost_connection_and_a_restart(browser: Browser, tmp_path: Path) -> None:
    with running_kibitz(tmp_path / "data", "--host", "0.0.0.0", "--name", "localhost") as running:
        port = urlsplit(running.url).port
        assert running.process is not None
        told = running.process.line(1, START_S)
        assert f"http://localhost:{port}/join" in told
        with page_on(browser, running.url) as host:
            start_game(host, "Kaboo", ["Ann", "Ben"])
            code = told.split(" with the code ")[1].strip()
            with page_on(browser, f"http://localhost:{port}/join?invite={code}", PHONE) as phone:
                choose(phone, "Ben")
                is_at(phone, "Ben")
                phone.context.set_offline(True)
                phone.wait_for_timeout(1500)
                phone.context.set_offline(False)
                is_at(phone, "Ben")
                running.kill()
                # What says that the server is gone is not shown on a phone, but it is there.
                expect(phone.locator("#popup")).to_have_attribute("aria-hidden", "false", timeout=60_000)
                again = running_kibitz(tmp_path / "data", "--host", "0.0.0.0", "--name", "localhost", port=port)
                with again:
                    # The page finds the server again by itself; whatever it shows is drawn by the new one.
                    expect(phone.locator("#popup")).not_to_have_attribute("aria-hidden", "false", timeout=60_000)
                    phone.goto(f"http://localhost:{port}/")
                    expect(phone).to_have_url(f"http://localhost:{port}/phone")
                    is_at(phone, "Ben")
