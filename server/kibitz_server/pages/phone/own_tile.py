"""The tile of the player whose phone it is: name, colour and total, and the own hand as everybody may see it."""

from __future__ import annotations

from dataclasses import dataclass

from nicegui import ui

from kibitz_scoring.players import PlayerId
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.seats.seat_tiles import doing_words, draw_cards, draw_tokens
from kibitz_server.texts import say
from kibitz_server.views.evening_view import View
from kibitz_server.views.round.play_view import SeatView


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """A player of the game at the seat of this number; `seat` is there while a round is played."""

    number: int
    player: PlayerId
    total: int
    seat: SeatView | None


def own_seat(view: View, player: PlayerId | None) -> OwnSeat | None:
    """The seat of a player, None where the player is not at the table."""
    if view.game is None or player not in view.game.players:
        return None
    seats = view.play.seats if view.play else ()
    seat = next((seat for seat in seats if seat.player == player), None)
    return OwnSeat(view.game.players.index(player), player, view.game.totals.get(player, 0), seat)


def draw_own_tile(own: OwnSeat | None) -> None:
    """Draw the tile, or nothing for who has no seat."""
    if own is None:
        return
    seat = own.seat
    on_turn = " is-on-turn" if seat and seat.is_on_turn else ""
    with spoken(ui.element("section").classes(f"hand own-tile seat-{own.number}{on_turn}"), str(own.player)):
        with ui.element("div").classes("hand-head"):
            ui.label(str(own.player)).classes("hand-name")
            total = ui.label(str(own.total)).classes("points own-total").props("role=img")
            spoken(total, say("{player} has {total} points", player=own.player, total=own.total))
        if seat is None:
            return
        doing = ", ".join(filter(None, (doing_words(seat), _hand_words(seat))))
        ui.label(doing).classes("hint doing")
        draw_cards(seat)
        draw_tokens(seat.tokens)


def _hand_words(seat: SeatView) -> str:
    return say("hand: {points}", points=seat.points) if seat.points is not None else ""
