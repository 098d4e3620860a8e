"""What stays on a page is not drawn anew: a tap on it that is under way would be lost."""

from __future__ import annotations

import pytest
from nicegui import ui

from kibitz_server.pages.parts.elements.regions import Region, Rows

pytestmark = pytest.mark.usefixtures("page")


def test_a_region_is_drawn_anew_only_as_its_value_changes() -> None:
    drawn: list[int | None] = []
    region = Region(drawn.append)
    for value in (None, None, 1, 1, None):
        region.show(value)
    assert drawn == [None, 1, None]


def test_rows_come_go_and_change_each_for_itself_in_the_order_of_what_they_show() -> None:
    box, drawn = ui.element("ol"), list[str]()

    def draw(text: str) -> None:
        drawn.append(text)
        ui.label(text)

    def shown() -> list[tuple[int, str]]:
        labels = [label for label in box.descendants() if isinstance(label, ui.label)]
        return [(label.id, label.text) for label in labels]

    rows = Rows(draw, box, "li")
    rows.show({"ann": "1", "cleo": "3"})
    ann, cleo = shown()
    rows.show({"ann": "1", "ben": "2", "cleo": "3"})
    assert [text for _, text in shown()] == ["1", "2", "3"]
    assert {ann, cleo} < set(shown())
    rows.show({"ann": "changed", "cleo": "3"})
    assert [text for _, text in shown()] == ["changed", "3"]
    assert shown()[1] == cleo
    assert drawn == ["1", "3", "2", "changed"]
