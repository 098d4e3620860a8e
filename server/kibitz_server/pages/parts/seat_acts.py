"""What any player may say at any time: a call, and that what happened last is disputed."""

from __future__ import annotations

from kibitz_scoring.errors import KibitzError
from kibitz_scoring.game.events import Called
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.players import PlayerId
from kibitz_server.evening.choices import dispute_of
from kibitz_server.journal.play_entries import ActSaid
from kibitz_server.pages.parts.tools import ActTools


class SeatActs:
    """Records them as they are tapped on a page."""

    def __init__(self, tools: ActTools) -> None:
        self._tools = tools

    def call(self, player: PlayerId) -> None:
        """Any player may call at any time; once it is known that it does not count by the rules, the inbox asks."""
        desk = self._tools.desk
        play, event = desk.live.play, Called(player)
        # A second tap before the first one counts says nothing new.
        if play is not None and event not in [said.event for said in play.said_just_now]:
            self._tools.act(ActSaid(desk.watch.now_ms(), format_event(event, play.state.players)))

    def dispute(self, player: PlayerId) -> None:
        """Dispute what happened last."""
        desk = self._tools.desk
        try:
            self._tools.act(dispute_of(desk.live.play, player, desk.watch.now_ms()))
        except KibitzError as error:
            self._tools.tell(str(error))
