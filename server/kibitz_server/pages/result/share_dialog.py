"""What of a game can be taken along: a picture, a sheet to print, a play for BG Stats, and files."""

from __future__ import annotations

from urllib.parse import quote

from nicegui import ui

from kibitz_server.pages.parts.allowed import draw_file_link
from kibitz_server.pages.parts.elements.dialog_head import draw_dialog_head
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView
from kibitz_server.views.sharing.bg_stats import MOST_OF_LOCATION, bg_stats_link


class ShareDialog:
    """A dialog about one game, as it stands when it opens."""

    def __init__(self, game: GameView) -> None:
        with ui.dialog() as self._dialog, ui.card().classes("card-dialog"):
            box = ui.element("div").classes("card-dialog-body")
        with box:
            self._draw(game)
        self._dialog.on("hide", self._dialog.delete)

    def open(self) -> None:
        """Show it."""
        self._dialog.open()

    def _draw(self, game: GameView) -> None:
        # A new address for every new result, so that no browser shows an old one.
        stand = f"?after={len(game.score.rounds)}"
        draw_dialog_head(say("Share the result"), say("Close"), self._dialog.close)
        picture = f"/games/{game.seq}/result.png{stand}"
        with ui.element("div").classes("share-columns"):
            with ui.element("div"):
                shown = spoken(ui.element("img").classes("result-picture"), say("The result as a picture"))
                shown.props["src"], shown.props["alt"] = picture, say("The result as a picture")
                _link(say("Save the picture"), picture).props(f'download="kibitz-result-{game.seq}.png"')
            with ui.element("div"):
                self._draw_bg_stats(game, stand)
        with ui.element("div").classes("button-row"):
            _link(say("Score sheet to print"), f"/games/{game.seq}/score-sheet.html").props("target=_blank")
            draw_file_link(say("Export (JSON)"), f"/export/games/{game.seq}.json")
            draw_file_link(say("Export (CSV)"), f"/export/games/{game.seq}.csv")
            draw_file_link(say("Export (game file)"), f"/export/games/{game.seq}.kibitz")

    def _draw_bg_stats(self, game: GameView, stand: str) -> None:
        ui.label(say("BG Stats")).classes("subtitle")
        ui.label(say("Point a phone's camera at the code, or tap the link on the phone.")).classes("hint")
        where = ui.input(say("Where you played")).props(f"dense outlined maxlength={MOST_OF_LOCATION} debounce=400")
        code = ui.element("img").classes("qr-code")
        code.props["alt"] = say("QR code that takes this game to the BG Stats app")
        link = _link(say("Open in BG Stats"), bg_stats_link(game)).props("target=_blank rel=noreferrer")

        def draw() -> None:
            location = str(where.value or "")
            code.props["src"] = f"/games/{game.seq}/bg-stats.png{stand}&location={quote(location, safe='')}"
            link.props["href"] = bg_stats_link(game, location)

        where.on_value_change(draw)
        draw()


def _link(text: str, address: str) -> ui.link:
    return ui.link(text, address).classes("quiet-link")
