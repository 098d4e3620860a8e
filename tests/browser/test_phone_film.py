"""A phone looks at a filmed race frame by frame while it is in dispute, and at none of a game that is over."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from kibitz_server.access.viewer import Role
from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.play_entries import ActDisputed, SnapRuled, TimePassed, WatchDropped

from .conftest import ServedDesk, guest_on, is_drawn, shoot
from .filmed_tables import FilmedPart, film_part, watch_part
from .test_filmed_dispute import CONFIG, FROM_MS, RACE_MS, TO_MS, drawn, playing, until
from .test_phone import TAPPED, THUMB_PX
from .test_roles import ask

pytestmark = pytest.mark.browser
WIDTH, HEIGHT = 360, 740
LOWER_PART = 0.4
"""What is tapped again and again is in reach of the thumb: below so much of the screen."""


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> FilmedPart:
    return film_part(CONFIG, FROM_MS, TO_MS, tmp_path_factory.mktemp("race"))


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
