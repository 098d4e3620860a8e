"""Writes the catalogue of texts anew from the source, and brings every language up to it.

`python setup/texts.py` (`make texts`). A text is the first literal of a call of `say`, `Sentence` or `to_say`, or the
second of `broken`; Babel's own extractor sees no call within the arguments of another, and these are the rule here.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
ROOMS = ("scoring/kibitz_scoring", "vision/kibitz_vision", "server/kibitz_server")
LOCALE = ROOT / "server" / "kibitz_server" / "locale"
CATALOGUE = LOCALE / "kibitz.pot"
WIDTH = 120
TEXT_OF = {"say": 0, "_say": 0, "Sentence": 0, "to_say": 0, "broken": 1}
"""Which argument of which call is a text."""


def language_files() -> list[Path]:
    """The file of every language but English, which is the source itself."""
    return sorted(LOCALE.glob("*/LC_MESSAGES/kibitz.po"))


def file_of(language: str) -> Path:
    """Where a language is kept."""
    return LOCALE / language / "LC_MESSAGES" / "kibitz.po"


def read(path: Path) -> Catalog:
    """What a catalogue's file holds."""
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def extracted() -> Catalog:
    """Every text of the source, by the file that says it first."""
    catalogue = Catalog(project="Kibitz", charset="utf-8", fuzzy=False)
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            for text in texts_in(ast.parse(path.read_text("utf-8"))):
                if text not in catalogue:
                    catalogue.add(text, locations=[(str(path.relative_to(ROOT).as_posix()), 0)])
    return catalogue


def texts_in(module: ast.Module) -> Iterator[str]:
    """The texts of a module in their order."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            at = TEXT_OF.get(name)
            if at is not None and at < len(node.args):
                yield from literals(node.args[at])


def literals(node: ast.expr) -> Iterator[str]:
    """A literal, or those that a condition chooses from."""
    if isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def write(catalogue: Catalog, path: Path) -> None:
    """Write without dates and line numbers, which would change every day."""
    with path.open("wb") as file:
        write_po(file, catalogue, width=WIDTH, include_lineno=False, ignore_obsolete=True, omit_header=False)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not line.startswith(_CHANGING)), "utf-8")


_CHANGING = (
    '"Project-Id-Version',
    '"POT-Creation-Date',
    '"PO-Revision-Date',
    '"Last-Translator',
    '"Language-Team',
    '"Generated-By',
)


def main() -> None:
    """Write the catalogue and all languages, and say what is still to be translated."""
    catalogue = extracted()
    write(catalogue, CATALOGUE)
    for path in language_files():
        language = read(path)
        language.update(catalogue, no_fuzzy_matching=True, update_header_comment=False)
        write(language, path)
        missing = [message.id for message in language if message.id and not message.string]
        sys.stdout.write(f"{path.parts[-3]}: {len(language)} texts, {len(missing)} without translation\n")
        sys.stdout.writelines(f"  {text!r}\n" for text in missing)


if __name__ == "__main__":
    main()
