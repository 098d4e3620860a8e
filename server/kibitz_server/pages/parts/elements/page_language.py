"""The language of one open page, for its whole life: another one is another page."""

from __future__ import annotations

from contextlib import suppress
from copy import copy

from nicegui import ui
from nicegui.slot import Slot

from kibitz_server.gate.spoken_language import LANGUAGE_COOKIE
from kibitz_server.pages.parts.elements.browser_memory import remember
from kibitz_server.texts import ENGLISH, LANGUAGES, House, known_language, say, spoken_language

_QUASAR = {ENGLISH: "en-US"}
"""What the library of the widgets calls a language, where that is another name."""


def speak_on_pages() -> None:
    """Let `say` speak the language of the page that something is drawn on, whatever it was that changed it."""
    House.of_page = staticmethod(_of_page)


def _of_page() -> str | None:
    # NiceGUI's stack tells which page it is: what one page does is drawn on all others, too.
    stack = Slot.get_stack()
    if not stack:
        Slot.prune_stack()
        return None
    for slot in reversed(stack):
        # What was tapped may have gone as its page was drawn anew for the tap.
        with suppress(RuntimeError):
            return known_language(slot.parent.client.request.scope.get("language"))
    return None


def name_language() -> None:
    """Tell the browser and the library of the widgets which language the page is in."""
    client, language = ui.context.client, spoken_language()
    client.page = copy(client.page)
    client.page.language = _QUASAR.get(language, language)  # type: ignore[assignment]


def draw_language_choice() -> None:
    """Within a button: a menu of the languages; the page is loaded anew in the one that is chosen."""
    with ui.menu().props(f'aria-label="{say("Language")}"'):
        for code, name in LANGUAGES.items():
            item = ui.menu_item(name, lambda code=code: _choose(code)).props(
                f'lang="{code}" data-key="language-{code}"'
            )
            if code == spoken_language():
                item.classes("is-current").props("aria-current=true")


def _choose(code: str) -> None:
    remember(LANGUAGE_COOKIE, code)
    ui.run_javascript("location.reload()")
