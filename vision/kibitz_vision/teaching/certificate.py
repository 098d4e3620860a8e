"""The certificate of a taught deck: which of its cards are taken for which, and how often, told from views of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from kibitz_scoring.cards import Card
from kibitz_scoring.sentences import Sentence
from kibitz_vision.intervals import wilson
from kibitz_vision.reading.pipeline import LEAST, MARGIN
from kibitz_vision.reading.reader import Reader
from kibitz_vision.reading.taught_head import TaughtHead
from kibitz_vision.teaching.fitting import views_of
from kibitz_vision.teaching.taught_deck import TaughtDeck
from kibitz_vision.teaching.variants import View

VIEWS = {View.WHOLE: 20}
"""Views of each picture that the certificate is made of; none of them was taught."""
MOST_PAIRS = 12
_SEED = 52
_LEAST_PAIR = 0.1
"""Of a hundred cards so many have to be taken for another one for the two to be told as a pair."""


class Pair(BaseModel):
    """Two cards that look alike: of a hundred views of either so many are believed to show the other."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    one: str = Field(max_length=30)
    other: str = Field(max_length=30)
    per_100: float = Field(ge=0, le=100)


class Certificate(BaseModel):
    """What a deck was measured to be like, on `views` views that were not taught, one look each.

    `wrong_per_100`: cards read wrong of a hundred, with its 95 % interval; `unread_per_100`: left unread;
    `backs_as_faces`: of `back_views` views of backs those read as a face.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    views: int = Field(ge=0)
    wrong_per_100: float = Field(ge=0, le=100)
    at_most_per_100: float = Field(ge=0, le=100)
    unread_per_100: float = Field(ge=0, le=100)
    back_views: int = Field(ge=0)
    backs_as_faces: int = Field(ge=0)
    pairs: tuple[Pair, ...] = Field(max_length=MOST_PAIRS)


@dataclass(frozen=True, slots=True, eq=False)
class _Told:
    """What each view shows (n), and what is believed (n, cards + 2)."""

    wanted: tuple[Card | None, ...]
    beliefs: np.ndarray


def certify(reader: Reader, deck: TaughtDeck, head: TaughtHead) -> Certificate:
    """The certificate of a deck; `reader` is one that was not taught."""
    views = views_of(np.random.default_rng(_SEED), reader, deck, VIEWS)
    cards = len(head.cards)
    kept = views.classes < cards + len(head.backs)
    beliefs = np.exp(head.rows(views.own, reader.learnt, views.embeddings))[kept]
    classes = views.classes[kept]
    faces, backs = classes < cards, classes >= cards
    named = _named(beliefs)
    wrong = int((faces & (named >= 0) & (named != classes)).sum())
    shown = int(faces.sum())
    _, most = wilson(wrong, shown)
    return Certificate(
        views=shown,
        wrong_per_100=round(100 * wrong / max(shown, 1), 2),
        at_most_per_100=round(100 * most, 2),
        unread_per_100=round(100 * float((named[faces] < 0).mean()), 2),
        back_views=int(backs.sum()),
        backs_as_faces=int((named[backs] >= 0).sum()),
        pairs=_pairs(head.cards, beliefs[faces], classes[faces]),
    )


def _named(beliefs: np.ndarray) -> np.ndarray:
    """The card that one look names (n), -1 where it abstains or sees none."""
    order = np.sort(beliefs, axis=1)
    best = beliefs.argmax(1)
    is_clear = (order[:, -1] >= LEAST) & (order[:, -1] - order[:, -2] >= MARGIN)
    return np.where(is_clear & (best < beliefs.shape[1] - 2), best, -1)


def _pairs(cards: tuple[Card, ...], beliefs: np.ndarray, classes: np.ndarray) -> tuple[Pair, ...]:
    """The pairs that are most believed to be each other."""
    shown = Counter(classes.tolist())
    taken = np.zeros((len(cards), len(cards)))
    np.add.at(taken, classes, beliefs[:, : len(cards)])
    taken /= np.array([max(shown[k], 1) for k in range(len(cards))])[:, None]
    alike = (taken + taken.T) / 2
    found = [
        (100 * float(alike[one, other]), one, other)
        for one in range(len(cards))
        for other in range(one + 1, len(cards))
    ]
    worst = sorted((pair for pair in found if pair[0] >= _LEAST_PAIR), reverse=True)[:MOST_PAIRS]
    return tuple(
        Pair(one=str(cards[one]), other=str(cards[other]), per_100=round(share, 2)) for share, one, other in worst
    )


def certificate_words(name: str, told: Certificate) -> list[str]:
    """The certificate in sentences."""
    words: list[str] = [
        Sentence(
            "{name}: {wrong:.1f} of 100 cards are expected to be read wrong at a single look (95 %: at most "
            "{at_most:.1f}), {unread:.1f} to be left unread; told from {views} views that were not taught.",
            name=name,
            wrong=told.wrong_per_100,
            at_most=told.at_most_per_100,
            unread=told.unread_per_100,
            views=told.views,
        )
    ]
    if told.back_views:
        words.append(
            Sentence(
                "Backs: {wrong} of {views} views were read as a face.",
                wrong=told.backs_as_faces,
                views=told.back_views,
            )
        )
    else:
        words.append(Sentence("No back was taught: face or back is decided as for any deck."))
    words += [
        Sentence(
            "{one} and {other} look alike: {share:.1f} of 100.", one=pair.one, other=pair.other, share=pair.per_100
        )
        for pair in told.pairs
    ]
    return words if told.pairs else [*words, Sentence("No two cards look alike.")]
