"""Cards that were laid beside what was read of them."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui import ui

from kibitz_server.pages.parts.cards.drawn_card import draw_card, draw_face
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.table.checks.check_words import Pair
from kibitz_server.texts import say
from kibitz_server.views.words.card_words import words


def draw_compared(pairs: Sequence[Pair]) -> None:
    """Each card that was laid over the one that was read, an empty place where there is none."""
    with ui.element("div").classes("compared"):
        with ui.element("div").classes("compared-heads").props("aria-hidden=true"):
            ui.label(say("Laid"))
            ui.label(say("Read"))
        with spoken(ui.element("div").classes("compared-pairs").props("role=list"), say("Laid and read")):
            for pair in pairs:
                _draw_pair(pair)


def _draw_pair(pair: Pair) -> None:
    laid, read = pair
    fault = "" if laid == read else " is-missing" if read is None else " is-extra"
    with spoken(ui.element("div").classes(f"compared-pair{fault}").props("role=listitem"), _told(pair)):
        for card in pair:
            if card is None:
                draw_card("is-empty", "")
            else:
                draw_face(card)
        ui.label("✓" if laid == read else say("missing") if read is None else say("not laid"))


def _told(pair: Pair) -> str:
    laid, read = pair
    if laid is None:
        return say("{card}: read and not laid", card=words(read)) if read else ""
    return say("{card}: read", card=words(laid)) if read else say("{card}: missing", card=words(laid))
