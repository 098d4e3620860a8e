"""The dialog in which people see where everything has its place, move it, and say that this is their table."""

from __future__ import annotations

import time
from collections.abc import Sequence
from html import escape

import numpy as np
from nicegui import events, ui

from kibitz_scoring.errors import KibitzError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.sentences import to_say
from kibitz_scoring.slots import seat_of
from kibitz_scoring.table import Heap, Place, SlotId
from kibitz_server.journal.entries import GameStarted
from kibitz_server.pages.parts.elements.dialog_head import draw_dialog_head
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.elements.svg_points import svg_points
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView
from kibitz_server.views.words.act_words import ActWords
from kibitz_server.watching.places import Proposal, place_shifted, seat_shifted
from kibitz_vision.table.places import TablePlaces

_SEAT = "seat-"
_HEAPS = {
    Heap.DRAW: (to_say("Draw pile"), to_say("Draw")),
    Heap.DISCARD: (to_say("Discard pile"), to_say("Discard")),
    Heap.ASIDE: (to_say("Put aside"), to_say("Aside")),
}
_HINT = to_say(
    "Drag a place, or a name with all its places. Who sits elsewhere: tap the name below, then the cards. "
    "With the keyboard: choose a place and use the arrow keys, or Enter for a tap."
)


class PlacesDialog:
    """One dialog of a page, filled anew each time it opens."""

    def __init__(self, tools: Tools, game: GameView) -> None:
        self._tools = tools
        self._desk = tools.desk
        self._game = game
        self._words = ActWords(game.pack, game.players)
        self._places: TablePlaces | None = None
        self._seating: PlayerId | None = None
        with ui.dialog() as self._dialog, ui.card().classes("card-dialog places"):
            self._draw()

    async def open(self) -> None:
        """Show the places that are confirmed, were so last time, or are found now."""
        self._dialog.open()
        confirmed = self._desk.watch.confirmed
        if confirmed and confirmed.players == self._game.players:
            self._propose(Proposal(confirmed, say("This is confirmed.")))
            return
        self._forget(say("Looking …"))
        try:
            saved = await self._desk.finder.saved(self._game.pack, self._game.players)
        except KibitzError as error:
            self._forget(say(str(error)))
            return
        if saved:
            self._propose(saved)
        else:
            await self._find()

    def _draw(self) -> None:
        with ui.element("div").classes("card-dialog-body"):
            draw_dialog_head(say("The places of the table"), say("Close"), self._dialog.close)
            self._status = ui.label().classes("places-status").props('role="status"')
            self._picture = ui.html("", sanitize=False).classes("table-picture")
            self._picture.on("pointerdown", self._shift, js_handler="(event) => kibitz.drag(event, emit)")
            self._picture.on("keydown", self._shift, js_handler="(event) => kibitz.nudge(event, emit)")
            ui.label(say(_HINT)).classes("hint")
            self._names: Region[PlayerId | None] = Region(self._draw_names)
            self._names.show(None)
            with ui.element("div").classes("button-row"):
                ui.button(say("Find them anew"), icon="search", on_click=self._find).props("no-caps outline")
                self._confirm_button = ui.button(say("This is our table"), icon="check", on_click=self._confirm)
                self._confirm_button.props("no-caps unelevated")

    def _draw_names(self, chosen: PlayerId | None) -> None:
        with spoken(ui.element("div").classes("button-row").props("role=group"), say("Who sits where")):
            for seat, player in enumerate(self._game.players):
                name = ui.button(str(player), icon="check" if player == chosen else "person")
                name.props(f'no-caps {"unelevated" if player == chosen else "outline"} data-key="name-{seat}"')
                name.props(f'aria-pressed="{str(player == chosen).lower()}"').classes(f"seat-name seat-{seat}")
                name.on_click(lambda player=player: self._seat(player))

    def _seat(self, player: PlayerId) -> None:
        """The next tap on the picture says where this player sits."""
        self._seating = None if player == self._seating else player
        self._names.show(self._seating)

    async def _find(self) -> None:
        self._forget(say("Looking at the cards: keep hands off for a moment …"))
        try:
            self._propose(await self._desk.finder.find(self._game.pack, self._game.players))
        except KibitzError as error:
            self._forget(f"{say(str(error))} {say('Deal, and find them anew.')}")

    def _forget(self, sentence: str) -> None:
        self._places = None
        self._status.set_text(sentence)
        self._picture.set_content("")
        self._confirm_button.set_enabled(False)

    def _propose(self, proposal: Proposal) -> None:
        self._places = proposal.places
        self._status.set_text(say(proposal.sentence))
        self._taken = time.time_ns()
        self._picture.set_content(_markup(proposal.places, self._taken, self._words))
        self._confirm_button.set_enabled(True)

    def _shift(self, event: events.GenericEventArguments) -> None:
        if self._places is None:
            return
        name, x, y = event.args
        by_px = float(x), float(y)
        if by_px == (0.0, 0.0):
            self._tap(str(name))
        elif str(name).startswith(_SEAT):
            player = self._places.players[int(str(name).removeprefix(_SEAT))]
            self._places = seat_shifted(self._places, player, by_px)
        else:
            self._places = place_shifted(self._places, str(name), by_px)
        self._picture.set_content(_markup(self._places, self._taken, self._words))

    def _tap(self, name: str) -> None:
        """The chosen player sits here; who was there takes the player's place."""
        if self._places is None or self._seating is None or name in _HEAPS:
            return
        seat = int(name.removeprefix(_SEAT)) if name.startswith(_SEAT) else seat_of(SlotId(name))
        there = self._places.players[seat]
        self._places = self._places.with_seats_exchanged(self._seating, there)
        self._status.set_text(say("{player} sits here.", player=self._seating))
        self._seat(self._seating)

    async def _confirm(self) -> None:
        if self._places is None:
            return
        places = self._places
        order = places.clockwise()
        self._dialog.close()
        if order != places.players:
            places = self._reseat(places, order)
        self._desk.watch.confirm(places)
        try:
            await self._desk.finder.save(places)
        except KibitzError as error:
            self._tools.tell(str(error))

    def _reseat(self, places: TablePlaces, order: Sequence[PlayerId]) -> TablePlaces:
        """Turns go round the table: before the first round the game takes the order in which people sit."""
        pack = self._game.pack
        if self._game.rounds or not self._tools.act(GameStarted(pack, pack.content_hash, tuple(order))):
            self._tools.tell(
                say(
                    "Round the table sit {seats}, and the game's turns go {turns}: a new game takes the new order.",
                    seats=", ".join(order),
                    turns=", ".join(places.players),
                )
            )
            return places
        return places.in_order(order)


def _markup(places: TablePlaces, taken: int, words: ActWords) -> str:
    width, height = places.size_px
    outlines = "".join(_outline(place, places, words) for place in places.quads_mm)
    names = "".join(_name(player, seat, places) for seat, player in enumerate(places.players))
    alt = say("The places on the camera's picture")
    return (
        f'<svg viewBox="0 0 {width} {height}" role="group" aria-label="{escape(alt)}">'
        f'<image href="/camera/latest.jpg?{taken}" width="{width}" height="{height}"/>{outlines}{names}</svg>'
    )


def _outline(place: Place, places: TablePlaces, words: ActWords) -> str:
    quad = places.quad_px(place)
    if isinstance(place, Heap):
        spoken, label, seat, is_in_grid = *map(say, _HEAPS[place]), "seat-none", True
    else:
        owner = seat_of(place)
        spoken, label, seat = words.place(place), words.within(place), f"seat-{owner}"
        is_in_grid = place in places.grid(places.players[owner])
    beside = "" if is_in_grid else " is-beside"
    x, y = quad.mean(axis=0)
    lines = label.split()
    longest = max(len(line) for line in lines)
    size = min(0.3, 1.4 / longest) * float(np.min(np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)))
    first = y - size * 0.55 * (len(lines) - 1)
    drawn = "".join(
        f'<tspan x="{x:.1f}" y="{first + number * size * 1.1:.1f}">{escape(line)}</tspan>'
        for number, line in enumerate(lines)
    )
    return (
        f'<g class="place {seat}{beside}" data-place="{place}" data-key="place-{place}" tabindex="0" role="button"'
        f' aria-label="{escape(spoken)}"><polygon points="{svg_points(quad)}"/>'
        f'<text style="font-size:{size:.1f}px">{drawn}</text></g>'
    )


def _name(player: PlayerId, seat: int, places: TablePlaces) -> str:
    """The player's name in the middle of the grid, as a handle for all its places."""
    quads = np.array([places.quad_px(slot) for slot in places.grid(player)])
    x, y = quads.mean(axis=(0, 1))
    font = 0.26 * float(np.linalg.norm(quads[0, 1] - quads[0, 0]))
    width = font * (0.62 * len(player) + 1.2)
    told = say("All places of {player}", player=player)
    return (
        f'<g class="place nameplate seat-{seat}" data-place="{_SEAT}{seat}" data-key="{_SEAT}{seat}"'
        f' tabindex="0" role="button" aria-label="{escape(told)}">'
        f'<rect x="{x - width / 2:.1f}" y="{y - font * 0.8:.1f}" width="{width:.1f}" height="{font * 1.6:.1f}"'
        f' rx="{font * 0.8:.1f}"/>'
        f'<text x="{x:.1f}" y="{y:.1f}" style="font-size:{font:.1f}px">{escape(player)}</text></g>'
    )
