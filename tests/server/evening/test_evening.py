from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_server.evening.evening import Evening
from kibitz_server.evening.folding import Folding, fold
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import (
    CallerNamed,
    CardAdded,
    CardNamed,
    Entry,
    GameStarted,
    RoundId,
    Seq,
    SheetDropped,
    SheetOpened,
    Undone,
)
from kibitz_server.journal.recorded import Recorded

from ..acts import confirmed, entries, picture, seen
from ..conftest import ANN, BEN, NOON, PACK


def journal_of(*acts: Entry) -> list[Recorded]:
    return [Recorded(Seq(seq), NOON, entry) for seq, entry in enumerate(acts, start=1)]


START = GameStarted(PACK, PACK.content_hash, (ANN, BEN))


def totals(evening: Evening) -> dict[PlayerId, int]:
    assert evening.game
    return dict(evening.game.tally().totals)


def test_rounds_add_up() -> None:
    evening = fold(journal_of(START, confirmed("2H 3C", "KS"), confirmed("9H", "4D", BEN)))

    assert totals(evening) == {ANN: 5 + 9, BEN: 13 + 4}


def test_undoing_a_round_takes_it_out_and_undoing_that_brings_it_back() -> None:
    acts = [START, confirmed("2H 3C", "KS"), confirmed("9H", "4D", BEN), Undone(Seq(2))]

    without, back = fold(journal_of(*acts)), fold(journal_of(*acts, Undone(Seq(4))))

    assert totals(without) == {ANN: 9, BEN: 4}
    assert totals(back) == {ANN: 14, BEN: 17}


def test_an_edited_round_keeps_its_place_and_undoing_the_edit_brings_the_first_one_back() -> None:
    edit = confirmed("AH", "KS", ANN, RoundId(2))
    acts = [START, confirmed("2H 3C", "KS"), confirmed("9H", "4D", BEN), SheetOpened(RoundId(2)), edit]

    edited, undone = fold(journal_of(*acts)), fold(journal_of(*acts, Undone(Seq(5))))

    assert edited.game
    assert [played.round_id for played in edited.game.rounds] == [2, 3]
    assert totals(edited) == {ANN: 1 + 9, BEN: 17}
    assert totals(undone) == {ANN: 14, BEN: 17}


def test_undoing_the_last_confirmation_opens_its_sheet_again() -> None:
    acts = [START, SheetOpened(), CardAdded(ANN, confirmed("9H", "").hands[0][1][0].card), confirmed("9H", "4D")]

    evening = fold(journal_of(*acts, Undone(Seq(4))))

    assert evening.game
    assert evening.game.sheet
    assert [str(card.card) for card in evening.game.sheet.cards] == ["9H"]


def test_editing_a_round_opens_the_sheet_it_was_confirmed_from() -> None:
    acts = [START, picture(seen("9H", ANN), seen("4D", BEN)), confirmed("9H", "4D"), SheetOpened(RoundId(3))]

    evening = fold(journal_of(*acts))

    assert evening.game
    assert evening.game.sheet
    assert evening.game.sheet.edits == 3
    assert [str(card.card) for card in evening.game.sheet.cards] == ["9H", "4D"]


@given(st.lists(entries, max_size=40))
def test_one_entry_at_a_time_gives_the_same_evening_as_the_whole_journal(acts: list[Entry]) -> None:
    journal = journal_of(*acts)
    folding = Folding()
    for count in range(1, len(journal) + 1):
        assert folding.go_on(journal[:count]) == fold(journal[:count])


@given(st.lists(entries, min_size=1, max_size=40))
def test_undo_then_redo_gives_the_same_state(acts: list[Entry]) -> None:
    before = fold(journal_of(START, *acts))
    if before.last is None:
        return
    undone = [START, *acts, Undone(before.last.seq)]

    after = fold(journal_of(*undone, Undone(Seq(len(undone)))))

    assert after.games == before.games


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (GameStarted(PACK, "", (ANN,)), "2 to 8 players, found 1"),
        (GameStarted(PACK, "", (ANN, ANN)), "Two players are called Ann"),
        (GameStarted(PACK, "", (ANN, PlayerId(""))), "has no name"),
        (Undone(Seq(99)), "no entry 99"),
        (confirmed("9H", "4D"), "no open round"),
    ],
)
def test_an_act_that_makes_no_sense_is_refused_and_not_recorded(live: Live, entry: Entry, says: str) -> None:
    before = live.evening

    with pytest.raises(InputError, match=says):
        live.record(entry)

    assert live.evening is before


def test_without_a_game_nothing_can_be_scored() -> None:
    from kibitz_server.evening.admission import check

    with pytest.raises(InputError, match="no game yet"):
        check(Evening(), SheetOpened())


def test_a_round_with_cards_in_doubt_cannot_be_confirmed(live: Live) -> None:
    live.record(picture(seen("9H", ANN), seen("4D", BEN, confidence=0.6)))
    with pytest.raises(InputError, match="looked at"):
        live.record(confirmed("9H", "4D"))

    assert live.evening.game
    assert live.evening.game.sheet
    doubtful = live.evening.game.sheet.cards[1]
    assert doubtful.card
    live.record(CardNamed(doubtful.card_id, doubtful.card))
    live.record(confirmed("9H", "4D"))

    assert totals(live.evening) == {ANN: 29, BEN: 4}


def test_a_card_that_stands_twice_is_refused_with_the_card_named(live: Live) -> None:
    live.record(SheetOpened())

    with pytest.raises(InputError, match="9H stands twice"):
        live.record(confirmed("9H", "9H"))


def test_giving_up_a_sheet_keeps_the_rounds(live: Live) -> None:
    live.record(SheetOpened())
    live.record(confirmed("9H", "4D", BEN))
    live.record(SheetOpened())
    live.record(CallerNamed(ANN, confirmed("", "").end))
    live.record(SheetDropped())

    assert live.evening.game
    assert live.evening.game.sheet is None
    assert totals(live.evening) == {ANN: 9, BEN: 4}
