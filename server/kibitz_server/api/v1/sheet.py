"""The sheet at the reveal: its cards, doubts and caller, until the table confirms it."""

from __future__ import annotations

from typing import Annotated

from fastapi import HTTPException, Path, UploadFile

from kibitz_scoring.cards import parse_card
from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.score.tally import default_end
from kibitz_server.access.viewer import Right
from kibitz_server.api.answers import refusing
from kibitz_server.api.v1.asking import Asker, Asking, Route, Routes
from kibitz_server.api.v1.shapes.projections import game_out
from kibitz_server.api.v1.shapes.shapes import GameOut, SheetOut
from kibitz_server.api.v1.shapes.sheet_projections import open_sheet_out
from kibitz_server.api.v1.shapes.sheet_shapes import (
    CallerIn,
    CardIn,
    ModifierIn,
    MovedIn,
    NamedIn,
    OpenSheetIn,
    OpenSheetOut,
    OwnersIn,
    PhotoOut,
)
from kibitz_server.journal.entries import (
    CallerNamed,
    CardAdded,
    CardId,
    CardMoved,
    CardNamed,
    CardRemoved,
    Entry,
    HandsGiven,
    ModifierPut,
    SheetDropped,
    SheetOpened,
)
from kibitz_server.texts import say
from kibitz_server.watching.pictures.intake import NO_HANDS_NOW

_Card = Annotated[str, Path(min_length=1, max_length=40, description="The `id` of a card on the sheet.")]


def sheet_routes(asking: Asking) -> Routes:
    """Their paths."""
    sheet = _Sheet(asking)
    return (
        Route("GET", "/sheet", sheet.sheet),
        Route("POST", "/sheet", sheet.open_sheet, 201),
        Route("POST", "/sheet/photo", sheet.read_photo),
        Route("POST", "/sheet/cards", sheet.add_card),
        Route("POST", "/sheet/cards/{card_id}/name", sheet.name_card),
        Route("POST", "/sheet/cards/{card_id}/move", sheet.move_card),
        Route("POST", "/sheet/cards/{card_id}/modifier", sheet.put_modifier),
        Route("DELETE", "/sheet/cards/{card_id}", sheet.remove_card),
        Route("POST", "/sheet/hands", sheet.give_hands),
        Route("POST", "/sheet/caller", sheet.name_caller),
        Route("POST", "/sheet/confirm", sheet.confirm_sheet),
        Route("POST", "/sheet/drop", sheet.drop_sheet),
    )


class _Sheet:
    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    async def sheet(self, asker: Asker) -> OpenSheetOut:
        """The open sheet: the hands as they were read or told, what is in doubt, and what they score."""
        return open_sheet_out(self._asking.sheet(asker))

    async def open_sheet(self, wanted: OpenSheetIn, asker: Asker) -> OpenSheetOut:
        """Open a sheet to enter a round on, or to correct one that counts."""
        counted = {one.number: one.round_id for one in self._asking.game(asker).rounds if one.number}
        if wanted.round is not None and wanted.round not in counted:
            raise HTTPException(404, say("There is no round {number} in this game.", number=wanted.round))
        return self._do(asker, SheetOpened(None if wanted.round is None else counted[wanted.round]))

    async def read_photo(self, photo: UploadFile, asker: Asker) -> PhotoOut:
        """Read the hands of a reveal from a photo of the table, at most 60 MB: a sheet is opened if none is."""
        desk, may_score = self._asking.desk, asker.role.may(Right.JUDGE)
        if not may_score and not self._asking.view(asker).takes_photo:
            raise HTTPException(409, say(NO_HANDS_NOW))
        with refusing():
            read = await desk.intake.take_file(photo, photo.filename or say("The photo"))
        sheet = open_sheet_out(self._asking.sheet(asker)) if may_score else None
        return PhotoOut(cards=len(read.cards), sheet=sheet)

    async def add_card(self, card: CardIn, asker: Asker) -> OpenSheetOut:
        """Add a card that no picture shows."""
        return self._do(asker, CardAdded(self._player(asker, card.player), parse_card(card.card)))

    async def name_card(self, card_id: _Card, named: NamedIn, asker: Asker) -> OpenSheetOut:
        """Say which card it is."""
        return self._do(asker, CardNamed(CardId(card_id), parse_card(named.card)))

    async def move_card(self, card_id: _Card, moved: MovedIn, asker: Asker) -> OpenSheetOut:
        """Say whose hand a card belongs to."""
        player = None if moved.player is None else self._player(asker, moved.player)
        return self._do(asker, CardMoved(CardId(card_id), player))

    async def put_modifier(self, card_id: _Card, put: ModifierIn, asker: Asker) -> OpenSheetOut:
        """Say what the tokens on a card come to."""
        return self._do(asker, ModifierPut(CardId(card_id), put.modifier))

    async def remove_card(self, card_id: _Card, asker: Asker) -> OpenSheetOut:
        """What was taken for a card is none."""
        return self._do(asker, CardRemoved(CardId(card_id)))

    async def give_hands(self, given: OwnersIn, asker: Asker) -> OpenSheetOut:
        """Give whole hands to other players."""
        owners = [(self._player(asker, one), self._player(asker, other)) for one, other in given.owners.items()]
        return self._do(asker, HandsGiven(tuple(owners)))

    async def name_caller(self, named: CallerIn, asker: Asker) -> OpenSheetOut:
        """Say how the round ended, and who called."""
        caller = None if named.caller is None else self._player(asker, named.caller)
        return self._do(asker, CallerNamed(caller, named.end or default_end(caller)))

    async def confirm_sheet(self, asker: Asker) -> SheetOut:
        """Score the round as it stands on the sheet."""
        sheet = self._asking.sheet(asker)
        if (confirmed := sheet.confirmed) is None:
            raise HTTPException(409, say("Say first how the round ended, and who called."))
        self._asking.record(asker, confirmed)
        scored = game_out(self._asking.game(asker))
        return SheetOut(round=scored.rounds[sheet.number - 1], game=scored)

    async def drop_sheet(self, asker: Asker) -> GameOut:
        """Give the open sheet up."""
        self._asking.record(asker, SheetDropped())
        return game_out(self._asking.game(asker))

    def _do(self, asker: Asker, entry: Entry) -> OpenSheetOut:
        self._asking.record(asker, entry)
        return open_sheet_out(self._asking.sheet(asker))

    def _player(self, asker: Asker, name: str) -> PlayerId:
        """Somebody whose hand is on the sheet."""
        hands = [hand.player for hand in self._asking.sheet(asker).hands]
        if name not in hands:
            expected = ", ".join(hands)
            raise InputError(say("{name} has no hand here: expected one of {players}.", name=name, players=expected))
        return PlayerId(name)
