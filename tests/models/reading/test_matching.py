"""What counts as right, wrong, abstained, missed and extra."""

from pathlib import Path

import numpy as np
import pytest

from kibitz_datasets.real import LabelledFace, LabelledPhoto
from kibitz_models.reading.matching import calibration_error, compare, precision
from kibitz_scoring.cards import parse_card
from kibitz_vision.detections import CardReading, Face, Quad
from kibitz_vision.reading.overlap import iou


def _quad(x: float, y: float = 0) -> Quad:
    return np.array([[x, y], [x + 63, y], [x + 63, y + 88], [x, y + 88]], np.float32)


def _up(name: str | None, x: float, confidence: float = 0.9) -> CardReading:
    return CardReading(_quad(x), Face.UP, parse_card(name) if name else None, confidence)


def _photo(*faces: LabelledFace, backs: tuple[Quad, ...] = ()) -> LabelledPhoto:
    return LabelledPhoto(Path("a.jpg"), faces, backs)


def _full(name: str, x: float) -> LabelledFace:
    return LabelledFace(name, full=True, quad=_quad(x))


def test_a_card_of_the_right_name_at_its_place_is_right() -> None:
    counts = compare(_photo(_full("7H", 0)), [_up("7H", 5)]).counts
    assert (counts["full_right"], counts["photos_exact"], counts["extra"]) == (1, 1, 0)


def test_a_card_of_another_name_is_wrong_and_the_photo_not_exact() -> None:
    tally = compare(_photo(_full("7H", 0)), [_up("8H", 5)])
    assert (tally.counts["full_wrong"], tally.counts["photos_exact"]) == (1, 0)
    assert tally.failures[0].got == "8H"
    assert precision(tally.counts) == 0


def test_a_face_left_unread_is_abstained_and_one_not_found_is_missed() -> None:
    counts = compare(_photo(_full("7H", 0), _full("8C", 200)), [_up(None, 0)]).counts
    assert (counts["full_abstained"], counts["full_missed"], counts["full_wrong"]) == (1, 1, 0)


def test_a_named_card_where_none_lies_is_extra() -> None:
    counts = compare(_photo(), [_up("7H", 0)]).counts
    assert (counts["extra"], precision(counts)) == (1, 0)


def test_a_part_counts_by_the_point_on_it() -> None:
    part = LabelledFace("QS", full=False, point=(20, 20))
    counts = compare(_photo(part), [_up("QS", 0)]).counts
    assert (counts["part_right"], counts["full"], counts["photos_exact"]) == (1, 0, 1)


def test_a_face_that_nobody_can_read_is_neither_asked_for_nor_extra() -> None:
    counts = compare(_photo(_full("?", 0)), [_up("7H", 0)]).counts
    assert (counts["full"], counts["extra"]) == (0, 0)


def test_a_label_without_a_place_is_met_by_the_only_card() -> None:
    label = LabelledFace("QS", full=True)
    assert compare(_photo(label), [_up("QS", 0)]).counts["full_right"] == 1
    assert compare(_photo(label), [_up("KS", 0)]).counts["full_wrong"] == 1


def test_a_rank_label_asks_for_the_rank_alone() -> None:
    label = LabelledFace("10", full=True, box=(0, 0, 100, 100))
    assert compare(_photo(label), [_up("10C", 0)]).counts["full_right"] == 1


def test_a_back_is_right_where_it_lies() -> None:
    down = CardReading(_quad(0), Face.DOWN, None, 0.9)
    counts = compare(_photo(backs=(_quad(3), _quad(300))), [down]).counts
    assert (counts["backs"], counts["backs_right"]) == (2, 1)


def test_a_back_read_as_a_face_counts_as_that_even_where_it_was_also_seen_as_a_back() -> None:
    down = CardReading(_quad(0), Face.DOWN, None, 0.9)
    counts = compare(_photo(backs=(_quad(0),)), [down, _up("3C", 10)]).counts
    assert (counts["backs_named"], counts["backs_right"]) == (1, 0)


def test_a_back_told_as_a_card_and_no_more_is_unsure_and_one_not_told_is_missed() -> None:
    counts = compare(_photo(backs=(_quad(0), _quad(300))), [_up(None, 0)]).counts
    assert (counts["backs_unsure"], counts["backs_missed"], counts["backs_named"]) == (1, 1, 0)


def test_a_whole_face_told_as_a_back_is_counted_among_the_backs_told() -> None:
    down = CardReading(_quad(0), Face.DOWN, None, 0.9)
    counts = compare(_photo(LabelledFace("7H", full=True, point=(30, 40))), [down]).counts
    assert (counts["faces_down"], counts["backs_told"], counts["full_missed"]) == (1, 1, 1)


def test_two_quads_that_are_the_same_overlap_wholly_and_apart_not_at_all() -> None:
    assert iou(_quad(0), _quad(0)) == pytest.approx(1)
    assert iou(_quad(0), _quad(100)) == 0


def test_trust_that_is_always_deserved_has_no_calibration_error() -> None:
    assert calibration_error([(1.0, True)] * 20) == pytest.approx(0)
    assert calibration_error([(0.9, False)] * 20) == pytest.approx(0.9)
    assert calibration_error([]) == 0
