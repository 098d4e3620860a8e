"""The running totals: a table of all rounds, a chart, and the ways to edit or undo a round."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from kibitz_server.journal.entries import Entry, PicturesDeleted, Seq, SheetOpened, Undone
from kibitz_server.pages.parts.allowed import may_do
from kibitz_server.pages.parts.changed_rules import draw_house_rules
from kibitz_server.pages.parts.confirmation import Confirmation
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.elements.table_cell import draw_cell
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.pages.result.share_dialog import ShareDialog
from kibitz_server.pages.result.totals_chart import draw_totals_chart
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView, RoundView
from kibitz_server.views.standings import in_round, leading, outcome_words, standings

_AT_ONCE = 20
"""So many of the newest rounds are drawn at once."""
ShowRound = Callable[[GameView, RoundView], None]
"""Shows what a round was scored from."""


class ScorePanel:
    """Draws the score of a game; without `may_edit` its rounds are only to look at.

    While a sheet is open no other round may be edited, so that none is lost.
    """

    def __init__(
        self,
        tools: Tools,
        act: Callable[[Entry], bool],
        game: GameView,
        show_round: ShowRound,
        *,
        may_edit: bool = True,
        sheet_open: bool = False,
    ) -> None:
        self._tools = tools
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
                ui.label(outcome_words(game)).classes("verdict" if game.score.finished else "hint")
            for note in (*game.score.seats, *game.score.resets):
                ui.label(say(note)).classes("hint")
            if len(game.score.rounds) > 1:
                draw_totals_chart(game, dark=tools.is_dark())
            with ui.element("div").classes("button-row"):
                ui.link(say("Rules sheet"), f"/games/{game.seq}/rules.html", new_tab=True).classes("quiet-link")
                share = ui.button(say("Share"), icon="share", on_click=lambda: ShareDialog(game).open())
                share.props("no-caps flat dense")
                if game.pictures and may_do(PicturesDeleted):
                    self._draw_deletion(game)

    def _draw_table(self, game: GameView) -> None:
        totals = game.totals
        with ui.element("div").classes("table-scroll"), ui.element("table").classes("totals"):
            with ui.element("thead"), ui.element("tr"):
                draw_cell("th", say("Round"))
                for seat, player in enumerate(totals):
                    left = f" ({say('has left')})" if player in game.score.left else ""
                    draw_cell("th", f"{player}{left}", f"seat-{seat} name")
                draw_cell("th", "")
            with ui.element("tbody") as earlier:
                pass
            with ui.element("tbody"):
                for played in game.rounds[-_AT_ONCE:]:
                    self._draw_round(game, played)
            with ui.element("tfoot"):
                self._draw_totals(game)
        if len(game.rounds) > _AT_ONCE:
            self._draw_more(game, earlier)

    def _draw_more(self, game: GameView, place: ui.element) -> None:
        """What a long game had before takes seconds to draw, and is drawn for who wants to see it."""

        def draw() -> None:
            more.delete()
            with place:
                for played in game.rounds[:-_AT_ONCE]:
                    self._draw_round(game, played)

        label = say("Show the {number} rounds before", number=len(game.rounds) - _AT_ONCE)
        more = ui.button(label, icon="expand_less", on_click=draw).props("no-caps flat dense")

    def _draw_totals(self, game: GameView) -> None:
        totals, leaders = game.totals, leading(game)
        with ui.element("tr"):
            draw_cell("th", say("Total"))
            for player in totals:
                cell = draw_cell("td", str(totals[player]), "number leads" if player in leaders else "number")
                cell.props["data-sum"] = player
            draw_cell("td", "")
        if game.score.rounds:
            self._draw_ranks(game)

    def _draw_ranks(self, game: GameView) -> None:
        ranks = {one.player: one.rank for one in standings(game)}
        with ui.element("tr").classes("ranks"):
            draw_cell("th", say("Place"))
            for player in game.totals:
                draw_cell("td", f"{ranks[player]}." if ranks[player] else say("has left"))
            draw_cell("td", "")

    def _draw_deletion(self, game: GameView) -> None:
        one, more = say("1 picture"), say("{number} pictures", number=game.pictures)
        pictures = one if game.pictures == 1 else more
        question = say("Delete {pictures} of this game for good? The scores and what was read stay.", pictures=pictures)
        confirmation = Confirmation(self._tools)
        button = ui.button(say("Delete {pictures}", pictures=pictures), icon="delete").props("no-caps flat dense")
        button.on_click(
            lambda: confirmation.ask(
                question, say("Delete"), say("Keep them"), lambda: self._act(PicturesDeleted(game.seq))
            )
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
                    draw_cell("td", "", "number")
                    continue
                failed = player == played.tally.caller and played.tally.caller_succeeded is False
                called = player == played.tally.caller
                cell = draw_cell(
                    "td",
                    str(played.tally.scores[player]),
                    f"number{' called' if called else ''}{' failed' if failed else ''}",
                )
                with cell:
                    ui.tooltip(f"{player} {say(played.tally.reasons[player])}")
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
