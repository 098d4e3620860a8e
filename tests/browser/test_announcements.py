"""The page says aloud what is new, by voices of this device only, where this browser was asked to."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import RunningKibitz, shoot
from .test_by_hand import begin_by_hand
from .test_three_rounds import start_game

pytestmark = pytest.mark.browser

# A recorder in the place of the browser's voices: one of this device, and one that speaks elsewhere.
RECORDER = """
globalThis.spoken = [];
globalThis.sounds = 0;
const voices = [
  { name: "Far", lang: "en-US", localService: false },
  { name: "Near", lang: "en-GB", localService: true },
];
globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(globalThis, "speechSynthesis", {
  value: {
    getVoices: () => voices,
    cancel: () => {},
    speak: (said) => spoken.push(`${said.voice.name}: ${said.text}`),
  },
});
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { sounds += 1; return start.apply(this, when); };
"""


def spoken(page: Page, count: int) -> list[str]:
    page.wait_for_function("count => spoken.length >= count", arg=count)
    said: list[str] = page.evaluate("spoken")
    return said


def test_a_call_is_spoken_by_a_local_voice_until_the_page_is_muted_and_the_browser_remembers_it(
    browser: Browser, kibitz: RunningKibitz
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(30_000)
    context.add_init_script(RECORDER)
    page = context.new_page()
    page.goto(kibitz.url)
    start_game(page, "Kaboo", ["Ann", "Ben"])
    begin_by_hand(page)
    page.get_by_role("button", name="Sounds and voice: off").click()
    on = page.get_by_role("button", name="Sounds and voice: on")
    expect(on).to_be_visible()
    page.get_by_role("button", name="Turn the first card of the pile").click()
    page.locator('.tell [data-pick="7H"]').click()
    page.get_by_role("button", name="Ben: Kaboo").click()
    assert spoken(page, 1) == ["Near: Ben called Kaboo."]
    assert page.evaluate("sounds") == 3
    shoot(page, "sound-on-390")

    # A page that was opened anew says nothing of what was before, and only what is another now.
    page.goto(kibitz.url)
    expect(on).to_be_visible()
    page.get_by_role("button", name="Ann: Dispute").click()
    assert spoken(page, 1) == ["Near: To be decided: Ann disputes: Ben called"]
    on.click()
    expect(page.get_by_role("button", name="Sounds and voice: off")).to_be_visible()
    page.get_by_role("button", name="Ben: Dispute").click()
    expect(page.get_by_text("Ben disputes")).to_be_visible()
    assert len(spoken(page, 1)) == 1
    page.goto(kibitz.url)
    expect(page.get_by_role("button", name="Sounds and voice: off")).to_be_visible()
    context.close()
