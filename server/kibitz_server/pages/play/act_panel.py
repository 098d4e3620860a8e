"""What may be done now, as buttons, in a round that people tell by hand: those that stay are never drawn anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nicegui import ui

from kibitz_scoring.players import PlayerId
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.texts import say
from kibitz_server.views.round.offers_view import OfferView

_Row = tuple[bool, PlayerId | None]
"""The row of a player's acts, or of the table's (None), or, with True, that of all snaps."""


class ActPanel:
    """A row of buttons for each player who may do something, and one for snaps; `tell` is done with what is tapped."""

    def __init__(self, tell: Callable[[OfferView], object]) -> None:
        self._tell = tell
        self._offers: dict[str, OfferView] = {}
        self._rows: dict[_Row, ui.element] = {}
        self._buttons: dict[str, ui.button] = {}
        with spoken(ui.element("section").classes("act-panel"), say("What happens")) as self._box:
            pass

    def show(self, offers: Sequence[OfferView]) -> None:
        """Draw what is new, and take away what may be done no more."""
        self._offers = {offer.key: offer for offer in offers}
        self._box.set_visibility(bool(offers))
        for key in self._buttons.keys() - self._offers.keys():
            self._buttons.pop(key).delete()
        rows = {_row(offer) for offer in offers}
        for row in self._rows.keys() - rows:
            self._rows.pop(row).delete()
        for offer in offers:
            if offer.key not in self._buttons:
                with self._row(_row(offer)):
                    self._buttons[offer.key] = self._draw(offer)
        if (snaps := self._rows.get((True, None))) is not None:
            snaps.move(target_index=-1)

    def _row(self, row: _Row) -> ui.element:
        if row not in self._rows:
            is_snap, player = row
            with self._box, ui.element("div").classes("button-row") as self._rows[row]:
                ui.label(say("Snap") if is_snap else str(player or say("The table"))).classes("offer-name")
        return self._rows[row]

    def _draw(self, offer: OfferView) -> ui.button:
        label = str(offer.player) if offer.is_snap else offer.label
        button = ui.button(label, on_click=lambda: self._tap(offer.key))
        spoken(button, f"{offer.player}: {offer.label}" if offer.player else offer.label)
        button.props("no-caps outline" if offer.is_snap else "no-caps unelevated")
        button.props["data-key"] = f"offer-{offer.key}"
        return button

    def _tap(self, key: str) -> None:
        if key in self._offers:
            self._tell(self._offers[key])


def _row(offer: OfferView) -> _Row:
    return (True, None) if offer.is_snap else (False, offer.player)
