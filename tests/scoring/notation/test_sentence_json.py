"""Sentences in files: said in any language later, and from anywhere."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.errors import InputError
from kibitz_scoring.notation.sentence_json import parse_sentence, sentence_json
from kibitz_scoring.players import PlayerId
from kibitz_scoring.sentences import Sentence, joined
from kibitz_scoring.table import Heap

texts = st.recursive(
    st.text(max_size=20), lambda inner: st.builds(lambda one, two: joined(" ", (one, two)), inner, inner), max_leaves=5
)


@given(texts)
def test_what_was_stored_is_read_back_word_by_word(text: str) -> None:
    read = parse_sentence(json.loads(json.dumps(sentence_json(text))))
    assert read == text
    assert getattr(read, "values", None) == getattr(text, "values", None)


def test_numbers_are_stored_as_numbers_and_other_values_by_their_names() -> None:
    gap = Sentence("{by_ms:.0f} ms ± {chance:.0%}", by_ms=66.7, chance=0.98)
    text = Sentence("{player} at {place} by {gap}, {end!s}", player=PlayerId("Ann"), place=Heap.DRAW, gap=gap, end=None)
    stored = sentence_json(text)
    assert isinstance(stored, dict)
    assert stored["values"]["gap"]["values"] == {"by_ms": 66.7, "chance": 0.98}
    assert (stored["values"]["player"], stored["values"]["end"]) == ("Ann", "None")


def deep(depth: int) -> object:
    return {"words": "{one}", "values": {"one": deep(depth - 1)}} if depth else "end"


@pytest.mark.parametrize(
    "stored",
    [
        None,
        7,
        {"words": "Ann"},
        {"words": 7, "values": {}},
        {"words": "{player}", "values": []},
        {"words": "{player}", "values": {}},
        {"words": "{player.__class__}", "values": {"player": "Ann"}},
        {"words": "{player!r}", "values": {"player": "Ann"}},
        {"words": "{player:999999999}", "values": {"player": "Ann"}},
        {"words": "{player:.0f}", "values": {"player": "Ann"}},
        {"words": "{player", "values": {"player": "Ann"}},
        {"words": "{player}", "values": {"player": [1]}},
        deep(30),
    ],
)
def test_anything_else_is_refused_and_nothing_of_it_is_looked_up(stored: object) -> None:
    with pytest.raises(InputError, match="expected words and what stands in their gaps"):
        parse_sentence(stored)
