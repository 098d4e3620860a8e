"""A deck's certificate as one HTML page with pictures, to be printed or handed on with the deck."""

from __future__ import annotations

from base64 import b64encode
from html import escape

import cv2
import numpy as np

from kibitz_scoring.cards import parse_card
from kibitz_vision.detections import Image
from kibitz_vision.frames import encode_jpeg
from kibitz_vision.teaching.certificate import Certificate, certificate_words
from kibitz_vision.teaching.taught_deck import TaughtDeck

_WIDTH_PX, _HEIGHT_PX = 96, 144

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; color: #1b1f24 }
figure { display: inline-block; margin: 4px; text-align: center } figcaption { font-size: 13px }
img { border-radius: 4px; display: block } .pair { display: flex; align-items: center; gap: 12px }
"""


def certificate_page(deck: TaughtDeck, told: Certificate) -> str:
    """The page, its pictures in it."""
    words = certificate_words(deck.name, told)
    first = "".join(f"<p>{escape(line)}</p>\n" for line in words[:2])
    pairs = "".join(_pair(deck, pair.one, pair.other, pair.per_100) for pair in told.pairs)
    faces = "".join(_figure(pictures[0], str(card)) for card, pictures in deck.faces.items())
    backs = "".join(_figure(pictures[0], f"back of {name}") for name, pictures in deck.backs.items())
    alike = f"<h2>Cards that look alike</h2>\n{pairs}" if pairs else "<p>No two cards look alike.</p>"
    return (
        f'<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{escape(deck.name)}</title>\n'
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>{escape(deck.name)}</h1>\n{first}{alike}\n"
        f"<h2>Its cards</h2>\n<div>{faces}{backs}</div>\n</body>\n</html>\n"
    )


def _pair(deck: TaughtDeck, one: str, other: str, per_100: float) -> str:
    figures = "".join(_figure(deck.faces[parse_card(name)][0], name) for name in (one, other))
    return f'<div class="pair">{figures}<span>{per_100:.1f} of 100 views</span></div>\n'


def _figure(picture: Image, name: str) -> str:
    small = np.asarray(cv2.resize(picture, (_WIDTH_PX, _HEIGHT_PX), interpolation=cv2.INTER_AREA), np.uint8)
    data = b64encode(encode_jpeg(small)).decode()
    return (
        f'<figure><img src="data:image/jpeg;base64,{data}" alt="{escape(name)}" width="{_WIDTH_PX}" '
        f'height="{_HEIGHT_PX}"><figcaption>{escape(name)}</figcaption></figure>'
    )
