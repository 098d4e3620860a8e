"""A dispute on a laptop and on a phone: raised, ruled, overturned, kept as a house rule, and what it costs."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_server.journal.entries import Entry, GameStarted
from kibitz_server.journal.play_entries import ActDisputed, ActSaid, QuestionAnswered, RoundWatched, RuleKept

from ..conftest import ServedDesk, inbox, page_on, shoot
from ..play.test_three_rounds import start_game

pytestmark = pytest.mark.browser
PLAYERS = tuple(map(PlayerId, ("Ann", "Ben", "Cleo")))
RULES = {"game.rounds": None, "turn.timer_s": 60, "snap.discarder_may": False, "dispute.tokens": True}
STORY = ("starter 7H", "p2 draws", "p2 discards 2C", "p2 snaps p2.a1 2D not_allowed")
SIZES = [(1280, 800), (360, 740)]


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]} px")
def page(request: pytest.FixtureRequest, browser: Browser, served: ServedDesk) -> Iterator[Page]:
    """A round told by hand in which Ben has just snapped onto his own card, which these rules forbid."""
    pack = load_pack("kaboo", RULES)
    begin: tuple[Entry, ...] = (
        GameStarted(pack, pack.content_hash, PLAYERS),
        RoundWatched(PLAYERS[0], is_dealt=True, by_hand=True),
    )
    for entry in begin:
        served.do(lambda entry=entry: served.desk.live.record(entry))
    for event in STORY:
        served.do(lambda event=event: served.desk.live.record(ActSaid(served.desk.watch.now_ms(), event)))
    with page_on(browser, served.url, request.param) as opened:
        expect(opened.get_by_text("Round 1, by hand")).to_be_visible()
        yield opened
        assert opened.evaluate("document.documentElement.scrollWidth") <= request.param[0]


def shot(page: Page, name: str) -> None:
    assert page.viewport_size is not None
    shoot(page, f"dispute-{page.viewport_size['width']}-{name}")


def until(page: Page, served: ServedDesk, kind: type) -> Entry:
    """The newest entry, once it is one of a kind."""
    for _ in range(300):
        entry = served.do(lambda: served.desk.live.newest.entry)
        if isinstance(entry, kind):
            return entry  # type: ignore[no-any-return]
        page.wait_for_timeout(100)
    pytest.fail(f"no {kind.__name__} came")


def dispute(page: Page, player: str) -> None:
    page.get_by_role("button", name=f"{player}: Dispute").click()
    expect(inbox(page)).to_contain_text(f"{player} disputes: ")


def tokens(page: Page, player: str) -> str:
    return page.get_by_role("region", name=player, exact=True).locator(".challenge-tokens").inner_text()


def look_up(page: Page, served: ServedDesk, text: re.Pattern[str]) -> None:
    """The rules sheet of the game says so."""
    seq = served.do(lambda: served.desk.live.evening.game.seq)
    with page.context.expect_page() as sheet:
        page.evaluate(f"window.open('/games/{seq}/rules.html')")
    expect(sheet.value.locator("body")).to_contain_text(text)
    sheet.value.close()


def test_a_dispute_stops_the_clocks_is_overturned_and_kept_as_the_rule_that_says_so(
    page: Page, served: ServedDesk
) -> None:
    dispute(page, "Cleo")
    still = page.locator(".is-still")
    expect(still).to_contain_text("Clocks stand still: Cleo disputes: Ben")
    expect(page.get_by_role("region", name="Cleo", exact=True)).to_contain_text("2 of 2 challenge tokens left, 1 in")
    clock = page.locator(".play-clock").first.inner_text()
    page.wait_for_timeout(2500)
    assert page.locator(".play-clock").first.inner_text() == clock
    shot(page, "raised")
    inbox(page).get_by_role("button", name="Look and rule").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Why (as you like)").fill("Nobody else had one")
    expect(dialog.get_by_role("button", name="Too close to say")).to_be_visible()
    shot(page, "ruling")
    dialog.get_by_role("button", name="It counts").click()
    answered = until(page, served, QuestionAnswered)
    assert isinstance(answered, QuestionAnswered)
    assert (answered.reason, [one.outcome for one in answered.disputes]) == ("Nobody else had one", ["overturned"])
    expect(dialog).to_contain_text("Ruled: It counts")
    keep = dialog.get_by_role("button", name="From now on: ")
    expect(keep).to_have_count(1)
    shot(page, "keep")
    keep.click()
    kept = until(page, served, RuleKept)
    assert isinstance(kept, RuleKept)
    assert (kept.rule, kept.value, kept.reason) == ("snap.discarder_may", "true", "Nobody else had one")
    expect(dialog).to_be_hidden()
    expect(still).to_be_hidden()
    assert tokens(page, "Cleo") == "2 of 2 challenge tokens left"
    expect(page.get_by_role("button", name="Undo: a ruling kept as a house rule")).to_be_visible()
    look_up(page, served, re.compile("Nobody else had one"))
    undo = page.get_by_role("button", name="Undo: a ruling kept as a house rule")
    undo.click()
    expect(undo).to_have_count(0)
    page.keyboard.press("u")
    expect(still).to_contain_text("Cleo disputes")


def test_two_lost_disputes_cost_both_tokens_and_the_third_is_refused_with_a_sentence(
    page: Page, served: ServedDesk
) -> None:
    for left in (1, 0):
        dispute(page, "Cleo")
        inbox(page).get_by_role("button", name="It stays as it is").click()
        expect(page.get_by_role("region", name="Cleo", exact=True)).to_contain_text(
            f"{left} of 2 challenge tokens left"
        )
    page.get_by_role("button", name="Cleo: Dispute").click()
    expect(page.get_by_role("alert").first).to_contain_text("Cleo has no challenge token left for this game")
    shot(page, "no-token")
    page.keyboard.press("Shift+Digit1")
    raised = until(page, served, ActDisputed)
    assert isinstance(raised, ActDisputed)
    assert raised.player == PLAYERS[0]
    expect(page.locator(".is-still")).to_contain_text("Ann disputes")


def is_on_top(alert: Locator) -> bool:
    """Whether nothing covers the middle of an alert."""
    box = alert.bounding_box()
    assert box is not None
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    return bool(alert.page.evaluate("([x, y]) => !!document.elementFromPoint(x, y)?.closest('[role=alert]')", middle))


def test_what_is_refused_in_a_dialog_is_told_over_it(
    page: Page, served: ServedDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise InputError("This is not so.")

    dispute(page, "Cleo")
    inbox(page).get_by_role("button", name="Look and rule").click()
    dialog = page.get_by_role("dialog")
    counts = dialog.get_by_role("button", name="It counts")
    expect(counts).to_be_visible()
    monkeypatch.setattr(served.desk.live, "record", refuse)
    counts.click()
    alert = page.get_by_role("alert").filter(has_text="This is not so")
    expect(alert).to_be_in_viewport(ratio=1.0)
    assert is_on_top(alert)
    expect(dialog).to_be_visible()
    shot(page, "refused")
    alert.get_by_role("button", name="Close the message").click()
    expect(alert).to_have_count(0)
    expect(dialog).to_be_visible()


def test_where_no_rule_says_what_was_ruled_nothing_is_offered_but_a_note_in_words_behind_a_quiet_link(
    page: Page, served: ServedDesk
) -> None:
    dispute(page, "Ann")
    inbox(page).get_by_role("button", name="Look and rule").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Why (as you like)").fill("Ann bumped the table")
    dialog.get_by_role("button", name="Note for the rules sheet").click()
    words = dialog.get_by_label("In words, for the rules sheet")
    expect(words).to_have_value("Ann bumped the table")
    words.fill("Who bumps the table deals again.")
    shot(page, "note")
    dialog.get_by_role("button", name="Keep these words").click()
    kept = until(page, served, RuleKept)
    assert isinstance(kept, RuleKept)
    assert kept.rule == "note"
    expect(words).to_be_hidden()
    dialog.get_by_role("button", name="Too close to say").click()
    until(page, served, QuestionAnswered)
    expect(dialog).to_be_hidden()
    look_up(page, served, re.compile("Who bumps the table deals again.*ruled at the table"))


def test_a_call_out_of_turn_is_recorded_with_its_tap_and_asked_about_in_the_inbox(
    page: Page, served: ServedDesk
) -> None:
    page.get_by_role("button", name="Ann: Kaboo").click()
    expect(inbox(page)).to_contain_text("Ann called, which does not count: ")
    assert served.do(lambda: served.desk.live.newest.entry.event) == "p1 calls"
    shot(page, "call")
    inbox(page).get_by_role("button", name="It does not count").click()
    expect(inbox(page)).to_be_hidden()
    assert served.do(lambda: served.desk.live.play.state.caller) is None


def test_the_switch_before_a_game_gives_everybody_challenge_tokens(browser: Browser, served: ServedDesk) -> None:
    with page_on(browser, served.url, (360, 740)) as page:
        page.get_by_role("radio", name="Kaboo").click()
        page.get_by_role("button", name='Expand "House rules"').click()
        page.get_by_role("button", name='Expand "Disputes"').click()
        page.get_by_role("switch", name="a dispute that is lost costs a challenge token").click()
        expect(page.get_by_role("region", name="Rules sheet").locator(".is-changed")).to_contain_text(
            "Everybody has 2 challenge tokens for the game"
        )
        shot(page, "switch")
        start_game(page, "Kaboo", ["Ann", "Ben"])
        by_hand = page.get_by_role("region", name="Play without a camera")
        by_hand.get_by_role("button", name="Play without a camera").click()
        expect(page.get_by_role("region", name="Ann", exact=True)).to_contain_text("2 of 2 challenge tokens left")
