from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from starlette.datastructures import UploadFile

from kibitz_scoring.cards import Card, parse_card
from kibitz_scoring.errors import InputError, KibitzError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.score.hands import deck_cards
from kibitz_server.demo import demo_pictures
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import CardAdded, GameStarted, SheetOpened
from kibitz_server.journal.journal import Journal
from kibitz_server.watching.pictures.intake import Intake
from kibitz_server.watching.pictures.worker import Worker
from kibitz_vision.detections import Image, Reading

from ...conftest import ANN, PACK


def test_an_empty_table_gives_a_sheet_without_cards(live: Live, worker: Worker, tmp_path: Path) -> None:
    felt = np.full((480, 640, 3), (60, 110, 40), np.uint8)

    asyncio.run(Intake(live, worker, tmp_path).take(felt, "felt"))

    assert live.evening.game
    assert live.evening.game.sheet
    assert live.evening.game.sheet.cards == ()


def test_no_card_of_a_demo_picture_is_named_more_often_than_the_deck_has_it(
    live: Live, worker: Worker, tmp_path: Path
) -> None:
    for path in demo_pictures():
        players = tuple(PlayerId(f"P{seat}") for seat in range(int(path.stem.split("-")[1])))
        live.record(GameStarted(PACK, PACK.content_hash, players))
        asyncio.run(Intake(live, worker, tmp_path).take_file(UploadFile(BytesIO(path.read_bytes())), path.name))
        assert live.evening.game
        assert live.evening.game.sheet
        found = Counter(card.card for card in live.evening.game.sheet.cards if card.card)
        assert not found - Counter(deck_cards(PACK)), path.name


def test_of_photos_that_come_at_once_one_after_the_other_is_in_memory(
    live: Live, worker: Worker, tmp_path: Path
) -> None:
    intake = Intake(live, worker, tmp_path)
    path = demo_pictures()[0]
    begun = []

    class Sent(UploadFile):
        async def read(self, size: int = -1) -> bytes:
            begun.append(live.evening.game.sheet if live.evening.game else None)
            return await super().read(size)

    async def send_two() -> None:
        await asyncio.gather(*(intake.take_file(Sent(BytesIO(path.read_bytes())), path.name) for _ in range(2)))

    asyncio.run(send_two())

    first, second = begun
    assert first is None
    assert second is not None, "the first is on the sheet before the second is looked at"


def test_a_picture_of_a_camera_waits_for_its_turn_and_counts_if_nothing_was_changed_meanwhile(
    live: Live, worker: Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    intake = Intake(live, worker, tmp_path)
    begun = []

    def note(image: Image, deck: Sequence[Card] | None = None) -> Awaitable[Reading]:
        begun.append(image)
        return Worker.read(worker, image, deck)

    monkeypatch.setattr(worker, "read", note)

    async def take_two() -> None:
        async with intake.one_picture:
            asked = [asyncio.create_task(intake.take(np.zeros((48, 64, 3), np.uint8), "camera")) for _ in range(2)]
            await asyncio.sleep(0)
            assert not begun, "it is read only once the one before it is done with"
        first, second = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(first, Reading)
        assert isinstance(second, InputError), "the first one has changed the sheet that the second one was taken for"

    asyncio.run(take_two())


def test_what_is_no_picture_changes_nothing(live: Live, worker: Worker, tmp_path: Path) -> None:
    before = live.evening

    with pytest.raises(InputError, match=r"notes\.txt is not a picture"):
        asyncio.run(Intake(live, worker, tmp_path).take_file(UploadFile(BytesIO(b"milk, eggs")), "notes.txt"))

    assert live.evening is before
    assert not (tmp_path / "pictures").exists()


def test_without_a_game_a_picture_is_refused_with_a_sentence(worker: Worker, tmp_path: Path) -> None:
    live = Live(Journal(tmp_path))

    with pytest.raises(InputError, match="no game yet"):
        asyncio.run(Intake(live, worker, tmp_path).take(np.zeros((48, 64, 3), np.uint8), "dark"))

    live.close()


def test_a_picture_that_breaks_the_reader_is_a_sentence_and_the_next_one_is_read(worker: Worker) -> None:
    with pytest.raises(KibitzError, match="could not be read"):
        asyncio.run(worker.read(np.zeros((0, 0, 3), np.uint8)))

    assert asyncio.run(worker.read(np.zeros((48, 64, 3), np.uint8))).width_px == 64


def test_a_game_with_one_deck_gets_no_card_twice(live: Live, worker: Worker, tmp_path: Path, two_decks: Image) -> None:
    asyncio.run(Intake(live, worker, tmp_path).take(two_decks, "two tables"))

    assert live.evening.game
    assert live.evening.game.sheet
    named = [card.card for card in live.evening.game.sheet.cards if card.card is not None]
    assert named, "of two that look alike either or neither is named"
    assert len(set(named)) == len(named)


def test_a_picture_that_was_read_while_the_sheet_was_changed_takes_nothing_over(
    live: Live, worker: Worker, tmp_path: Path
) -> None:
    async def read_beside_an_act() -> None:
        reading = asyncio.create_task(Intake(live, worker, tmp_path).take(np.zeros((48, 64, 3), np.uint8), "dark"))
        await asyncio.sleep(0)
        live.record(SheetOpened())
        live.record(CardAdded(ANN, parse_card("9H")))
        await reading

    with pytest.raises(InputError, match="changed on another page while the picture was read"):
        asyncio.run(read_beside_an_act())

    assert live.evening.game
    assert live.evening.game.sheet
    assert [card.card for card in live.evening.game.sheet.cards] == [parse_card("9H")]
    assert not (tmp_path / "pictures").exists()
