"""What people see or hear on a page: whether every text was said, is in the page's language, and is not cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from playwright.sync_api import Page

from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_server import texts

from ..conftest import shoot
from .test_accessibility import EVERYBODY, SETTLED

GERMAN = "de-DE"
MARK = "⁠"
"""Ends every text that was said: nobody sees it."""
SEEN = """() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode, at = node.parentElement;
        if (!node.data.trim() || at.closest("script, style, i, .material-icons, [aria-hidden=true]")) continue;
        // What is one line for a person may be drawn in parts.
        found.push(at.tagName.toLowerCase() === "text" ? node.data : at.textContent);
    }
    for (const one of document.querySelectorAll("[aria-label], [alt], [title], [placeholder]"))
        for (const name of ["aria-label", "alt", "title", "placeholder"]) found.push(one.getAttribute(name) || "");
    return [...new Set(found)];
}"""
ENGLISH = re.compile(r"\b(the|of|and|is|are|to|who|cards?|rounds?|with|your|this|not)\b", re.IGNORECASE)
"""Words that no German text has."""
CUT_OFF = """() => {
    const cut = [], width = document.documentElement.clientWidth;
    const told = "button, a, label, .q-item, .q-field__label, .hint, h1, h2, .banner, .subtitle";
    for (const one of document.querySelectorAll(told)) {
        const box = one.getBoundingClientRect();
        if (box.width < 2 || getComputedStyle(one).visibility === "hidden") continue;
        const away = box.right > width + 1 || box.left < -1, inside = one.scrollWidth > one.clientWidth + 1;
        if ((away && !one.closest("[class*=scroll], .stage-tabs, table")) || (inside && one.clientWidth))
            cut.push(`${one.tagName} ${one.className.slice(0, 40)} '${one.textContent.slice(0, 60)}'`);
    }
    if (document.documentElement.scrollWidth > width) cut.push("the page scrolls sideways");
    return [...new Set(cut)];
}"""
NAMES = (
    *EVERYBODY,
    *(load_pack(pack_id).name for pack_id in pack_ids()),
    "Kibitz",
    "Cambio!",
    *texts.LANGUAGES.values(),
)
LIBRARY = ("Remove", "Löschen", "0.0B / 0.00%", "http://…")
"""What the widgets say by themselves, in the language of the page's library, and an address."""
NO_WORDS = re.compile(r"^(JK|\b[A-Z]\b|[AJQK0-9♣♦♥♠+±\u00d7x.,:;%?!·◆/()\[\]\s-]|ms|px|MB|GB|[a-d]\d|[0-9]+ s)*$")
"""Numbers, cards, and units."""


class SeenTexts:
    """Looks at pages in German, and remembers what is wrong with their texts by the name of each look."""

    def __init__(self, *names: str) -> None:
        self._names = names
        self.found: dict[str, list[str]] = {}

    def look(self, page: Page, name: str, *widths: int) -> None:
        """Look at all texts of a page, and at it in these widths; KIBITZ_SHOTS gets pictures of it."""
        page.wait_for_function(SETTLED)
        self._add(name, "not said", unsaid(page, self._names))
        self._add(name, "English", english(page, self._names))
        size = page.viewport_size
        assert size is not None
        for width in widths or (size["width"],):
            page.set_viewport_size({"width": width, "height": size["height"]})
            page.wait_for_function(SETTLED)
            self._add(name, f"cut off at {width} px", page.evaluate(CUT_OFF))
            shoot(page, f"de-{name[:30]}-{width}".replace(" ", "-"))
        page.set_viewport_size(size)

    def check(self) -> None:
        """Nothing was found."""
        if self.found:
            pytest.fail("\n".join(f"{name}: {seen}" for name, seen in self.found.items()))

    def _add(self, name: str, fault: str, seen: list[str]) -> None:
        if seen:
            self.found[f"{name}, {fault}"] = seen


@contextmanager
def marking() -> Iterator[None]:
    """All that is said ends with a mark, in whatever language it is said."""
    said = texts._translated
    with patch.object(texts, "_translated", lambda words, language: said(words, language) + MARK):
        yield


def german(words: str, **values: object) -> str:
    """What a text is in German, as it is on a page."""
    return texts.catalogue("de")[words].format(**values)


def seen_on(page: Page, names: tuple[str, ...] = ()) -> list[str]:
    """All texts of a page but names and what the widgets say by themselves."""
    found = (text.strip() for text in page.evaluate(SEEN) if text.strip() not in LIBRARY)
    return sorted(left for text in found if not NO_WORDS.match(left := without_names(text, names)))


def unsaid(page: Page, names: tuple[str, ...] = ()) -> list[str]:
    """What is on the page that was not said."""
    return [text for text in seen_on(page, names) if MARK not in text]


def english(page: Page, names: tuple[str, ...] = ()) -> list[str]:
    """What is on the page that is English."""
    return [text for text in seen_on(page, names) if ENGLISH.search(text)]


def without_names(text: str, names: tuple[str, ...] = ()) -> str:
    """A text without what is called the same in every language."""
    for name in (*NAMES, *names):
        text = text.replace(name, "").replace(name[:1], "") if text == name[:1] else text.replace(name, "")
    return text
