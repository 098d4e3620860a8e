from __future__ import annotations

import pytest
from nicegui import ui

from kibitz_server.pages.parts.elements.browser_memory import remember


def test_a_browser_keeps_a_value_for_a_year_for_pages_of_this_address_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(ui, "run_javascript", asked.append)

    remember("kibitz_light", "dark")

    assert asked == ["document.cookie = 'kibitz_light=dark; path=/; max-age=31536000; samesite=strict'"]
