"""The reveal while the round is still watched: a ring for each hand that fills, and what it waits for."""

from __future__ import annotations

from collections.abc import Awaitable
from functools import partial
from math import pi

from nicegui import ui

from kibitz_scoring.cards import Card
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.table import SlotId
from kibitz_server.evening.round.telling import turned_up
from kibitz_server.journal.play_entries import ActSaid
from kibitz_server.pages.parts.elements.busy_button import run_busy
from kibitz_server.pages.parts.elements.regions import Region, Rows
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.stages import Stage
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.pages.reveal.card_dialog import CardDialog
from kibitz_server.texts import say
from kibitz_server.views.round.play_view import ActView, PlayView
from kibitz_server.views.round.reveal_view import HandSettled, WaitingView

_RADIUS = 26
_ROUND = 2 * pi * _RADIUS


class LiveReveal:
    """Draws how far the hands are settled; "Count now" goes on with what there is."""

    def __init__(self, tools: Tools, dialog: CardDialog, pack: RulePack) -> None:
        self._tools = tools
        self._dialog = dialog
        self._pack = pack
        with ui.element("div").classes("panel-head"):
            ui.label(say("The reveal")).classes("panel-title")
            self._count_button = ui.button(say("Count now"), icon="calculate", on_click=self._ask_and_count)
            self._count_button.props("no-caps unelevated size=lg")
        hint = say("Turn the cards up and keep hands off: each ring fills as its cards are read.")
        ui.label(hint).classes("hint")
        with ui.element("div").classes("play-status").props("role=status") as self._open:
            self._open_told = ui.label()
            ui.button(say("Decide"), on_click=lambda: self._tools.go(Stage.PLAY)).props("no-caps unelevated")
        self._endings = Region(self._draw_endings)
        self._hands = Region(self._draw_hands, "rings")
        self._read = ui.label(say("Every card is read.")).classes("subtitle").props("role=status")
        with spoken(ui.element("section").classes("doubts"), say("Cards that are waited for")) as self._waited_for:
            ui.label(say("Waiting for")).classes("panel-title")
            self._waiting = Rows(self._draw_waiting, ui.element("div"))
        self._shown: PlayView | None = None

    def show(self, play: PlayView) -> None:
        """Draw what has changed since the last time."""
        self._shown = play
        self._show_open(sum(not item.minor for item in play.inbox))
        self._endings.show(play.endings)
        self._hands.show(play.hands)
        waiting = {card.slot: card for hand in play.hands for card in hand.waiting}
        self._read.set_visibility(not waiting)
        self._waited_for.set_visibility(bool(waiting))
        self._waiting.show(waiting)

    def _ask_and_count(self) -> Awaitable[object] | None:
        play = self._shown
        # By hand all cards are told first, and nothing is broken off.
        return self._count() if play is not None and play.by_hand else self._tools.count(self._count)

    async def _count(self) -> None:
        await run_busy(self._count_button, self._tools.desk.counter.count, self._tools.tell)

    def _show_open(self, number: int) -> None:
        one = say("One thing is still to be decided in the inbox: it may change the score.")
        more = say("{number} things are still to be decided in the inbox: they may change the score.", number=number)
        self._open.set_visibility(bool(number))
        self._open_told.set_text(one if number == 1 else more)

    def _draw_endings(self, endings: tuple[ActView, ...]) -> None:
        """By hand, the table may count before all that was played was told."""
        if not endings:
            return
        with ui.element("div").classes("play-status").props("role=status"):
            ui.label(say("The round is not over as it was told. How did it end?"))
            for ending in endings:
                ui.button(ending.label, on_click=partial(self._say, ending.event)).props("no-caps outline")

    def _draw_hands(self, hands: tuple[HandSettled, ...]) -> None:
        for seat, hand in enumerate(hands):
            told = say(
                "{player}: {settled} of {cards} cards", player=hand.player, settled=hand.settled, cards=hand.cards
            )
            with spoken(ui.element("div").classes(f"hand-ring seat-{seat}").props("role=img"), told):
                filled = _ROUND * (hand.settled / hand.cards if hand.cards else 1.0)
                ui.html(
                    f'<svg viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="{_RADIUS}" class="rest"/>'
                    f'<circle cx="32" cy="32" r="{_RADIUS}" class="done" stroke-dasharray="{filled:.1f} {_ROUND:.1f}"/>'
                    f'<text x="32" y="33">{hand.settled}/{hand.cards}</text></svg>',
                    sanitize=False,
                )
                ui.label(str(hand.player)).classes("hand-name")

    def _draw_waiting(self, card: WaitingView) -> None:
        with ui.element("div").classes("waiting-card"):
            ui.label(card.name[:1].upper() + card.name[1:])
            self._button(say("No card here"), say("No card lies at {place}", place=card.name), card.slot, None)
            choose = ui.button(say("Choose"), on_click=lambda: self._choose(card))
            spoken(choose.props("no-caps flat dense"), say("Choose {place}", place=card.name))

    def _button(self, label: str, told: str, slot: SlotId, face: Card | None) -> None:
        spoken(ui.button(label, on_click=lambda: self._tell(slot, face)).props("no-caps outline dense"), told)

    def _choose(self, card: WaitingView) -> None:
        title = say("Which card is {place}?", place=card.name)
        self._dialog.choose(self._pack, title, lambda face: self._chosen(card, face))

    def _chosen(self, card: WaitingView, face: Card) -> None:
        """Take a card that was chosen; by hand all of them are, so the next one is asked for at once."""
        self._tell(card.slot, face)
        play = self._shown
        if play is None or not play.by_hand or self._tools.desk.live.play is None:
            return
        waiting = [one for hand in play.hands for one in hand.waiting if one.slot != card.slot]
        if waiting:
            self._choose(waiting[0])

    def _tell(self, slot: SlotId, face: Card | None) -> None:
        play = self._tools.desk.live.play
        if play is not None:
            self._act(turned_up(play, slot, face, self._tools.desk.watch.now_ms()))

    def _say(self, event: str) -> None:
        self._act(ActSaid(self._tools.desk.watch.now_ms(), event))

    def _act(self, said: ActSaid) -> None:
        self._tools.act(said)
        self._tools.desk.counter.count_if_complete()
