"""The field of one rule: a switch, a choice in words, a number, or the parts of a larger value."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nicegui import ui
from pydantic import JsonValue

from kibitz_scoring.sentences import to_say
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.table.rules.rule_shapes import (
    Cards,
    Number,
    OneOf,
    Parts,
    Rows,
    Several,
    Shape,
    Span,
    Text,
    Word,
    first_of,
    parts_like,
    shapes_of,
)
from kibitz_server.texts import say
from kibitz_server.views.words.house_rule_words import part_name, spoken_value
from kibitz_server.views.words.rule_names import rule_word

Change = Callable[[JsonValue], object]
_PREFIX_WORDS = {"add_": to_say("points more: "), "minus_": to_say("points less: ")}


class RuleField:
    """Draws the field of a key with a value; `change` hears of every other value that is entered."""

    def __init__(self, key: str, name: str, value: JsonValue, change: Change) -> None:
        self._name = name
        self._change = change
        shapes = shapes_of(key)
        if {type(shape) for shape in shapes} == {Word} and {True, False} == {
            shape.value for shape in shapes if isinstance(shape, Word)
        }:
            field = ui.switch(value=bool(value), on_change=lambda event: change(bool(event.value)))
            spoken(field, name)
        elif len(shapes) == 1:
            _draw(shapes[0], name, value, change)
        else:
            self._draw_choice(shapes, value)

    def _draw_choice(self, shapes: Sequence[Shape], value: JsonValue) -> None:
        labels = {number: _label(shape) for number, shape in enumerate(shapes)}
        chosen = next((number for number, shape in enumerate(shapes) if parts_like(shape, value)), 0)
        choice = ui.select(labels, value=chosen).props("outlined dense options-dense")
        spoken(choice, self._name)
        beside: Region[int] = Region(lambda number: self._draw_beside(shapes[number], held[0]))
        held = [value]
        beside.show(chosen)

        def choose(number: int) -> None:
            held[0] = first_of(shapes[number])
            beside.show(number)
            self._change(held[0])

        choice.on_value_change(lambda event: choose(int(event.value)))

    def _draw_beside(self, shape: Shape, value: JsonValue) -> None:
        if not isinstance(shape, Word):
            _draw(shape, f"{self._name}, {_label(shape)}", value, self._change)


def _label(shape: Shape) -> str:
    match shape:
        case Word():
            return spoken_value(shape.value)
        case Number(prefix=prefix) if prefix:
            return say(_PREFIX_WORDS[prefix]).rstrip(": ")
        case Number():
            return say("a number")
        case _:
            return say("as follows")


def _draw(shape: Shape, name: str, value: JsonValue, change: Change) -> None:
    match shape:
        case Number():
            _draw_number(shape, name, value, change)
        case Several():
            options = {word: say(rule_word(word)) for word in shape.words}
            kept = [word for word in value if word in options] if isinstance(value, list) else []
            many = ui.select(options, value=kept, multiple=True, on_change=lambda event: change(list(event.value)))
            spoken(many.props("outlined dense use-chips"), name)
        case Cards():
            text = ", ".join(map(str, value)) if isinstance(value, list) else ""
            cards = ui.input(say("cards, such as Q, Q, K, K"), value=text)
            cards.props("outlined dense maxlength=80").on_value_change(lambda event: change(_cards(str(event.value))))
            spoken(cards, name)
        case Text():
            text_field = ui.input(value=str(value or ""), on_change=lambda event: change(str(event.value).strip()))
            spoken(text_field.props("outlined dense maxlength=40"), name)
        case OneOf():
            options = {word: say(rule_word(word)) for word in shape.words}
            chosen = value if value in options else shape.words[0]
            one = ui.select(options, value=chosen, on_change=lambda event: change(str(event.value)))
            spoken(one.props("outlined dense options-dense"), name)
        case Span():
            _draw_span(shape, name, value, change)
        case Parts():
            _draw_parts(shape, value, change)
        case Rows():
            _draw_rows(shape, value, change)
        case Word():
            ui.label(spoken_value(shape.value))


def _draw_number(shape: Number, name: str, value: JsonValue, change: Change) -> None:
    start = str(value).removeprefix(shape.prefix) if shape.prefix else value
    field = ui.number(value=int(str(start)), min=shape.least, max=shape.most, step=1, format="%d")

    def entered(number: float | None) -> None:
        if number is not None and number == int(number):
            change(f"{shape.prefix}{int(number)}" if shape.prefix else int(number))

    field.on_value_change(lambda event: entered(event.value))
    spoken(field.props("outlined dense").classes("rule-number"), name)


def _draw_span(shape: Span, name: str, value: JsonValue, change: Change) -> None:
    ends: list[JsonValue] = list(value) if isinstance(value, list) else [shape.part.least, shape.part.least]

    def moved(end: int, number: JsonValue) -> None:
        ends[end] = number
        change(list(ends))

    with ui.element("div").classes("rule-parts"):
        for end, word in enumerate((say("least"), say("most"))):
            ui.label(word)
            _draw_number(shape.part, f"{name}, {word}", ends[end], lambda number, end=end: moved(end, number))  # type: ignore[misc]


def _draw_parts(shape: Parts, value: JsonValue, change: Change) -> None:
    kept = dict(value) if isinstance(value, dict) else {}

    def moved(part: str, entered: JsonValue) -> None:
        kept[part] = entered
        change(dict(kept))

    with ui.element("div").classes("rule-parts"):
        for part, inner in shape.parts:
            ui.label(part_name(part))
            if isinstance(inner, Word):
                switch = ui.switch(value=bool(kept.get(part)))
                switch.on_value_change(lambda event, part=part: moved(part, bool(event.value)))
                spoken(switch, part_name(part))
            else:
                _draw(inner, part_name(part), kept.get(part), lambda entered, part=part: moved(part, entered))  # type: ignore[misc]


def _draw_rows(shape: Rows, value: JsonValue, change: Change) -> None:
    rows = list(value) if isinstance(value, list) else []
    box: Region[int] = Region(lambda _: draw())

    def moved(row: int, entered: JsonValue) -> None:
        rows[row] = entered
        change(list(rows))

    def resized(row: int | None) -> None:
        if row is None:
            rows.append(first_of(shape.row))
        else:
            del rows[row]
        change(list(rows))
        box.show(len(rows))

    def draw() -> None:
        for row, entered in enumerate(rows):
            _draw_parts(shape.row, entered, lambda one, row=row: moved(row, one))  # type: ignore[misc]
            less = ui.button(say("Take out"), on_click=lambda row=row: resized(row))
            less.props("no-caps flat dense")
        ui.button(say("One more"), icon="add", on_click=lambda: resized(None)).props("no-caps flat dense")

    box.show(len(rows))


def _cards(text: str) -> list[JsonValue]:
    parts = (part.strip() for part in text.split(","))
    return [int(part) if part.isdecimal() and len(part) < 7 else part for part in parts if part]
