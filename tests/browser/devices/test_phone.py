"""A player's phone at 360 px: call, dispute, inbox and photo while the dashboard follows; and what it never shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from nicegui import Client, core
from playwright.sync_api import Browser, Page, expect

from kibitz_scoring.cards import Card
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_server.access.viewer import Role
from kibitz_server.demo import demo_pictures
from kibitz_server.journal.entries import Entry, GameStarted
from kibitz_server.journal.play_entries import ActDisputed, ActSaid, QuestionAnswered, RoundWatched, TimePassed
from kibitz_server.views.words.card_words import glyphs, words

from ...server.games import confirm
from ...server.simulated_rounds import entries_of
from ..conftest import ServedDesk, guest_on, inbox, page_in, shoot, until_so
from ..judging.test_disputes import STORY, until
from ..play.test_live_reveal import is_missing
from ..relay import relay_to
from ..texts.test_accessibility import serious, wear
from ..told_tables import ROUND
from ..warm_browser import empty_context

pytestmark = pytest.mark.browser
WIDTH, HEIGHT = 360, 740
THUMB_PX = 44
ANN, BEN, CLEO = map(PlayerId, ("Ann", "Ben", "Cleo"))
TAPPED = """() => [...document.querySelectorAll("button")].map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width).map(([one, box]) => [one.innerText || one.ariaLabel, box.width, box.height])"""


def begin_by_hand(served: ServedDesk, *story: str) -> None:
    """A round of three that people tell, in which Ben has just snapped onto his own card."""
    pack = load_pack("kaboo", {"game.rounds": None, "snap.discarder_may": False})
    live, now = served.desk.live, served.desk.watch.now_ms
    served.do(lambda: live.record(GameStarted(pack, pack.content_hash, (ANN, BEN, CLEO))))
    served.do(lambda: live.record(RoundWatched(ANN, is_dealt=True, by_hand=True)))
    for event in story or STORY:
        served.do(lambda event=event: live.record(ActSaid(now(), event)))


@contextmanager
def phone_of(browser: Browser, served: ServedDesk, player: str | None) -> Iterator[Page]:
    """The phone of a player, or of somebody who only looks on; nothing on it may be wider than it is."""
    token = served.token_of(Role.PLAYER if player else Role.SPECTATOR, player)
    with guest_on(browser, served, token, "phone", (WIDTH, HEIGHT)) as phone:
        expect(phone.locator(".phone-headline")).not_to_be_empty()
        yield phone
        assert phone.evaluate("document.documentElement.scrollWidth") <= WIDTH


def check_looks(phone: Page, name: str) -> None:
    """Nothing is too small for a thumb, and axe-core finds nothing serious, light or dark."""
    for label, width, height in phone.evaluate(TAPPED):
        assert min(width, height) >= THUMB_PX, label
    for theme in ("light", "dark"):
        wear(phone, theme)
        assert serious(phone) == [], theme
        shoot(phone, f"phone-{name}-{theme}")


def test_a_player_disputes_answers_and_calls_from_the_phone_while_the_dashboard_follows(
    browser: Browser, served: ServedDesk, watching: Page
) -> None:
    begin_by_hand(served)
    dashboard = watching
    with phone_of(browser, served, ANN) as phone:
        tile = phone.get_by_role("region", name="Ann", exact=True)
        expect(tile.locator(".play-card.is-back")).to_have_count(4)
        expect(tile.get_by_role("img", name="Ann has 0 points")).to_be_visible()
        expect(phone.locator(".phone-headline")).to_have_text("Cleo is on turn")

        phone.get_by_role("button", name="Dispute").click()
        expect(dashboard.locator(".is-still")).to_contain_text("Ann disputes")
        disputed = until(phone, served, ActDisputed)
        assert isinstance(disputed, ActDisputed)
        assert disputed.player == ANN
        expect(inbox(phone)).to_contain_text("Ann disputes: ")
        check_looks(phone, "dispute")
        inbox(phone).get_by_role("button", name="Look and rule").click()
        dialog = phone.get_by_role("dialog")
        dialog.get_by_label("Why (as you like)").fill("Ben may not")
        shoot(phone, "phone-ruling")
        dialog.get_by_role("button", name="It stays as it is").click()
        answered = until(phone, served, QuestionAnswered)
        assert isinstance(answered, QuestionAnswered)
        assert (answered.reason, [one.outcome for one in answered.disputes]) == ("Ben may not", ["upheld"])
        expect(inbox(dashboard)).to_be_hidden()
        expect(dialog).to_be_hidden()

        phone.get_by_role("button", name="Kaboo").click()
        assert isinstance(called := until(phone, served, ActSaid), ActSaid)
        assert called.event == "p1 calls"
        expect(inbox(phone)).to_contain_text("Ann called, which does not count: ")
        inbox(dashboard).get_by_role("button", name="It does not count").click()
        expect(inbox(phone)).to_be_hidden()


def test_a_phone_speaks_for_its_own_player_only_and_who_looks_on_sees_the_same_without_buttons(
    browser: Browser, served: ServedDesk, watching: Page
) -> None:
    begin_by_hand(served)
    watching.get_by_role("button", name="Ann: Dispute").click()
    with phone_of(browser, served, BEN) as phone, phone_of(browser, served, None) as onlooker:
        for page in (phone, onlooker):
            expect(page.locator(".phone-headline")).to_have_text("Cleo is on turn")
            expect(inbox(page)).to_contain_text("Ann disputes: ")
            expect(page.get_by_role("list", name="What happened lately")).to_contain_text("Ben")
        assert phone.locator(".own-acts button").count() == 2
        assert onlooker.locator(".own-acts button, .inbox button, .race button, input").count() == 0
        check_looks(onlooker, "onlooker")


def test_a_photo_from_a_phone_becomes_the_picture_of_the_reveal_and_the_result_comes_to_the_phone(
    browser: Browser, served: ServedDesk, watching: Page
) -> None:
    live, picture = served.desk.live, str(demo_pictures(3)[0])
    rest = play_on(served, until_race=True)
    with phone_of(browser, served, CLEO) as phone:
        photo = phone.get_by_role("button", name="Photograph the hands")
        field = phone.locator("input[type=file]")
        expect(photo).to_be_hidden()
        check_looks(phone, "play")
        assert field.get_attribute("capture") == "environment"
        field.set_input_files(picture)
        expect(phone.get_by_role("alert")).to_contain_text("wait until they lie face up")
        assert served.do(lambda: live.play is not None)

        play_on(served, rest)
        expect(photo).to_be_visible()
        check_looks(phone, "reveal")
        field.set_input_files(picture)
        expect(watching.locator(".table-picture svg")).to_be_visible()
        expect(phone.locator(".phone-headline")).to_have_text("The hands are being counted.")
        assert served.do(lambda: live.evening.game.sheet.picture is not None)

        served.do(lambda: confirm(live, list(zip(ROUND.start.players, ("2H 3C", "KS", "5D"), strict=True)), "Cleo"))
        expect(phone.get_by_role("region", name="Scores of round 1")).to_contain_text("Cleo")
        check_looks(phone, "result")


def play_on(served: ServedDesk, entries: Sequence[Entry] = (), *, until_race: bool = False) -> Sequence[Entry]:
    """See a round, from its beginning or what is left of it, up to its first race or its reveal; what is left then.

    At the reveal two cards are not seen turned up, so that the round waits for them.
    """
    live = served.desk.live
    if not entries:
        pack = ROUND.last.pack
        served.do(lambda: live.record(GameStarted(pack, pack.content_hash, ROUND.start.players)))
        entries = [entry for entry, _ in entries_of(ROUND) if not is_missing(entry)]
    for number, entry in enumerate(entries):
        served.do(lambda entry=entry: live.record(entry))
        if until_race and served.do(lambda: bool(live.play.races)):
            return entries[number + 1 :]
    served.do(lambda: live.record(TimePassed(ROUND.ended_ms + 20_000.0)))
    return ()


@pytest.mark.usefixtures("watching")
def test_nothing_that_lies_face_down_comes_to_a_phone_though_kibitz_has_seen_it(
    browser: Browser, served: ServedDesk
) -> None:
    # Ben's 5 was glimpsed; Cleo took the 2 that everybody saw.
    begin_by_hand(served, "starter 7H", "p2 draws 5H", "p2 swaps p2.a1 2C", "p3 takes", "p3 swaps p3.a1 9D")
    came: list[str] = []
    token = served.token_of(Role.PLAYER, BEN)
    with guest_on(browser, served, token, "tv") as page:
        page.on("websocket", lambda ws: ws.on("framereceived", lambda frame: came.append(str(frame))))
        page.goto(f"http://127.0.0.1:{served.port}/phone")
        lately = page.get_by_role("list", name="What happened lately")
        expect(lately).to_contain_text("Cleo swapped")
        served.do(lambda: served.desk.live.record(ActSaid(served.desk.watch.now_ms(), "p1 draws KS")))
        expect(lately).to_contain_text("Ann drew a card")
        state = served.do(lambda: served.desk.live.play.state)
        known = [card.face for hand in state.hands for card in hand if card and not card.face_up]
        sealed = [face for face in (*known, *(one.card.face for one in state.held)) if isinstance(face, Card)]
        assert sorted(map(str, sealed)) == ["2C", "5H", "KS"]
        text = page.content() + "".join(came)
        assert "Ann drew a card" in "".join(came)
        for card in sealed:
            for said in (words(card), glyphs(card), f'"{card}"'):
                assert said not in text


@pytest.mark.usefixtures("watching")
def test_a_phone_that_was_away_says_so_and_comes_back_by_itself(
    browser: Browser, served: ServedDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin_by_hand(served)
    monkeypatch.setattr(core.app.config, "reconnect_timeout", 600.0)
    token = served.token_of(Role.PLAYER, "Cleo")
    with relay_to(served.port) as relay, empty_context(browser) as context:
        address = f"http://127.0.0.1:{relay.port}/"
        context.add_cookies([{"name": f"kibitz-guest-{served.port}", "value": token, "url": address}])
        phone = page_in(context, (WIDTH, HEIGHT))
        phone.goto(address + "phone")
        away, headline = phone.locator(".phone-away"), phone.locator(".phone-headline")
        expect(headline).to_have_text("Cleo is on turn")
        expect(away).to_be_hidden()
        phone.evaluate("window.isOldPage = true")

        relay.cut()
        expect(away).to_contain_text("This page comes back by itself.")
        expect(phone.locator(".own-acts[inert]")).to_have_count(1)
        shoot(phone, "phone-away")
        served.do(lambda: served.desk.live.record(ActSaid(served.desk.watch.now_ms(), "p1 calls")))
        relay.mend()
        expect(away).to_be_hidden()
        expect(inbox(phone)).to_contain_text("Ann called, which does not count: ")
        expect(phone.locator(".own-acts[inert]")).to_have_count(0)
        assert phone.evaluate("window.isOldPage")

        # Longer than the server waits for it: the page is loaded anew, and its player still sits there.
        monkeypatch.setattr(core.app.config, "reconnect_timeout", 0.1)
        opened = phone.evaluate("window.clientId")
        assert opened in Client.instances
        relay.cut()
        expect(away).to_be_visible()
        until_so(phone, lambda: opened not in Client.instances)
        relay.mend()
        phone.wait_for_function("!window.isOldPage")
        expect(headline).to_have_text("Cleo is on turn")
        expect(phone.get_by_role("region", name="Cleo", exact=True)).to_be_visible()
        phone.get_by_role("button", name="Dispute").click()
        expect(inbox(phone)).to_contain_text("Cleo disputes")


@pytest.mark.usefixtures("watching")
def test_a_screen_that_was_off_for_long_is_not_trusted_to_hear_the_server_still(
    browser: Browser, served: ServedDesk
) -> None:
    begin_by_hand(served)
    with phone_of(browser, served, CLEO) as phone:
        phone.wait_for_function("window.socket?.connected")
        phone.evaluate("window.firstSocket = window.socket.io.engine")
        phone.evaluate("() => { presence.hiddenSince = Date.now() - 60000; presence.back(); }")
        phone.wait_for_function("window.socket.connected && window.socket.io.engine !== window.firstSocket")
        expect(phone.locator(".phone-away")).to_be_hidden()
        phone.get_by_role("button", name="Dispute").click()
        expect(inbox(phone)).to_contain_text("Cleo disputes")
