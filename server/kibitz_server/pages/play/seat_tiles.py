"""A tile for each player, always in the same place: the hand as everybody may see it, Call and Dispute."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from nicegui import ui

from kibitz_scoring.players import PlayerId
from kibitz_server.pages.parts.card_faces import colour, glyphs, words
from kibitz_server.pages.parts.drawn_card import draw_card
from kibitz_server.pages.parts.spoken import spoken
from kibitz_server.texts import say
from kibitz_server.views.play_view import PlaceView, SeatView
from kibitz_vision.detections import Face


@dataclass(frozen=True, slots=True)
class SeatActs:
    """What a tile's buttons do, by the player, and the word for a call."""

    call: Callable[[PlayerId], object]
    dispute: Callable[[PlayerId], object]
    word: str


def draw_seats(seats: Sequence[SeatView], acts: SeatActs) -> None:
    """Draw a tile for each player at the table."""
    with ui.element("div").classes("hands"):
        for number, seat in enumerate(seats):
            _draw_seat(number, seat, acts)


def _draw_seat(number: int, seat: SeatView, acts: SeatActs) -> None:
    box = ui.element("section").classes(f"hand play-hand seat-{number}{' is-on-turn' if seat.is_on_turn else ''}")
    with spoken(box, str(seat.player)):
        with ui.element("div").classes("hand-head"):
            ui.label(str(seat.player)).classes("hand-name")
            if seat.points is not None:
                ui.label(str(seat.points)).classes("points")
        ui.label(_doing(seat)).classes("hint doing")
        for _, row in groupby(seat.places, key=lambda place: place.slot.partition(".")[2][0]):
            with ui.element("div").classes("hand-cards"):
                for place in row:
                    draw_place(place)
        with ui.element("div").classes("tile-acts"):
            call = ui.button(acts.word, icon="campaign", on_click=lambda: acts.call(seat.player))
            spoken(call, say("{player}: {word}", player=seat.player, word=acts.word)).props("no-caps outline dense")
            call.props(f"data-key=call-{number}")
            dispute = ui.button(say("Dispute"), icon="pan_tool", on_click=lambda: acts.dispute(seat.player))
            spoken(dispute, say("{player}: Dispute", player=seat.player)).props("no-caps flat dense")
            dispute.props(f"data-key=dispute-{number}")


def _doing(seat: SeatView) -> str:
    doing = (
        say("called") if seat.is_caller else "",
        say("on turn") if seat.is_on_turn else "",
        say("a card in hand") if seat.holds else "",
    )
    return ", ".join(filter(None, doing))


def draw_place(place: PlaceView) -> None:
    """Draw what lies at one place of a hand, as everybody may see it."""
    modifier = f"{place.modifier:+d}" if place.modifier else ""
    if place.face is None:
        card = spoken(draw_card("is-empty", ""), say("{place}: no card", place=place.name))
    elif place.card is None or place.face is Face.DOWN:
        card = spoken(draw_card("is-back", modifier), say("{place}: face down", place=place.name))
    else:
        said = say("{place}: {card}", place=place.name, card=words(place.card))
        card = spoken(draw_card(colour(place.card), glyphs(place.card) + modifier), said)
    card.props["data-slot"] = place.slot
