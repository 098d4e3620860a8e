"""What a screen says of each player: name, total, and whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nicegui import ui

from kibitz_scoring.players import PlayerId
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.texts import say
from kibitz_server.views.evening_view import View
from kibitz_server.views.standings import leading


@dataclass(frozen=True, slots=True)
class ScoreTile:
    """One player on a screen; `points` stand once all cards of the hand lie open."""

    player: PlayerId
    total: int
    points: int | None
    leads: bool
    is_on_turn: bool
    is_caller: bool


def score_tiles(view: View) -> tuple[ScoreTile, ...]:
    """The players at the table in the order of their seats; none before the first game."""
    game = view.game
    if game is None:
        return ()
    seats = {seat.player: seat for seat in view.play.seats} if view.play else {}
    leaders = leading(game) if game.rounds else ()
    return tuple(
        ScoreTile(
            player,
            game.totals.get(player, 0),
            seats[player].points if player in seats else None,
            player in leaders,
            player in seats and seats[player].is_on_turn,
            player in seats and seats[player].is_caller,
        )
        for player in game.players
    )


def draw_tiles(tiles: Sequence[ScoreTile]) -> None:
    """A tile for each player."""
    for number, tile in enumerate(tiles):
        classes = f"screen-tile seat-{number}{' leads' if tile.leads else ''}{' is-on-turn' if tile.is_on_turn else ''}"
        box = ui.element("section").classes(classes)
        with spoken(box, say("{player} has {total} points", player=tile.player, total=tile.total)):
            ui.label(str(tile.player)).classes("screen-name")
            ui.label(str(tile.total)).classes("screen-total")
            ui.label(_doing(tile)).classes("screen-doing")


def _doing(tile: ScoreTile) -> str:
    doing = (
        say("called") if tile.is_caller else "",
        say("on turn") if tile.is_on_turn else "",
        say("hand: {points}", points=tile.points) if tile.points is not None else "",
    )
    return ", ".join(filter(None, doing))
