"""A game of 500 rounds: what a tap does must not grow with all that was played before it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kibitz_scoring.cards import FRENCH52
from kibitz_server.access.viewer import Role
from kibitz_server.evening import evening as evening_module
from kibitz_server.evening.folding import Folding
from kibitz_server.evening.game import kept_results
from kibitz_server.journal.entries import CardAdded, Entry, GameStarted, Seq, SheetOpened, Undone
from kibitz_server.journal.recorded import Recorded
from kibitz_server.views.evening_view import project

from ..acts import confirmed
from ..conftest import ANN, BEN, PACK

ROUNDS = 500


def test_a_tap_in_a_long_game_reckons_no_round_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    journal = [recorded(1, GameStarted(PACK, PACK.content_hash, (ANN, BEN)))]
    for _ in range(ROUNDS):
        journal.append(recorded(len(journal) + 1, SheetOpened()))
        journal.append(recorded(len(journal) + 1, confirmed("2H 3C", "KS")))
    folding = Folding()
    assert project(folding.go_on(journal), Role.HOST).game
    reckoned: list[str] = []
    tallied, stepped = kept_results.tally_round, evening_module._step
    monkeypatch.setattr(kept_results, "tally_round", lambda *told: reckoned.append("tally") or tallied(*told))
    monkeypatch.setattr(
        evening_module, "_step", lambda *told, **also: reckoned.append("step") or stepped(*told, **also)
    )

    acts = [SheetOpened(), CardAdded(ANN, FRENCH52[0]), Undone(Seq(len(journal) + 2)), confirmed("9H", "4D")]
    for act in acts:
        journal.append(recorded(len(journal) + 1, act))
        view = project(folding.go_on(journal), Role.HOST)

    assert view.game
    assert len(view.game.rounds) == ROUNDS + 1
    assert reckoned.count("tally") == 1
    assert reckoned.count("step") < 2 * len(acts)


def recorded(seq: int, entry: Entry) -> Recorded:
    return Recorded(Seq(seq), datetime.now(UTC), entry)
