"""What of a clip may be looked at on the page: of the round that is played now that is told by its table."""

from __future__ import annotations

from kibitz_server.evening.live import Live
from kibitz_vision.clips.clip import Clip
from kibitz_vision.clips.concealment import ShownClip, shown_by_itself, shown_now


class Concealment:
    """Judges clips by the round that is played now; those of other rounds are shown as of one that is over."""

    def __init__(self, live: Live) -> None:
        self._live = live

    def shown(self, clip: Clip) -> ShownClip:
        """What may be seen of a clip at this moment."""
        play = self._live.play
        if play is None or not self.is_played(clip.key):
            return shown_by_itself(clip, is_over=True)
        return shown_now(clip, play.state, play.happened)

    def is_played(self, key: str) -> bool:
        """Whether the clip of a key is of the round that goes on."""
        begun = self._live.round_begun
        return begun is not None and key.startswith(f"{begun} ")
