"""The dialog that corrects one card, or adds one that no picture shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from nicegui import ui

from kibitz_scoring.cards import Card
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.rules.sections import DASH
from kibitz_server.journal.entries import CardAdded, CardMoved, CardNamed, CardRemoved, Entry, ModifierPut
from kibitz_server.pages.parts.cards.card_faces import reason, short_label
from kibitz_server.pages.parts.cards.deck_picker import draw_deck
from kibitz_server.pages.parts.elements.dialog_head import draw_dialog_head
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.reveal.likely_cards import draw_likely
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView
from kibitz_server.views.sheet_view import CardView, SheetView
from kibitz_server.views.words.card_words import glyphs, words

Act = Callable[[Entry], object]
_MOST_LIKELY = 5


class CardDialog:
    """One dialog of a page, filled anew each time it opens."""

    def __init__(self, act: Act, tell: Callable[[str], None]) -> None:
        self._act = act
        self._tell = tell
        self._about: CardView | None = None
        with ui.dialog() as self._dialog, ui.card().classes("card-dialog"):
            self._box = ui.element("div").classes("card-dialog-body")

    def correct(self, game: GameView, sheet: SheetView, card: CardView) -> None:
        """Ask what a card on the sheet is and whose."""
        self._open(lambda: self._draw_correction(game, sheet, card))
        self._about = card

    def add(self, game: GameView, sheet: SheetView, player: PlayerId) -> None:
        """Ask for cards that a player holds and no picture shows; it stays open for the next one."""
        self._open(lambda: self._draw_addition(game, sheet, player))

    def choose(self, pack: RulePack, title: str, then: Callable[[Card], object]) -> None:
        """Ask for any card of the deck, and do something with it."""

        def pick(card: Card) -> None:
            self._dialog.close()
            then(card)

        def draw() -> None:
            self._draw_head(title)
            draw_deck(pack, pick)

        self._open(draw)

    def show(self, sheet: SheetView | None) -> None:
        """Close where the card that is asked about is another by now, or its sheet is gone: an answer would be late."""
        if self._about and self._dialog.value and self._about not in (sheet.cards if sheet else ()):
            self.leave()
            self._tell(say("The card was changed on another page meanwhile: look again."))

    def leave(self) -> None:
        """Close, and take no answer that is under way."""
        self._box.clear()
        self._dialog.close()

    def _open(self, draw: Callable[[], None]) -> None:
        self._about = None
        self._box.clear()
        with self._box:
            draw()
        self._dialog.open()

    def _close_with(self, entry: Entry) -> None:
        self._dialog.close()
        self._act(entry)

    def _draw_correction(self, game: GameView, sheet: SheetView, card: CardView) -> None:
        def name(named: Card) -> None:
            self._close_with(CardNamed(card.card_id, named))

        self._draw_head(
            say("Which card is this? It reads {short_label}", short_label=short_label(card))
            if card.card
            else say("Which card is this?")
        )
        with ui.element("div").classes("correction"):
            if card.corners:
                alt = say("The card on the picture")
                ui.html(f'<img class="crop" src="/cards/{card.card_id}.jpg" alt="{alt}">', sanitize=False)
            with ui.element("div").classes("likely"):
                ui.label(f"{card.player}: {reason(card)}" if card.doubt else say("Tap the right card.")).classes("hint")
                draw_likely(
                    card, _MOST_LIKELY, lambda named: f"{words(named)}{_seen_text(named, sheet.cards, card)}", name
                )
        draw_deck(game.pack, name, lambda named: _seen_text(named, sheet.cards, card))
        self._draw_owner(game.players, card)
        self._draw_modifier(game.pack, card)

    def _draw_addition(self, game: GameView, sheet: SheetView, player: PlayerId) -> None:
        self._draw_head(say("Add cards to {player}'s hand", player=player))
        added = (
            ui.label(say("Tap each card; Done when the hand is complete.")).classes("hint").props('aria-live="polite"')
        )
        names: list[str] = []

        def add(card: Card) -> None:
            self._act(CardAdded(player, card))
            names.append(glyphs(card))
            added.text = say("Added {cards}", cards=" ".join(names))

        draw_deck(game.pack, add, lambda named: _seen_text(named, sheet.cards, None))

    def _draw_head(self, title: str) -> None:
        draw_dialog_head(title, say("Done"), self._dialog.close)

    def _draw_owner(self, players: Sequence[PlayerId], card: CardView) -> None:
        with spoken(ui.element("div").classes("owner-row").props('role="group"'), say("Whose card")):
            ui.label(say("Whose card?")).classes("hint")
            for player in players:
                button = ui.button(
                    player, on_click=lambda player=player: self._close_with(CardMoved(card.card_id, player))
                )
                button.props("no-caps flat" if player != card.player else "no-caps unelevated")
            nobody = ui.button(say("Nobody's"), on_click=lambda: self._close_with(CardMoved(card.card_id, None)))
            nobody.props("no-caps flat" if card.player else "no-caps unelevated")
            remove = ui.button(
                say("Not a card"), icon="delete", on_click=lambda: self._close_with(CardRemoved(card.card_id))
            )
            remove.props("no-caps flat")

    def _draw_modifier(self, pack: RulePack, card: CardView) -> None:
        if pack.score.modifier_clamp == DASH:
            return
        with spoken(ui.element("div").classes("owner-row").props('role="group"'), say("Modifier on the card")):
            ui.label(say("+1 and -1 on it")).classes("hint")
            for modifier in range(-3, 4):
                button = ui.button(
                    f"{modifier:+d}" if modifier else "0",
                    on_click=lambda modifier=modifier: self._close_with(ModifierPut(card.card_id, modifier)),
                )
                button.props("no-caps unelevated" if modifier == card.modifier else "no-caps flat")


def _seen_text(named: Card, others: Sequence[CardView], card: CardView | None) -> str:
    """Where another card of this name lies already, to follow its words."""
    same = (other for other in others if other.card == named and (card is None or other.card_id != card.card_id))
    places = Counter(say("{player}'s hand", player=other.player) if other.player else say("no hand") for other in same)
    return say(", already in {places}", places=f" {say('and')} ".join(places)) if places else ""
