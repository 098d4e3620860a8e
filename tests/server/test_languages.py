"""The catalogue holds every text of the source, a language all of the catalogue, and a page is answered in its own."""

from __future__ import annotations

import asyncio
import importlib.util
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import pytest
from starlette.types import Message, Receive, Scope, Send

from kibitz_scoring.sentences import Sentence
from kibitz_server import texts
from kibitz_server.gate.spoken_language import SpokenLanguage
from kibitz_server.texts import LANGUAGES, asked, known_language, say, speaking, spoken_language

ROOT = Path(__file__).parents[2]
OTHERS = sorted(LANGUAGES.keys() - {"en"})
GAP = re.compile(r"\{(\w+)[^}]*\}")


@pytest.fixture(scope="module")
def program() -> ModuleType:
    """`make texts`."""
    spec = importlib.util.spec_from_file_location("kibitz_texts", ROOT / "setup" / "texts.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def german() -> Iterator[None]:
    token = asked.set("de")
    yield
    asked.reset(token)


def test_the_catalogue_is_what_make_texts_writes(program: ModuleType) -> None:
    kept = {message.id for message in program.read(program.CATALOGUE) if message.id}
    assert kept == {message.id for message in program.extracted() if message.id}


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated_with_the_same_gaps(program: ModuleType, language: str) -> None:
    catalogue = program.read(program.CATALOGUE)
    spoken = {message.id: message for message in program.read(program.file_of(language)) if message.id}
    assert [message.id for message in catalogue if message.id and message.id not in spoken] == []
    assert [text for text, message in spoken.items() if not message.string or message.fuzzy] == []
    unlike = [
        text for text, message in spoken.items() if sorted(GAP.findall(text)) != sorted(GAP.findall(message.string))
    ]
    assert unlike == []


@pytest.mark.usefixtures("german")
def test_numbers_dates_and_sentences_are_written_as_the_language_does() -> None:
    told = say("A row is exposed for {exposure:.1f} ms.", exposure=2.5)
    assert told == "Eine Zeile wird 2,5 ms lang belichtet."
    inner = Sentence("{count} cards", count=3)
    assert say(Sentence("A wrong pair goes back and costs {cards}.", cards=inner)).endswith("kostet 3 Karten.")


def test_what_no_page_asks_for_is_said_in_the_language_of_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    assert say("Draw pile") == "Draw pile"
    monkeypatch.setattr(texts.House, "language", "de")
    assert say("Draw pile") == "Nachziehstapel"


def test_a_page_is_asked_for_its_language_once_for_all_that_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    asked_for = 0

    def of_page() -> str:
        nonlocal asked_for
        asked_for += 1
        return "en"

    monkeypatch.setattr(texts.House, "of_page", of_page)
    with speaking("de"):
        assert [say("Draw pile") for _ in range(9)] == ["Nachziehstapel"] * 9
        with speaking("en"):
            assert say("Draw pile") == "Draw pile"
        assert say("Draw pile") == "Nachziehstapel"
        # What another thread says is for nobody on this page.
        with ThreadPoolExecutor(1) as other:
            assert other.submit(say, "Draw pile").result() == "Draw pile"
    assert asked_for == 1
    assert say("Draw pile") == "Draw pile"


@pytest.mark.parametrize(
    ("house", "headers", "answered"),
    [
        (None, {}, "en"),
        (None, {"accept-language": "fr, de-AT;q=0.8, en;q=0.5"}, "de"),
        (None, {"accept-language": "en-GB,de;q=0.9"}, "en"),
        ("de", {"accept-language": "en"}, "de"),
        ("de", {"cookie": "kibitz_language=en"}, "en"),
        (None, {"cookie": "kibitz_language=tlh"}, "en"),
        ("de", {"cookie": 'foo={"a":1}; kibitz_language=en'}, "en"),
    ],
)
def test_a_browser_is_answered_as_it_chose_or_as_the_house_speaks_or_as_it_asks(
    house: str | None, headers: dict[str, str], answered: str
) -> None:
    heard: list[str] = []

    async def app(_: Scope, __: Receive, ___: Send) -> None:
        heard.append(spoken_language())

    async def nothing(*_: object) -> Message:
        return {}

    told = [(name.encode(), value.encode()) for name, value in headers.items()]
    asyncio.run(SpokenLanguage(app, house)({"type": "http", "headers": told}, nothing, nothing))
    assert heard == [answered]


def test_a_language_is_known_by_the_names_that_systems_give_it() -> None:
    assert [known_language(code) for code in ("de", "de-AT", "de_DE.UTF-8", "EN", "fr", "", None)] == [
        *("de", "de", "de", "en"),
        *(None, None, None),
    ]
