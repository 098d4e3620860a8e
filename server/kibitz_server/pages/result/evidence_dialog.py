"""The dialog that shows what a confirmed round was scored from."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui import ui

from kibitz_scoring.players import PlayerId
from kibitz_scoring.sentences import to_say
from kibitz_server.evening.game.filmed import FilmedMoments
from kibitz_server.evening.game.sheet import Known
from kibitz_server.journal.play_entries import SnapMoment
from kibitz_server.pages.parts.cards.card_faces import correction
from kibitz_server.pages.parts.cards.table_picture import draw_table_picture
from kibitz_server.pages.parts.elements.dialog_head import draw_dialog_head
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.judging.clip_player import ClipPlayer
from kibitz_server.pages.parts.tools import ActTools
from kibitz_server.texts import say
from kibitz_server.views.clip_view import KIND_WORDS
from kibitz_server.views.evening_view import Evidence, GameView, RoundView
from kibitz_server.views.sheet_view import CardView
from kibitz_server.views.words.card_words import glyphs

_KNOWN = {Known.WATCHED: to_say("Watched"), Known.READ: to_say("Read in the picture"), Known.TYPED: to_say("Typed")}


class EvidenceDialog:
    """One dialog of a page, filled anew each time it opens."""

    def __init__(self, tools: ActTools) -> None:
        self._tools = tools
        with ui.dialog() as self._dialog, ui.card().classes("card-dialog evidence"):
            self._box = ui.element("div").classes("card-dialog-body")

    def open(self, game: GameView, played: RoundView) -> None:
        """Show a round's picture with the cards as confirmed, what people changed, what was filmed, and the score."""
        self._box.clear()
        with self._box:
            title = say("Round {number}", number=played.number) if played.number else say("An undone round")
            draw_dialog_head(say("{title}, as it was confirmed", title=title), say("Close"), self._dialog.close)
            if played.evidence:
                _draw_picture(played.evidence, game.players)
                _draw_cards(played.evidence, played.tally.caller if played.tally else None)
                _draw_filmed(self._tools, played.evidence.filmed)
            _draw_reasons(played)
        self._dialog.open()


def _draw_picture(evidence: Evidence, players: Sequence[PlayerId]) -> None:
    if evidence.picture is None:
        ui.label(say("This round was entered without a picture.")).classes("hint")
        return
    if not evidence.picture.kept:
        ui.label(say("The picture was deleted. This is how the cards lay and what was read.")).classes("hint")
    draw_table_picture(evidence.picture, evidence.cards, players)


def _draw_cards(evidence: Evidence, caller: PlayerId | None) -> None:
    """How each card came to be known, first what people changed."""
    cards = [card for card in evidence.cards if card.card is not None and card.player is not None]
    with ui.element("div").classes("changes"):
        changed = [card for card in cards if correction(card)]
        if changed or evidence.heard:
            ui.label(say("Changed by people (✎)")).classes("subtitle")
        for card in changed:
            ui.label(f"{card.player}: {_card(card)}, {correction(card)}")
        if evidence.heard:
            now = caller or say("nobody")
            told = say("Caller: {now}, first taken to be {heard}", now=now, heard=evidence.heard)
            by = say("corrected by {person}", person=evidence.corrected_by) if evidence.corrected_by else ""
            ui.label(", ".join(filter(None, (told, by))))
        for known, words in _KNOWN.items():
            of_kind = [f"{card.player} {_card(card)}{_typed_by(card)}" for card in cards if card.known is known]
            if of_kind:
                ui.label(f"{say(words)}: {', '.join(of_kind)}")


def _typed_by(card: CardView) -> str:
    is_told = card.known is Known.TYPED and card.by
    return f" ({say('by {person}', person=card.by)})" if is_told else ""


def _draw_filmed(tools: ActTools, filmed: FilmedMoments) -> None:
    """What happened, each with its clip, or with the pictures that an earlier version kept."""
    for number, moment in enumerate((one for one in filmed if one.words), start=1):
        label = say("Clip {number}: {kind}", number=number, kind=say(KIND_WORDS[moment.kind]))
        with spoken(ui.element("section").classes("changes"), label):
            ui.label(say(moment.words)).classes("subtitle")
            if moment.clip:
                _draw_look_again(tools, moment.clip)
            if moment.pictures:
                with spoken(ui.element("div").classes("snap-strip").props('tabindex=0 role="group"'), say("Pictures")):
                    for picture in moment.pictures:
                        _draw_picture_of_snap(picture)


def _draw_look_again(tools: ActTools, clip: str) -> None:
    """A button in the place of which the clip is shown: of many clips only those are fetched that are looked at."""

    def look() -> None:
        box.clear()
        with box:
            ClipPlayer(tools).show(clip)

    with ui.element("div") as box:
        ui.button(say("Look again"), icon="replay", on_click=look).props("no-caps outline")


def _draw_picture_of_snap(moment: SnapMoment) -> None:
    touches = "".join(" · " + say("{player}'s card touches", player=player) for player in moment.touches)
    with ui.element("figure").classes("is-contact" if moment.touches else ""):
        url = f"/pictures/{moment.picture}.jpg"
        ui.html(f'<img src="{url}" loading="lazy" alt="{say("The discard pile")}">', sanitize=False)
        with ui.element("figcaption"):
            ui.label(f"{moment.after_ms:.0f} ms{touches}")


def _card(card: CardView) -> str:
    return glyphs(card.card) if card.card else ""


def _draw_reasons(played: RoundView) -> None:
    if played.tally is None:
        return
    with ui.element("div").classes("reasons"):
        for player, reason in played.tally.reasons.items():
            ui.label(f"{player}: {say(reason)}")
