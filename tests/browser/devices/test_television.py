"""A television on the wall and a layer over a stream: all that they show may be known, and it can be read."""

from __future__ import annotations

import io
import math
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, FloatRect, Page, expect

from kibitz_datasets.films.demo_round import places_of
from kibitz_datasets.films.simulate import SimulationConfig
from kibitz_scoring.players import PlayerId
from kibitz_server.pages.parts.invitation_code import join_link
from kibitz_server.pages.television.television import CODE_SHARE
from kibitz_server.views.sharing.qr_codes import edged

from ...server.games import KABOO, begin, play
from ...server.simulated_rounds import performed
from ..conftest import START_S, ServedDesk, page_on, running_kibitz, shoot
from ..play.test_three_rounds import start_game
from ..told_tables import ROUND, tell
from .thumbnails import SCALE, first_letters

pytestmark = [pytest.mark.browser]

EIGHT = tuple(map(PlayerId, ("Maximiliane", "Ben", "Cleo", "Dominique", "Eve", "Friedrich", "Gustavo", "Hedwig")))
_LEAST_PX, _LEAST_CONTRAST = 7, 4.5
"""Of a picture of 480 px: seen from 3 m on 1.2 m that is letters of 18 mm, a fifth of a degree."""
_OUTLINE_PX = 10
"""Around the tile of who is on turn: .4 % of the width, and a little."""
IS_WHOLE = "box => box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth"
READ_FROM_AFAR = (".screen-headline", ".screen-name", ".screen-total")


def check_letters(screen: Page, *more: str) -> None:
    """Everything that matters can be read on a small picture of the page."""
    for selector in (*READ_FROM_AFAR, *more):
        letters = first_letters(screen, screen.locator(selector))
        assert letters, selector
        for letter in letters:
            assert letter.height_px >= _LEAST_PX, letter
            assert letter.contrast >= _LEAST_CONTRAST, letter


def test_a_television_follows_the_round_without_a_tap(browser: Browser, watching: Page, served: ServedDesk) -> None:
    with page_on(browser, served.link_to("tv"), (1920, 1080)) as television:
        expect(television.get_by_text("The table is being laid.")).to_be_visible()
        tell(served, watching, until=lambda: bool(served.desk.live.play and served.desk.live.play.races))
        expect(television.locator(".screen-tile")).to_have_count(len(ROUND.start.players))
        expect(television.locator(".screen-tile.is-on-turn")).to_have_count(1)
        expect(television.locator(".screen-verdict")).not_to_be_empty()
        assert television.locator("button:visible").count() == 1, "the sound"
        shoot(television, "television-1920")
        check_letters(television, ".screen-verdict")


def read_code(screen: Page) -> str:
    """What a phone reads of the whole screen that is 480 px wide in its picture: as seen by a camera from afar."""
    small = Image.open(io.BytesIO(screen.screenshot())).convert("L").reduce(SCALE)
    text, *_ = cv2.QRCodeDetector().detectAndDecode(np.asarray(small))
    return text


def test_the_code_to_join_by_is_read_from_where_people_sit(
    browser: Browser, watching: Page, served: ServedDesk
) -> None:
    link = served.do(lambda: join_link(served.desk))
    with page_on(browser, served.link_to("tv"), (1920, 1080)) as television:
        expect(television.locator(".invitation-code")).to_be_visible()
        shoot(television, "television-code-laid")
        assert read_code(television) == link
        tell(served, watching, until=lambda: bool(served.desk.live.play and served.desk.live.play.races))
        expect(television.locator(".screen-verdict")).not_to_be_empty()
        assert read_code(television) == link
        dots = television.locator(".invitation-code").bounding_box()
        assert dots is not None
        assert dots["width"] / edged(link) >= 1920 * CODE_SHARE - 1
        for part in (".screen-headline", ".screen-verdict", ".screen-tile >> nth=0"):
            box = television.locator(part).bounding_box()
            assert box is not None
            assert not overlap(box, dots), part


def test_nothing_that_was_decided_or_done_is_cut_off_beside_the_code_however_many_play(
    browser: Browser, watching: Page, served: ServedDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz_datasets.films.simulate.NAMES", EIGHT)
    full_table = performed("kaboo", len(EIGHT), 278)
    config = SimulationConfig(full_table.last.pack, len(EIGHT), 278)
    served.do(lambda: served.desk.watch.confirm(places_of(config, full_table)))
    with page_on(browser, served.link_to("tv"), (1920, 1080)) as television:
        expect(television.locator(".invitation-code")).to_be_visible()
        tell(served, watching, full_table, until=lambda: bool(served.desk.live.play and served.desk.live.play.races))
        expect(television.locator(".screen-verdict")).not_to_be_empty()
        shoot(television, "television-code-eight")
        for part in (".screen-beside", ".screen-tiles", ".screen-name"):
            for box in television.locator(part).all():
                assert box.evaluate(IS_WHOLE), (part, box.inner_text())
        check_letters(television, ".screen-verdict", ".screen-latest > :last-child")


def overlap(one: FloatRect, other: FloatRect) -> bool:
    beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    return not (beside or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"])


@pytest.mark.usefixtures("watching")
def test_eight_players_with_long_names_fit_on_every_screen(browser: Browser, served: ServedDesk) -> None:
    hands = tuple(f"{rank}S {rank}H" for rank in ("2", "3", "4", "5", "6", "7", "8", "9"))
    served.do(lambda: begin(served.desk.live, KABOO, EIGHT))
    served.do(lambda: play(served.desk.live, (hands, "Ben")))
    for path, width in (("tv", 1920), ("tv", 1280), ("overlay", 1920)):
        with page_on(browser, served.link_to(path), (width, width * 9 // 16)) as screen:
            expect(screen.locator(".screen-tile")).to_have_count(len(EIGHT))
            shoot(screen, f"{path}-eight-{width}")
            if (path, width) == ("tv", 1920):
                check_letters(screen)
            for tile in screen.locator(".screen-tile").all():
                box = tile.bounding_box()
                assert box is not None
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= width
                assert box["y"] + box["height"] <= width * 9 // 16


def test_the_layer_over_a_stream_is_transparent_but_for_what_it_says(
    browser: Browser, served: ServedDesk, watching: Page
) -> None:
    tell(served, watching, until=lambda: bool(served.desk.live.play and served.desk.live.play.races))
    with page_on(browser, served.link_to("overlay"), (1920, 1080)) as overlay:
        expect(overlay.locator(".screen-tile")).to_have_count(len(ROUND.start.players))
        shoot(overlay, "overlay-1920")
        assert 0 < covered(overlay) < 0.3


def covered(overlay: Page) -> float:
    """How much of a layer says something, after a check that all else of it is transparent."""
    said = overlay.locator(".screen-tile, .screen-verdict, .screen-headline").all()
    boxes = [box for one in said if (box := one.bounding_box()) and one.inner_text()]
    alpha = np.asarray(Image.open(io.BytesIO(overlay.screenshot(omit_background=True))).convert("RGBA"))[:, :, 3]
    is_said = np.zeros(alpha.shape, bool)
    for box in boxes:
        left, top = math.floor(box["x"]), math.floor(box["y"])
        right, bottom = math.ceil(box["x"] + box["width"]), math.ceil(box["y"] + box["height"])
        assert (alpha[(top + bottom) // 2, left + 8 : right - 8] > 200).all()
        rows = slice(max(0, top - _OUTLINE_PX), bottom + _OUTLINE_PX)
        is_said[rows, max(0, left - _OUTLINE_PX) : right + _OUTLINE_PX] = True
    assert (alpha[~is_said] == 0).all()
    return float(is_said.mean())


def test_screens_say_nothing_of_a_power_cut_over_a_stream_and_go_on_after_it(browser: Browser, tmp_path: Path) -> None:
    house = ("--host", "0.0.0.0", "--name", "localhost")
    with running_kibitz(tmp_path / "data", *house) as running:
        port = urlsplit(running.url).port
        assert running.process is not None
        code = running.process.line(1, START_S).split(" with the code ")[1].strip()
        join = f"http://localhost:{port}/join?invite={code}"
        with (
            page_on(browser, running.url) as host,
            page_on(browser, join, (1920, 1080)) as overlay,
            page_on(browser, join, (1920, 1080)) as television,
            page_on(browser, running.url.replace("/?", "/overlay?"), (1920, 1080)) as by_key,
        ):
            start_game(host, "Kaboo", ["Ann", "Ben"])
            overlay.get_by_role("button", name="This is a layer over a stream").click()
            television.get_by_role("button", name="This is a television").click()
            screens = (overlay, television, by_key)
            for screen in screens:
                expect(screen.locator(".screen-tile")).to_have_count(2)
                screen.wait_for_function("window.did_handshake === true")
                screen.evaluate("window.isOfOldStart = true")
            host.goto("about:blank")
            running.kill()
            for screen in screens:
                screen.wait_for_selector("body.is-away", timeout=60_000)
                expect(screen.locator("#popup")).to_be_hidden()
            assert 0 < covered(overlay) < 0.3
            assert covered(by_key) == covered(overlay)
            expect(television.get_by_text("Kibitz cannot be reached just now.")).to_be_visible()
            shoot(television, "television-away")
            with running_kibitz(tmp_path / "data", *house, port=port):
                for screen in screens:
                    screen.wait_for_function("!window.isOfOldStart && window.did_handshake === true", timeout=60_000)
                    expect(screen.locator(".screen-tile")).to_have_count(2)
                expect(television.get_by_text("Kibitz cannot be reached just now.")).to_be_hidden()
                assert 0 < covered(overlay) < 0.3


def test_a_screen_shows_no_card_that_lies_face_down(browser: Browser, served: ServedDesk, watching: Page) -> None:
    tell(served, watching, until=lambda: bool(served.desk.live.play and served.desk.live.play.races))
    with page_on(browser, served.link_to("tv"), (1920, 1080)) as television:
        expect(television.locator(".screen-tile").first).to_be_visible()
        assert television.locator(".hand-cards").count() == 0
        assert television.locator(".screen-doing", has_text="hand:").count() == 0
