"""The player of a few seconds: every step shows exactly the frame that it names, on a page of its own."""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import copytree

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from kibitz_server.replay.film import SPEEDS, player_words

from ..conftest import page_on, shoot

pytestmark = pytest.mark.browser

ASSETS = Path(__file__).parents[3] / "server" / "kibitz_server" / "pages" / "assets"
COUNT, EVERY_MS, FIRST, STRIPE_PX = 120, 33, 512, 16
# The first contact is on the 61st picture, the second on the one after it; what happened stands on the 31st.
SLAP = {"from_ms": 1250.0, "to_ms": 1277.0, "words": "A slap was heard: 1250 to 1277 ms"}
CONTACTS = [
    {"from_ms": 1247.0, "to_ms": 1280.0, "seat": 0, "words": "Ann's card touches: 1247 to 1280 ms"},
    {"from_ms": 1280.0, "to_ms": 1313.0, "seat": 1, "words": "Ben's card touches: 1280 to 1313 ms"},
]
MARKS = [
    {"kind": "event", "at_ms": EVERY_MS * 30 - 700.0, "words": "Cleo discards"},
    {"kind": "seen", "at_ms": EVERY_MS * 40 - 700.0, "words": "Seen: a card came to the discard pile"},
    {"kind": "said", "at_ms": EVERY_MS * 70 - 700.0, "words": "Said: Ben called"},
    {"kind": "dispute", "at_ms": EVERY_MS * 80 - 700.0, "words": "Ann disputes it."},
    {"kind": "ruling", "at_ms": 90_000.0, "words": "After this clip: Ruled: Ann has it."},
]
DECIDED = [str(one["words"]) for one in MARKS[2:]]
PAGE = """<!doctype html><html lang="en"><title>Player</title><link rel="stylesheet" href="assets/kibitz.css">
<link rel="stylesheet" href="assets/player/player.css">
<script type="module" src="assets/player/player.js"></script><body><kibitz-player src="film.json"></kibitz-player>"""


class Quiet(SimpleHTTPRequestHandler):
    """Says nothing into the tests' output."""

    def log_message(self, *_: object) -> None:
        return None


BRIGHT = """((across) => { const canvas = document.querySelector("canvas");
    return canvas.getContext("2d").getImageData(canvas.width * across, canvas.height / 2, 1, 1).data[0]; })"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A page with the player, and a film whose n-th picture is n grey, so that a pixel tells which one is drawn.

    A white stripe at the left tells which part of it.
    """
    folder = tmp_path_factory.mktemp("site")
    copytree(ASSETS, folder / "assets")
    frames = []
    for number in range(COUNT):
        name = f"{number}.png"
        picture = np.full((90, 160, 3), 2 * number, np.uint8)
        picture[:, :STRIPE_PX] = 255
        cv2.imwrite(str(folder / name), picture)
        at_ms = EVERY_MS * number - 700.0
        frames.append({"index": FIRST + number, "at_ms": at_ms, "url": name, "found": []})
    film = {
        "size": [160, 90],
        "frames": frames,
        "contacts": CONTACTS,
        "sounds": [SLAP],
        "marks": MARKS,
        "window": [0.0, 3000.0],
        "places": [],
        "opens_ms": 1280.0,
        "speed": 0.25,
        "speeds": SPEEDS,
        "verdict": "Ann first by 33 ms.",
        "notes": [],
        "exports": {"finish": "1.png", "film": "film.mp4", "evidence": "evidence.json"},
        "words": player_words(),
    }
    (folder / "film.json").write_text(json.dumps(film))
    (folder / "index.html").write_text(PAGE)
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def player(browser: Browser, site: str) -> Iterator[Page]:
    with page_on(browser, site, (1280, 900)) as page:
        is_at(page, 60)
        yield page


def test_a_slap_that_was_heard_is_marked_beside_the_contacts(player: Page) -> None:
    mark = player.locator(".player-timeline .sound")
    expect(mark).to_have_count(1)
    box, contact = mark.bounding_box(), player.locator(".player-timeline .contact").first.bounding_box()
    assert box is not None
    assert contact is not None
    assert box["x"] >= contact["x"] - 1
    assert box["x"] + box["width"] <= contact["x"] + contact["width"] + 1
    expect(player.locator(".player-legend .sound")).to_have_text("A slap was heard: 1250 to 1277 ms")
    shoot(player, "slap")


def test_what_was_seen_said_disputed_and_ruled_has_a_mark_of_its_own_and_what_came_later_stands_at_the_end(
    player: Page,
) -> None:
    line = player.locator(".player-timeline").bounding_box()
    assert line is not None
    for mark in MARKS:
        drawn_mark = player.locator(f".player-timeline .{mark['kind']}")
        expect(drawn_mark.locator("title")).to_contain_text(str(mark["words"]))
        box = drawn_mark.bounding_box()
        assert box is not None
        part = (float(mark["at_ms"]) + 700.0) / (EVERY_MS * (COUNT - 1))  # type: ignore[arg-type]
        assert abs(box["x"] + box["width"] / 2 - line["x"] - min(part, 1.0) * line["width"]) < 12
    shapes = {player.locator(f".player-timeline .{mark['kind']}").get_attribute("class") for mark in MARKS}
    assert len(shapes) == len(MARKS)
    press(player, "]", "]")
    is_at(player, 70)
    expect(player.locator(".player-caption")).to_contain_text("Said: Ben called")
    press(player, "]")
    is_at(player, 80)
    shoot(player, "marks")


def test_the_window_in_which_a_snap_counts_ends_where_the_film_does_if_only_an_act_ends_it(
    browser: Browser, site: str
) -> None:
    with page_on(browser, site) as page:
        film = json.loads(page.request.get(f"{site}film.json").text()) | {"window": [0.0, None]}
        page.route("**/film.json", lambda route: route.fulfill(json=film))
        page.reload()
        is_at(page, 60)
        window = page.locator(".player-timeline .window")
        start, width = (float(window.get_attribute(name) or 0) for name in ("x", "width"))
        assert start + width == pytest.approx(1000, abs=1)


EDGE, INSIDE = 0.03, 0.3


def middle(page: Page) -> tuple[float, float, float]:
    """Where the middle of the canvas is, and how wide it is."""
    page.locator("canvas").scroll_into_view_if_needed()
    box = page.locator("canvas").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"]


def test_the_wheel_zooms_a_drag_moves_the_part_and_a_key_shows_the_whole_again(player: Page) -> None:
    x, y, width = middle(player)
    assert (drawn(player, EDGE), drawn(player, INSIDE)) == (255, 120)
    player.mouse.move(x, y)
    player.mouse.wheel(0, -600)
    player.wait_for_function(f"{BRIGHT}({EDGE}) === 120")
    player.mouse.down()
    player.mouse.move(x + 0.9 * width, y, steps=5)
    player.mouse.up()
    # The stripe is wider than before: the part is larger than the whole.
    assert (drawn(player, EDGE), drawn(player, 0.2)) == (255, 255)
    press(player, "z")
    assert (drawn(player, EDGE), drawn(player, 0.2)) == (255, 120)


def test_two_fingers_zoom_and_one_moves_the_part_on_a_phone(browser: Browser, site: str) -> None:
    with page_on(browser, site, (360, 740)) as page:
        is_at(page, 60)
        x, y, _ = middle(page)
        touch = page.context.new_cdp_session(page)

        def fingers(kind: str, *at: tuple[float, float]) -> None:
            points = [{"x": x + dx, "y": y + dy, "id": number} for number, (dx, dy) in enumerate(at)]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        fingers("touchStart", (-20, 0), (20, 0))
        for apart in (30, 40, 50, 60):
            fingers("touchMove", (-apart, 0), (apart, 0))
        fingers("touchEnd")
        page.wait_for_function(f"{BRIGHT}({EDGE}) === 120")
        for _ in range(4):
            fingers("touchStart", (-80, 0))
            for to in (-40, 0, 40, 80):
                fingers("touchMove", (to, 0))
            fingers("touchEnd")
        page.wait_for_function(f"{BRIGHT}({EDGE}) === 255")
        page.get_by_role("button", name="The whole picture").click()
        assert (drawn(page, EDGE), drawn(page, INSIDE)) == (255, 120)
        assert page.evaluate("visualViewport.scale") == 1


def is_at(page: Page, number: int) -> None:
    """The player says that it shows a picture, and draws it."""
    player = page.locator("kibitz-player")
    expect(player).to_have_attribute("data-frame", str(FIRST + number))
    expect(player).to_have_attribute("data-is-drawn", "true")
    expect(page.locator(".player-caption")).to_contain_text(f"{number + 1}/{COUNT}")
    assert drawn(page, 0.5) == 2 * number


def drawn(page: Page, across: float) -> int:
    """How bright the canvas is in the middle of its height, so far across."""
    return int(page.evaluate(f"{BRIGHT}({across})"))


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_it_opens_on_the_moment_of_contact_and_steps_by_frame_with_keys_that_need_no_click(player: Page) -> None:
    expect(player.locator(".player-caption")).to_contain_text("+1280 ms")
    expect(player.locator(".player-caption")).to_contain_text("Ann's card touches")
    press(player, ".", ".", "ArrowRight")
    is_at(player, 63)
    press(player, ",", "ArrowLeft")
    is_at(player, 61)
    expect(player.locator(".player-caption")).to_contain_text("Ben's card touches")


def test_it_steps_by_event(player: Page) -> None:
    press(player, "]")
    is_at(player, 61)
    press(player, "[", "[")
    is_at(player, 30)
    expect(player.locator(".player-caption")).to_contain_text("Cleo discards")
    player.get_by_role("button", name="To the next event").click()
    is_at(player, 60)


def test_it_plays_slowly_in_a_loop_between_marks(player: Page) -> None:
    press(player, "i", ".", ".", ".", "o", "ArrowUp", "ArrowUp", " ")
    seen = set()
    for _ in range(60):
        seen.add(int(player.locator("kibitz-player").get_attribute("data-frame") or 0) - FIRST)
        player.wait_for_timeout(10)
    assert seen <= {60, 61, 62, 63}
    assert len(seen) > 1
    expect(player.locator(".player-caption")).to_contain_text("1\u00d7")


def test_without_a_loop_it_stops_at_the_end(player: Page) -> None:
    player.locator(".player-timeline").click(position={"x": 1200, "y": 10})
    press(player, "ArrowUp", "ArrowUp", "ArrowUp", " ")
    is_at(player, COUNT - 1)
    expect(player.get_by_role("button", name="Play or stop")).to_have_attribute("aria-pressed", "false")


def test_a_marked_frame_stands_beside_another_or_is_wiped_over_it(player: Page) -> None:
    press(player, "m", *["."] * 20, "c")
    expect(player.locator("kibitz-player")).to_have_attribute("data-is-drawn", "true")
    player.wait_for_function("document.querySelector('canvas').getContext('2d') && true")
    assert (drawn(player, 0.25), drawn(player, 0.75)) == (120, 160)
    press(player, "c")
    assert (drawn(player, 0.25), drawn(player, 0.75)) == (120, 160)
    box = player.locator("canvas").bounding_box()
    assert box is not None
    player.mouse.move(box["x"] + box["width"] / 2, box["y"] + 60)
    player.mouse.down()
    player.mouse.move(box["x"] + box["width"] * 0.9, box["y"] + 60, steps=4)
    player.mouse.up()
    assert drawn(player, 0.75) == 120
    press(player, "c")
    is_at(player, 80)


def test_a_finger_on_the_line_of_time_goes_there_and_the_contacts_are_said_with_their_intervals(player: Page) -> None:
    line = player.get_by_role("slider", name="Time")
    box = line.bounding_box()
    assert box is not None
    line.click(position={"x": box["width"] * 30.4 / (COUNT - 1), "y": 10})
    is_at(player, 30)
    expect(line).to_have_attribute("aria-valuetext", player.locator(".player-caption").inner_text())
    told = [*(str(one["words"]) for one in (*CONTACTS, SLAP)), *DECIDED]
    expect(player.locator(".player-legend li")).to_have_text(told)
    widths = [bar.get_attribute("width") for bar in player.locator(".contact").all()]
    assert [round(float(width or 0), 1) for width in widths] == [round(1000 * 33 / (33 * (COUNT - 1)), 1)] * 2


def test_on_a_phone_everything_is_within_reach_of_a_thumb(browser: Browser, site: str) -> None:
    with page_on(browser, site, (360, 740)) as page:
        is_at(page, 60)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        for button in page.locator(".player-main button").all():
            box = button.bounding_box()
            assert box is not None
            assert box["height"] >= 44
            assert box["width"] >= 44
        page.get_by_role("button", name="One frame on").click()
        is_at(page, 61)
        shoot(page, "player-360")


def test_a_picture_that_is_not_there_is_said_and_the_others_are_shown(browser: Browser, site: str) -> None:
    with page_on(browser, site) as page:
        page.route("**/62.png", lambda route: route.fulfill(status=404, body="{}"))
        page.reload()
        is_at(page, 60)
        press(page, ".", ".")
        expect(page.locator("kibitz-player")).to_have_attribute("data-is-drawn", "false")
        press(page, ".")
        is_at(page, 63)


def test_a_film_that_is_gone_is_one_sentence(browser: Browser, site: str) -> None:
    with page_on(browser, site) as page:
        gone = json.dumps({"detail": "There is no clip snap-1 here."})
        page.route("**/film.json", lambda route: route.fulfill(status=404, body=gone))
        page.reload()
        expect(page.locator("kibitz-player")).to_have_text("There is no clip snap-1 here.")
