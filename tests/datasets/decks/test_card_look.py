"""How cards age, and what sleeves do to them."""

import numpy as np
import pytest
from numpy.typing import NDArray

from kibitz_datasets.decks.card_look import NEW, Look, printed, sample_look, shrink, wear_down
from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.decks.drawn_deck import drawn_deck
from kibitz_datasets.decks.sleeves import Sleeve, put_in_sleeve, sleeved_back
from kibitz_datasets.scenes.arrangements import Place
from kibitz_datasets.scenes.canvas import Canvas
from kibitz_datasets.scenes.optics.table_camera import image_from_table
from kibitz_scoring.cards import parse_card
from kibitz_vision.detections import Image

UPRIGHT = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)
GREEN_BACKED = Sleeve(rim=0.05, colour=(40, 200, 40), opacity=1.0, gloss=0.0)
CLEAR = Sleeve(rim=0.05, colour=(230, 230, 230), opacity=0.2, gloss=0.0)


@pytest.fixture(scope="module")
def deck() -> Deck:
    return drawn_deck(3)


@pytest.fixture(scope="module")
def face(deck: Deck) -> Image:
    return deck.faces[parse_card("7H")][0]


def _rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def _with(**changes: object) -> Look:
    return Look(**{**{name: getattr(NEW, name) for name in Look.__slots__}, **changes})


def test_a_card_is_printed_at_the_size_at_which_it_is_seen(face: Image) -> None:
    card = printed(_rng(), face, NEW, UPRIGHT)
    assert card.picture.shape == (88, 63, 3)
    assert card.opacity.shape == (88, 63)
    assert card.rim_px == 0


def test_corners_are_round(face: Image) -> None:
    opacity = printed(_rng(), face, NEW, UPRIGHT * 3).opacity
    assert opacity[0, 0] == opacity[-1, -1] == 0
    assert opacity[0, 90] == opacity[130, 0] == 255


def test_shrinking_by_halves_looks_like_averaging_at_once(face: Image) -> None:
    small = shrink(face, (40, 56)).astype(int)
    exact = np.asarray(face, np.float64).reshape(56, 8, 40, 8, 3).mean((1, 3))
    assert np.abs(small - exact).max() <= 2


def test_a_yellowed_card_loses_blue(face: Image) -> None:
    new = printed(_rng(), face, NEW, UPRIGHT).picture.mean((0, 1))
    old = printed(_rng(), face, _with(paper=(0.75, 0.9, 1.0)), UPRIGHT).picture.mean((0, 1))
    assert old[0] < new[0] * 0.8
    assert old[2] == pytest.approx(new[2], abs=1)


def test_wear_rubs_edges_more_than_the_middle_and_grows() -> None:
    def changed(wear: float) -> NDArray[np.float64]:
        lost = np.zeros((176, 126))
        for seed in range(20):
            card = np.full((176, 126, 3), 90, np.uint8)
            wear_down(_rng(seed), card, wear)
            lost += np.abs(card.astype(int) - 90).sum(2)
        return lost

    little, much = changed(0.15), changed(1.0)
    assert much.sum() > 2 * little.sum() > 0
    rim = np.ones_like(much, bool)
    rim[12:-12, 12:-12] = False
    assert much[rim].mean() > 2 * much[~rim].mean()


def test_an_opaque_sleeve_frames_the_face_in_its_colour_and_hides_the_back(face: Image) -> None:
    card = printed(_rng(), face, _with(sleeve=GREEN_BACKED), UPRIGHT * 2)
    assert card.rim_px == round(0.05 * 126)
    assert card.picture.shape == (176 + 2 * card.rim_px, 126 + 2 * card.rim_px, 3)
    assert card.picture[card.rim_px // 2, 60].tolist() == [40, 200, 40]
    assert card.opacity.min() == 255
    assert (sleeved_back(face, GREEN_BACKED) == (40, 200, 40)).all()


def test_a_clear_sleeve_lets_table_and_back_through(face: Image) -> None:
    card = printed(_rng(), face, _with(sleeve=CLEAR), UPRIGHT * 2)
    assert card.opacity[card.rim_px // 2, 60] == round(255 * 0.2)
    assert card.opacity[90, 60] == 255
    assert sleeved_back(face, CLEAR) is face
    assert sleeved_back(face, None) is face


def test_a_glossy_sleeve_only_adds_light() -> None:
    dark, opacity = np.full((88, 63, 3), 60, np.uint8), np.full((88, 63), 255, np.uint8)
    dull, _, rim = put_in_sleeve(_rng(), dark, opacity, CLEAR)
    shiny, _, _ = put_in_sleeve(_rng(), dark, opacity, Sleeve(CLEAR.rim, CLEAR.colour, CLEAR.opacity, gloss=0.6))
    card = np.s_[rim:-rim, rim:-rim]
    assert (dull[card] == 60).all()
    assert shiny[card].min() > 60
    assert shiny[card].max() > 110


def test_a_sleeve_does_not_move_the_cards_corners(deck: Deck) -> None:
    canvases = []
    for sleeve in (None, GREEN_BACKED):
        canvas = Canvas(np.full((300, 300, 3), 90, np.uint8))
        camera = image_from_table((300, 300), 2.0, 0.0, 0.0, 1.0)
        canvas.lay(_rng(), deck, [Place(np.zeros(2), 0.3, up=True)], camera, _with(sleeve=sleeve))
        canvases.append(canvas)
    bare, sleeved = canvases
    assert np.array_equal(bare.labels()[0].quad, sleeved.labels()[0].quad)
    inside = bare.owner == 1
    assert np.abs(bare.picture[inside].astype(int) - sleeved.picture[inside]).mean() < 6
    green = (sleeved.picture[..., 1] > 180) & (sleeved.picture[..., 2] < 60)
    assert 0.05 < green.sum() / inside.sum() < 0.25


def test_decks_are_mostly_bare_and_mostly_unworn() -> None:
    looks = [sample_look(_rng(seed)) for seed in range(400)]
    assert 0.05 < np.mean([look.sleeve is not None for look in looks]) < 0.16
    assert 0.15 < np.mean([look.wear > 0 for look in looks]) < 0.35
    assert sample_look(_rng(5)) == sample_look(_rng(5))
