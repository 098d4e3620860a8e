"""The cards of all hands as buttons, of which one after the other is tapped until it is known which act is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nicegui import ui

from kibitz_scoring.table import SlotId
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.seats.seat_tiles import draw_place
from kibitz_server.texts import say
from kibitz_server.views.round.offers_view import OfferedView
from kibitz_server.views.round.play_view import SeatView


class PlacePicker:
    """Which of these acts it is, by the places that they are about.

    Its buttons are drawn once and stay, so that a second card which is tapped at once after the first is not lost.
    """

    def __init__(
        self, seats: Sequence[SeatView], acts: Sequence[OfferedView], told: Callable[[OfferedView], None]
    ) -> None:
        self._acts, self._told = acts, told
        self._chosen: tuple[SlotId, ...] = ()
        self._places: dict[SlotId, ui.element] = {}
        self._question = ui.label().classes("subtitle")
        for number, seat in enumerate(seats):
            self._draw_hand(number, seat)
        self._only = ui.button(say("Only this one"), on_click=lambda: self._told(self._here()[0]))
        self._only.props("no-caps outline")
        self._show()

    def _left(self) -> list[OfferedView]:
        return [act for act in self._acts if set(self._chosen) <= set(act.places)]

    def _here(self) -> list[OfferedView]:
        """The acts that are about what was tapped and nothing else."""
        return [act for act in self._left() if len(act.places) == len(self._chosen)]

    def _open_places(self) -> set[SlotId]:
        return {place for act in self._left() for place in act.places} - set(self._chosen)

    def _draw_hand(self, number: int, seat: SeatView) -> None:
        with spoken(ui.element("section").classes(f"tell-hand seat-{number}"), str(seat.player)):
            ui.label(str(seat.player)).classes("offer-name")
            with ui.element("div").classes("hand-cards"):
                for place in seat.places:
                    button = ui.element("button").classes("tell-place").props("type=button")
                    button.props["data-tell"] = place.slot
                    with spoken(button, place.name):
                        draw_place(place)
                    button.on("click", lambda slot=place.slot: self._tap(slot))
                    self._places[place.slot] = button

    def _tap(self, slot: SlotId) -> None:
        if slot not in self._open_places():
            return
        self._chosen = (*self._chosen, slot)
        left = self._left()
        if len(left) == len(self._here()):
            self._told(left[0])
        else:
            self._show()

    def _show(self) -> None:
        self._question.text = say("And which other card?") if self._chosen else say("Which card?")
        open_places = self._open_places()
        for slot, button in self._places.items():
            button.props["disabled"] = slot not in open_places
            button.props["aria-pressed"] = "true" if slot in self._chosen else "false"
            button.update()
        self._only.set_visibility(bool(self._here()))
