"""Which taught decks a table is read by: chosen, remembered, named by the rules of a game, and served to browsers."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kibitz_datasets.decks.deck import cached_deck
from kibitz_datasets.pool import french_designs
from kibitz_models.weights import load_pipeline
from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_server.app import create_app
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.journal import Journal
from kibitz_server.settings import Settings
from kibitz_server.watching.pictures.taught_decks import TaughtDecks
from kibitz_server.watching.pictures.worker import Worker
from kibitz_vision.teaching.deck_file import KeptDeck
from kibitz_vision.teaching.shelf import DeckShelf, taught
from kibitz_vision.teaching.taught_deck import TaughtDeck, cut_picture

from ...test_app import ask

ANN, BEN = PlayerId("Ann"), PlayerId("Ben")
WAIT_S = 60


@pytest.fixture(scope="module")
def kept() -> KeptDeck:
    """A deck of four cards, taught from what is printed on them."""
    whole = cached_deck("drawn-1001", french_designs([1001])["drawn-1001"])
    cards = tuple(whole.faces)[:4]
    corners = np.array([[0, 0], [319, 0], [319, 447], [0, 447]], np.float32)
    faces = {card: (cut_picture(np.asarray(whole.faces[card][0]), corners),) for card in cards}
    return taught(load_pipeline().reader, TaughtDeck("Four", cards, faces))


def read_by(worker: Worker, count: int) -> None:
    """Wait until the table is read by a reader of so many cards."""
    until = time.monotonic() + WAIT_S
    while len(worker.pipeline().reader.cards) != count and time.monotonic() < until:
        time.sleep(0.05)
    assert len(worker.pipeline().reader.cards) == count


def test_a_chosen_deck_is_read_by_remembered_and_left_when_it_is_deleted(
    worker: Worker, kept: KeptDeck, tmp_path: Path
) -> None:
    live = Live(Journal(tmp_path))
    decks = TaughtDecks(live, worker, tmp_path)
    standard = len(worker.standard().reader.cards)
    decks.shelf.put(kept)
    asyncio.run(decks.choose(["Four"]))
    read_by(worker, 4)
    with pytest.raises(InputError, match="no taught deck 'Five'"):
        asyncio.run(decks.choose(["Five"]))
    assert decks.chosen == ("Four",)
    worker.use(None)
    again = TaughtDecks(live, worker, tmp_path)
    assert again.chosen == ("Four",)
    read_by(worker, 4)
    asyncio.run(again.rename("Four", "Vier"))
    assert again.chosen == ("Vier",)
    asyncio.run(again.delete("Vier"))
    assert again.chosen == ()
    read_by(worker, standard)
    live.close()


def test_a_game_whose_rules_name_a_taught_deck_is_read_by_it(worker: Worker, kept: KeptDeck, tmp_path: Path) -> None:
    live = Live(Journal(tmp_path))
    decks = TaughtDecks(live, worker, tmp_path)
    decks.shelf.put(kept)
    pack = load_pack("kaboo", {"deck.taught": "Four"})
    live.record(GameStarted(pack, pack.content_hash, (ANN, BEN)))
    assert decks.chosen == ("Four",)
    read_by(worker, 4)
    worker.use(None)
    live.close()


def test_the_decks_their_files_and_certificates_are_served(kept: KeptDeck, tmp_path: Path) -> None:
    shelf = DeckShelf(tmp_path / "decks")
    shelf.put(kept)
    shelf.put(replace(kept, deck=replace(kept.deck, name="Torn")))
    torn = shelf.path("Torn")
    torn.write_bytes(torn.read_bytes()[:3000])
    app = create_app(Settings(tmp_path))
    told = ask(app, "/decks.json").json()["decks"]
    assert [(one["name"], "fault" in one) for one in told] == [("Four", False), ("Torn", True)]
    assert "<img" in ask(app, "/decks/Four/certificate.html").text
    assert ask(app, "/decks/Four/file").content == shelf.path("Four").read_bytes()
    assert ask(app, "/decks/Nobody/file").status_code == 404
    assert ask(app, "/decks/Torn/certificate.html").status_code == 404
    app.state.desk.close()
