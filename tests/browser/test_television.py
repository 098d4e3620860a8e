"""A television on the wall and a layer over a stream: all that they show may be known, and it can be read."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from kibitz_scoring.players import PlayerId

from ..server.games import KABOO, begin, play
from .conftest import ServedDesk, page_on, shoot
from .told_tables import ROUND, tell

pytestmark = [pytest.mark.browser]

EIGHT = tuple(map(PlayerId, ("Maximiliane", "Ben", "Cleo", "Dominique", "Eve", "Friedrich", "Gustavo", "Hedwig")))
_LEAST_SHARE = 1 / 45
"""Of the width of the screen: seen from 3 m on 1.2 m that is letters of 27 mm, nine rows of pixels at 480 px."""


def font_share(page: Page, selector: str) -> float:
    """How high the letters of an element are, as a share of the page's width."""
    size = page.locator(selector).first.evaluate(
        "box => parseFloat(getComputedStyle(box.firstElementChild || box).fontSize)"
    )
    return float(size) / page.evaluate("innerWidth")


def test_a_television_follows_the_round_without_a_tap(browser: Browser, watching: Page, served: ServedDesk) -> None:
    with page_on(browser, served.link_to("tv"), (1920, 1080)) as television:
        expect(television.get_by_text("The table is being laid.")).to_be_visible()
        tell(served, watching, until=lambda: bool(served.desk.live.play and served.desk.live.play.races))
        expect(television.locator(".screen-tile")).to_have_count(len(ROUND.start.players))
        expect(television.locator(".screen-tile.is-on-turn")).to_have_count(1)
        expect(television.locator(".screen-verdict")).not_to_be_empty()
        assert television.locator("button:visible").count() == 1, "the sound"
        shoot(television, "television-1920")
        for selector in (".screen-headline", ".screen-verdict", ".screen-name", ".screen-total"):
            assert font_share(television, selector) >= _LEAST_SHARE, selector


@pytest.mark.usefixtures("watching")
def test_eight_players_with_long_names_fit_on_every_screen(browser: Browser, served: ServedDesk) -> None:
    hands = tuple(f"{rank}S {rank}H" for rank in ("2", "3", "4", "5", "6", "7", "8", "9"))
    served.do(lambda: begin(served.desk.live, KABOO, EIGHT))
    served.do(lambda: play(served.desk.live, (hands, "Ben")))
    for path, width in (("tv", 1920), ("tv", 1280), ("overlay", 1920)):
        with page_on(browser, served.link_to(path), (width, width * 9 // 16)) as screen:
            expect(screen.locator(".screen-tile")).to_have_count(len(EIGHT))
            shoot(screen, f"{path}-eight-{width}")
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
        alpha = np.asarray(Image.open(io.BytesIO(overlay.screenshot(omit_background=True))).convert("RGBA"))[:, :, 3]
        assert (alpha[:700] == 0).all()
        assert (alpha[-60:] > 0).any()


def test_a_screen_shows_no_card_that_lies_face_down(browser: Browser, served: ServedDesk, watching: Page) -> None:
    tell(served, watching, until=lambda: bool(served.desk.live.play and served.desk.live.play.races))
    with page_on(browser, served.link_to("tv"), (1920, 1080)) as television:
        expect(television.locator(".screen-tile").first).to_be_visible()
        assert television.locator(".hand-cards").count() == 0
        assert television.locator(".screen-doing", has_text="hand:").count() == 0
