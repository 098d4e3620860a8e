"""The cards on teaching pictures, row by row, with a proposal for what each is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import lap
import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_vision.detections import Image, Quad
from kibitz_vision.reading.overlap import share_of_smaller
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.teaching.taught_deck import TaughtDeck, check_name, cut_picture

_SURE_CARD = 0.5
"""Of what the detector is less sure of a person would have to be asked whether it is a card at all."""
_SAME_CARD = 0.5
_SAME_ROW = 0.5
"""Share of a card's height by which cards of one row may lie apart."""
_BORDER = 0.6
"""Of a picture in which no card is found, a card that fills it: with so much round it, it is found."""
_MOST_BORDERED_PX = 12_000_000
"""Of a picture with its border: 36 MB. A card that fills what is bordered is then 1,500 px high."""
MOST_GROUND = 12
MOST_OF_A_BACK = 6
_GROUND_TRIES = 60
_LEAST = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class FoundCard:
    """A card on teaching picture number `picture`, in its `row` from the top; `likely` (learnt + 2): the reader's row.

    `quad` is in px of that picture, `shown` the card cut out of it. `proposed` is None where the deck has no card left.
    """

    picture: int
    row: int
    quad: Quad
    shown: Image
    likely: NDArray[np.float32]
    proposed: Card | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Outlined:
    """`quads` are in px of `seen`: the picture so many times smaller, its upper left corner at `corner`."""

    seen: Image
    quads: list[Quad]
    corner: tuple[int, int] = (0, 0)
    times_smaller: int = 1


def find_cards(pipeline: Pipeline, pictures: Sequence[Image], first: int = 0) -> list[FoundCard]:
    """Every card on the pictures, picture by picture, row by row from the top, each row from the left.

    `first` is the number that the first of these pictures has.
    """
    found: list[FoundCard] = []
    for number, picture in enumerate(pictures, first):
        outlined = _outlined(pipeline, picture)
        seen, quads = outlined.seen, outlined.quads
        rows = _rows(quads)
        looks = pipeline.look(seen, quads)
        for row, order in enumerate(rows):
            for k in order:
                on_picture = np.asarray((quads[k] - outlined.corner) * outlined.times_smaller, np.float32)
                found.append(FoundCard(number, row, on_picture, cut_picture(seen, quads[k]), looks[k]))
    return found


def _outlined(pipeline: Pipeline, picture: Image) -> _Outlined:
    """A picture, with a border where only so a card is found on it."""
    quads = _quads(pipeline, picture)
    if quads:
        return _Outlined(picture, quads)
    # A card that fills a picture of many pixels is large enough on fewer, and the border must find room in memory.
    with_border_px = picture.shape[0] * picture.shape[1] * (1 + 2 * _BORDER) ** 2
    times_smaller = max(1, math.ceil(math.sqrt(with_border_px / _MOST_BORDERED_PX)))
    size = (max(1, picture.shape[1] // times_smaller), max(1, picture.shape[0] // times_smaller))
    smaller = picture if times_smaller == 1 else cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    height, width = smaller.shape[:2]
    above, beside = round(_BORDER * height), round(_BORDER * width)
    edges = (above, above, beside, beside)
    wider = np.asarray(cv2.copyMakeBorder(smaller, *edges, cv2.BORDER_CONSTANT, value=(90, 90, 90)), np.uint8)
    return _Outlined(wider, _quads(pipeline, wider), (beside, above), times_smaller)


def _quads(pipeline: Pipeline, picture: Image) -> list[Quad]:
    kept: list[Quad] = []
    for card in sorted(pipeline.find(picture).cards, key=lambda card: -card.confidence):
        if card.confidence >= _SURE_CARD and all(share_of_smaller(card.quad, other) < _SAME_CARD for other in kept):
            kept.append(card.quad)
    return kept


def _rows(quads: Sequence[Quad]) -> list[list[int]]:
    """Numbers of the outlines, row by row."""
    if not quads:
        return []
    middles = np.array([quad.mean(0) for quad in quads])
    height = float(np.median([np.ptp(quad[:, 1]) for quad in quads]))
    rows: list[list[int]] = []
    for k in np.argsort(middles[:, 1], kind="stable"):
        if rows and middles[k, 1] - np.mean(middles[rows[-1], 1]) < _SAME_ROW * height:
            rows[-1].append(int(k))
        else:
            rows.append([int(k)])
    return [sorted(row, key=lambda k: float(middles[k, 0])) for row in rows]


def propose(found: Sequence[FoundCard], deck: Sequence[Card], learnt: Sequence[Card]) -> list[FoundCard]:
    """The found cards with the most likely names, all together, none more often than the deck has it.

    A linear assignment problem as in `reading.assignment`, in which every card that is shown is one of the deck. Where
    no more cards are shown than the deck has kinds, each kind is taken once.
    """
    counts = Counter(deck)
    each = dict.fromkeys(counts, 1) if len(found) <= len(counts) else counts
    names = [card for card, count in each.items() for _ in range(min(count, len(found)))]
    if not found or not names:
        return list(found)
    place = {card: column for column, card in enumerate(learnt)}
    likely = np.array([one.likely for one in found], np.float64)
    # A card that the reader has not learnt is as likely as what it leaves over.
    strange = np.maximum(likely[:, -1] / len(names), _LEAST)
    chances = np.stack([likely[:, place[card]] if card in place else strange for card in names], axis=1)
    _, chosen, _ = lap.lapjv(-np.log(np.maximum(chances, _LEAST)), extend_cost=True)
    return [
        replace(one, proposed=names[k] if 0 <= k < len(names) else None) for one, k in zip(found, chosen, strict=True)
    ]


def named_in_order(found: Sequence[FoundCard], names: Sequence[Card | None]) -> list[FoundCard]:
    """The found cards with names given for all of them in their order; None leaves one out."""
    if len(names) != len(found):
        raise InputError(
            Sentence(
                "{number} names were given for {number2} cards that were found; expected one for each.",
                number=len(names),
                number2=len(found),
            )
        )
    return [replace(one, proposed=name) for one, name in zip(found, names, strict=True)]


def confirmed(
    name: str,
    found: Sequence[FoundCard],
    deck: Sequence[Card],
    grounds: Sequence[Sequence[Image]],
    backs: Sequence[Image] = (),
) -> TaughtDeck:
    """The deck as a person has confirmed it: cards by their proposed names, pictures of its back, of the table.

    `grounds` is what `cut_ground` has cut of each teaching picture.
    """
    faces: dict[Card, tuple[Image, ...]] = {}
    for one in found:
        if one.proposed is not None:
            faces[one.proposed] = (*faces.get(one.proposed, ()), one.shown)
    strangers = [str(card) for card in faces if card not in set(deck)]
    if strangers:
        raise InputError(
            Sentence("{names} is not in this deck; expected one of its cards.", names=", ".join(strangers))
        )
    ordered = {card: faces[card] for card in dict.fromkeys(deck) if card in faces}
    cards = tuple(card for card in deck if card in faces)
    ground: tuple[Image, ...] = ()
    for number, cut in enumerate(grounds):
        # Each picture has its share of them, and more where an earlier one had no room for its own.
        ground += tuple(cut[: max(0, math.ceil(MOST_GROUND * (number + 1) / len(grounds)) - len(ground))])
    shown = {name: tuple(backs[:MOST_OF_A_BACK])} if backs else {}
    return TaughtDeck(check_name(name), cards, ordered, shown, ground)


def find_backs(pipeline: Pipeline, picture: Image) -> list[Image]:
    """Pictures of the backs on a picture; `InputError` where nothing on it is a card."""
    outlined = _outlined(pipeline, picture)
    if not outlined.quads:
        raise InputError(
            Sentence("No back was found on the picture: lay one card face down on a plain table, all of it in view.")
        )
    return [cut_picture(outlined.seen, quad) for quad in outlined.quads[:MOST_OF_A_BACK]]


def cut_grounds(found: Sequence[FoundCard], pictures: Sequence[Image]) -> list[list[Image]]:
    """What `cut_ground` cuts of each of the pictures."""
    return [
        cut_ground(picture, [one.quad for one in found if one.picture == number])
        for number, picture in enumerate(pictures)
    ]


def cut_ground(picture: Image, cards: Sequence[Quad]) -> list[Image]:
    """Pictures of the table beside the cards, as large as one, `MOST_GROUND` at most."""
    if not cards:
        return []
    rng = np.random.default_rng(len(cards))
    height, width = picture.shape[:2]
    cut: list[Image] = []
    for _ in range(_GROUND_TRIES):
        card = cards[int(rng.integers(len(cards)))]
        moved = np.asarray(card - card.mean(0) + rng.uniform((0, 0), (width, height)), np.float32)
        inside = (moved >= 0).all() and (moved < (width, height)).all()
        if inside and all(share_of_smaller(moved, other) < 0.05 for other in cards):
            cut.append(cut_picture(picture, moved))
        if len(cut) == MOST_GROUND:
            break
    return cut
