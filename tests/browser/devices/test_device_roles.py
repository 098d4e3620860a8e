"""The host changes devices while a round is played: what they may do, whose they are, and which program asks."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from kibitz_scoring.players import PlayerId
from kibitz_server.access.device_kind import DeviceKind
from kibitz_server.access.viewer import Role
from kibitz_server.journal.play_entries import RoundWatched
from kibitz_server.pages.parts.invitation_code import join_link

from ...server.games import KABOO, begin
from ..conftest import ServedDesk, devices, guest_on, page_on, shoot, until_so

pytestmark = [pytest.mark.browser]


@pytest.fixture
def playing(watching: Page, served: ServedDesk) -> Page:
    """The host's dashboard in the midst of a round of Ann and Ben."""
    served.do(lambda: begin(served.desk.live, KABOO))
    served.do(lambda: served.desk.live.record(RoundWatched(PlayerId("Ann"), is_dealt=True, by_hand=True)))
    expect(watching.get_by_role("region", name="Play")).to_be_visible()
    return watching


def test_a_device_is_made_referee_player_and_spectator_and_lets_its_name_go(
    browser: Browser, served: ServedDesk, playing: Page
) -> None:
    with guest_on(browser, served, served.token_of(Role.PLAYER, "Ann")) as phone:
        call = phone.get_by_role("button", name="Kaboo", exact=True)
        expect(call).to_be_visible()
        device = devices(playing).get_by_role("region", name="Ann")
        expect(device.get_by_role("button", name="Make player")).to_have_count(0)
        for does, role in (("Only look on", "spectator"), ("Make referee", "referee"), ("Make player", "player")):
            device.get_by_role("button", name=does).click()
            expect(device).to_contain_text(f"{role} · here now")
            expect(call).to_have_count(0 if role == "spectator" else 1)
        device.get_by_role("button", name="Let the name go").click()
        expect(phone.get_by_role("heading", name="spectator")).to_be_visible()
        expect(call).to_have_count(0)
        expect(playing.get_by_role("dialog").get_by_role("region", name="A device")).to_contain_text("spectator")
    assert served.desk.live.play is not None, "the round goes on"


def test_a_guest_who_is_host_hands_it_over_and_has_a_phone_again(
    browser: Browser, served: ServedDesk, playing: Page
) -> None:
    expect(playing.get_by_role("region", name="Play")).to_be_visible()
    host, ben = served.token_of(Role.HOST, "Ann"), served.token_of(Role.PLAYER, "Ben")
    with guest_on(browser, served, host, "", (1280, 900)) as page, guest_on(browser, served, ben) as phone:
        expect(phone.get_by_role("heading", name="Ben")).to_be_visible()
        devices(page).get_by_role("region", name="Ben").get_by_role("button", name="Hand the host over").click()
        page.get_by_role("button", name="Hand over", exact=True).click()
        expect(page).to_have_url(re.compile("/phone$"))
        expect(page.get_by_role("heading", name="Ann")).to_be_visible()
        device = devices(playing).get_by_role("region", name="Ben")
        expect(device).to_contain_text("host ·")
        expect(playing.get_by_role("dialog").get_by_role("region", name="Ann")).to_contain_text("player ·")


def test_another_code_is_shown_at_once_and_the_old_one_lets_nobody_in(
    browser: Browser, served: ServedDesk, playing: Page
) -> None:
    dialog, old = devices(playing), served.do(lambda: join_link(served.desk))
    code = dialog.locator(".invitation-text")
    before = code.inner_text()
    dialog.get_by_role("button", name="Another code").click()
    expect(code).not_to_have_text(before)
    with page_on(browser, old, (360, 740)) as late:
        expect(late.get_by_role("alert")).to_contain_text("This is not the code")
        late.get_by_label("The code that Kibitz shows").fill(code.inner_text())
        late.get_by_role("button", name="Join").click()
        expect(late.get_by_role("heading", name="Who are you?")).to_be_visible()


def test_a_place_that_is_taken_away_in_the_midst_of_a_round_is_gone_and_the_round_goes_on(
    browser: Browser, served: ServedDesk, playing: Page
) -> None:
    with guest_on(browser, served, served.token_of(Role.PLAYER, "Ann")) as phone:
        expect(phone.get_by_role("button", name="Kaboo", exact=True)).to_be_visible()
        devices(playing).get_by_role("region", name="Ann").get_by_role("button", name="Take away").click()
        question = playing.get_by_role("dialog").filter(has_text="closes at once")
        question.get_by_role("button", name="Take away", exact=True).click()
        expect(phone.get_by_text("This device has no place here any more")).to_be_visible()
        calls = f"http://127.0.0.1:{served.port}/api/v1/table/calls"
        assert phone.request.post(calls, data={"player": "Ann"}).status == 403
    assert served.desk.live.play is not None
    assert not any(seat.is_caller for seat in served.do(lambda: served.desk.views.of(Role.HOST)).play.seats)


@pytest.mark.parametrize("size", [(1280, 900), (360, 740)], ids=lambda size: f"{size[0]} px")
def test_a_program_is_given_a_token_once_and_asks_by_it_until_it_is_taken_away(
    served: ServedDesk, playing: Page, size: tuple[int, int]
) -> None:
    playing.set_viewport_size({"width": size[0], "height": size[1]})
    dialog = devices(playing)
    dialog.get_by_role("button", name="Make a token").click()
    expect(dialog.get_by_text("Give the program a name")).to_be_visible()
    dialog.get_by_label("Name of the program").fill("lamp")
    dialog.get_by_label("What it may do").click()
    playing.get_by_role("option", name="speak for Ben").click()
    dialog.get_by_role("button", name="Make a token").click()
    token = dialog.locator(".secret").inner_text()
    device = dialog.get_by_role("region", name="lamp")
    expect(device).to_contain_text("player · Ben · program · not here")
    expect(device.get_by_role("button", name="Hand the host over")).to_have_count(0)
    dialog.get_by_role("button", name="Make a token").scroll_into_view_if_needed()
    shoot(playing, f"devices-program-{size[0]}")
    assert playing.evaluate("document.documentElement.scrollWidth") <= size[0]
    dialog.get_by_role("button", name="I have copied it").click()
    expect(dialog.locator(".secret")).to_have_count(0)
    api = f"http://127.0.0.1:{served.port}/api/v1/"
    with httpx.Client(base_url=api, headers={"Authorization": f"Bearer {token}"}, timeout=60) as program:
        assert program.get("state").status_code == 200
        assert program.get("history").status_code == 403
        device.get_by_role("button", name="Make referee").click()
        until_so(playing, lambda: program.get("history").status_code == 200)
        device.get_by_role("button", name="Take away").click()
        question = playing.get_by_role("dialog").filter(has_text="closes at once")
        question.get_by_role("button", name="Take away", exact=True).click()
        expect(device).to_have_count(0)
        assert program.get("state").status_code == 403
    assert token not in playing.content()


@pytest.mark.parametrize(
    ("button", "kind", "path"),
    [
        ("This is a television", DeviceKind.TELEVISION, "tv"),
        ("This is a layer over a stream", DeviceKind.STREAM, "overlay"),
    ],
)
def test_a_screen_joins_by_the_code_and_stands_so_among_the_devices(
    browser: Browser, served: ServedDesk, playing: Page, button: str, kind: DeviceKind, path: str
) -> None:
    link = served.do(lambda: join_link(served.desk))
    with page_on(browser, link, (1920, 1080)) as screen:
        shoot(screen, "join-screen")
        screen.get_by_role("button", name=button).click()
        screen.wait_for_url(f"**/{path}")
        expect(screen.locator(".screen-tile")).to_have_count(2)
        device = devices(playing).get_by_role("region", name=kind)
        expect(device).to_contain_text("spectator")
        expect(device).to_contain_text("here now")
        expect(device.get_by_role("button", name="Make referee")).to_have_count(0)
        shoot(playing, f"devices-{path}")
        # A streaming program opens the address that it was given each time that it starts.
        screen.goto(link)
        screen.wait_for_url(f"**/{path}")
        expect(screen.locator(".screen-tile")).to_have_count(2)
        screen.wait_for_function("window.did_handshake === true")
        served.do(served.desk.guests.revoke_all)
        expect(screen.locator(".screen-tile")).to_have_count(0)
        told = "This device has no place here any more" if kind is DeviceKind.TELEVISION else ""
        expect(screen.locator("body")).to_have_text(re.compile(told) if told else "")
