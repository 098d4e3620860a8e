"""Undo and redo, by any number of taps on any number of pages, do what they say."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz_scoring.cards import FRENCH52
from kibitz_scoring.errors import InputError
from kibitz_server.evening.evening import Evening, Step, undone_by
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import CardAdded, Entry, GameStarted, SheetOpened, Undone
from kibitz_server.journal.journal import Journal

from ..conftest import ANN, BEN, NOON, PACK

taps = st.lists(st.tuples(st.sampled_from(["act", "undo", "redo"]), st.integers(0, 2)), max_size=25)
"""What is tapped, and how many taps of others the page had not heard of yet."""


def cards_on(evening: Evening) -> int:
    return len(evening.game.sheet.cards) if evening.game and evening.game.sheet else 0


def tap(live: Live, what: str, seen: Evening) -> Step | None:
    """Do what a page shows that has seen this evening; the step that it named, None where it was refused."""
    named = {"act": None, "undo": seen.last, "redo": seen.redo}[what]
    if what != "act" and named is None:
        return None
    entry: Entry = CardAdded(ANN, FRENCH52[0]) if named is None else Undone(named.seq)
    try:
        live.record(entry)
    except InputError:
        return None
    return named


@given(taps)
@settings(max_examples=60, deadline=None)
def test_an_undo_takes_back_what_it_names_and_a_redo_brings_that_back(tapped: list[tuple[str, int]]) -> None:
    with TemporaryDirectory() as folder:
        live = Live(Journal(Path(folder)), clock=lambda: NOON)
        live.record(GameStarted(PACK, PACK.content_hash, (ANN, BEN)))
        live.record(SheetOpened())
        shown = [live.evening]
        for what, late in tapped:
            named = tap(live, what, shown[max(0, len(shown) - 1 - late)])
            shown.append(live.evening)
            if named is None:
                continue
            undone = undone_by(live._journal.recorded)
            assert (named.seq in undone) is True
            if what == "undo":
                assert live.evening.redo is not None
                assert live.evening.redo.act == named.act
        live.close()


def begun(live: Live, cards: int) -> None:
    live.record(SheetOpened())
    for card in FRENCH52[:cards]:
        live.record(CardAdded(ANN, card))


def undo(live: Live) -> Step:
    last = live.evening.last
    assert last
    live.record(Undone(last.seq))
    return last


def redo(live: Live) -> Step:
    step = live.evening.redo
    assert step
    live.record(Undone(step.seq))
    return step


def test_all_that_was_undone_comes_back_one_by_one_the_newest_undo_first(live: Live) -> None:
    begun(live, 3)

    back = [undo(live).act for _ in range(3)]
    assert cards_on(live.evening) == 0
    forth = [redo(live).act for _ in range(3)]

    assert forth == back[::-1]
    assert cards_on(live.evening) == 3
    assert live.evening.redo is None


def test_after_a_new_act_nothing_is_brought_back(live: Live) -> None:
    begun(live, 2)
    undo(live)
    live.record(CardAdded(BEN, FRENCH52[9]))
    assert live.evening.redo is None


def test_what_two_pages_undo_at_once_comes_back_with_one_tap(live: Live) -> None:
    begun(live, 1)
    tapped = undo(live)

    with pytest.raises(InputError, match="done already, by another tap or on another page"):
        live.record(Undone(tapped.seq))
    redone = redo(live)

    assert cards_on(live.evening) == 1
    with pytest.raises(InputError, match="done already"):
        live.record(Undone(redone.seq))
