"""Lines of the log can neither be forged nor hold a password."""

from __future__ import annotations

import logging
import sys

from kibitz_server.logs import OneLine


def line(message: str, *arguments: object, failed: bool = False) -> str:
    info = sys.exc_info() if failed else None
    record = logging.LogRecord("kibitz", logging.WARNING, __file__, 1, message, arguments, info)
    return OneLine("%(levelname)s %(name)s: %(message)s").format(record)


def test_a_name_with_line_breaks_makes_no_line_of_its_own() -> None:
    said = line("%s is not kept.", "Ann\nERROR kibitz: all is lost\r\x1b[2J\u2028x")

    assert len(said.splitlines()) == 1
    assert said.isprintable()


def test_no_line_and_no_traceback_shows_a_password() -> None:
    try:
        int("rtsp://me:S3cr3t@192.168.1.7/x")
    except ValueError:
        said = line("Opening %s failed.", "rtsp://me:S3cr3t@192.168.1.7/x", failed=True)

    assert "S3cr3t" not in said
    assert "Traceback" in said
