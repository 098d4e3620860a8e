"""The moment in question, which shows itself: the film of what is disputed, or of a race that nobody can decide."""

from __future__ import annotations

from nicegui import ui

from kibitz_server.pages.parts.clip_player import draw_clip_player
from kibitz_server.pages.parts.regions import Region
from kibitz_server.replay.clips import ClipKeeper
from kibitz_server.views.play_view import PlayView


class MomentPanel:
    """On a phone the film of a new dispute is brought into view: nothing else goes on while clocks stand still."""

    def __init__(self, keeper: ClipKeeper) -> None:
        self._keeper = keeper
        self._brought: tuple[str, ...] = ()
        self._film = Region(_draw)

    def show(self, play: PlayView) -> None:
        """Show the clip of what is disputed last, or else of a race of which nobody can say who was first."""
        race = play.races[-1] if play.races else None
        ruled = [item for item in play.inbox if item.is_ruled]
        acts = ruled[-1].acts if ruled else race.acts if race and race.is_open else ()
        clip = self._keeper.name_of(acts) if acts else None
        self._film.show(clip)
        disputes = tuple(item.key for item in ruled if item.disputed_by)
        if clip is not None and not set(disputes) <= set(self._brought):
            ui.run_javascript("kibitz.bringOnPhone('main kibitz-player')")
            self._brought = disputes


def _draw(clip: str | None) -> None:
    """The closer it was, the slower."""
    if clip is not None:
        draw_clip_player(clip, plays=True)
