"""A page says aloud what is new: recorded phrases, names by voices of this device only, where this browser wants it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from kibitz_server.access.viewer import Role
from kibitz_server.journal.play_entries import ActSaid
from kibitz_server.views.evening_view import project
from kibitz_server.views.words.phrases import Named

from ..conftest import RunningKibitz, ServedDesk, page_in, shoot
from ..devices.test_phone import begin_by_hand as begin_round
from ..devices.test_phone import check_looks, phone_of
from ..texts.test_accessibility import serious
from ..told_tables import tell
from ..warm_browser import empty_context
from .test_by_hand import begin_by_hand
from .test_three_rounds import start_game

pytestmark = pytest.mark.browser

# Recorders in the place of what is heard. Voices: one that speaks elsewhere, and where it is wanted one of this device.
RECORDER = """
globalThis.spoken = [];
globalThis.sounds = globalThis.phrases = 0;
const voices = [{ name: "Far", lang: "en-US", localService: false }];
if (HAS_LOCAL) voices.push({ name: "Near", lang: navigator.language, localService: true });
globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(globalThis, "speechSynthesis", {
  value: {
    getVoices: () => voices,
    cancel: () => {},
    speak: (said) => { spoken.push(`${said.voice.name}: ${said.text}`); setTimeout(said.onend, 50); },
  },
});
const count = (node, name) => {
  const start = node.prototype.start;
  node.prototype.start = function (...when) { globalThis[name] += 1; return start.apply(this, when); };
};
count(OscillatorNode, "sounds");
count(AudioBufferSourceNode, "phrases");
document.addEventListener("DOMContentLoaded", () => {
  const play = speech.play;
  speech.play = (phrase, signal) => { spoken.push(phrase); return play(phrase, signal); };
});
"""
VOICE_OFF, VOICE_ON = "Sounds and voice: off", "Sounds and voice: on"


@contextmanager
def listening(
    browser: Browser, url: str, *, has_local: bool = True, width: int = 390, locale: str | None = None
) -> Iterator[Page]:
    """A page with recorders, on which a request to elsewhere or one that its policy forbids fails the test."""
    wrong: list[str] = []
    home = urlsplit(url).netloc
    with empty_context(browser, locale) as context:
        page = page_in(context, (width, 844))
        page.add_init_script(RECORDER.replace("HAS_LOCAL", str(has_local).lower()))
        page.on("request", lambda asked: None if urlsplit(asked.url).netloc in (home, "") else wrong.append(asked.url))
        page.on("console", lambda line: wrong.append(line.text) if "Content Security Policy" in line.text else None)
        page.goto(url)
        yield page
    assert wrong == []


def spoken(page: Page, count: int) -> list[str]:
    page.wait_for_function("count => spoken.length >= count && !speech.current", arg=count)
    said: list[str] = page.evaluate("spoken")
    return said


def test_a_call_is_spoken_until_the_page_is_muted_and_the_browser_remembers_it(
    browser: Browser, kibitz: RunningKibitz
) -> None:
    with listening(browser, kibitz.url) as page:
        start_game(page, "Kaboo", ["Ann", "Ben"])
        begin_by_hand(page)
        page.get_by_role("button", name=VOICE_OFF).click()
        on = page.get_by_role("button", name=VOICE_ON)
        expect(on).to_be_visible()
        page.get_by_role("button", name="Turn the first card of the pile").click()
        page.locator('.tell [data-pick="7H"]').click()
        page.get_by_role("button", name="Ben: Kaboo").click()
        assert spoken(page, 3) == ["Near: Ben", "called-word-1", "word-kaboo"]
        assert page.evaluate("[sounds, phrases]") == [3, 2]
        shoot(page, "sound-on-390")

        # A page that was opened anew says nothing of what was before, and only what is another now.
        page.goto(kibitz.url)
        expect(on).to_be_visible()
        page.get_by_role("button", name="Ann: Dispute").click()
        assert spoken(page, 2) == ["Near: Ann", "disputes-1"]
        on.click()
        expect(page.get_by_role("button", name=VOICE_OFF)).to_be_visible()
        page.get_by_role("button", name="Ben: Dispute").click()
        expect(page.get_by_text("Ben disputes")).to_be_visible()
        assert len(spoken(page, 2)) == 2
        page.goto(kibitz.url)
        expect(page.get_by_role("button", name=VOICE_OFF)).to_be_visible()


def test_without_a_voice_of_this_device_the_seat_is_named_and_turns_are_said_where_they_are_wanted(
    browser: Browser, kibitz: RunningKibitz
) -> None:
    with listening(browser, kibitz.url, has_local=False) as page:
        start_game(page, "Kaboo", ["Ann", "Ben"])
        begin_by_hand(page)
        page.get_by_role("button", name=VOICE_OFF).click()
        page.get_by_role("button", name="Volume, and what is said").click()
        page.get_by_role("switch", name="Say turns and cards, too").click()
        slider = page.get_by_role("slider", name="Volume")
        handle = slider.locator("[tabindex]")
        for _ in range(8):
            handle.press("ArrowLeft")
        expect(slider).to_have_attribute("aria-valuenow", "40")
        page.wait_for_function("Math.abs(speech.gain - 0.16) < 1e-6 && document.cookie.includes('kibitz_volume=40')")
        shoot(page, "sound-choice-390")
        assert serious(page) == []
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Turn the first card of the pile").click()
        page.locator('.tell [data-pick="7H"]').click()
        assert "card-7h" in spoken(page, 2)
        page.get_by_role("button", name="Ben: Kaboo").click()
        page.wait_for_function("spoken.includes('word-kaboo') && !speech.current")
        said = page.evaluate("spoken")
        at = said.index("called-word-1")
        assert said[at - 2 : at + 2] == ["seat-1", "number-2", "called-word-1", "word-kaboo"]

        # The volume and the choice are the browser's.
        page.goto(kibitz.url)
        page.get_by_role("button", name="Volume, and what is said").click()
        expect(page.get_by_role("slider", name="Volume")).to_have_attribute("aria-valuenow", "40")
        expect(page.get_by_role("switch", name="Say turns and cards, too")).to_be_checked()
        page.wait_for_function("Math.abs(speech.gain - 0.16) < 1e-6")


def test_a_television_says_the_verdict_of_a_snap_once_its_sound_is_tapped(
    browser: Browser, served: ServedDesk, watching: Page
) -> None:
    def has_verdict() -> bool:
        return bool(served.desk.live.play and served.desk.live.play.races)

    with listening(browser, served.link_to("tv"), width=1280) as television:
        expect(television.get_by_text("The table is being laid.")).to_be_visible()
        television.get_by_role("button", name=VOICE_OFF).click()
        expect(television.get_by_role("button", name=VOICE_ON)).to_be_visible()
        tell(served, watching, until=has_verdict)
        view = served.do(lambda: project(served.desk.live.evening, Role.SPECTATOR, served.desk.live.play))
        pieces = view.play.races[-1].aloud.pieces
        wanted = [f"Near: {one.name}" if isinstance(one, Named) else one.phrase for one in pieces]
        said = spoken(television, len(wanted))
        assert said[-len(wanted) :] == wanted
        assert len(wanted) >= 2
        shoot(television, "television-sound")


def test_a_phone_says_a_call_once_its_sound_is_tapped(browser: Browser, served: ServedDesk, watching: Page) -> None:
    expect(watching.locator(".setup")).to_be_visible()
    begin_round(served)
    with phone_of(browser, served, "Ann") as phone:
        phone.add_init_script(RECORDER.replace("HAS_LOCAL", "true"))
        phone.reload()
        phone.get_by_role("button", name=VOICE_OFF).click()
        expect(phone.get_by_role("button", name="Volume, and what is said")).to_be_visible()
        check_looks(phone, "sound")
        served.do(lambda: served.desk.live.record(ActSaid(served.desk.watch.now_ms(), "p3 calls")))
        assert spoken(phone, 3) == ["Near: Cleo", "called-word-1", "word-kaboo"]


def test_a_page_in_german_says_german_phrases(browser: Browser, served: ServedDesk, watching: Page) -> None:
    def has_turns() -> bool:
        return bool(served.desk.live.play and any(served.desk.live.play.state.taken))

    with listening(browser, served.link_to("tv"), width=1280, locale="de-DE") as television:
        files: list[str] = []
        television.on("request", lambda asked: files.append(urlsplit(asked.url).path))
        television.get_by_role("button", name="Töne und Stimme: aus").click()
        television.get_by_role("button", name="Lautstärke, und was gesagt wird").click()
        television.get_by_role("switch", name="Auch Züge und Karten sagen").click()
        television.keyboard.press("Escape")
        tell(served, watching, until=has_turns)
        television.wait_for_function("spoken.includes('on-turn-1')")
        said = television.evaluate("spoken")
        assert said[said.index("on-turn-1") - 1].startswith("Near: ")
        recordings = [path for path in files if path.endswith(".mp3")]
        assert recordings
        assert all(path.startswith("/assets/speech/de/") for path in recordings)


def test_a_correction_takes_the_place_of_what_was_not_heard_yet(browser: Browser, kibitz: RunningKibitz) -> None:
    with listening(browser, kibitz.url) as page:
        start_game(page, "Kaboo", ["Ann", "Ben"])
        begin_by_hand(page)
        page.get_by_role("button", name=VOICE_OFF).click()
        page.wait_for_function("speech.audio?.state === 'running'")
        page.evaluate("""() => {
            const told = (about, ...phrases) => (
                { about, tone: "turn", said: { text: "", pieces: phrases.map((phrase) => ({ phrase })) } });
            const call = told("call", "counted-1", "to-decide-1");
            const play = speech.play;
            speech.play = (phrase, signal) => {
                const over = play(phrase, signal);
                if (phrase === "counted-1") speech.tell(["turn"], [told("call", "correction-1", "called-1")]);
                return over;
            };
            speech.tell([], [call, told("verdict", "too-late-1"), told("turn", "on-turn-1")]);
        }""")
        page.wait_for_function("spoken.includes('called-1') && !speech.current && !speech.waiting.length")
        assert page.evaluate("spoken") == ["counted-1", "too-late-1", "correction-1", "called-1"]
