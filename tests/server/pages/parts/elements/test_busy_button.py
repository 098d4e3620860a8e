"""A button is dead while what it set off is done, and no longer."""

from __future__ import annotations

import asyncio

import pytest
from nicegui import ui

from kibitz_scoring.errors import InputError
from kibitz_server.pages.parts.elements.busy_button import draw_busy_button, run_busy

pytestmark = pytest.mark.usefixtures("page")


def told_of(button: ui.button, error: Exception | None) -> list[str]:
    """What is told of an act that ends with an error, during which the button is dead."""
    told: list[str] = []

    async def act() -> None:
        assert not button.enabled
        if error is not None:
            raise error

    asyncio.run(run_busy(button, act, told.append))
    return told


def test_a_button_can_be_tapped_again_once_it_is_done_and_why_it_could_not_be_is_told() -> None:
    button = ui.button("Read")

    assert told_of(button, None) == []
    assert told_of(button, InputError("No camera is open.")) == ["No camera is open."]
    assert button.enabled


def test_a_button_can_be_tapped_again_after_a_fault_of_which_nothing_is_told() -> None:
    button = ui.button("Read")

    with pytest.raises(RuntimeError):
        told_of(button, RuntimeError("a fault"))

    assert button.enabled


def test_a_button_may_have_gone_from_the_page_meanwhile() -> None:
    button = ui.button("Read")

    async def act() -> None:
        button.delete()

    asyncio.run(run_busy(button, act, print))


def test_a_busy_button_is_drawn_with_its_words() -> None:
    async def act() -> None:
        """Nothing is done."""

    assert draw_busy_button("Read the cards", "style", act, print).text == "Read the cards"
