"""The shapes of version 1 from the views that every page is drawn from: what a viewer may not know is in neither."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeVar

from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.card_text import format_scored_card
from kibitz_server.api.v1.shapes.shapes import ActOut, GameOut, PackOut, PlaceOut, RoundOut, SeatOut, StateOut, TableOut
from kibitz_server.views.evening_view import GameView, RoundView, View
from kibitz_server.views.round.play_view import PlaceView, PlayView, SeatView
from kibitz_vision.detections import Face

T = TypeVar("T")


def pack_out(pack: RulePack) -> PackOut:
    """A game whose rules Kibitz knows."""
    return PackOut(id=pack.id, name=pack.name, call_word=pack.call_word, players=(pack.min_players, pack.max_players))


def state_out(view: View, unsaved: int) -> StateOut:
    """The game being played, and the round; so many acts are not on the disk yet."""
    return StateOut(
        game=game_out(view.game) if view.game else None,
        table=table_out(view.play) if view.play else None,
        unsaved=unsaved,
    )


def game_out(game: GameView) -> GameOut:
    """A game and its rounds that count."""
    return GameOut(
        id=game.seq,
        pack=game.pack.id,
        name=game.pack.name,
        players=list(game.players),
        totals=named(game.totals),
        rounds=[_round_out(played) for played in game.rounds if played.tally is not None],
        finished=game.is_over,
        winners=list(game.score.winners),
        next_dealer=game.next_dealer,
    )


def _round_out(played: RoundView) -> RoundOut:
    tally = played.tally
    assert tally is not None
    return RoundOut(
        number=played.number or 0,
        hands={player: list(map(format_scored_card, hand)) for player, hand in played.hands.items()},
        caller=tally.caller,
        end=played.end,
        scores=named(tally.scores),
        reasons=named(tally.reasons),
        totals=named(played.totals),
    )


def table_out(play: PlayView) -> TableOut:
    """The round being played."""
    return TableOut(
        phase=play.phase,
        on_turn=play.on_turn,
        by_hand=play.by_hand,
        seats=[_seat_out(seat) for seat in play.seats],
        draw_pile=play.draw_pile,
        discard_pile=play.pile,
        top=str(play.top) if play.top else None,
        lately=[done.text for done in play.lately],
        verdicts=[race.sentence for race in play.races],
        questions=len(play.inbox),
        acts=[ActOut(label=act.label, event=act.event) for act in (*play.acts, *play.endings)],
    )


def _seat_out(seat: SeatView) -> SeatOut:
    return SeatOut(
        player=seat.player,
        places=[_place_out(place) for place in seat.places],
        is_on_turn=seat.is_on_turn,
        is_caller=seat.is_caller,
        has_card_in_hand=seat.holds is not None,
        points=seat.points,
    )


def _place_out(place: PlaceView) -> PlaceOut:
    face: Literal["up", "down"] | None = None if place.face is None else "up" if place.face is Face.UP else "down"
    card = str(place.card) if place.card else None
    return PlaceOut(slot=place.slot, name=place.name, face=face, card=card, modifier=place.modifier)


def named(by_player: Mapping[PlayerId, T]) -> dict[str, T]:
    """By the players' names."""
    return {str(player): value for player, value in by_player.items()}
