"""The course of the totals as a chart, and the same in words for those who do not see it."""

from __future__ import annotations

from nicegui import ui

from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView
from kibitz_server.views.sharing.seat_colours import seat_colour
from kibitz_server.views.standings import course

_SIGNS = ("circle", "rect", "triangle", "diamond", "roundRect", "pin", "arrow", "emptyCircle")


def draw_totals_chart(game: GameView, *, dark: bool) -> None:
    """Draw the chart of a game that has more than one round."""
    spoken(ui.echart(_chart(game, dark=dark)).classes("chart").props("role=img"), course_words(game))


def course_words(game: GameView) -> str:
    """Every player's totals in the order of the rounds: `Totals after each round. Ann: 0, 5, 9. Ben: 0, 3, 12.`"""
    told = (
        f"{player}: {', '.join('-' if one is None else str(one) for one in course(game, player))}."
        for player in game.totals
    )
    return " ".join((say("Totals after each round."), *told))


def _chart(game: GameView, *, dark: bool) -> dict[str, object]:
    ink = "#e9e4d6" if dark else "#24322d"
    numbers = ["0", *(str(number) for number in range(1, len(game.score.rounds) + 1))]
    series = [
        {
            "name": player,
            "type": "line",
            "symbol": _SIGNS[seat % len(_SIGNS)],
            "symbolSize": 9,
            "color": seat_colour(seat),
            "lineStyle": {"width": 3},
            "data": list(course(game, player)),
        }
        for seat, player in enumerate(game.totals)
    ]
    return {
        "animation": False,
        "textStyle": {"color": ink, "fontSize": 14},
        "legend": {
            # Eight long names take turns on one line and do not cover the lines.
            "type": "scroll",
            "bottom": 0,
            "textStyle": {"color": ink, "fontSize": 14, "width": 130, "overflow": "truncate"},
            "pageTextStyle": {"color": ink},
            "pageIconColor": ink,
        },
        "grid": {"left": 44, "right": 16, "top": 16, "bottom": 64},
        "tooltip": {"trigger": "axis"},
        "xAxis": {
            "type": "category",
            "data": numbers,
            "name": say("round"),
            "nameLocation": "middle",
            "nameGap": 26,
            "axisLabel": {"color": ink},
        },
        "yAxis": {"type": "value", "axisLabel": {"color": ink}, "splitLine": {"lineStyle": {"opacity": 0.25}}},
        "series": series,
    }
