"""The shelf of taught decks: a folder of deck files, each called as its deck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_vision.reading.reader import Reader
from kibitz_vision.reading.taught_head import TaughtHead
from kibitz_vision.teaching.certificate import certify
from kibitz_vision.teaching.deck_file import SUFFIX, KeptDeck, read_deck, write_deck
from kibitz_vision.teaching.fitting import fit_head
from kibitz_vision.teaching.taught_deck import TaughtDeck, check_name, shuffled_together


@dataclass(frozen=True, slots=True, eq=False)
class Shelved:
    """A deck on the shelf; `kept` is None where its file cannot be trusted, and `fault` then says why."""

    name: str
    path: Path
    kept: KeptDeck | None
    fault: str = ""


class DeckShelf:
    """Every method raises `InputError` in one sentence where a deck is missing or the disk refuses."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> tuple[str, ...]:
        """The decks' names, in the order of the alphabet."""
        return tuple(sorted((path.stem for path in self.folder.glob(f"*{SUFFIX}")), key=str.casefold))

    def decks(self) -> list[Shelved]:
        """The decks; of one that cannot be trusted why."""
        return [self._shelved(name) for name in self.names()]

    def __contains__(self, name: str) -> bool:
        return self._path(name).is_file()

    def deck(self, name: str) -> KeptDeck:
        """A deck, checked."""
        return read_deck(self.path(name))

    def path(self, name: str) -> Path:
        """The file of a deck."""
        path = self._path(name)
        if not path.is_file():
            known = ", ".join(self.names()) or Sentence("none is taught yet")
            raise InputError(
                Sentence(
                    "There is no taught deck '{name}': expected one of these: {known}.", name=name[:60], known=known
                )
            )
        return path

    def put(self, kept: KeptDeck) -> Path:
        """Put a deck there, in place of the one of its name."""
        path = self._path(kept.deck.name)
        write_deck(kept, path)
        return path

    def teach(self, reader: Reader, deck: TaughtDeck) -> KeptDeck:
        """Make of the pictures of a deck what the reader knows it by, and put it there."""
        kept = taught(reader, deck)
        self.put(kept)
        return kept

    def rename(self, name: str, new: str) -> None:
        """Call a deck by another name."""
        kept = self.deck(name)
        if check_name(new) in self:
            raise InputError(
                Sentence(
                    "There is a taught deck '{new}' already: expected another name, or delete that one first.", new=new
                )
            )
        self.put(_renamed(kept, new))
        self.delete(name)

    def delete(self, name: str) -> None:
        """Take a deck away for good."""
        path = self.path(name)
        try:
            path.unlink()
        except OSError as error:
            raise InputError(
                Sentence("{path} cannot be deleted ({reason}).", path=path, reason=error.strerror)
            ) from error

    def export(self, name: str, target: Path) -> Path:
        """Copy a deck's file to a folder or file; one that is there already is not overwritten."""
        source = self.path(name)
        path = target / source.name if target.is_dir() else target
        if path.exists():
            raise InputError(Sentence("{path} exists already: expected a file that is not there yet.", path=path))
        write_deck(read_deck(source), path)
        return path

    def bring(self, path: Path, name: str | None = None) -> KeptDeck:
        """Put the deck of a file there, checked first, under its own name or another."""
        kept = read_deck(path)
        wanted = check_name(name or kept.deck.name)
        if wanted in self:
            raise InputError(
                Sentence(
                    "There is a taught deck '{wanted}' already: rename it first, or import as another name.",
                    wanted=wanted,
                )
            )
        self.put(_renamed(kept, wanted))
        return self.deck(wanted)

    def table(self, reader: Reader, names: Sequence[str]) -> tuple[TaughtDeck, TaughtHead]:
        """The decks that lie on a table, several shuffled together, and what the reader knows them by.

        What was made for another reader, or for each deck alone, is made again from the pictures.
        """
        kept = [self.deck(name) for name in names]
        deck = shuffled_together([one.deck for one in kept])
        if len(kept) == 1 and kept[0].reader == reader.fingerprint:
            return kept[0].deck, kept[0].head
        return deck, fit_head(reader, deck)

    def _path(self, name: str) -> Path:
        return self.folder / f"{check_name(name)}{SUFFIX}"

    def _shelved(self, name: str) -> Shelved:
        path = self.folder / f"{name}{SUFFIX}"
        try:
            return Shelved(name, path, read_deck(path))
        except InputError as error:
            return Shelved(name, path, None, str(error))


def _renamed(kept: KeptDeck, new: str) -> KeptDeck:
    old = kept.deck.name
    backs = {new if back == old else back: pictures for back, pictures in kept.deck.backs.items()}
    deck = replace(kept.deck, name=new, backs=backs)
    return replace(kept, deck=deck, head=replace(kept.head, backs=tuple(backs)))


def taught(reader: Reader, deck: TaughtDeck) -> KeptDeck:
    """What a reader that was not taught comes to know a deck by, and how well."""
    check_name(deck.name)
    head = fit_head(reader, deck)
    return KeptDeck(deck, head, reader.fingerprint, certify(reader, deck, head))
