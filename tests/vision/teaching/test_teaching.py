"""A deck that the reader does not know is read once it was taught, its back too."""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np
import pytest

from kibitz_datasets.decks.deck import Deck, cached_deck
from kibitz_datasets.pool import Split, own_decks
from kibitz_scoring.cards import JOKER, Card
from kibitz_scoring.errors import InputError
from kibitz_vision.detections import Detection, Detections, Face, Image
from kibitz_vision.reading.overlap import iou, share_of_smaller
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.reading.taught_head import TRUSTED
from kibitz_vision.teaching.fitting import fit_head
from kibitz_vision.teaching.found_cards import cut_ground, find_backs, find_cards, named_in_order, propose
from kibitz_vision.teaching.naming import doubts, exchanged, renamed
from kibitz_vision.teaching.taught_deck import PICTURE_MARGIN, PICTURE_SIZE, TaughtDeck, shuffled_together

from .conftest import TaughtTable, reveal


def right(pipeline: Pipeline, odd: TaughtTable, numbers: range) -> tuple[int, int]:
    """Faces that are named rightly on tables with the odd deck, and how many there are."""
    found = shown = 0
    for number in numbers:
        scene = reveal(odd.deck, number)
        wanted = Counter(card.card for card in scene.cards if card.card and card.visible > 0.9)
        read = Counter(card.card for card in pipeline.read(scene.picture, odd.deck.pack).cards if card.card)
        found += (wanted & read).total()
        shown += wanted.total()
    return found, shown


def test_every_card_that_is_laid_out_is_found_in_its_row(odd: TaughtTable) -> None:
    assert len(odd.found) == 52
    assert Counter(one.row for one in odd.found) == {0: 13, 1: 13, 2: 13, 3: 13}
    assert all(one.proposed is not None for one in odd.found)


def test_a_design_that_cannot_be_read_is_read_once_it_was_taught(pipeline: Pipeline, odd: TaughtTable) -> None:
    before, shown = right(pipeline, odd, range(1, 4))
    after, _ = right(pipeline.taught(odd.kept.head), odd, range(1, 4))
    assert before < 0.6 * shown
    assert after >= 0.9 * shown


def test_taught_backs_are_told_with_their_deck(pipeline: Pipeline, odd: TaughtTable) -> None:
    read = pipeline.taught(odd.kept.head).read(reveal(odd.deck, 1).picture, odd.deck.pack).cards
    down = [card for card in read if card.face is Face.DOWN]
    assert down
    assert {card.back_of for card in down} == {"Dots"}


@pytest.mark.parametrize("is_taught", [False, True])
def test_what_nothing_bears_out_as_a_card_is_none_with_a_taught_deck_either(
    pipeline: Pipeline, odd: TaughtTable, is_taught: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = pipeline.taught(odd.kept.head) if is_taught else pipeline.narrowed(pipeline.reader.cards)
    wood = np.asarray(np.random.default_rng(2).normal((60, 95, 140), 6, (400, 600, 3)).clip(0, 255), np.uint8)
    quad = np.array([[200, 100], [326, 100], [326, 276], [200, 276]], np.float32)
    found = Detection(quad, Face.DOWN, 0.99)
    row = np.full((1, len(asked.reader.cards) + 2), 0.0, np.float32)
    row[0, -2] = 1.0
    monkeypatch.setattr(asked, "find", lambda _: Detections((found,), ()))
    monkeypatch.setattr(asked, "look", lambda *_: row.copy())
    assert asked.read(wood, odd.deck.pack if is_taught else None).cards == ()


def test_with_a_taught_deck_each_card_has_one_name(pipeline: Pipeline, odd: TaughtTable) -> None:
    for number in (1, 2):
        read = pipeline.taught(odd.kept.head).read(reveal(odd.deck, number).picture, odd.deck.pack).cards
        named = [card for card in read if card.card is not None and not card.partial]
        assert len(named) > 3
        pairs = [(one, other) for k, one in enumerate(named) for other in named[:k]]
        assert all(share_of_smaller(one.quad, other.quad) < 0.7 for one, other in pairs)


def test_jokers_are_named_with_a_taught_deck_only_where_one_was_taught(pipeline: Pipeline, odd: TaughtTable) -> None:
    assert JOKER not in odd.kept.head.cards
    assert JOKER not in pipeline.taught(odd.kept.head).reader.cards


def test_the_certificate_names_pairs_and_counts_wrong_reads(odd: TaughtTable) -> None:
    told = odd.kept.certificate
    assert told.views > 500
    assert 0 <= told.wrong_per_100 <= told.at_most_per_100 < 5
    assert {name for pair in told.pairs for name in (pair.one, pair.other)} <= set(map(str, odd.deck.faces))
    assert told.backs_as_faces == 0
    assert told.back_views > 0


def test_names_are_proposed_once_for_each_card_of_the_deck(pipeline: Pipeline, odd: TaughtTable) -> None:
    proposed = propose(odd.found, odd.deck.pack, pipeline.reader.learnt)
    assert Counter(one.proposed for one in proposed) == Counter(odd.deck.pack)


def test_a_corrected_name_goes_over_to_the_card_that_had_it(odd: TaughtTable) -> None:
    few = odd.found[:3]
    kinds = list(odd.deck.faces)[:3]
    named = named_in_order(few, [kinds[0], kinds[1], None])
    now = renamed(named, 0, kinds[1])
    assert [one.proposed for one in now] == [kinds[1], kinds[0], None]
    assert [one.proposed for one in exchanged(now, 0, 2)] == [None, kinds[0], kinds[1]]
    assert doubts(now, kinds) == f"Not shown: {kinds[2]}."
    assert doubts(renamed(now, 1, kinds[1]), kinds[1:]) != ""
    with pytest.raises(InputError, match="2 names were given for 3 cards"):
        named_in_order(few, kinds[:2])


@pytest.mark.parametrize("times_larger", [1, 6])
def test_a_card_that_fills_the_picture_is_found_where_it_lies_however_large_the_picture(
    pipeline: Pipeline, odd: TaughtTable, times_larger: int
) -> None:
    (art,) = next(iter(odd.deck.faces.values()))
    picture = np.asarray(cv2.resize(np.asarray(art), None, fx=times_larger, fy=times_larger), np.uint8)
    height, width = picture.shape[:2]

    (found,) = find_cards(pipeline, [picture])

    assert iou(found.quad, np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)) > 0.9
    assert cut_ground(picture, [found.quad]) == [], "nothing of the table is seen"


def test_where_there_is_nothing_to_teach_one_sentence_says_so(pipeline: Pipeline, odd: TaughtTable) -> None:
    card = next(iter(odd.deck.faces))
    with pytest.raises(InputError, match="1 faces; expected two at least"):
        fit_head(pipeline.reader, TaughtDeck("one", (card,), {card: (odd.found[0].shown,)}))
    with pytest.raises(InputError, match="No back was found"):
        find_backs(pipeline, np.full((400, 600, 3), 90, np.uint8))
    with pytest.raises(InputError, match="named twice"):
        shuffled_together([odd.kept.deck, odd.kept.deck])


def test_a_deck_that_the_reader_knows_is_read_no_worse_once_it_was_taught(pipeline: Pipeline, odd: TaughtTable) -> None:
    deck = cached_deck("drawn-1000", own_decks(Split.MEASURE)["drawn-1000"])
    faces = list(deck.faces)[::5]
    known = fit_head(pipeline.reader, TaughtDeck("known", tuple(faces), {card: _shown(deck, card) for card in faces}))
    assert known.trust >= TRUSTED > odd.kept.head.trust


def _shown(deck: Deck, card: Card) -> tuple[Image, ...]:
    width, height = PICTURE_SIZE
    across, along = (round(PICTURE_MARGIN / (1 + 2 * PICTURE_MARGIN) * side) for side in (width, height))
    face = cv2.resize(np.asarray(deck.faces[card][0])[..., :3], (width - 2 * across, height - 2 * along))
    table = cv2.copyMakeBorder(face, along, along, across, across, cv2.BORDER_CONSTANT, value=(60, 70, 80))
    return (np.asarray(table, np.uint8),)
