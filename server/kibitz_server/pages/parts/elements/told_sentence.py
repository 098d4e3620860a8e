"""What came of something that takes its time, in a sentence in its place."""

from __future__ import annotations

from nicegui import ui


def draw_told(sentence: str) -> None:
    """Draw the sentence, which a screen reader says as it comes; nothing where it is empty."""
    if sentence:
        ui.label(sentence).classes("check-told").props("role=status")
