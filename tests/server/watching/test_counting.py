"""Counting the hands of a watched round whenever people ask for it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import numpy as np
import pytest

from kibitz_datasets.scenes.scene import Scene
from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.score.tally import RoundEnd
from kibitz_server.desk import Desk
from kibitz_server.evening.game.sheet import Known, Sheet
from kibitz_server.evening.round.snap_outcomes import outcomes
from kibitz_server.journal.play_entries import ActSaid, RoundWatched, TimePassed, WatchDropped
from kibitz_vision.table.places import TablePlaces

from ...kept_source import KeptSource
from ..conftest import ANN, BEN, PACK
from ..simulated_rounds import entries_of, performed
from ..watched_tables import GREY, at_desk, camera_with, desk_with


@pytest.fixture
def camera(reveal: Scene) -> KeptSource:
    """A camera that sees two hands of four face up."""
    return camera_with(reveal.picture)


@pytest.fixture
def desk(camera: KeptSource, tmp_path: Path) -> Desk:
    return desk_with(camera, tmp_path, PACK, (ANN, BEN))


def sheet_of(desk: Desk) -> Sheet:
    assert desk.live.evening.game is not None
    assert desk.live.evening.game.sheet is not None
    return desk.live.evening.game.sheet


def faces(sheet: Sheet, player: PlayerId) -> list[str]:
    return sorted(str(card.card) for card in sheet.hand(player))


def test_without_a_round_that_is_watched_there_is_nothing_to_count(desk: Desk) -> None:
    async def run() -> None:
        with pytest.raises(InputError, match="take a picture of the hands instead"):
            await desk.counter.count()

    at_desk(desk, run)


def test_hands_that_were_followed_to_the_end_are_counted_as_they_were_followed(tmp_path: Path) -> None:
    round_played = performed("kaboo", 3, 278)
    pack, players = round_played.last.pack, round_played.start.players

    desk = desk_with(camera_with(GREY), tmp_path, pack, players)

    async def run() -> Sheet:
        for entry, _ in entries_of(round_played):
            desk.live.record(entry)
        desk.live.record(TimePassed(round_played.ended_ms + 10_000.0))
        await desk.counter.count()
        assert desk.live.play is None
        return sheet_of(desk)

    sheet = at_desk(desk, run)
    last = round_played.last
    assert {card.known for card in sheet.cards} == {Known.WATCHED}
    assert sheet.caller == (None if last.caller is None else last.players[last.caller])
    for seat, player in enumerate(players):
        assert faces(sheet, player) == sorted(str(card.face) for card in last.hands[seat] if card is not None)


def test_hands_that_could_not_be_followed_are_read_from_the_picture_and_the_caller_stays_known(
    desk: Desk, reveal: Scene
) -> None:
    async def run() -> None:
        desk.watch.begin(ANN, is_dealt=True)
        desk.live.record(ActSaid(1.0, "p2 calls"))
        desk.live.record(TimePassed(2.0))
        await desk.counter.count()

    at_desk(desk, run)
    sheet = sheet_of(desk)
    assert desk.live.play is None
    assert (sheet.caller, sheet.end) == (BEN, RoundEnd.CALL)
    true = {str(card.card) for card in reveal.cards[:8]}
    assert {str(card.card) for card in sheet.cards if card.player} == true
    assert {card.known for card in sheet.cards} == {Known.READ}


@pytest.mark.parametrize("by_hand", [True, False])
def test_a_photo_of_the_reveal_leaves_all_that_is_known_of_the_round(desk: Desk, reveal: Scene, by_hand: bool) -> None:
    desk.live.record(RoundWatched(ANN, is_dealt=True, by_hand=by_hand))
    for number, said in enumerate(("p2 draws", "p2 discards 2C", "p1 snaps p1.b1 2H", "p1 draws", "p1 discards 3C")):
        desk.live.record(ActSaid(float(number), said))
    desk.live.record(ActSaid(9.0, "p2 calls"))
    desk.live.record(TimePassed(20.0))
    before = desk.live.play
    assert before is not None

    async def run() -> None:
        await desk.intake.take(reveal.picture, "photo.jpg")

    at_desk(desk, run)
    sheet = sheet_of(desk)
    assert desk.live.play is None
    assert (sheet.caller, sheet.end) == (BEN, RoundEnd.CALL)
    assert sheet.snaps == outcomes(before.races)
    assert [player for player, _ in sheet.snaps] == [ANN]
    assert {str(card.card) for card in sheet.cards if card.player} == {str(card.card) for card in reveal.cards[:8]}


def test_what_is_known_to_lie_on_the_discard_pile_is_in_no_hand(desk: Desk, reveal: Scene) -> None:
    top = reveal.cards[2].card
    for entry in (RoundWatched(ANN, is_dealt=True), ActSaid(0.0, "p2 draws"), ActSaid(1.0, f"p2 discards {top}")):
        desk.live.record(entry)
    desk.live.record(TimePassed(20.0))

    async def run() -> None:
        await desk.intake.take(reveal.picture, "photo.jpg")

    at_desk(desk, run)
    assert [card.player for card in sheet_of(desk).cards if card.card == top] == [None]


def test_hands_are_told_by_the_places_of_the_table_where_these_are_known(desk: Desk, reveal: Scene) -> None:
    height, width = reveal.picture.shape[:2]
    # Ben's places are where the picture has the nearer hand, which without places would be Ann's.
    slots = {f"p{2 - number // 4}.{name}": number for number, name in enumerate(["a1", "a2", "b1", "b2"] * 2)}
    desk.watch.confirm(
        TablePlaces(
            (ANN, BEN),
            (width, height),
            np.eye(3),
            {slot: np.asarray(reveal.cards[number].quad, float) for slot, number in slots.items()},  # type: ignore[misc]
        )
    )

    async def run() -> None:
        desk.watch.begin(ANN, is_dealt=True)
        await desk.counter.count()

    at_desk(desk, run)
    assert faces(sheet_of(desk), BEN) == sorted(str(card.card) for card in reveal.cards[:4])
    assert faces(sheet_of(desk), ANN) == sorted(str(card.card) for card in reveal.cards[4:8])


def test_a_camera_without_a_picture_leaves_the_round_as_it_is(desk: Desk, camera: KeptSource) -> None:
    camera.pictures.clear()

    async def run() -> None:
        desk.watch.begin(ANN, is_dealt=True)
        with pytest.raises(InputError):
            await desk.counter.count()
        assert desk.live.play is not None

    at_desk(desk, run)


def test_what_people_say_at_the_reveal_counts_at_once_where_no_camera_shows_the_table(desk: Desk) -> None:
    dealt = {f"p{seat}.{name}": seat for seat in (1, 2) for name in ("a1", "a2", "b1", "b2")}
    cards = dict(zip(dealt, ("2H", "3H", "4H", "5H", "2S", "3S", "4S", "5S"), strict=True))
    desk.live.record(RoundWatched(ANN, is_dealt=True))

    async def run() -> None:
        assert not desk.watch.sees
        for said in ("round-ends call p2", *(f"reveal {slot} {card}" for slot, card in cards.items())):
            assert desk.live.play is not None
            desk.live.record(ActSaid(desk.watch.now_ms(), said))
            desk.counter.count_if_complete()

    at_desk(desk, run)
    sheet = sheet_of(desk)
    assert (sheet.caller, sheet.end) == (BEN, RoundEnd.CALL)
    assert faces(sheet, ANN) == ["2H", "3H", "4H", "5H"]


def test_a_round_that_was_given_up_on_another_page_meanwhile_is_not_given_up_twice(desk: Desk) -> None:
    desk.live.record(RoundWatched(ANN, is_dealt=True))

    async def run() -> None:
        counting = asyncio.create_task(desk.counter.count())
        await asyncio.sleep(0)
        desk.live.record(WatchDropped())
        await counting

    at_desk(desk, run)
    dropped = [one for one in desk.live.since(desk.live.evening.game.seq) if isinstance(one.entry, WatchDropped)]  # type: ignore[union-attr]
    assert len(dropped) == 1
