"""Nobody waits for a pipe that bears the name of a file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.files import at_line, read_text
from kibitz_scoring.notation.games import read_game
from kibitz_scoring.rules.packs import read_pack


@pytest.mark.parametrize("read", [read_game, read_pack])
def test_a_pipe_is_refused_at_once(read: Callable[[Path], object], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(InputError, match="a pipe or a device"):
        read(tmp_path / "pipe")


def test_a_text_is_read_whatever_ends_its_lines(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes("\ufeffä\r\nb\rc\n".encode())

    assert read_text(tmp_path / "text") == "ä\nb\nc\n"


def test_what_is_wrong_with_a_line_is_told_with_its_number(tmp_path: Path) -> None:
    def refuse() -> None:
        raise InputError("no act")

    assert at_line(tmp_path, 3, lambda: 7) == 7
    with pytest.raises(InputError, match=r"line 3: no act"):
        at_line(tmp_path, 3, refuse)
