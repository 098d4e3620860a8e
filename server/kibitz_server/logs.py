"""Lines for people and files about what happens: one line each, whatever stands in it, and no password."""

from __future__ import annotations

import logging
import re

from kibitz_vision.camera.addresses import without_password

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class OneLine(logging.Formatter):
    """A name with line breaks or signs for a terminal makes no line of its own; only a traceback has several."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - as logging names it
        """The line of a message, all that is no letter written out."""
        return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), super().formatMessage(record))

    def format(self, record: logging.LogRecord) -> str:
        """Line and traceback, in which no camera's password stands."""
        return without_password(super().format(record))


def set_up() -> None:
    """Let every warning of this process be such a line on standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
