"""What the player on the page is told of a few seconds: its frames, what happened on them, and its words."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz_server.texts import say

_ACTS: Mapping[str, tuple[str, str]] = {
    "back": ("◀", "One frame back"),
    "on": ("▶", "One frame on"),
    "eventBack": ("⏮", "To the event before"),
    "eventOn": ("⏭", "To the next event"),
    "play": ("⏯", "Play or stop"),
    "slower": ("−", "Slower"),
    "faster": ("+", "Faster"),
    "loopFrom": ("⟦", "Loop from here"),
    "loopTo": ("⟧", "Loop to here"),
    "loopOff": ("⟲", "No loop"),
    "mark": ("⚑", "Mark this frame"),
    "compare": ("◫", "Beside or over the marked frame"),
    "overlay": ("▢", "What was found, on or off"),
    "zoomOut": ("⤢", "The whole picture"),
}


def player_words() -> dict[str, object]:
    """The texts of the player."""
    return {
        "acts": {act: (sign, say(label)) for act, (sign, label) in _ACTS.items()},
        "timeline": say("Time"),
        "window": say("While a snap counts"),
        "picture": say("picture"),
        "frame": say("frame"),
        "lost": say("this picture is not there any more"),
    }
