"""The sentences of the five rule texts: which a table can break or a score depends on, and which tests cite them.

`rule_sentences.toml` lists every sentence of every text by a hash of its words: the decisive ones with a few of their
words, by which tests cite them, the others with the reason why no test can break them.
"""

from __future__ import annotations

import hashlib
import html
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[..., None])

_TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
DECISIVE: dict[str, dict[str, str]] = {file: told["decisive"] for file, told in _TABLES.items()}
"""Key words by hash of each sentence that something depends on, by text."""
OTHER: dict[str, dict[str, str]] = {file: told["other"] for file, told in _TABLES.items()}
"""Reason by hash of each sentence on which nothing depends, by text."""
CITED: dict[tuple[str, str], set[str]] = {}
"""Tests by the text and key words that they cite."""

_MARKUP = re.compile(r"</?(?:p|ul|ol|li|h\d)[^>]*>|^\s*(?:[-*•]|\d+\.)\s+|^#+\s*|[*_|`]|</?\w+[^>]*>", re.M)
_END = re.compile(r"(?<=[.!?])(?:\*\*)?\s+(?=[A-Z\"“(])|(?<=[.!?])(?=<)")
_ABBREVIATION = re.compile(r"\b(e\.g|i\.e|vs)\.\s")


def cites(file: str, *words: str) -> Callable[[Test], Test]:
    """The test is about the sentences of a rule text that these key words stand for."""
    known = set(DECISIVE[file].values())
    assert known >= set(words), f"{file} has no decisive sentence {sorted(set(words) - known)}"

    def keep(test: Test) -> Test:
        for phrase in words:
            CITED.setdefault((file, phrase), set()).add(f"{test.__module__}.{test.__name__}")
        return test

    return keep


def sentences(text: str) -> list[str]:
    """The sentences, list items and table rows of a text in their order, without markup; each once."""
    found: dict[str, None] = {}
    for line in text.splitlines():
        for part in _END.split(_ABBREVIATION.sub(r"\1.", line)):
            plain = " ".join(_MARKUP.sub(" ", html.unescape(part)).replace("\u2019", "'").split())
            if re.search(r"[^\W\d]", plain):
                found.setdefault(plain)
    return list(found)


def hash_of(sentence: str) -> str:
    """Eight characters that stand for a sentence."""
    return hashlib.sha256(sentence.casefold().encode("utf-8")).hexdigest()[:8]
