"""Teaching a deck on the page: pictures are taken, cards found and named, a person changes what is wrong."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Awaitable, Callable

import cv2
import numpy as np
from nicegui import ui
from nicegui.elements.upload_files import FileUpload

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import deck_cards
from kibitz_server.pages.parts.cards.deck_picker import draw_deck
from kibitz_server.pages.parts.elements.busy_button import draw_busy_button
from kibitz_server.pages.parts.elements.dialog_head import draw_dialog_head, name_dialog
from kibitz_server.pages.parts.elements.file_field import PHOTO, FileField
from kibitz_server.pages.parts.elements.regions import Region, Rows
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.elements.told_sentence import draw_told
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.texts import say
from kibitz_server.views.words.card_words import glyphs, words
from kibitz_vision.detections import Image
from kibitz_vision.frames import encode_jpeg
from kibitz_vision.teaching.certificate import certificate_words
from kibitz_vision.teaching.found_cards import MOST_OF_A_BACK, FoundCard
from kibitz_vision.teaching.naming import doubts, exchanged, renamed

_TILE_PX = (72, 108)
_MOST_CARDS = 500
"""So many found cards are kept: more than two decks in four pictures each."""

Shown = tuple[tuple[int, Card | None], ...]
"""What the tiles show: how many there are, and what each is called."""


class TeachDialog:
    """One dialog of a page, filled anew each time it opens; `done` hears when a deck was taught."""

    def __init__(self, tools: Tools, pack: RulePack, done: Callable[[], object]) -> None:
        self._tools = tools
        self._decks = tools.desk.decks
        self._pack = pack
        self._done = done
        self._grounds: list[list[Image]] = []
        self._found: list[FoundCard] = []
        self._backs: dict[int, Image] = {}
        self._next_back = 1
        self._dragged: int | None = None
        with ui.dialog().props("maximized") as self._dialog, ui.card().classes("card-dialog teach"):
            self._box = ui.element("div").classes("card-dialog-body")
        with ui.dialog() as self._picker, ui.card().classes("card-dialog"):
            self._picker_box = ui.element("div").classes("card-dialog-body")

    def open(self) -> None:
        """Begin to teach a deck."""
        self._grounds, self._found, self._backs, self._next_back = [], [], {}, 1
        self._box.clear()
        with self._box:
            self._draw()
        self._dialog.open()

    def _draw(self) -> None:
        draw_dialog_head(say("Teach a deck"), say("Close"), self._dialog.close)
        hint = say(
            "Lay the cards face up and apart: all at once, in groups, or one by one. Take a picture of each lot."
        )
        ui.label(hint).classes("hint")
        with ui.element("div").classes("button-row"):
            if self._tools.desk.camera.source is not None:
                self._button(say("Take a picture of the cards"), "photo_camera", self._take)
                self._button(say("Take a picture of the back"), "flip_to_back", self._take_back)
            self._upload(say("Choose a photo of the cards"), self._add)
            self._upload(say("Choose a photo of the back"), self._add_back)
        self._told: Region[str] = Region(draw_told)
        self._tiles: Region[Shown] = Region(self._draw_tiles)
        self._back_tiles: Rows[int] = Rows(self._draw_back, ui.element("div").classes("card-row"))
        self._told.show(say("No card was found yet."))
        with ui.element("div").classes("button-row"):
            name = ui.input(say("Name of the deck")).props("outlined dense maxlength=40 autocomplete=off")
            self._button(say("Teach this deck"), "school", lambda: self._teach(str(name.value or "").strip()))

    def _button(self, label: str, icon: str, act: Callable[[], Awaitable[None]]) -> None:
        draw_busy_button(label, icon, act, self._tell)

    def _upload(self, label: str, take: Callable[[Image], Awaitable[None]]) -> None:
        async def taken(file: FileUpload) -> None:
            async with self._tools.desk.intake.one_picture:
                await take(await self._tools.desk.intake.decoded(await file.read(), file.name))

        FileField(PHOTO, taken, self._tell).draw_button(label, "add_photo_alternate").props("flat")

    def _tell(self, sentence: str) -> None:
        # Somebody may have gone to another stage while the picture was read.
        if not self._box.is_deleted:
            self._told.show(say(sentence))

    async def _take(self) -> None:
        async with self._tools.desk.intake.one_picture:
            await self._add((await self._tools.desk.camera.picture()).copy())

    async def _take_back(self) -> None:
        async with self._tools.desk.intake.one_picture:
            await self._add_back((await self._tools.desk.camera.picture()).copy())

    async def _add(self, picture: Image) -> None:
        self._told.show(say("Finding the cards …"))
        found, ground = await self._decks.find(picture, len(self._grounds))
        if len(self._found) + len(found) > _MOST_CARDS:
            raise InputError(say("These are too many cards: teach the deck with those that were found."))
        found = [*self._found, *found]
        # What a person has said of earlier pictures stays.
        kept = {(one.picture, one.row, _place(one)): one.proposed for one in self._found}
        proposed = await self._decks.proposed(found, deck_cards(self._pack))
        self._grounds.append(ground)
        self._found = proposed
        for number, one in enumerate(proposed):
            before = kept.get((one.picture, one.row, _place(one)))
            if before is not None and before != one.proposed:
                self._found = renamed(self._found, number, before)
        self._show()

    async def _add_back(self, picture: Image) -> None:
        for back in await self._decks.find_backs(picture):
            if len(self._backs) < MOST_OF_A_BACK:
                self._backs[self._next_back] = back
                self._next_back += 1
        self._show_backs()

    def _take_off(self, number: int) -> None:
        """A back was taken by mistake."""
        self._backs.pop(number, None)
        self._show_backs()

    def _show_backs(self) -> None:
        self._back_tiles.show({number: number for number in self._backs})

    def _show(self) -> None:
        self._tiles.show(tuple((number, one.proposed) for number, one in enumerate(self._found)))
        if not self._found:
            self._told.show(say("No card was found on this picture: lay them apart, in even light."))
            return
        count = say("{count} cards found. Tap a card that has a wrong name.", count=len(self._found))
        self._told.show(f"{count} {say(doubts(self._found, deck_cards(self._pack)))}")

    def _draw_tiles(self, _: Shown) -> None:
        rows: dict[tuple[int, int], list[int]] = {}
        for number, one in enumerate(self._found):
            rows.setdefault((one.picture, one.row), []).append(number)
        with spoken(ui.element("div").props("role=group"), say("Found cards")):
            for numbers in rows.values():
                with ui.element("div").classes("card-row"):
                    for number in numbers:
                        self._draw_tile(number)

    def _draw_tile(self, number: int) -> None:
        one = self._found[number]
        name = glyphs(one.proposed) if one.proposed else say("left out")
        tile = ui.element("button").classes("taught-tile").props(f'type=button draggable="true" data-tile={number}')
        spoken_name = words(one.proposed) if one.proposed else say("left out")
        with spoken(tile, say("Card {number}: {name}", number=number + 1, name=spoken_name)):
            ui.html(f'<img src="{_data_url(one.shown)}" alt="">', sanitize=False)
            ui.label(name)
        tile.on("click", lambda: self._pick(number))
        tile.on("dragstart", lambda: self._drag(number))
        tile.on("dragover", js_handler="(event) => event.preventDefault()")
        tile.on("drop", lambda: self._drop(number), js_handler="(event) => { event.preventDefault(); emit(); }")

    def _drag(self, number: int) -> None:
        self._dragged = number

    def _drop(self, number: int) -> None:
        """A card dropped on another: the two take each other's name."""
        if self._dragged is not None and self._dragged != number:
            self._found = exchanged(self._found, self._dragged, number)
            self._show()
        self._dragged = None

    def _pick(self, number: int) -> None:
        named = {one.proposed for one in self._found}
        self._picker_box.clear()
        with self._picker_box:
            name_dialog(ui.label(say("Which card is this?")).classes("subtitle"))
            ui.html(f'<img src="{_data_url(self._found[number].shown)}" alt="">', sanitize=False)
            draw_deck(self._pack, lambda card: self._name(number, card), lambda card: _note(card, named))
            none = ui.button(say("No card of this deck"), icon="block", on_click=lambda: self._name(number, None))
            none.props("no-caps flat")
        self._picker.open()

    def _name(self, number: int, card: Card | None) -> None:
        self._picker.close()
        self._found = renamed(self._found, number, card)
        self._show()

    def _draw_back(self, number: int) -> None:
        with ui.element("div").classes("taught-tile"):
            ui.html(f'<img src="{_data_url(self._backs[number])}" alt="{say("The back")}">', sanitize=False)
            off = ui.button(say("Take off"), icon="close", on_click=lambda: self._take_off(number))
            spoken(off.props("no-caps flat dense"), say("Take back {number} off the list", number=number))

    async def _teach(self, name: str) -> None:
        self._told.show(say("Teaching: this takes up to a minute …"))
        kept = await self._decks.teach(
            name, self._found, deck_cards(self._pack), self._grounds, list(self._backs.values())
        )
        sentences = " ".join(map(say, certificate_words(name, kept.certificate)[:2]))
        self._told.show(say("Taught, and read by from now on. {told}", told=sentences))
        self._done()


def _note(card: Card, named: set[Card | None]) -> str:
    return say(", named already") if card in named else ""


def _place(one: FoundCard) -> tuple[int, int]:
    """Where a card lies on its picture, roughly: the same in the same picture looked at again."""
    x, y = one.quad.mean(0)
    return round(float(x)), round(float(y))


def _data_url(picture: Image) -> str:
    small = np.asarray(cv2.resize(picture, _TILE_PX, interpolation=cv2.INTER_AREA), np.uint8)
    return f"data:image/jpeg;base64,{b64encode(encode_jpeg(small)).decode()}"
