"""The running totals: a table of all rounds, a chart, and the ways to edit or undo a round."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from kibitz_scoring.players import PlayerId
from kibitz_server.journal.entries import Entry, PicturesDeleted, Seq, SheetOpened, Undone
from kibitz_server.pages.parts.house_rule_words import draw_house_rules
from kibitz_server.pages.parts.spoken import spoken
from kibitz_server.pages.result.totals_strip import leading
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView, RoundView

SEAT_COLOURS = ("#2f7d64", "#b4632c", "#5b6fb5", "#a2466f", "#7d7a1f", "#2f7f99", "#8a5bb0", "#6d5a48")
_SIGNS = ("circle", "rect", "triangle", "diamond", "roundRect", "pin", "arrow", "emptyCircle")


ShowRound = Callable[[GameView, RoundView], None]
"""Shows what a round was scored from."""


class ScorePanel:
    """Draws the score of a game; without `may_edit` its rounds are only to look at.

    While a sheet is open no other round may be edited, so that none is lost.
    """

    def __init__(
        self,
        act: Callable[[Entry], bool],
        game: GameView,
        show_round: ShowRound,
        *,
        dark: bool,
        may_edit: bool = True,
        sheet_open: bool = False,
    ) -> None:
        self._act = act
        self._game = game
        self._show_round = show_round
        self._may_edit = may_edit
        self._sheet_open = sheet_open
        with spoken(ui.element("section").classes("panel score"), say("Scores of the game")):
            ui.label(say("Totals")).classes("panel-title")
            draw_house_rules(game.pack)
            self._draw_table(game)
            if not may_edit:
                ui.label(game.score.reason).classes("verdict" if game.score.finished else "hint")
            for note in (*game.score.seats, *game.score.resets):
                ui.label(note).classes("hint")
            if len(game.score.rounds) > 1:
                spoken(ui.echart(_chart(game, dark=dark)).classes("chart"), say("Totals after each round"))
            with ui.element("div").classes("button-row"):
                ui.link(say("Rules sheet"), f"/games/{game.seq}/rules.html", new_tab=True).classes("quiet-link")
                ui.link(say("Export (JSON)"), f"/export/games/{game.seq}.json").classes("quiet-link")
                ui.link(say("Export (game file)"), f"/export/games/{game.seq}.kibitz").classes("quiet-link")
                if game.pictures:
                    self._draw_deletion(game)

    def _draw_table(self, game: GameView) -> None:
        totals = game.totals
        leaders = leading(game)
        with ui.element("div").classes("table-scroll"), ui.element("table").classes("totals"):
            with ui.element("thead"), ui.element("tr"):
                _cell("th", say("Round"))
                for seat, player in enumerate(totals):
                    left = f" ({say('left')})" if player in game.score.left else ""
                    _cell("th", f"{player}{left}", f"seat-{seat} name")
                _cell("th", "")
            with ui.element("tbody"):
                for played in game.rounds:
                    self._draw_round(game, played)
            with ui.element("tfoot"), ui.element("tr"):
                _cell("th", say("Total"))
                for player in totals:
                    cell = _cell("td", str(totals[player]), "number leads" if player in leaders else "number")
                    cell.props["data-sum"] = player
                _cell("td", "")

    def _draw_deletion(self, game: GameView) -> None:
        one, more = say("1 picture"), say("{number} pictures", number=game.pictures)
        pictures = one if game.pictures == 1 else more
        with ui.dialog() as dialog, ui.card():
            ui.label(
                say("Delete {pictures} of this game for good? The scores and what was read stay.", pictures=pictures)
            )
            with ui.element("div").classes("button-row"):
                ui.button(say("Delete"), on_click=lambda: (dialog.close(), self._act(PicturesDeleted(game.seq)))).props(
                    "no-caps unelevated color=negative"
                )
                ui.button(say("Keep them"), on_click=dialog.close).props("no-caps flat")
        ui.button(say("Delete {pictures}", pictures=pictures), icon="delete", on_click=dialog.open).props(
            "no-caps flat dense"
        )

    def _draw_round(self, game: GameView, played: RoundView) -> None:
        with ui.element("tr").classes("is-undone" if played.removed_by else ""):
            with ui.element("th"):
                label = f"{played.number}{' ✎' if played.edited else ''}" if played.number else say("undone")
                show = ui.button(label, on_click=lambda: self._show_round(game, played)).props("flat no-caps dense")
                show.classes("round-number").tooltip(say("What it was scored from"))
                spoken(show, say("What round {number} was scored from", number=played.number or label))
            for column in game.totals:
                player = in_round(game, played, column)
                if played.tally is None or player is None:
                    _cell("td", "", "number")
                    continue
                failed = player == played.tally.caller and played.tally.caller_succeeded is False
                called = player == played.tally.caller
                cell = _cell(
                    "td",
                    str(played.tally.scores[player]),
                    f"number{' called' if called else ''}{' failed' if failed else ''}",
                )
                with cell:
                    ui.tooltip(f"{player} {played.tally.reasons[player]}")
            with ui.element("td").classes("round-acts"):
                if self._may_edit:
                    self._draw_acts(played)

    def _draw_acts(self, played: RoundView) -> None:
        if played.removed_by is not None:
            self._button(say("Bring back"), "restore", Undone(played.removed_by))
            return
        self._button(say("Edit round {number}", number=played.number), "edit", SheetOpened(played.round_id))
        self._button(say("Undo round {number}", number=played.number), "undo", Undone(Seq(played.round_id)))

    def _button(self, label: str, icon: str, entry: Entry) -> None:
        button = spoken(ui.button(icon=icon, on_click=lambda: self._act(entry)).props("flat round"), label)
        button.set_enabled(not self._sheet_open)
        button.tooltip(say("Confirm or give up the open round first") if self._sheet_open else label)


def in_round(game: GameView, played: RoundView, player: PlayerId) -> PlayerId | None:
    """Who sat in a player's seat in a round, None for nobody."""
    before = {successor: other for other, successor in game.score.successors.items()}
    # One who goes on in the own seat again makes a ring of names.
    while player not in played.hands:
        if player not in before:
            return None
        player = before.pop(player)
    return player


def _cell(tag: str, text: str, classes: str = "") -> ui.element:
    cell = ui.element(tag).classes(classes)
    with cell:
        ui.label(text)
    return cell


def _chart(game: GameView, *, dark: bool) -> dict[str, object]:
    ink = "#e9e4d6" if dark else "#24322d"
    counted = list(zip(game.score.running, (one for one in game.rounds if one.tally is not None), strict=True))
    numbers = ["0", *(str(number) for number in range(1, len(game.score.rounds) + 1))]
    series = [
        {
            "name": player,
            "type": "line",
            "symbol": _SIGNS[seat % len(_SIGNS)],
            "symbolSize": 9,
            "color": SEAT_COLOURS[seat % len(SEAT_COLOURS)],
            "lineStyle": {"width": 3},
            "data": [0, *(totals.get(in_round(game, played, player) or player) for totals, played in counted)],
        }
        for seat, player in enumerate(game.totals)
    ]
    return {
        "animation": False,
        "textStyle": {"color": ink, "fontSize": 14},
        "legend": {"bottom": 0, "textStyle": {"color": ink, "fontSize": 14}},
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
