"""A button of something that takes its time: nobody sets it off a second time meanwhile."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import ui

from kibitz_scoring.errors import KibitzError


def draw_busy_button(
    label: str, icon: str, act: Callable[[], Awaitable[object]], tell: Callable[[str], object]
) -> ui.button:
    """Draw a button that is dead while what it sets off is done; why that could not be done is told."""
    button = ui.button(label, icon=icon).props("no-caps outline")
    return button.on_click(lambda: run_busy(button, act, tell))


async def run_busy(button: ui.button, act: Callable[[], Awaitable[object]], tell: Callable[[str], object]) -> None:
    """Do what a button sets off, and let it be tapped again however that ended."""
    button.disable()
    try:
        await act()
    except KibitzError as error:
        tell(str(error))
    finally:
        if not button.is_deleted:
            button.enable()
