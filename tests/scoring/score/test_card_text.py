from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.cards import FRENCH52, JOKER, NUMERIC
from kibitz_scoring.errors import InputError
from kibitz_scoring.score.card_text import format_hand, format_scored_card, parse_hand, parse_scored_card
from kibitz_scoring.score.hands import ScoredCard

SCORED = st.builds(ScoredCard, st.sampled_from((*FRENCH52, JOKER, *NUMERIC)), st.integers(-99, 99))


@given(SCORED)
def test_a_scored_card_reads_back(scored: ScoredCard) -> None:
    assert parse_scored_card(format_scored_card(scored)) == scored


@given(st.lists(SCORED).map(tuple))
def test_a_hand_reads_back_with_spaces_or_commas(hand: tuple[ScoredCard, ...]) -> None:
    text = format_hand(hand)
    assert parse_hand(text) == hand
    assert parse_hand(text.replace(" ", ", ")) == hand


def test_a_modifier_is_written_behind_either_notation() -> None:
    assert [format_scored_card(scored) for scored in parse_hand("7+1 QH-2 5C")] == ["7+1", "QH-2", "5C"]
    assert format_hand(parse_hand("7+1, QH-2 5C")) == "7+1 QH-2 5C"


@pytest.mark.parametrize("text", ["7+", "7+1+1", "7+x", "QH-100", "7 + 1"])
def test_a_modifier_that_is_no_number_gives_one_sentence(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_scored_card(text)
    assert str(caught.value) == f"'{text}' is not a card: expected a card and at most one modifier, as in 7+1 or QH-2."


@given(st.text())
def test_any_text_is_a_card_or_a_sentence(text: str) -> None:
    try:
        parse_scored_card(text)
    except InputError as error:
        assert "is not a card" in str(error)
