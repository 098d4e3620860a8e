"""A text file for a game: its pack, house rules and players, then one line for each entry of its record.

    kibitz game 1
    pack kaboo
    rule snap.wrong_penalty = 2 by "Ann" because "as always"
    p1 = "Ann"
    p2 = "Ben"

    1. p2 deals
    2. @1500-1533 starter 7H

Entries are numbered from 1, and may have a time interval in milliseconds. Empty lines and lines that begin with `#`
are comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_scoring.files import read_text
from kibitz_scoring.game.record import Amended, Entry, GameRecord, Inserted, Redo, Undo, begin_game, push
from kibitz_scoring.game.roster import Roster
from kibitz_scoring.notation.event_words import read_event
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.notation.line_words import Words, quoted
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.house_rules import with_house_rules
from kibitz_scoring.rules.packs import load_pack, pack_ids, variant_ids
from kibitz_scoring.rules.rule_pack import HouseRule, RulePack
from kibitz_scoring.sentences import either
from kibitz_scoring.table import Interval

_FIRST = "kibitz game 1"
_NUMBER = re.compile(r"([1-9][0-9]{0,6})\.")
_TIME = re.compile(r"@([0-9]{1,20}(?:\.[0-9]{1,40})?)-([0-9]{1,20}(?:\.[0-9]{1,40})?)")


@dataclass(frozen=True, slots=True)
class GameLine:
    """One entry, and when it happened if that is known."""

    entry: Entry
    at: Interval | None = None


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game as it is written down."""

    pack_id: str
    players: tuple[PlayerId, ...]
    rules: tuple[HouseRule, ...] = ()
    lines: tuple[GameLine, ...] = ()

    @property
    def pack(self) -> RulePack:
        """The pack with its house rules; `InputError` for an unknown pack or rule."""
        return with_house_rules(load_pack(self.pack_id), self.rules)

    def records(self) -> Iterator[GameRecord]:
        """The game before its first entry and after each; `InputError` names the entry that cannot be."""
        record = begin_game(self.pack, self.players)
        yield record
        for number, line in enumerate(self.lines, start=1):
            try:
                record = push(record, line.entry)
            except InputError as error:
                raise InputError(f"entry {number}: {error}") from error
            yield record


def read_game(path: Path) -> GameFile:
    """Game from a file in UTF-8; `InputError` names the file, the line and the column."""
    try:
        text = read_text(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start} is not UTF-8 text.") from error
    return parse_game(text, f"{path}, ")


def format_game(game: GameFile) -> str:
    """Text that `parse_game` reads back."""
    head = [_FIRST, f"pack {game.pack_id}", *map(_format_rule, game.rules)]
    head += [f"p{seat} = {quoted(player)}" for seat, player in enumerate(game.players, start=1)]
    roster, body = Roster(game.players), []
    for number, line in enumerate(game.lines, start=1):
        body.append(f"{number}. {_format_line(line, roster)}")
        roster.add(line.entry)
    return "\n".join([*head, "", *body, ""])


def _format_rule(rule: HouseRule) -> str:
    value = rule.model_dump_json(include={"value"})[len('{"value":') : -1]
    return f"rule {rule.key} = {value} by {quoted(rule.author)} because {quoted(rule.reason)}"


def _format_line(line: GameLine, roster: Roster) -> str:
    time = "" if line.at is None else f"@{_ms(line.at.start_ms)}-{_ms(line.at.end_ms)} "
    return time + format_entry(line.entry, roster)


def _ms(time_ms: float) -> str:
    return format(Decimal(repr(time_ms)), "f").removesuffix(".0")


def format_entry(entry: Entry, roster: Roster) -> str:
    """Text of the entry that comes next, without its number and time."""
    match entry:
        case Undo():
            return "undo"
        case Redo():
            return "redo"
        case Amended(number, None, reason):
            return f"strike {number} because {quoted(reason)}"
        case Amended(number, event, reason):
            assert event is not None
            return f"amend {number} because {quoted(reason)} to {format_event(event, roster.at(number))}"
        case Inserted(number, event, reason):
            return f"insert {number} because {quoted(reason)} of {format_event(event, roster.at(number))}"
        case event:
            return format_event(event, roster.players)


def parse_game(text: str, place: str = "") -> GameFile:
    """Game from text; `InputError` names the line and the column, what was found and what was expected."""
    reader = _Reader()
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            reader.read(Words(line), number)
        except InputError as error:
            raise InputError(f"{place}line {number}, {error}") from error
    return reader.game(place)


class _Reader:
    """Takes the lines of a file in their order: the first line, the head, the entries."""

    def __init__(self) -> None:
        self._pack_id: str | None = None
        self._started = False
        self._rules: dict[int, HouseRule] = {}
        self._players: list[PlayerId] = []
        self._lines: list[GameLine] = []
        self._roster = Roster(())

    def read(self, words: Words, number: int) -> None:
        """Take one line, the `number`th of the file."""
        if not self._started:
            for word in _FIRST.split():
                words.one_of(word)
            self._started = True
        elif self._pack_id is None:
            words.one_of("pack")
            self._pack_id = _read_pack_id(words)
        elif _NUMBER.fullmatch(words.peek()):
            self._read_entry(words)
        elif words.peek() == "rule" and not self._players:
            self._rules[number] = _read_rule(words)
        else:
            self._read_player(words)
        words.end()

    def _read_player(self, words: Words) -> None:
        seat = f"p{len(self._players) + 1}"
        if self._lines:
            words.word("an entry")
            words.fail(f"the number of the entry, {len(self._lines) + 1}")
        words.one_of(seat)
        words.one_of("=")
        self._players.append(PlayerId(words.string("a name in quotes")))

    def _read_entry(self, words: Words) -> None:
        if not self._lines:
            self._roster = Roster(self._players)
        words.one_of(f"{len(self._lines) + 1}.")
        at = None
        if words.peek().startswith("@"):
            at = _read_time(words)
        entry = _read_entry(words, self._roster)
        self._roster.add(entry)
        self._lines.append(GameLine(entry, at))

    def game(self, place: str) -> GameFile:
        """The game that was read."""
        if self._pack_id is None:
            raise InputError(f"{place}line 1, column 1: found no game: expected '{_FIRST}', then 'pack' and its id.")
        rules = tuple(self._rules.values())
        with_house_rules(load_pack(self._pack_id), rules, lambda key: f"{place}line {self._line_of(key)}")
        return GameFile(self._pack_id, tuple(self._players), rules, tuple(self._lines))

    def _line_of(self, key: str) -> int:
        """Line of the last house rule about a key; the last of all where a rule brings the key along."""
        about = [number for number, rule in self._rules.items() if rule.key == key]
        return (about or list(self._rules))[-1]


def _read_pack_id(words: Words) -> str:
    expected = either((*pack_ids(), "a variant that `kibitz rules list` shows"))
    pack_id = words.word(expected)
    if pack_id not in (*pack_ids(), *variant_ids()):
        words.fail(expected)
    return pack_id


def _read_rule(words: Words) -> HouseRule:
    words.word("rule")
    key = words.word("a key such as score.fail")
    words.one_of("=")
    value, _ = words.json("a value such as 2 or true")
    words.one_of("by")
    author = words.string("who decided it, in quotes")
    words.one_of("because")
    reason = words.string("the reason, in quotes")
    if not (author and reason):
        words.fail("a text that is not empty")
    return HouseRule(key=key, value=value, author=author, reason=reason)


def _read_time(words: Words) -> Interval:
    match = _TIME.fullmatch(words.word("a time interval"))
    if match is None or float(match[1]) > float(match[2]):
        words.fail("a time interval in milliseconds, such as @1500-1533")
    return Interval(float(match[1]), float(match[2]))


def _read_entry(words: Words, roster: Roster) -> Entry:
    if words.take("undo"):
        return Undo()
    if words.take("redo"):
        return Redo()
    if words.take("strike"):
        return Amended(_read_number(words), None, _read_reason(words))
    if words.take("amend"):
        number, reason = _read_number(words), _read_reason(words)
        words.one_of("to")
        return Amended(number, read_event(words, roster.at(number)), reason)
    if words.take("insert"):
        number, reason = _read_number(words), _read_reason(words)
        words.one_of("of")
        return Inserted(number, read_event(words, roster.at(number)), reason)
    return read_event(words, roster.players)


def _read_number(words: Words) -> int:
    return words.number("the number of an entry")


def _read_reason(words: Words) -> str:
    words.one_of("because")
    return words.string("the reason, in quotes")
