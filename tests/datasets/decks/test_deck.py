"""Decks: drawn, saved and loaded again."""

import sys
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest

from kibitz_datasets.decks import deck as decks
from kibitz_datasets.decks.deck import ART_HEIGHT_PX, ART_WIDTH_PX, Deck, cached_folder, load_deck, save_deck
from kibitz_datasets.decks.drawn_back import draw_back
from kibitz_datasets.decks.drawn_deck import LETTERS, drawn_deck, sample_style
from kibitz_datasets.decks.drawn_numeric import numeric_deck, sample_numeric_style
from kibitz_datasets.decks.pictorial_back import draw_pictorial_back
from kibitz_datasets.decks.pips import covers
from kibitz_scoring.cards import FRENCH52, JOKER, NUMERIC, Card, Rank, parse_card
from kibitz_scoring.errors import InputError

KINDS = pytest.mark.parametrize(
    ("draw", "cards"), [(drawn_deck, (*FRENCH52, JOKER)), (numeric_deck, NUMERIC)], ids=["french", "numeric"]
)
Draw = Callable[[int], Deck]


@KINDS
def test_a_drawn_deck_has_every_card_and_a_back(draw: Draw, cards: tuple[Card, ...]) -> None:
    deck = draw(3)
    assert set(deck.faces) == set(cards)
    assert all(
        picture.shape == (ART_HEIGHT_PX, ART_WIDTH_PX, 3) for pictures in deck.faces.values() for picture in pictures
    )
    assert deck.backs[0].shape == (ART_HEIGHT_PX, ART_WIDTH_PX, 3)


@KINDS
def test_the_same_seed_draws_the_same_deck(draw: Draw, cards: tuple[Card, ...]) -> None:
    first, second = draw(5), draw(5)
    assert all(np.array_equal(first.faces[card][0], second.faces[card][0]) for card in cards)


@KINDS
def test_no_two_cards_of_a_deck_look_alike(draw: Draw, cards: tuple[Card, ...]) -> None:
    deck = draw(8)
    pictures = {deck.faces[card][0].tobytes() for card in cards}
    assert len(pictures) == len(cards)


def test_a_pack_has_each_french_card_once_two_jokers_and_most_numbers_four_times() -> None:
    assert sorted(map(str, drawn_deck(1).pack)) == sorted(map(str, (*FRENCH52, JOKER, JOKER)))
    numbers = Counter(card.rank for card in numeric_deck(1).pack)
    assert sum(numbers.values()) == 52
    assert (numbers[Rank.N0], numbers[Rank.SIX], numbers[Rank.N13]) == (2, 4, 2)


@pytest.mark.parametrize("seed", range(12))
def test_a_numeric_card_shows_its_number_alike_at_both_ends(seed: int) -> None:
    style = sample_numeric_style(np.random.default_rng((seed, 91)))
    for pictures in numeric_deck(seed).faces.values():
        corner = np.s_[: int(style.index_y), : int(style.index_x)]
        assert np.array_equal(pictures[0][corner], pictures[0][::-1, ::-1][corner])
        assert np.ptp(pictures[0][corner].astype(int), axis=(0, 1)).max() > 60, "and it stands out from the card"


def test_a_red_card_is_red_and_a_black_one_is_not() -> None:
    deck = drawn_deck(1000)
    red, black = (np.asarray(deck.faces[parse_card(text)][0], int) for text in ("10H", "10S"))
    redness = [int(((picture[..., 2] - picture[..., 0]) > 90).sum()) for picture in (red, black)]
    assert redness[0] > 1000 > redness[1]


def test_some_designs_have_a_picture_on_their_backs_and_most_a_pattern() -> None:
    def turned_alike(seed: int) -> float:
        back = draw_back(np.random.default_rng(seed)).astype(int)
        return float(np.abs(back - back[::-1, ::-1]).mean())

    def unlike(seed: int) -> float:
        back = draw_pictorial_back(np.random.default_rng(seed)).astype(int)
        return float(np.abs(back - back[::-1, ::-1]).mean())

    assert max(turned_alike(seed) for seed in range(20)) < 1
    assert np.mean([unlike(seed) > 3 for seed in range(20)]) > 0.6
    assert np.array_equal(*(draw_pictorial_back(np.random.default_rng(4)) for _ in range(2)))


def test_a_design_drawn_by_an_earlier_program_is_drawn_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(decks, "deck_cache", lambda: tmp_path)
    first = cached_folder("drawn-2", lambda: drawn_deck(2))
    monkeypatch.setattr(decks, "DRAWN_EDITION", decks.DRAWN_EDITION + 1)
    assert cached_folder("drawn-2", lambda: drawn_deck(2)) != first
    assert cached_folder("plastic", lambda: drawn_deck(2)).name == "plastic"


def test_designs_have_indices_of_many_languages_in_fonts_that_have_the_letters() -> None:
    styles = [sample_style(seed, np.random.default_rng((seed, 77))) for seed in range(400)]
    jacks = Counter(style.letters["J"] for style in styles)
    assert set(jacks) == {letters["J"] for letters, _ in LETTERS}
    assert jacks["J"] > 0.7 * len(styles)
    for style in styles:
        assert covers(style.font, "".join({*"".join(style.letters.values())}))


def test_a_font_without_the_letters_draws_the_same_box_for_all() -> None:
    assert covers("", "JQK")
    assert not covers("", "\u0422\u0414\u041a")
    assert not covers("no such font", "JQK")


@KINDS
def test_a_saved_deck_comes_back_the_same(draw: Draw, cards: tuple[Card, ...], tmp_path: Path) -> None:
    deck = draw(2)
    save_deck(deck, tmp_path)
    loaded = load_deck(tmp_path)
    assert set(loaded.faces) == set(cards)
    assert (loaded.name, loaded.family) == (deck.name, deck.family)
    assert loaded.aspect == pytest.approx(deck.aspect, abs=1e-3)
    assert all(
        np.array_equal(a, b) for card in deck.faces for a, b in zip(deck.faces[card], loaded.faces[card], strict=True)
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Windows replaces no file in use")
def test_a_deck_in_use_keeps_its_pictures_while_another_program_renders_it(tmp_path: Path) -> None:
    deck = drawn_deck(2)
    save_deck(deck, tmp_path)
    in_use = load_deck(tmp_path)
    save_deck(drawn_deck(3), tmp_path)
    assert all(np.array_equal(deck.faces[card][0], in_use.faces[card][0]) for card in deck.faces)
    assert load_deck(tmp_path).name == drawn_deck(3).name
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index.txt", "pictures.npy"]


@pytest.mark.parametrize("is_there", [True, False])
def test_a_deck_that_cannot_be_replaced_was_rendered_by_another_program_if_it_is_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, is_there: bool
) -> None:
    def refused(deck: Deck, folder: Path) -> None:
        if is_there:
            save_deck(deck, folder)
        raise PermissionError

    monkeypatch.setattr(decks, "deck_cache", lambda: tmp_path)
    monkeypatch.setattr(decks, "save_deck", refused)
    with nullcontext() if is_there else pytest.raises(PermissionError):
        assert load_deck(cached_folder("plastic", lambda: drawn_deck(3))).name == drawn_deck(3).name


def test_a_folder_that_holds_no_deck_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"not a rendered deck"):
        load_deck(tmp_path)
