"""Links to what may be printed for the table: our own deck of numbers with its tokens, and a mat."""

from __future__ import annotations

from nicegui import ui

from kibitz_scoring.rules.choices import DeckBase
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.sentences import to_say
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.texts import say

_PAPERS = {"A4": "a4", to_say("Letter"): "letter"}


def draw_print_links(pack: RulePack) -> None:
    """Draw a line of links for each thing to print; the deck only for games that are played with numbers."""
    if pack.deck.base is DeckBase.NUMERIC:
        _draw_line(say("Print a deck for this game, with +1 and -1 tokens"), "dragons-gambit")
    _draw_line(say("Print a mat for the table (never needed)"), "table-mat")


def _draw_line(words: str, name: str) -> None:
    with ui.element("div").classes("button-row"):
        ui.label(words).classes("hint")
        for paper, ending in _PAPERS.items():
            link = ui.link(say(paper), f"/print/{name}-{ending}.pdf", new_tab=True)
            spoken(link, f"{words}: {say(paper)}")
