"""Whether a page can be read from afar: the first letters of its texts, measured on a small picture of it."""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np
from PIL import Image
from playwright.sync_api import Locator, Page

SCALE = 4
"""1920 px become 480 px."""
_FIRST_LETTER = """box => {
    const text = document.createTreeWalker(box, NodeFilter.SHOW_TEXT).nextNode(), first = document.createRange();
    first.setStart(text, 0);
    first.setEnd(text, 1);
    const at = first.getBoundingClientRect();
    return [at.left, at.top, at.right, at.bottom];
}"""
_INK = 0.4
"""So much of the way from the ground to the strongest stroke: the half tones beside a stroke are none of it."""


@dataclass(frozen=True, slots=True)
class Letter:
    """The first letter of a text, a capital or a figure: its height in px of the small picture, and its contrast."""

    text: str
    height_px: int
    contrast: float


def first_letters(page: Page, texts: Locator) -> list[Letter]:
    """Of these texts on the page as it is, made small as the eye does: by the mean of what falls together."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB").reduce(SCALE)
    luminance = _luminance(np.asarray(picture, dtype=np.float64) / 255)
    return [_measured(luminance, text.inner_text(), text.evaluate(_FIRST_LETTER)) for text in texts.all()]


def _measured(luminance: np.ndarray, text: str, at: list[float]) -> Letter:
    left, top, right, bottom = (round(edge / SCALE) for edge in at)
    letter = luminance[top:bottom, left : max(right, left + 1)]
    ground = float(np.median(luminance[top:bottom, max(0, left - 2) : right + 2]))
    away = np.abs(letter - ground)
    strongest = float(letter.flat[int(away.argmax())])
    rows = np.flatnonzero((away > _INK * away.max()).any(axis=1))
    light, dark = max(strongest, ground), min(strongest, ground)
    return Letter(text, int(rows[-1] - rows[0] + 1), (light + 0.05) / (dark + 0.05))


def _luminance(picture: np.ndarray) -> np.ndarray:
    """The relative luminance of WCAG 2.2."""
    linear = np.where(picture <= 0.04045, picture / 12.92, ((picture + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array((0.2126, 0.7152, 0.0722)))
