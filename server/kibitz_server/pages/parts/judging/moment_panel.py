"""The moment in question, which shows itself: the film of what is disputed, or of a race that was close."""

from __future__ import annotations

from nicegui import ui

from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.questions import ActId
from kibitz_server.pages.parts.elements.quiet_opening import open_quietly
from kibitz_server.pages.parts.elements.regions import shown_while
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.judging.clip_player import ClipPlayer
from kibitz_server.pages.parts.tools import ActTools
from kibitz_server.texts import say
from kibitz_server.views.round.play_view import PlayView


class MomentPanel:
    """A card that opens in place, closed by a tap; nothing on the page waits for it.

    With a `player` it is that of somebody's own device: it shows what that player took part in, and stands below all
    that is tapped there, so that nothing moves away from under a thumb.
    """

    def __init__(self, tools: ActTools, player: PlayerId | None = None) -> None:
        self._tools, self._player = tools, player
        self._brought: tuple[str, ...] = ()
        self._shown: str | None = None
        self._closed: str | None = None
        self._card = shown_while(self._draw)
        self._film: ClipPlayer

    def show(self, play: PlayView | None) -> None:
        """Show the clip of what is disputed last, or else of the last race if that was close."""
        acts, disputes = self._in_question(play) if play else ((), ())
        clip = self._tools.desk.keeper.name_of(acts) if acts else None
        self._show(None if clip == self._closed else clip)
        if clip is not None and self._player is None and not set(disputes) <= set(self._brought):
            # While a dispute is open nothing else goes on: on a narrow dashboard its film is brought into view.
            ui.run_javascript("kibitz.bringOnPhone('main kibitz-player')")
            self._brought = disputes

    def _in_question(self, play: PlayView) -> tuple[tuple[ActId, ...], tuple[str, ...]]:
        """The acts that are shown, and the keys of the disputes that are open."""
        race = play.races[-1] if play.races else None
        raced = race.acts if race and self._took_part(race.players) else ()
        ruled = [item for item in play.inbox if item.is_ruled]
        if self._player is not None:
            ruled = [one for one in ruled if one.disputed_by == self._player or not set(raced).isdisjoint(one.acts)]
        if ruled:
            return ruled[-1].acts, tuple(item.key for item in ruled if item.disputed_by)
        return (raced if race and race.is_close else ()), ()

    def _took_part(self, players: tuple[PlayerId, ...]) -> bool:
        return self._player is None or self._player in players

    def _show(self, clip: str | None) -> None:
        self._shown = clip
        self._card.show(clip is not None)
        if clip is not None:
            self._film.show(clip)

    def _draw(self) -> None:
        """The closer it was, the slower."""
        with spoken(ui.element("section").classes("moment"), say("It was close: look again")) as card:
            spoken(ui.button(icon="close", on_click=self._close).props("flat round"), say("Close"))
            self._film = ClipPlayer(self._tools, plays=True)
        open_quietly(card)

    def _close(self) -> None:
        self._closed = self._shown
        self._show(None)
