"""What a player may say from the own phone, as two buttons where a thumb reaches them: a call, and a dispute."""

from __future__ import annotations

from nicegui import ui

from kibitz_scoring.players import PlayerId
from kibitz_server.pages.parts.seats.seat_acts import SeatActs
from kibitz_server.pages.parts.tools import ActTools
from kibitz_server.texts import say
from kibitz_server.views.round.play_view import PlayView


class OwnActs:
    """Drawn once, at the foot of the screen, so that nothing that comes or goes moves them from under a thumb."""

    def __init__(self, tools: ActTools, player: PlayerId) -> None:
        self._player = player
        acts = SeatActs(tools)
        # While the server is not heard of, nothing can be said.
        with ui.element("div").classes("own-acts").props("data-needs-server") as self._row:
            self._call = ui.button(icon="campaign", on_click=lambda: acts.call(player))
            self._call.props("no-caps unelevated data-key=call")
            dispute = ui.button(say("Dispute"), icon="pan_tool", on_click=lambda: acts.dispute(player))
            dispute.props("no-caps outline data-key=dispute")

    def show(self, play: PlayView | None, word: str) -> None:
        """Show what may be said now, with this word for a call."""
        seat = next((seat for seat in play.seats if seat.player == self._player), None) if play else None
        self._row.set_visibility(seat is not None)
        self._call.set_text(word)
        self._call.set_enabled(play is not None and seat is not None and not (seat.is_caller or play.is_reveal))
