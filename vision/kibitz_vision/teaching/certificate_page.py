"""A deck's certificate as one HTML page with pictures, to be printed or handed on with the deck."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from html import escape

import cv2
import numpy as np

from kibitz_scoring.cards import parse_card
from kibitz_scoring.sentences import Sentence
from kibitz_vision.detections import Image
from kibitz_vision.frames import encode_jpeg
from kibitz_vision.teaching.certificate import Certificate, Pair, certificate_words
from kibitz_vision.teaching.taught_deck import TaughtDeck

_WIDTH_PX, _HEIGHT_PX = 96, 144

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; color: #1b1f24 }
figure { display: inline-block; margin: 4px; text-align: center } figcaption { font-size: 13px }
img { border-radius: 4px; display: block } .pair { display: flex; align-items: center; gap: 12px }
"""


def certificate_page(deck: TaughtDeck, told: Certificate, say: Callable[[str], str] = str, language: str = "en") -> str:
    """The page, its pictures in it; `say` puts a sentence into the language of the reader."""
    words = certificate_words(deck.name, told)
    first = "".join(f"<p>{escape(say(line))}</p>\n" for line in words[:2])
    pairs = "".join(_pair(deck, pair, say) for pair in told.pairs)
    faces = "".join(_figure(pictures[0], str(card)) for card, pictures in deck.faces.items())
    backs = "".join(
        _figure(pictures[0], say(Sentence("back of {name}", name=name))) for name, pictures in deck.backs.items()
    )
    alike = (
        f"<h2>{escape(say(Sentence('Cards that look alike')))}</h2>\n{pairs}"
        if pairs
        else f"<p>{escape(say(words[-1]))}</p>"
    )
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head><meta charset="utf-8"><title>{escape(deck.name)}</title>\n'
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>{escape(deck.name)}</h1>\n{first}{alike}\n"
        f"<h2>{escape(say(Sentence('Its cards')))}</h2>\n<div>{faces}{backs}</div>\n</body>\n</html>\n"
    )


def _pair(deck: TaughtDeck, pair: Pair, say: Callable[[str], str]) -> str:
    figures = "".join(_figure(deck.faces[parse_card(name)][0], name) for name in (pair.one, pair.other))
    share = say(Sentence("{share:.1f} of 100 views", share=pair.per_100))
    return f'<div class="pair">{figures}<span>{escape(share)}</span></div>\n'


def _figure(picture: Image, name: str) -> str:
    small = np.asarray(cv2.resize(picture, (_WIDTH_PX, _HEIGHT_PX), interpolation=cv2.INTER_AREA), np.uint8)
    data = b64encode(encode_jpeg(small)).decode()
    return (
        f'<figure><img src="data:image/jpeg;base64,{data}" alt="{escape(name)}" width="{_WIDTH_PX}" '
        f'height="{_HEIGHT_PX}"><figcaption>{escape(name)}</figcaption></figure>'
    )
