"""From the pictures of a taught deck to its prototypes among the reader's embeddings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_vision.detections import Image
from kibitz_vision.reading.reader import Reader
from kibitz_vision.reading.taught_head import TRUSTED, Floats, TaughtHead, known_rows, surely_named
from kibitz_vision.teaching.taught_deck import TaughtDeck
from kibitz_vision.teaching.variants import READABLE, View, view_of, view_of_ground

VIEWS: Mapping[View, int] = MappingProxyType(
    {View.WHOLE: 16, View.CORNER: 8, View.SIDEWAYS: 4, View.HALF: 3, View.CORNER_TURNED: 4}
)
"""Views of each picture that a prototype is the mean of; each kind has a prototype of its own."""
HELD_OUT: Mapping[View, int] = MappingProxyType({View.WHOLE: 6, View.CORNER: 3, View.SIDEWAYS: 1, View.HALF: 1})
"""Views of each picture by which sharpness and trust are chosen."""
MOST_VIEWS = 6000
"""Views in all: of decks with many pictures each gets fewer, so that teaching stays within half a minute."""
_SHRINKAGE = 0.1
"""How much of an even spread is mixed into the measured one, which is of fewer views than it has dimensions."""
_SHARPNESS = (0.01, 0.02, 0.035, 0.05, 0.07, 0.1)
_TRUST = (0.0, 0.25, 0.5, 0.75, 1.0)
_NAMED, _MISNAMED = 0.6, 0.01
"""From this share of held-out views of whole cards on, named surely and rightly by itself, the reader knows the deck,
if of those that it names surely at most so many are named wrongly. Of three designs that it reads almost without an
error the first was 0.97 and more, of two that it reads badly 0 and 0.1 (and there 1 of 33 was wrong); of one with small
indices, whose near cards it reads, 0.73 and none wrong.
"""
_BEYOND = 1.3
"""How much farther than nearly all held-out views something of the deck may lie: a camera shows more than views do."""
_CORNERS_TOLD = 0.97
"""From this share of held-out corners told rightly on they are believed: those of a far card are no better than a guess
where indices are small or alike."""
_SEED = 50


@dataclass(frozen=True, slots=True, eq=False)
class Views:
    """Views of a deck (n): the reader's own rows, embeddings, prototype numbers and classes."""

    own: Floats
    embeddings: Floats
    prototype: NDArray[np.int32]
    classes: NDArray[np.int32]
    kinds: tuple[View, ...]


def fit_head(reader: Reader, deck: TaughtDeck) -> TaughtHead:
    """What a reader knows a deck by; `reader` is one that was not taught. `InputError` where there is too little."""
    check_taught(deck)
    shown = views_of(np.random.default_rng(_SEED), reader, deck, VIEWS)
    if not shown.embeddings.shape[1]:
        raise InputError(
            Sentence("The reader's model puts out no embeddings: use the weights that come with this Kibitz.")
        )
    head = prototypes(shown, deck)
    held_out = views_of(np.random.default_rng(_SEED + 1), reader, deck, HELD_OUT)
    return _calibrated(head, held_out, reader)


def check_taught(deck: TaughtDeck) -> None:
    """`InputError` where a deck has fewer than two faces: then there is nothing to tell apart."""
    if len(deck.faces) < 2:
        raise InputError(
            Sentence(
                "'{name}' has {number} faces; expected two at least, to tell them apart.",
                name=deck.name,
                number=len(deck.faces),
            )
        )


def views_of(rng: Generator, reader: Reader, deck: TaughtDeck, counts: Mapping[View, int]) -> Views:
    """Views of every picture of a deck, and what the reader says of them."""
    planned = list(_planned(deck, counts))
    share = min(1.0, MOST_VIEWS / sum(count for *_, count in planned))
    crops: list[Image] = []
    prototype, classes, kinds = [], [], []
    for number, (picture, view, of_class, count) in enumerate(planned):
        for _ in range(min(count, max(2, round(count * share)))):
            crops.append(view_of_ground(rng, picture) if view is None else view_of(rng, picture, view))
            prototype.append(number)
            classes.append(of_class)
            kinds.append(view or View.HALF)
    own, embeddings = reader.look(crops)
    return Views(own, embeddings, np.array(prototype, np.int32), np.array(classes, np.int32), tuple(kinds))


def _planned(deck: TaughtDeck, counts: Mapping[View, int]) -> Iterator[tuple[Image, View | None, int, int]]:
    """Pictures with what is shown of them, their class and how often."""
    nothing = len(deck.faces) + len(deck.backs)
    for number, pictures in enumerate((*deck.faces.values(), *deck.backs.values())):
        for picture in pictures:
            for view, count in counts.items():
                is_face = number < len(deck.faces)
                if is_face or view is View.WHOLE:
                    yield picture, view, number if view in READABLE else nothing, count
                elif view is View.SIDEWAYS:
                    yield picture, view, number, count
    for picture in deck.ground:
        yield picture, None, nothing, counts.get(View.SIDEWAYS, 0)


def prototypes(shown: Views, deck: TaughtDeck) -> TaughtHead:
    """Means of the views of each picture, in the space in which views spread alike in all directions.

    Linear discriminants of classes with one covariance (R. A. Fisher 1936; T. Hastie, R. Tibshirani and J. Friedman,
    The Elements of Statistical Learning, 4.3), shrunk as there are few views (4.3.1). What lies across all prototypes
    tells none from another, and is left out.
    """
    count = int(shown.prototype.max()) + 1
    sums = np.zeros((count, shown.embeddings.shape[1]))
    np.add.at(sums, shown.prototype, shown.embeddings)
    means = sums / np.bincount(shown.prototype, minlength=count)[:, None]
    apart = shown.embeddings - means[shown.prototype]
    spread = apart.T @ apart / len(apart)
    spread += _SHRINKAGE * np.trace(spread) / len(spread) * np.eye(len(spread))
    mean = means.mean(0)
    lower = np.linalg.cholesky(spread)
    whitened = np.linalg.solve(lower, (means - mean).T)
    basis, _ = np.linalg.qr(whitened)
    projection = np.linalg.solve(lower.T, basis)
    classes = np.zeros(count, np.int32)
    classes[shown.prototype] = shown.classes
    of_corner = np.zeros(count, bool)
    of_corner[shown.prototype] = [kind in (View.CORNER, View.CORNER_TURNED) for kind in shown.kinds]
    return TaughtHead(
        tuple(deck.faces),
        tuple(deck.backs),
        classes,
        np.asarray(mean, np.float32),
        np.asarray(projection, np.float32),
        np.asarray((means - mean) @ projection, np.float32),
        sharpness=1.0,
        trust=0.0,
        farthest=np.inf,
        of_corner=of_corner,
        reads_corners=True,
    )


def _calibrated(head: TaughtHead, held_out: Views, reader: Reader) -> TaughtHead:
    """The head with the sharpness and the trust by which held-out views are told best."""
    squares = head.distances(held_out.embeddings)
    nearest = squares[:, head.classes < len(head.cards) + len(head.backs)].min(1)
    of_deck = held_out.classes < len(head.cards) + len(head.backs)
    head = replace(head, farthest=float(np.quantile(nearest[of_deck], 0.995) * _BEYOND))
    wanted = np.minimum(held_out.classes, len(head.cards))
    wanted[held_out.classes == len(head.cards) + len(head.backs)] = len(head.cards) + 1
    corners = np.array([kind is View.CORNER for kind in held_out.kinds])
    told = head.classes[squares[corners].argmin(1)] == held_out.classes[corners]
    head = replace(head, reads_corners=bool(told.mean() >= _CORNERS_TOLD))
    asked = np.full(len(corners), True) if head.reads_corners else ~corners
    is_known = _is_known(head, held_out, reader)
    trusts = [trust for trust in _TRUST if (trust >= TRUSTED) is is_known]
    choices = [replace(head, sharpness=sharpness, trust=trust) for sharpness in _SHARPNESS for trust in trusts]
    return min(choices, key=lambda choice: _surprise(choice, held_out, wanted, reader.learnt, asked))


def _is_known(head: TaughtHead, held_out: Views, reader: Reader) -> bool:
    """Whether what the reader names surely by itself is right, backs among it, and that is most of the deck."""
    whole = np.array([kind is View.WHOLE for kind in held_out.kinds])
    known, wanted = known_rows(held_out.own[whole], reader.learnt, head.cards), held_out.classes[whole]
    is_sure = surely_named(known)
    right = int((is_sure & (known[:, :-2].argmax(1) == wanted)).sum())
    faces = int((wanted < len(head.cards)).sum())
    return right >= _NAMED * faces and int(is_sure.sum()) - right <= _MISNAMED * right


def _surprise(
    head: TaughtHead, views: Views, wanted: NDArray[np.int32], learnt: tuple[Card, ...], asked: NDArray[np.bool_]
) -> float:
    """Mean negative logarithm of the probability of what the views that are asked for truly show."""
    rows = head.rows(views.own[asked], learnt, views.embeddings[asked])
    return float(-rows[np.arange(len(rows)), wanted[asked]].mean())
