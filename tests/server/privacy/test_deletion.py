"""What people delete is searched for in every byte of the data folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.house_rules import with_house_rules
from kibitz_scoring.rules.rule_pack import HouseRule
from kibitz_server.access.guests import Guests
from kibitz_server.access.viewer import Role
from kibitz_server.evening.live import Live
from kibitz_server.gate.key_file import take_key
from kibitz_server.journal.author import Author
from kibitz_server.journal.entries import (
    CardAdded,
    GameStarted,
    PictureRead,
    RoundConfirmed,
    Seq,
    SheetOpened,
    Undone,
)
from kibitz_server.journal.journal import FILE_NAME, Journal
from kibitz_server.journal.pictures import save_jpeg
from kibitz_server.journal.play_entries import ActSaid, RoundWatched, WatchDropped
from kibitz_server.privacy.deletion import Deletion
from kibitz_server.privacy.inventory import inventory
from kibitz_server.views.evening_view import project

from ..acts import confirmed, seen
from ..conftest import BEN, NOON, PACK

ZOE = PlayerId('Zoë "Z" Zebulon')
DORA = PlayerId("Dora")
JPEG = b"\xff\xd8the picture of a table\xff\xd9"
WRITTEN = (ZOE.encode(), b"Zebulon", json.dumps(ZOE)[1:-1].encode(), json.dumps(ZOE, ensure_ascii=False)[1:-1].encode())


def everywhere(folder: Path, wanted: tuple[bytes, ...]) -> list[str]:
    """The files in which any of these bytes stand, in their names or their content."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [str(path) for path in files if any(one in path.read_bytes() or one in path.name.encode() for one in wanted)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder that is full of one person: a game, backups, a broken journal, a recording, places, a picture."""
    folder = tmp_path / "data"
    live = Live(Journal(folder), clock=lambda: NOON)
    pack = with_house_rules(PACK, [HouseRule(key="score.fives", value=True, author=ZOE, reason=f"{ZOE} likes fives")])
    live.record(GameStarted(pack, pack.content_hash, (ZOE, BEN)))
    live.record(RoundWatched(ZOE, is_dealt=True, by_hand=True))
    live.record(ActSaid(1000.0, f'rule snap.wrong_penalty = 2 by {json.dumps(ZOE, ensure_ascii=False)} because "so"'))
    live.record(WatchDropped())
    live.record(SheetOpened())
    live.record(PictureRead(save_jpeg(folder, JPEG), f"{ZOE}.jpg", 640, 480, (seen("2H", ZOE),)))
    live.record(CardAdded(BEN, confirmed("2H", "KS").hands[1][1][0].card), Author("player", ZOE))
    hands = tuple((player, cards) for player, (_, cards) in zip((ZOE, BEN), confirmed("2H", "KS").hands, strict=True))
    live.record(RoundConfirmed(hands, ZOE, confirmed("2H", "KS").end))
    live.close()
    content = (folder / FILE_NAME).read_bytes()
    (folder / FILE_NAME).write_bytes(b"x" * 100 + content[100:])
    recording = folder / "recordings" / "round-1"
    recording.mkdir(parents=True)
    (recording / "table.json").write_text(json.dumps({"players": [ZOE, BEN]}))
    (recording / "frames.mjpeg").write_bytes(JPEG)
    (folder / "places").mkdir()
    (folder / "places" / "1.json").write_text(json.dumps({"players": [ZOE]}, ensure_ascii=False))
    (folder / "clips").mkdir()
    (folder / "clips" / "torn.kibitz").write_bytes(ZOE.encode())
    return folder


def test_a_person_who_is_deleted_stands_nowhere_any_more_and_the_scores_stay(folder: Path) -> None:
    live = Live(Journal(folder), clock=lambda: NOON)
    assert live.notice is not None
    game = live.evening.game
    assert game is not None
    totals = list(game.tally().totals.values())
    assert len(everywhere(folder, WRITTEN)) >= 5

    called = Deletion(live, folder, Guests(folder)).person(ZOE)

    assert everywhere(folder, WRITTEN) == []
    assert not list((folder / "pictures").glob("*"))
    assert not (folder / "recordings" / "round-1").exists()
    view = project(live.evening, Role.HOST).game
    assert view is not None
    assert dict(view.totals) == dict(zip((called, BEN), totals, strict=True))
    authors = [one.by for one in live.since(Seq(1)) if isinstance(one.entry, CardAdded)]
    assert authors == [Author("player", PlayerId(called))]
    live.record(SheetOpened())
    live.close()
    again = Live(Journal(folder))
    assert again.notice is None
    assert again.evening.game is not None
    assert again.evening.game.start.players == (called, BEN)
    assert everywhere(folder, WRITTEN) == []
    again.close()


def test_who_stands_only_in_what_was_undone_is_found_and_deleted(tmp_path: Path) -> None:
    live = Live(Journal(tmp_path), clock=lambda: NOON)
    live.record(GameStarted(PACK, PACK.content_hash, (ZOE, BEN)))
    picture = save_jpeg(tmp_path, JPEG)
    live.record(SheetOpened())
    live.record(PictureRead(picture, f"{ZOE}.jpg", 640, 480, (seen("2H", ZOE),)))
    for seq in (3, 2, 1):
        live.record(Undone(Seq(seq)))
    live.record(GameStarted(PACK, PACK.content_hash, (BEN, PlayerId("Cleo"))))
    live.record(ActSaid(0.0, f"p3 joins {json.dumps(DORA)}"))
    live.record(Undone(Seq(8)))
    live.back_up()
    deletion = Deletion(live, tmp_path, Guests(tmp_path))
    assert deletion.people() == (BEN, "Cleo", DORA, ZOE)

    deletion.person(ZOE)
    deletion.person(DORA)

    assert everywhere(tmp_path, (*WRITTEN, b"Dora", JPEG)) == []
    assert {BEN, "Cleo"} < set(deletion.people())
    live.close()


def test_taught_decks_are_pictures_too_and_are_chosen_no_more(tmp_path: Path) -> None:
    deck = tmp_path / "decks" / "odd.kibitzdeck"
    deck.parent.mkdir()
    deck.write_bytes(JPEG)
    live = Live(Journal(tmp_path), clock=lambda: NOON)
    told: list[bool] = []

    Deletion(live, tmp_path, Guests(tmp_path), done=lambda: told.append(deck.exists())).pictures()

    assert told == [False]
    assert everywhere(tmp_path, (JPEG,)) == []
    live.close()


def test_of_a_person_nothing_is_left_in_a_log_that_is_not_written_back_yet(tmp_path: Path) -> None:
    live = Live(Journal(tmp_path), clock=lambda: NOON)
    live.record(GameStarted(PACK, PACK.content_hash, (ZOE, BEN)))
    assert any(FILE_NAME in found for found in everywhere(tmp_path, WRITTEN))

    Deletion(live, tmp_path, Guests(tmp_path)).person(ZOE)

    assert everywhere(tmp_path, WRITTEN) == []
    live.close()


def test_all_pictures_and_films_are_deleted_and_the_scores_stay(folder: Path) -> None:
    live = Live(Journal(folder), clock=lambda: NOON)

    Deletion(live, folder, Guests(folder)).pictures()

    assert everywhere(folder, (JPEG,)) == []
    assert [path.name for path in folder.rglob("*.kibitz")] == []
    assert live.evening.game is not None
    assert len(live.evening.game.counted) == 1
    assert live.evening.game.pictures == frozenset()
    live.close()


def test_of_everything_nothing_is_left_and_a_new_game_can_begin(folder: Path) -> None:
    live = Live(Journal(folder), clock=lambda: NOON)

    Deletion(live, folder, Guests(folder)).everything()

    assert everywhere(folder, (*WRITTEN, JPEG, BEN.encode())) == []
    assert live.since(Seq(1)) == ()
    live.record(GameStarted(PACK, PACK.content_hash, (BEN, PlayerId("Cleo"))))
    live.close()
    again = Live(Journal(folder))
    assert again.notice is None
    assert len(again.since(Seq(1))) == 1
    again.close()


def test_nothing_is_deleted_while_a_round_is_played(folder: Path) -> None:
    live = Live(Journal(folder), clock=lambda: NOON)
    live.record(RoundWatched(BEN, is_dealt=True, by_hand=True))
    deletion = Deletion(live, folder, Guests(folder))

    for delete in (lambda: deletion.person(ZOE), deletion.pictures, deletion.everything):
        with pytest.raises(InputError, match="A round is being played"):
            delete()
    with pytest.raises(InputError, match="Nobody is called"):
        live.record(WatchDropped())
        deletion.person("Nobody")
    live.close()


def test_the_inventory_names_all_files_that_there_are(folder: Path) -> None:
    (folder / "notes.md").write_text("mine")
    (folder / "decks").mkdir()
    (folder / "decks" / "odd.kibitzdeck").write_bytes(JPEG)
    take_key(folder)

    stored = inventory(folder)

    assert sum(one.files for one in stored) == sum(path.is_file() for path in folder.rglob("*"))
    assert next(one for one in stored if one.what == "Other files").bytes == 4
