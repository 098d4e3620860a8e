"""Every sentence of the five rule texts that a table can break or a score depends on has a test that cites it."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import (
    test_text_cambio,
    test_text_cambio_snaps,
    test_text_cameo,
    test_text_disputes,
    test_text_dragons_gambit,
    test_text_kaboo,
    test_text_kaboo_snaps,
    test_text_scambodia,
    test_text_scambodia_powers,
    test_text_scambodia_scores,
)
from .rule_sentences import CITED, DECISIVE, OTHER, cites, hash_of, sentences

MODULES = (
    test_text_cambio,
    test_text_cambio_snaps,
    test_text_cameo,
    test_text_disputes,
    test_text_dragons_gambit,
    test_text_kaboo,
    test_text_kaboo_snaps,
    test_text_scambodia,
    test_text_scambodia_powers,
    test_text_scambodia_scores,
)
REASONS = {
    "heading",
    "leads to the next",
    "picture",
    "story",
    "shuffling is not seen",
    "a camera makes no moves",
    "stakes are the table's",
}
TEXTS = tuple(DECISIVE)


def test_every_decisive_sentence_has_a_test_that_cites_it() -> None:
    untested = [(text, words) for text in TEXTS for words in DECISIVE[text].values() if (text, words) not in CITED]
    assert untested == []


def test_the_tests_that_cite_are_there() -> None:
    names = {f"{module.__name__}.{name}" for module in MODULES for name in vars(module) if name.startswith("test_")}
    assert set().union(*CITED.values()) <= names


def test_key_words_stand_for_one_sentence_only() -> None:
    assert all(len(set(words.values())) == len(words) for words in DECISIVE.values())


def test_sentences_that_nothing_depends_on_have_a_reason() -> None:
    assert {reason for told in OTHER.values() for reason in told.values()} == REASONS


def test_words_that_no_decisive_sentence_has_cannot_be_cited() -> None:
    with pytest.raises(AssertionError, match="has no decisive sentence"):
        cites("kaboo.md", "the moon")


@pytest.mark.parametrize("text", TEXTS)
def test_every_sentence_of_a_rule_text_is_judged_decisive_or_not(shared_folder: Path, text: str) -> None:
    found = {hash_of(told): told for told in sentences((shared_folder / "rules" / text).read_text(encoding="utf-8"))}
    assert set(found) == set(DECISIVE[text]) | set(OTHER[text])
    assert not set(DECISIVE[text]) & set(OTHER[text])
    strangers = [words for key, words in DECISIVE[text].items() if words.casefold() not in found[key].casefold()]
    assert strangers == []


def test_all_rule_texts_are_read(shared_folder: Path) -> None:
    assert {path.name for path in (shared_folder / "rules").iterdir()} == set(TEXTS)


def test_a_text_falls_into_its_sentences_items_and_rows() -> None:
    text = "# Big *Rules*\n1. First one. Second (e.g. this)!\n| A | b |\n|---|---|\n<li>x&amp;y</li>\n\nFirst one.\n"
    assert sentences(text) == ["Big Rules", "First one.", "Second (e.g.this)!", "A b", "x&y"]
