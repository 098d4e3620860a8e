"""A round told by hand: what is offered is legal and enough to play every game to its sheet, and nothing leaks."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Called, Dealt, Discarded, Drew, Event, Revealed, Snapped, Swapped, Took, Verdict
from kibitz_scoring.game.legality.legal_acts import legal_acts
from kibitz_scoring.game.playout import play_out
from kibitz_scoring.game.projection import project, public_event
from kibitz_scoring.game.record import GameState
from kibitz_scoring.game.round_state import RoundState, cards_of
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.score.hands import ScoredCard
from kibitz_scoring.table import FACE_DOWN
from kibitz_server.evening.game.sheet import Known
from kibitz_server.evening.live import Live
from kibitz_server.evening.round.offers import (
    Draft,
    drafted,
    faces_to_tell,
    kind_of,
    kinds_offered,
    offered,
    verdicts_to_tell,
)
from kibitz_server.journal.entries import GameStarted, Undone
from kibitz_server.journal.play_entries import ActSaid, RoundWatched

from ...games import playing

PLAYERS = tuple(PlayerId(name) for name in ("Ann", "Ben", "Cleo"))
FACES = ("card", "out", "first_card", "second_card")


def a_round(pack_id: str, seed: int) -> list[tuple[GameState, Event]]:
    pack = load_pack(pack_id)
    return list(play_out(pack, PLAYERS[: pack.max_players], random.Random(seed).randrange, rounds=1))


def without_faces(event: Event) -> Event:
    """The event as it is offered: nobody has told a face or a verdict yet."""
    if isinstance(event, Snapped):
        event = replace(event, verdict=Verdict.CORRECT)
    return replace(event, **{name: FACE_DOWN for name in FACES if hasattr(event, name)})  # type: ignore[arg-type]


def tell(live: Live, at_ms: float, event: Event) -> None:
    """Tell what happened as a page does: what is offered, then what the table sees of it."""
    play = live.play
    assert play is not None
    if not isinstance(event, Called | Revealed):
        offer = without_faces(event)
        assert offer in offered(play.state, kind_of(offer)), event
        assert kind_of(offer) in kinds_offered(play.state)
        faces = {name: getattr(event, name) for name in faces_to_tell(play.state, offer)}
        draft = Draft(format_event(offer, play.state.players), faces)
        verdicts = verdicts_to_tell(play.state, draft)
        if isinstance(event, Snapped) and verdicts:
            assert event.verdict in verdicts
            draft = replace(draft, verdict=event.verdict)
        event = drafted(play.state, draft)
    live.record(ActSaid(at_ms, format_event(event, play.state.players)))


def lying_down(state: RoundState) -> set[Card]:
    cards = [card for seat in range(len(state.hands)) for _, card in cards_of(state, seat) if not card.face_up]
    return {card.face for card in cards if isinstance(card.face, Card)}


@pytest.mark.parametrize("pack_id", pack_ids())
@pytest.mark.parametrize("seed", [1, 2])
def test_a_round_of_every_game_is_told_by_what_is_offered_down_to_its_sheet(
    fresh: Live, pack_id: str, seed: int
) -> None:
    (deal, dealt), *rest = a_round(pack_id, seed)
    assert isinstance(dealt, Dealt)
    players = deal.now.players
    fresh.record(GameStarted(deal.now.pack, deal.now.pack.content_hash, players))
    fresh.record(RoundWatched(dealt.dealer, is_dealt=True, by_hand=True))
    for number, (before, event) in enumerate(rest):
        play = fresh.play
        assert play is not None
        assert project(play.state, None) == project(before.now, None)
        tell(fresh, 1000.0 * number, event)
        assert play.happened[-1].event == public_event(before.now, event)
    truth = apply(rest[-1][0].now, rest[-1][1])
    reveal = fresh.play.reveal() if fresh.play else None
    assert reveal is not None
    fresh.record(reveal)
    game = fresh.evening.game
    assert game is not None
    assert game.sheet is not None
    assert {player: game.sheet.scored(player) for player in players} == {
        player: tuple(ScoredCard(card.face, card.modifier) for _, card in cards_of(truth, seat))
        for seat, player in enumerate(players)
    }
    assert {card.known for card in game.sheet.cards} <= {Known.TYPED}
    assert game.sheet.end == truth.end
    assert game.sheet.caller == (None if truth.caller is None else players[truth.caller])


@pytest.mark.parametrize("pack_id", pack_ids())
def test_nothing_that_is_asked_for_is_a_face_that_only_a_player_sees(pack_id: str) -> None:
    for before, event in a_round(pack_id, 3):
        offer = without_faces(event)
        for name in faces_to_tell(before.now, offer) if not isinstance(event, Dealt) else ():
            assert getattr(public_event(before.now, event), name) == getattr(event, name)


TABLE = "round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 45 | pile 7H"


def test_a_face_that_lies_open_is_not_asked_for_and_stands_in_the_event() -> None:
    state = parse_table(TABLE, load_pack("kaboo"), PLAYERS[:2])
    took = offered(state, (Took, PLAYERS[0]))[0]
    holding = apply(state, took)
    swap = offered(holding, (Swapped, PLAYERS[0]))[0]
    assert faces_to_tell(holding, swap) == ("out",)
    laid = apply(apply(state, Drew(PLAYERS[0])), Discarded(PLAYERS[0]))
    assert laid.discard[-1].face is FACE_DOWN


def test_what_cannot_be_done_any_more_is_refused_in_a_sentence() -> None:
    state = parse_table(TABLE, load_pack("kaboo"), PLAYERS[:2])
    with pytest.raises(InputError, match="something else was told meanwhile"):
        drafted(state, Draft("p2 draws"))
    with pytest.raises(InputError, match="Say what became of the snap"):
        drafted(apply(apply(state, Drew(PLAYERS[0])), Discarded(PLAYERS[0])), Draft("p2 snaps p2.a1"))


def test_an_act_told_by_hand_is_undone_and_told_anew(fresh: Live) -> None:
    pack = load_pack("kaboo")
    fresh.record(GameStarted(pack, pack.content_hash, PLAYERS))
    fresh.record(RoundWatched(PLAYERS[2], is_dealt=True, by_hand=True))
    before = playing(fresh).state
    told = fresh.record(ActSaid(10.0, "starter 7H"))
    assert playing(fresh).state != before
    fresh.record(Undone(told.seq))
    assert playing(fresh).state == before


def test_by_hand_the_time_for_the_last_snaps_is_over_when_people_say_so(fresh: Live) -> None:
    deal, *rest = a_round("kaboo", 1)
    fresh.record(GameStarted(deal[0].now.pack, deal[0].now.pack.content_hash, PLAYERS))
    assert isinstance(deal[1], Dealt)
    fresh.record(RoundWatched(deal[1].dealer, is_dealt=True, by_hand=True))
    for number, (before, event) in enumerate(rest):
        assert playing(fresh).state.phase == before.now.phase
        tell(fresh, 60_000.0 * number, event)


def test_every_kind_that_is_offered_has_an_act_and_every_legal_act_a_kind() -> None:
    for before, _ in a_round("cambio", 4)[1:]:
        state = before.now
        kinds = kinds_offered(state)
        assert all(offered(state, kind) for kind in kinds)
        legal = {kind_of(event) for event in legal_acts(state) if not isinstance(event, Called | Dealt)}
        assert legal <= set(kinds)
