"""What a device is there for: to be used by somebody, to show the evening to all, or to run a program."""

from __future__ import annotations

from enum import StrEnum

from kibitz_scoring.sentences import to_say


class DeviceKind(StrEnum):
    """What a device said of itself as it joined."""

    USED = "used"
    """By somebody: a phone, as a rule."""
    TELEVISION = to_say("television")
    STREAM = to_say("layer over a stream")
    PROGRAM = to_say("program")
    """It has its token from the host, who named it."""

    @property
    def is_screen(self) -> bool:
        """Whether it only shows."""
        return self in SCREENS


SCREENS = (DeviceKind.TELEVISION, DeviceKind.STREAM)
