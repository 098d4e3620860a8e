"""`kibitz deck print` writes what it says, and says what it cannot write."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from typer.testing import CliRunner

from kibitz_datasets.commands import app
from kibitz_scoring.errors import InputError


def test_a_deck_and_its_drawings_are_written(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["deck", "print", "--out", str(tmp_path / "a.pdf"), "--svg", str(tmp_path / "art")])
    assert done.exit_code == 0, done.output
    assert len(pypdfium2.PdfDocument(tmp_path / "a.pdf")) == 14
    assert len(list((tmp_path / "art").glob("*.svg"))) == 15


def test_a_mat_is_two_pages_of_letter(tmp_path: Path) -> None:
    out = tmp_path / "new" / "mat.pdf"
    done = CliRunner().invoke(app, ["deck", "print", "--mat", "--paper", "letter", "--out", str(out)])
    assert done.exit_code == 0, done.output
    document = pypdfium2.PdfDocument(out)
    assert (len(document), document[0].get_size()) == (2, (612, 792))


def test_a_place_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = CliRunner().invoke(app, ["deck", "print", "--out", str(tmp_path / "file" / "deck.pdf")])
    assert isinstance(done.exception, InputError)
    assert "cannot be written" in str(done.exception)


@pytest.mark.parametrize("paper", ["a3", ""])
def test_other_paper_is_refused(paper: str) -> None:
    assert CliRunner().invoke(app, ["deck", "print", "--paper", paper]).exit_code == 2
