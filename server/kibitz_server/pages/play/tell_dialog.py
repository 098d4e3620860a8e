"""The dialog in which an act is told: on which cards it was, which faces came to light, what became of a snap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from nicegui import ui

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import KibitzError
from kibitz_scoring.game.events import Verdict
from kibitz_scoring.game.projection import project
from kibitz_server.evening.round.moments import Moment, playing
from kibitz_server.evening.round.offers import Draft, verdicts_to_tell
from kibitz_server.evening.round.telling import When, entry_told, moment_of
from kibitz_server.pages.parts.cards.deck_picker import draw_deck
from kibitz_server.pages.parts.elements.dialog_head import draw_dialog_head
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.pages.play.place_picker import PlacePicker
from kibitz_server.texts import say
from kibitz_server.views.round.offers_view import OfferedView, OfferView, acts_of, offers_of, verdict_labels
from kibitz_server.views.round.play_view import seats_of


@dataclass(frozen=True, slots=True)
class Telling:
    """What is being told, and when it was."""

    title: str
    when: When


class TellDialog:
    """One dialog of a page, which goes from question to question; what needs none is told at once."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        with ui.dialog() as self._dialog, ui.card().classes("card-dialog tell"):
            self._box = ui.element("div").classes("card-dialog-body")

    def choose(self, telling: Telling) -> None:
        """Ask what happened, of all that may have at that moment."""
        try:
            offers = offers_of(self._moment(telling).state)
        except KibitzError as error:
            self._tools.tell(str(error))
            return
        self._ask(telling, lambda: self._draw_offers(telling, offers))

    def tell(self, telling: Telling, offer: OfferView) -> None:
        """Ask what has to be known of one thing that happened."""
        try:
            acts = acts_of(self._moment(telling).state, offer)
        except KibitzError as error:
            self._give_up(error)
            return
        self._narrow(telling, acts)

    def _moment(self, telling: Telling) -> Moment:
        """When it was, as the round stands now; `KibitzError` where that has changed meanwhile."""
        desk = self._tools.desk
        return moment_of(playing(desk.live.play), telling.when, desk.watch.now_ms())

    def _draw_offers(self, telling: Telling, offers: Sequence[OfferView]) -> None:
        players = dict.fromkeys(offer.player for offer in offers)
        for player in players:
            with ui.element("div").classes("button-row"):
                ui.label(str(player or say("The table"))).classes("offer-name")
                for offer in (one for one in offers if one.player == player):
                    named = replace(telling, title=f"{player}: {offer.label}" if player else offer.label)
                    button = ui.button(offer.label, on_click=lambda o=offer, t=named: self.tell(t, o))
                    spoken(button.props("no-caps outline"), named.title)

    def _narrow(self, telling: Telling, acts: Sequence[OfferedView]) -> None:
        """Ask for the cards where an act is about any."""

        def told(act: OfferedView) -> None:
            self._fill(telling, act, Draft(act.event))

        if not any(act.places for act in acts):
            told(acts[0])
            return
        seats = seats_of(project(self._moment(telling).state, None), {})
        self._ask(telling, lambda: PlacePicker(seats, acts, told))

    def _fill(self, telling: Telling, act: OfferedView, draft: Draft, answered: int = 0) -> None:
        """Ask for the faces that everybody sees, one after the other, then for the verdict, and tell it."""
        if answered < len(act.faces):
            name, question = act.faces[answered]

            def told(card: Card | None) -> None:
                faces = draft.faces if card is None else {**draft.faces, name: card}
                self._fill(telling, act, replace(draft, faces=faces), answered + 1)

            self._ask(telling, lambda: self._draw_faces(telling, question, told))
            return
        try:
            verdicts = verdicts_to_tell(self._moment(telling).state, draft)
        except KibitzError as error:
            self._give_up(error)
            return
        if draft.verdict is None and verdicts:
            self._ask(telling, lambda: self._draw_verdicts(telling, act, draft, verdicts, answered))
            return
        self._dialog.close()
        self._finish(telling, draft)

    def _draw_faces(self, telling: Telling, question: str, told: Callable[[Card | None], None]) -> None:
        ui.label(question).classes("subtitle")
        draw_deck(self._moment(telling).state.pack, told)
        ui.button(say("Nobody saw it"), on_click=lambda: told(None)).props("no-caps flat")

    def _draw_verdicts(
        self, telling: Telling, act: OfferedView, draft: Draft, verdicts: Sequence[Verdict], answered: int
    ) -> None:
        ui.label(say("What became of it?")).classes("subtitle")
        with ui.element("div").classes("button-row"):
            for verdict, label in verdict_labels(verdicts):
                said = replace(draft, verdict=verdict)
                ui.button(label, on_click=lambda said=said: self._fill(telling, act, said, answered)).props(
                    "no-caps outline"
                )

    def _finish(self, telling: Telling, draft: Draft) -> None:
        desk = self._tools.desk
        try:
            entry = entry_told(playing(desk.live.play), telling.when, draft, desk.watch.now_ms())
        except KibitzError as error:
            self._tools.tell(str(error))
        else:
            self._tools.act(entry)

    def _ask(self, telling: Telling, draw: Callable[[], object]) -> None:
        self._box.clear()
        with self._box:
            draw_dialog_head(telling.title, say("Cancel"), self._dialog.close)
            try:
                draw()
            except KibitzError as error:
                self._give_up(error)
                return
        self._dialog.open()

    def _give_up(self, error: KibitzError) -> None:
        self._dialog.close()
        self._tools.tell(str(error))
