"""The table in the middle of the stage: its masked picture with the places on it, and the two piles."""

from __future__ import annotations

from nicegui import ui

from kibitz_scoring.cards import Card
from kibitz_scoring.slots import seat_of
from kibitz_scoring.table import Heap, Place
from kibitz_server.desk import Desk
from kibitz_server.pages.parts.cards.card_faces import colour
from kibitz_server.pages.parts.cards.drawn_card import draw_card
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.elements.svg_points import svg_points
from kibitz_server.texts import say
from kibitz_server.views.words.card_words import glyphs, words
from kibitz_vision.geometry import Points


def draw_piles(shown: tuple[int, int, Card | None]) -> None:
    """The draw pile by its number of cards, the discard pile by its top."""
    draw_pile, pile, top = shown
    with ui.element("div").classes("play-piles"):
        spoken(draw_card("is-back", str(draw_pile)), say("Draw pile, {number} cards", number=draw_pile))
        on_top = words(top) if top else say("nothing known")
        told = say("Discard pile, {number} cards, {card} on top", number=pile, card=on_top)
        spoken(draw_card(colour(top), glyphs(top)) if top else draw_card("is-empty", ""), told)


def draw_live_table(desk: Desk) -> None:
    """The masked picture with an outline for each place of a hand, which can be lit up."""
    places = desk.watch.places
    if places is None:
        return
    width, height = places.size_px
    outlines = "".join(_outline(place, places.quad_px(place)) for place in places.quads_mm)
    alt = say("The table now, with every hidden card covered")
    with ui.element("div").classes("live-table"):
        ui.html(
            f'<img data-live="/table/now.jpg" data-pause="1000" alt="{alt}">'
            f'<svg viewBox="0 0 {width} {height}" aria-hidden="true">{outlines}</svg>',
            sanitize=False,
        )


def _outline(place: Place, quad: Points) -> str:
    if place in (Heap.DRAW, Heap.ASIDE):
        return ""
    seat = "none" if isinstance(place, Heap) else str(seat_of(place))
    shape = f'<polygon points="{svg_points(quad)}"/>'
    beside = " is-beside" if ".x" in place else ""
    return f'<g class="spot seat-{seat}{beside}" data-slot="{place}">{shape}</g>'
