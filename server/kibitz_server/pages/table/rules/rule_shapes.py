"""What a value of each rule may be, by the schema of a rule pack: words to choose from, numbers, lists, parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import JsonValue

from kibitz_scoring.rules.rule_pack import KEY_PATHS, RulePack
from kibitz_server.texts import say

_RANKS = ("A", *map(str, range(2, 11)), "J", "J.black", "J.red", "Q", "Q.black", "Q.red", "K", "K.black", "K.red", "JK")
_ALTERNATIVES = re.compile(r"\^\(([a-z|]+)\|(add|minus)_\[0-9\]\{1,4\}\)\$")


@dataclass(frozen=True, slots=True)
class Word:
    """One fixed value: a word, yes, no or nothing."""

    value: JsonValue


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `least` to `most`; with a `prefix` it is written after that word, as in `add_10`."""

    least: int
    most: int
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A name that people type."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these words, as part of a larger value."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Several:
    """Any of these words, in the order in which they were chosen."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """A list of cards by number or rank, as people type it."""


@dataclass(frozen=True, slots=True)
class Span:
    """Two whole numbers, the least and the most."""

    part: Number


@dataclass(frozen=True, slots=True)
class Parts:
    """A value of named parts, each of one shape."""

    parts: tuple[tuple[str, Shape], ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """Any number of values of one shape."""

    row: Parts


Shape = Word | Number | Text | OneOf | Several | Cards | Span | Parts | Rows


@cache
def shapes_of(key: str) -> tuple[Shape, ...]:
    """The shapes that a key's value may have, fixed words first."""
    schema = _schema()
    node = schema
    for name in KEY_PATHS[key]:
        node = _resolved(node, schema)["properties"][name]
    shapes = tuple(_shapes(node, schema))
    return tuple(sorted(shapes, key=lambda shape: not isinstance(shape, Word)))


@cache
def _schema() -> Mapping[str, Any]:
    return RulePack.model_json_schema(by_alias=True)


def _resolved(node: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    name = node.get("$ref", "").rpartition("/")[2]
    return {**schema["$defs"][name], **{key: one for key, one in node.items() if key != "$ref"}} if name else node


def _shapes(node: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[Shape]:
    node = _resolved(node, schema)
    if "anyOf" in node:
        for part in node["anyOf"]:
            yield from _shapes(part, schema)
        return
    if "const" in node:
        yield Word(node["const"])
    elif "enum" in node:
        yield from map(Word, node["enum"])
    else:
        yield from _typed(node, schema)


def _typed(node: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[Shape]:
    match node["type"]:
        case "boolean":
            yield from (Word(True), Word(False))
        case "null":
            yield Word(None)
        case "integer":
            yield Number(node["minimum"], node["maximum"])
        case "string":
            yield from _patterned(node["pattern"])
        case "object":
            parts = ((name, _part(part, schema)) for name, part in node["properties"].items())
            yield Parts(tuple(parts))
        case _:
            yield _list(node, schema)


def _part(node: Mapping[str, Any], schema: Mapping[str, Any]) -> Shape:
    """What a part of a larger value may be: its first shape, or all words that it may be."""
    first, *others = _shapes(node, schema)
    words = [shape.value for shape in (first, *others) if isinstance(shape, Word) and isinstance(shape.value, str)]
    return OneOf(tuple(words)) if len(words) > 1 else first


def _patterned(pattern: str) -> Iterator[Shape]:
    """`sum|zero|minus_[0-9]{1,4}` is two words and a number."""
    match = _ALTERNATIVES.fullmatch(pattern)
    if match is None:
        yield Text()
        return
    yield from map(Word, match[1].split("|"))
    yield Number(0, 9999, f"{match[2]}_")


def _list(node: Mapping[str, Any], schema: Mapping[str, Any]) -> Shape:
    if "prefixItems" in node:
        first = node["prefixItems"][0]
        return Span(Number(first["minimum"], first["maximum"]))
    item = _resolved(node["items"], schema)
    if "enum" in item:
        return Several(tuple(item["enum"]))
    if item.get("type") == "object":
        row = next(_shapes(item, schema))
        assert isinstance(row, Parts)
        return Rows(row)
    return Several(_RANKS) if "pattern" in item else Cards()


def parts_like(shape: Shape, value: JsonValue) -> bool:
    """Whether a value has this shape."""
    match shape:
        case Word():
            return type(value) is type(shape.value) and value == shape.value
        case Number():
            text = isinstance(value, str) and bool(shape.prefix) and value.startswith(shape.prefix)
            return text or (not shape.prefix and isinstance(value, int) and not isinstance(value, bool))
        case Parts():
            return isinstance(value, dict)
        case Text() | OneOf():
            return isinstance(value, str)
        case _:
            return isinstance(value, list)


def first_of(shape: Shape) -> JsonValue:
    """A value to begin with where a shape is chosen."""
    match shape:
        case Word(value):
            first = value
        case Number(least, most, prefix):
            start = min(max(least, 0), most)
            first = f"{prefix}{start}" if prefix else start
        case Several(words):
            first = [words[0]]
        case Text():
            first = say("My deck")
        case OneOf(words):
            first = words[0]
        case Cards():
            first = [12, 12, 13, 13]
        case Span(part):
            first = [max(part.least, 0), max(part.least, 0) + 1]
        case Rows():
            first = []
        case Parts(parts):
            first = {name: first_of(part) for name, part in parts}
    return first
