"""The open round: the picture, the hands, what is in doubt, the caller, and the score to confirm."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import events, ui

from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import CallerSucceeds, EmptyHand
from kibitz_scoring.score.tally import RoundEnd
from kibitz_server.evening.game.sheet import Doubt
from kibitz_server.journal.entries import (
    CallerNamed,
    CardId,
    CardMoved,
    CardNamed,
    Entry,
    HandsGiven,
    ModifierPut,
    SheetDropped,
)
from kibitz_server.pages.parts.cards.card_faces import look, reason, short_label, spoken_label
from kibitz_server.pages.parts.cards.table_picture import draw_table_picture
from kibitz_server.pages.parts.elements.regions import Region, Rows
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.seats.tally_table import draw_tally
from kibitz_server.pages.reveal.card_dialog import CardDialog
from kibitz_server.pages.reveal.likely_cards import draw_likely
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView
from kibitz_server.views.sheet_view import CardView, HandView, SheetView
from kibitz_server.views.words.card_words import words
from kibitz_vision.detections import Face

_DROP = """(event) => { event.preventDefault(); emit(event.dataTransfer.getData("text/plain")); }"""
_ALLOW = "(event) => event.preventDefault()"
_MOST_LIKELY = 3


class SheetPanel:
    """Draws one sheet and turns taps into entries."""

    def __init__(self, act: Callable[[Entry], bool], dialog: CardDialog, game: GameView) -> None:
        self._act = act
        self._dialog = dialog
        self._game = game
        self._sheet: SheetView | None = None
        self._title = Region(self._draw_title)
        with spoken(ui.element("section").classes("doubts"), say("Cards to look at")) as self._to_look_at:
            self._doubts_head = Region(self._draw_doubts_head)
            self._doubts = Rows(self._draw_doubt, ui.element("div").classes("doubt-row"))
        with ui.element("div").classes("sheet-columns"):
            with ui.element("div").classes("sheet-left"):
                self._picture = Region(self._draw_picture)
                self._leftovers = Region(self._draw_leftovers)
            with ui.element("div").classes("sheet-right"):
                self._hands = Rows(self._draw_hand, ui.element("div").classes("hands"))
        self._caller = Region(self._draw_caller)
        self._callers: dict[tuple[PlayerId | None, RoundEnd], ui.button] = {}
        self._score = Region(self._draw_score)
        # Drawn once, as everything before it may be drawn anew while somebody taps it.
        with ui.element("div").classes("button-row confirm-row"):
            self._confirm_button = ui.button(icon="check", on_click=self._confirm).props("no-caps unelevated size=lg")
            self._still_open = ui.label().classes("hint")

    def show(self, sheet: SheetView) -> None:
        """Draw what has changed since the last time."""
        self._sheet = sheet
        self._title.show((sheet.number, sheet.edits))
        self._picture.show((sheet.picture, sheet.cards))
        self._leftovers.show(sheet.leftovers)
        self._to_look_at.set_visibility(bool(sheet.doubtful))
        self._doubts_head.show(sheet.doubtful)
        self._doubts.show({card.card_id: card for card in sheet.doubtful})
        self._hands.show({hand.player: (seat, hand) for seat, hand in enumerate(sheet.hands)})
        # The buttons stay while cards come and go, so that no tap is lost.
        players = tuple(hand.player for hand in sheet.hands)
        self._caller.show(players)
        self._mark_caller()
        self._score.show((sheet.tally, sheet.problem))
        label = say("Confirm round {number}", number=sheet.number)
        self._confirm_button.set_text(say("Confirm the correction") if sheet.edits else label)
        self._confirm_button.set_enabled(sheet.tally is not None)
        self._still_open.set_text(_still_open(sheet))

    @property
    def _open(self) -> SheetView:
        assert self._sheet is not None
        return self._sheet

    def _draw_title(self, _: object) -> None:
        sheet = self._open
        with ui.element("div").classes("panel-head"):
            ui.label(
                say("Correct round {number}", number=sheet.number)
                if sheet.edits
                else say("Round {number}", number=sheet.number)
            ).classes("panel-title")
            ui.button(say("Turn the seats"), icon="rotate_right", on_click=self._turn_seats).props(
                "no-caps flat"
            ).tooltip(say("Give every hand to the next player clockwise"))
            ui.button(say("Give up"), icon="close", on_click=lambda: self._act(SheetDropped())).props("no-caps flat")

    def _turn_seats(self) -> None:
        players = self._game.players
        self._act(HandsGiven(tuple(zip(players, (*players[1:], players[0]), strict=True))))

    def _draw_picture(self, _: object) -> None:
        sheet = self._open
        if sheet.picture:
            draw_table_picture(sheet.picture, sheet.cards, self._game.players, self._correct)

    def _correct(self, card_id: str) -> None:
        for card in self._open.cards:
            if card.card_id == card_id:
                self._dialog.correct(self._game, self._open, card)

    def _draw_leftovers(self, leftovers: tuple[CardView, ...]) -> None:
        if not leftovers:
            return
        with ui.element("div").classes("leftovers"):
            if self._open.spare:
                ui.label(self._open.spare).classes("odd")
            ui.label(say("In no hand, not counted. Drag one to a player, or tap it.")).classes("hint")
            with ui.element("div").classes("card-row"):
                for card in leftovers:
                    self._card_button(card)

    def _card_button(self, card: CardView) -> None:
        button = ui.element("button").classes(f"card-face {look(card)}")
        spoken(button.props(f"type=button draggable=true data-key=card-{card.card_id}"), spoken_label(card))
        with button:
            ui.label(short_label(card))
        button.on("click", lambda: self._correct(card.card_id))
        button.on("dragstart", js_handler=f'(event) => event.dataTransfer.setData("text/plain", "{card.card_id}")')

    def _draw_doubts_head(self, doubtful: tuple[CardView, ...]) -> None:
        title = say("this card") if len(doubtful) == 1 else say("these {number} cards", number=len(doubtful))
        ui.label(say("Look at {title}", title=title)).classes("panel-title")
        down = tuple(card for card in doubtful if card.face is Face.DOWN)
        if len(down) > 1:
            aside = ui.button(
                say("Put the {number} face-down cards aside", number=len(down)), on_click=lambda: self._put_aside(down)
            )
            aside.props("no-caps flat dense")

    def _draw_doubt(self, card: CardView) -> None:
        with ui.element("div").classes("doubt"):
            if card.corners:
                ui.html(f'<img class="crop" src="/cards/{card.card_id}.jpg" alt="">', sanitize=False)
            with ui.element("div"):
                ui.label(f"{card.player}: {reason(card)}")
                with ui.element("div").classes("button-row"):
                    if card.doubt is Doubt.TOKEN:
                        self._draw_modifiers(card)
                    else:
                        self._draw_likely(card)
                    if card.face is Face.DOWN:
                        ui.button(say("In no hand"), on_click=lambda: self._put_aside((card,))).props(
                            "no-caps flat dense"
                        )
                    ui.button(say("Another"), on_click=lambda: self._correct(card.card_id)).props("no-caps flat dense")

    def _put_aside(self, cards: tuple[CardView, ...]) -> None:
        for card in cards:
            self._act(CardMoved(card.card_id, None))

    def _draw_likely(self, card: CardView) -> None:
        draw_likely(
            card,
            _MOST_LIKELY,
            lambda named: f"{card.player}: {words(named)}",
            lambda named: self._act(CardNamed(card.card_id, named)),
        )

    def _draw_modifiers(self, card: CardView) -> None:
        counts = say("It counts: {points}", points=f"{card.beside:+d}")
        for label, modifier in ((counts, card.modifier + card.beside), (say("It counts nothing"), card.modifier)):
            put = ui.button(
                label, on_click=lambda modifier=modifier: self._act(ModifierPut(card.card_id, modifier)), color=None
            )
            put.props("no-caps unelevated")

    def _draw_hand(self, shown: tuple[int, HandView]) -> None:
        seat, hand = shown
        mat = spoken(ui.element("section").classes(f"hand seat-{seat}"), hand.player)
        mat.on("dragover", js_handler=_ALLOW)
        mat.on("drop", lambda event: self._dropped(event, hand.player), js_handler=_DROP)
        with mat:
            with ui.element("div").classes("hand-head"):
                self._owner_menu(hand.player)
                add = ui.button(icon="add", on_click=lambda: self._dialog.add(self._game, self._open, hand.player))
                spoken(
                    add.props(f"flat round dense data-key=add-{seat}"),
                    say("Add a card to {player}'s hand", player=hand.player),
                )
                known = hand.points is not None
                points = ui.label(str(hand.points) if known else "…").classes("points")
                spoken(points, say("{points} points", points=hand.points) if known else say("points not known yet"))
            with ui.element("div").classes("hand-cards"):
                for card in hand.cards:
                    self._card_button(card)
            if hand.odd:
                ui.label(hand.odd).classes("odd")

    def _owner_menu(self, player: PlayerId) -> None:
        with ui.button(player, icon="expand_more").props("no-caps flat dense").classes("hand-name"), ui.menu():
            for other in self._game.players:
                if other != player:
                    ui.menu_item(
                        say("This is {other}'s hand", other=other),
                        lambda other=other: self._act(HandsGiven(((player, other), (other, player)))),
                    )

    def _dropped(self, event: events.GenericEventArguments, player: PlayerId) -> None:
        self._act(CardMoved(CardId(str(event.args)), player))

    @property
    def _counts_empty(self) -> bool:
        """Whether a hand without cards ends the round."""
        return self._game.pack.empty_hand.action in (EmptyHand.END_NOW, EmptyHand.AUTO_CALL)

    def _draw_caller(self, players: tuple[PlayerId, ...]) -> None:
        pack = self._game.pack
        self._callers = {}
        box = ui.element("section").classes("caller").props("role=radiogroup")
        with spoken(box, say("Who called {call_word}", call_word=pack.call_word)):
            ui.label(say("Who called {call_word}?", call_word=pack.call_word)).classes("panel-title")
            with ui.element("div").classes("button-row"):
                for player in players:
                    self._caller_button(player, player, RoundEnd.CALL)
                for player in players if self._counts_empty else ():
                    self._caller_button(say("{player}, by an empty hand", player=player), player, RoundEnd.EMPTY_HAND)
                self._caller_button(say("Nobody, the cards ran out"), None, RoundEnd.DECK)
                self._caller_button(say("Nobody, players left"), None, RoundEnd.LEFT)
            if pack.score.caller_succeeds is CallerSucceeds.NONE:
                ui.label(say("{name} judges no caller: it is only noted.", name=pack.name)).classes("hint")

    def _caller_button(self, label: str, caller: PlayerId | None, end: RoundEnd) -> None:
        button = ui.button(label, on_click=lambda: self._act(CallerNamed(caller, end)))
        button.props('no-caps role="radio"').props["data-key"] = f"caller-{label}"
        self._callers[caller, end] = button

    def _mark_caller(self) -> None:
        empty = {hand.player for hand in self._open.hands if not hand.cards}
        for (caller, end), button in self._callers.items():
            fits = {RoundEnd.EMPTY_HAND: caller in empty, RoundEnd.LEFT: self._open.end is RoundEnd.LEFT}
            button.set_visibility(fits.get(end, True))
            chosen = (self._open.caller, self._open.end) == (caller, end)
            button.set_icon("check" if chosen else None)
            button.props(
                f'{"unelevated" if chosen else "outline"} aria-checked="{str(chosen).lower()}"',
                remove="outline" if chosen else "unelevated",
            )

    def _draw_score(self, _: object) -> None:
        sheet = self._open
        with spoken(ui.element("section").classes("round-score"), say("Score of this round")):
            if sheet.tally:
                draw_tally(sheet.tally, marks_lowest=True)
                for warning in sheet.tally.warnings:
                    ui.label(say(warning)).classes("odd").props('role="alert"')
            if sheet.problem:
                ui.label(sheet.problem).classes("problem").props('role="alert"')

    def _confirm(self) -> None:
        if (confirmed := self._open.confirmed) is not None:
            self._act(confirmed)


def _still_open(sheet: SheetView) -> str:
    doubtful = len(sheet.doubtful)
    steps = []
    if doubtful:
        steps.append(say("look at 1 card") if doubtful == 1 else say("look at {number} cards", number=doubtful))
    if sheet.end is None:
        steps.append(say("say who called"))
    return say("First {steps}.", steps=f" {say('and')} ".join(steps)) if steps else ""
