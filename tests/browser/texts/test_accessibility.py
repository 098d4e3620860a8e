"""What axe-core finds on every stage and dialog, light and dark, on a phone and on a laptop: nothing serious."""

from __future__ import annotations

import random
import re
from itertools import islice

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from kibitz_scoring.game.events import Event
from kibitz_scoring.game.playout import play_out
from kibitz_scoring.game.record import GameState
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_server.demo import demo_pictures
from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.play_entries import ActSaid, RoundWatched

from ...server.games import play
from ..conftest import ServedDesk, shoot
from ..play.test_three_rounds import go

pytestmark = pytest.mark.browser
WIDTHS = (1280, 390)
SERIOUS = ("serious", "critical")
COLOURS_ONLY = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""All that the rules of WCAG A and AA say of colours; those of AAA ask for more."""
SETTLED = """() => document.getAnimations().every((one) => one.effect.getComputedTiming().iterations === Infinity)
    && [...document.images].every((image) => image.complete || image.dataset.live || image.loading === "lazy")"""
"""Nothing moves or changes its colour any more, and every picture has its size."""
ALONE = """.q-dialog__backdrop, .page { display: none !important; }
.q-dialog, .q-dialog__inner { position: static !important; }"""
"""A dialog by itself in the page: axe-core takes for the background of its buttons what lies behind a dialog."""
EVERYBODY = tuple(
    map(
        PlayerId,
        (
            "Maximiliane-Antoinette",
            "Bartholomäus Freiherr von",
            "Cleo",
            "Dorothea Schweighardt",
            "Emil",
            "Friederike-Charlotte",
            "Gu",
            "Hildegard Oberhauser",
        ),
    )
)


def look(page: Page, name: str) -> None:
    """Let axe-core look at the page as it is, in both widths, light and dark; KIBITZ_SHOTS gets pictures of it."""
    faults = []
    for theme in ("light", "dark"):
        wear(page, theme)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            # A theme is nothing but colours.
            found = serious(page, **({} if theme == "light" else COLOURS_ONLY))
            faults += [f"{theme}, {width} px: {fault}" for fault in found]
    wear(page, "light")
    for width, height in ((360, 740), (1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(SETTLED)
        try:
            page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=width, timeout=5000)
        except PlaywrightTimeoutError:
            wide = page.evaluate("document.documentElement.scrollWidth")
            faults.append(f"{width} px: the page is {wide} px wide")
        shoot(page, f"{name} {width}")
    assert not faults, f"{name}:\n" + "\n".join(faults)


def serious(page: Page, **options: object) -> list[str]:
    """What axe-core finds, of the serious kinds, by all its rules or some; where a dialog is open, in that."""
    page.wait_for_function(SETTLED)
    is_asked = page.locator(".q-dialog").count() > 0
    alone = page.add_style_tag(content=ALONE) if is_asked else None
    wanted = {"resultTypes": ["violations"], **options}
    found = Axe().run(page, ".q-dialog" if is_asked else "body", wanted).response["violations"]
    if alone is not None:
        alone.evaluate("style => style.remove()")
    return [
        f"{violation['id']}: {node['html'][:200]}: {node['failureSummary']}"
        for violation in found
        if violation["impact"] in SERIOUS
        for node in violation["nodes"]
    ]


def wear(page: Page, theme: str) -> None:
    page.evaluate("isDark => Quasar.Dark.set(isDark)", theme == "dark")


@pytest.fixture
def eight(watching: Page, served: ServedDesk) -> Page:
    """A page on a game of eight with long names, two rounds of which are scored."""
    pack = load_pack("cambio", {"game.rounds": None})
    live = served.desk.live

    def begin() -> None:
        live.record(GameStarted(pack, pack.content_hash, EVERYBODY))
        hands = ("2H 3C", "KS QS", "9H 2D", "AH", "5H", "10D JD 4S", "6C 7C", "8S 9S")
        play(live, (hands, EVERYBODY[0]), (hands[::-1], EVERYBODY[1]))

    served.do(begin)
    expect(watching.get_by_role("region", name="Result", exact=True)).to_be_visible()
    return watching


def test_the_stage_before_a_game(watching: Page) -> None:
    page = watching
    look(page, "setup")
    page.get_by_role("radio", name="Kaboo").click()
    page.get_by_role("button", name='Expand "House rules"').click()
    page.get_by_role("button", name='Expand "Scores"').click()
    expect(page.get_by_label("who called and fails scores, points more", exact=True)).to_be_visible()
    look(page, "house rules")


def test_the_table_between_rounds(eight: Page) -> None:
    page = eight
    go(page, "Table")
    page.get_by_role("textbox", name="Address, film, photo or folder").fill(str(demo_pictures(8)[0]))
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("button", name="Places of the table")).to_be_visible()
    look(page, "table")
    page.get_by_role("button", name="Places of the table").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look(page, "places")


def test_a_round_that_is_played(eight: Page, served: ServedDesk) -> None:
    page, live = eight, served.desk.live
    begun = RoundWatched(EVERYBODY[0], is_dealt=True, by_hand=True)
    served.do(lambda: live.record(begun))
    expect(page.get_by_text("by hand")).to_be_visible()
    for number, (game, event) in enumerate(a_round()):
        if number:
            said = ActSaid(served.desk.watch.now_ms(), format_event(event, game.now.players))
            served.do(lambda said=said: live.record(said))
    page.get_by_role("button", name=re.compile("Dispute")).first.click()
    expect(page.get_by_role("region", name="Inbox")).to_contain_text("disputes")
    look(page, "play")
    page.get_by_role("button", name="Keys").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look(page, "keys")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.get_by_role("button", name="Give up the round").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look(page, "question")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    go(page, "Reveal")
    look(page, "live reveal")


def a_round() -> list[tuple[GameState, Event]]:
    """The first acts of a round."""
    pack = load_pack("cambio", {"game.rounds": None})
    return list(islice(play_out(pack, EVERYBODY, random.Random(4).randrange, rounds=1), 12))


def test_hands_that_are_counted(eight: Page) -> None:
    page = eight
    go(page, "Reveal")
    look(page, "reveal")
    page.get_by_role("button", name="Demo table 1", exact=True).click()
    expect(page.locator(".table-picture svg")).to_be_visible()
    look(page, "sheet")
    page.locator(".hand-cards .card-face").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look(page, "card")


def test_the_result_its_evidence_and_sharing(eight: Page) -> None:
    page = eight
    go(page, "Result")
    look(page, "result")
    for button, name in (("What round 1 was scored from", "evidence"), ("Share", "share"), ("History", "history")):
        page.get_by_role("button", name=button).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        look(page, name)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()
