"""What any player may say at any time: a call, and that what happened last is disputed."""

from __future__ import annotations

from kibitz_scoring.errors import KibitzError
from kibitz_scoring.players import PlayerId
from kibitz_server.evening.round.choices import dispute_of
from kibitz_server.evening.round.telling import call_of
from kibitz_server.pages.parts.tools import ActTools


class SeatActs:
    """Records them as they are tapped on a page."""

    def __init__(self, tools: ActTools) -> None:
        self._tools = tools

    def call(self, player: PlayerId) -> None:
        """Any player may call at any time; once it is known that it does not count by the rules, the inbox asks."""
        desk = self._tools.desk
        play = desk.live.play
        if play is not None and (called := call_of(play, player, desk.watch.now_ms())) is not None:
            self._tools.act(called)

    def dispute(self, player: PlayerId) -> None:
        """Dispute what happened last."""
        desk = self._tools.desk
        try:
            self._tools.act(dispute_of(desk.live.play, player, desk.watch.now_ms()))
        except KibitzError as error:
            self._tools.tell(str(error))
