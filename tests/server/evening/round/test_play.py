"""A watched round: from sights and words to the sheet, without telling anybody what lies face down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from kibitz_datasets.films.truth import revealed_hands
from kibitz_scoring.cards import FRENCH52, Card
from kibitz_scoring.game.round_state import Phase, RoundState, cards_of
from kibitz_scoring.table import CardFlipped, CardRevealed, SlotId
from kibitz_server.evening.game.sheet import Known
from kibitz_server.evening.live import Live
from kibitz_server.evening.round.telling import turned_up
from kibitz_server.journal.entries import Entry, GameStarted, Undone, parse_entry
from kibitz_server.journal.journal import Journal
from kibitz_server.journal.play_entries import ActSaid, RoundWatched, TableSeen, TimePassed, WatchDropped
from kibitz_server.views.round.play_view import project_play

from ...conftest import NOON
from ...simulated_rounds import entries_of, performed

ROUNDS = [("kaboo", 2, 3), ("cambio", 3, 5), ("scambodia", 4, 1)]
SETTLED_MS = 2000.0


def begin(live: Live, pack_id: str, players: int, seed: int) -> None:
    performance = performed(pack_id, players, seed)
    pack = performance.last.pack
    live.record(GameStarted(pack, pack.content_hash, performance.start.players))


def hidden(state: RoundState) -> set[Card]:
    """Faces of cards in hands that lie face down and stand nowhere else in the deck."""
    cards = [card for seat in range(len(state.hands)) for _, card in cards_of(state, seat) if not card.face_up]
    return {card.face for card in cards if isinstance(card.face, Card) and card.face.suit is not None}


def texts(value: object) -> Iterator[str]:
    match value:
        case dict():
            for one in value.values():
                yield from texts(one)
        case list() | tuple() | set() | frozenset():
            for one in value:
                yield from texts(one)
        case _:
            yield str(value)


def as_told(entry: Entry) -> Entry:
    """The entry as a camera makes it, which knows of no moment that nothing earlier will turn up until later."""
    if not isinstance(entry, TableSeen):
        return entry
    return replace(entry, known_ms=max(seen.seen.at.end_ms for seen in entry.events) - SETTLED_MS)


def told(pack_id: str, players: int, seed: int) -> Iterator[tuple[Entry, RoundState]]:
    for entry, truth in entries_of(performed(pack_id, players, seed)):
        yield as_told(entry), truth


@pytest.mark.parametrize(("pack_id", "players", "seed"), ROUNDS)
def test_no_face_that_lies_down_reaches_the_page_before_the_reveal_settled_or_seen_just_now(
    fresh: Live, pack_id: str, players: int, seed: int
) -> None:
    begin(fresh, pack_id, players, seed)
    looked = just_seen = 0
    for entry, truth in told(pack_id, players, seed):
        fresh.record(entry)
        if fresh.play is None:
            continue
        view = project_play(fresh.play)
        just_seen += bool(view.just_seen)
        assert not {word for text in view.just_seen for word in text.split()} & {str(face) for face in FRENCH52}
        words = {word.strip(":,.") for text in texts(asdict(view)) for word in text.split()}
        shown = {str(card.face) for card in fresh.play.state.discard} | {"10", "A"}
        assert {str(face) for face in hidden(truth)} & words - shown == set()
        looked += 1
    assert looked > 30
    assert just_seen > 20


@pytest.mark.parametrize(("pack_id", "players", "seed"), ROUNDS)
def test_the_hands_come_to_the_sheet_by_themselves_when_all_lie_face_up(
    fresh: Live, pack_id: str, players: int, seed: int
) -> None:
    performance = performed(pack_id, players, seed)
    begin(fresh, pack_id, players, seed)
    for entry, _ in entries_of(performance):
        fresh.record(entry)
    assert fresh.play is not None
    last_ms = performance.ended_ms
    fresh.record(TimePassed(last_ms + 10_000))
    reveal = fresh.play.reveal()
    assert reveal is not None

    fresh.record(reveal)

    assert fresh.play is None
    game = fresh.evening.game
    assert game is not None
    assert game.sheet is not None
    assert {player: game.sheet.scored(player) for player in game.players} == revealed_hands(performance.last)


def test_a_card_that_a_person_chose_at_the_reveal_is_typed_and_all_others_are_watched(fresh: Live) -> None:
    performance = performed(*ROUNDS[0])
    begin(fresh, *ROUNDS[0])
    missed = next(seen for seen in reversed(performance.stage.seen) if isinstance(seen, CardRevealed))
    for entry, _ in entries_of(performance):
        sight = entry.events[0] if isinstance(entry, TableSeen) else None
        if not (isinstance(sight, CardFlipped | CardRevealed) and sight.place == missed.place):
            fresh.record(entry)
    last_ms = performance.ended_ms
    fresh.record(TimePassed(last_ms + 10_000))
    assert fresh.play is not None
    assert fresh.play.reveal() is None
    assert isinstance(missed.face, Card)
    fresh.record(turned_up(fresh.play, SlotId(str(missed.place)), missed.face, last_ms + 11_000))
    fresh.record(TimePassed(last_ms + 20_000))
    reveal = fresh.play.reveal()
    assert reveal is not None

    fresh.record(reveal)

    assert fresh.evening.game is not None
    sheet = fresh.evening.game.sheet
    assert sheet is not None
    assert [(card.card, card.read) for card in sheet.cards if card.known is Known.TYPED] == [(missed.face, None)]
    assert all(card.read == card.card for card in sheet.cards if card.known is Known.WATCHED)
    assert len(sheet.cards) > 4


def test_the_watched_round_is_the_same_after_a_restart(fresh: Live, tmp_path: Path) -> None:
    begin(fresh, *ROUNDS[0])
    for number, (entry, _) in enumerate(told(*ROUNDS[0])):
        fresh.record(entry)
        if number == 60:
            break
    assert fresh.play is not None
    before = project_play(fresh.play)
    assert before.just_seen
    fresh.close()

    again = Live(Journal(tmp_path), clock=lambda: NOON)
    assert again.play is not None
    assert project_play(again.play) == before
    again.close()


def test_a_call_pressed_by_mistake_is_taken_back_and_what_was_seen_stays(fresh: Live) -> None:
    begin(fresh, *ROUNDS[0])
    for number, (entry, _) in enumerate(entries_of(performed(*ROUNDS[0]))):
        fresh.record(entry)
        if number == 60:
            break
    assert fresh.play is not None
    before = project_play(fresh.play)
    at_ms = max(one.at.end_ms for one in fresh.play.happened) + 5000
    fresh.record(TimePassed(at_ms))
    settled = project_play(fresh.play)
    said = fresh.record(ActSaid(at_ms, f"p{fresh.play.state.turn + 1} calls"))
    fresh.record(TimePassed(at_ms + 1))
    assert any(seat.is_caller for seat in project_play(fresh.play).seats)
    assert fresh.evening.last is not None
    assert fresh.evening.last.seq == said.seq

    fresh.record(Undone(said.seq))

    assert project_play(fresh.play) == settled
    assert [seat.places for seat in settled.seats] == [seat.places for seat in before.seats]


def test_a_call_that_is_pressed_shows_at_once_and_counts_when_all_that_came_before_it_is_known(fresh: Live) -> None:
    begin(fresh, *ROUNDS[0])
    for entry, _ in told(*ROUNDS[0]):
        fresh.record(entry)
        assert fresh.play is not None
        if fresh.play.state.phase is Phase.TURNS:
            break
    settled_ms = fresh.play.last_ms
    fresh.record(TimePassed(settled_ms))
    turn = fresh.play.state.turn
    fresh.record(ActSaid(settled_ms + SETTLED_MS, f"p{turn + 1} calls"))
    pending = project_play(fresh.play)
    assert pending.just_said == (f"{pending.seats[turn].player} called",)
    assert not any(seat.is_caller for seat in pending.seats)

    fresh.record(TimePassed(settled_ms + SETTLED_MS - 1))
    assert not any(seat.is_caller for seat in project_play(fresh.play).seats)
    assert fresh.play.is_due(settled_ms + SETTLED_MS)
    fresh.record(TimePassed(settled_ms + SETTLED_MS))
    view = project_play(fresh.play)
    assert view.seats[turn].is_caller
    assert view.just_said == ()


def test_a_journal_of_an_earlier_version_is_followed_as_it_was_then_each_sight_at_once(fresh: Live) -> None:
    begin(fresh, *ROUNDS[0])
    fresh.record(RoundWatched(fresh.evening.games[-1].players[0], is_dealt=True))
    line = {"type": "card_lifted", "start_ms": 100, "end_ms": 133.0, "by": {"Ann": 1.0}, "place": "deck"}
    entry = parse_entry("TableSeen", json.dumps({"events": [line]}))
    fresh.record(parse_entry("TimePassed", '{"at_ms": 50.0}'))
    fresh.record(entry)
    assert fresh.play is not None
    assert fresh.play.seen_just_now == ()


def test_a_dropped_watch_leaves_no_trace_on_the_evening_but_who_dealt_and_when(fresh: Live) -> None:
    begin(fresh, *ROUNDS[0])
    evening = fresh.evening
    dealer = evening.games[-1].players[0]
    fresh.record(RoundWatched(evening.games[-1].players[0], is_dealt=True))
    assert fresh.play is not None
    assert [len(seat.places) for seat in project_play(fresh.play).seats] == [4, 4]
    fresh.record(WatchDropped())
    assert fresh.play is None
    before, after = evening.game, fresh.evening.game
    assert before is not None
    assert after is not None
    assert after.dealer == dealer
    assert before == replace(after, dealer=None, touched=before.touched, played_for=before.played_for)
