"""Every text of the page goes through `say`: what a lower floor says knows its words, and no literal passes by."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import kibitz_server
from kibitz_scoring.cards import parse_card
from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.hands import ScoredCard
from kibitz_scoring.score.tally import tally_round
from kibitz_scoring.sentences import Sentence, all_of, joined
from kibitz_server import texts
from kibitz_server.texts import say

SERVER = Path(kibitz_server.__file__).parent
ROOMS = (
    "pages",
    "views",
    "evening",
    "watching",
    "replay",
    "privacy",
    "gate",
    "access",
    "api",
    "app.py",
    "desk.py",
    "demo.py",
)
SHOWN = {
    "label",
    "button",
    "set_text",
    "tooltip",
    "notify",
    "spoken",
    "draw_dialog_head",
    "InputError",
    "tell",
    "_tell",
    "HTTPException",
    "NotAllowedError",
    "LockedError",
    "refusal",
    "refuse",
}
"""What draws its arguments for people to read."""
SAYS = {"say", "Sentence", "to_say", "broken"}
WORDS = re.compile(r"[A-Za-z]{2,}[,:;.]? [A-Za-z]")
LETTERS = re.compile(r"[A-Za-z]{2}")
TECHNICAL = re.compile(
    r"[<>{}]|=|^[a-z]+(-[a-z]+)* [a-z]+(-[a-z]+)+$|^[a-z]+-[a-z-]+ [a-z-]+|@page|%[YHA]|doctype|^# |-src '"
)
"""Markup, styles, scripts, policies, props and classes, and formats of times."""
NAMES = {
    "camera ",  # of a picture
    "table watch",  # of threads
    "table looks",
    "clip pictures",
    "number leads",  # of styles
    "the table",  # who ruled, in a game file
    "follows from a ruling",
    "set when the game began",
    "lay on it at the reveal",
    "agreed at the table",
    "end page ",  # of a task
}
"""Names that are kept in files, and are the same in every language."""
GERMAN = {
    "hand: {sum}": "Blatt: {sum}",
    "called {verdict}: {change}": "rief {verdict}: {change}",
    "and is {alone}lowest": "und hat {alone}am wenigsten",
    "{one} and {other}": "{one} und {other}",
    "no cards, 0": "keine Karten, 0",
    "The file is damaged ({error}).": "Die Datei ist beschädigt ({error}).",
}


@pytest.fixture(autouse=True)
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "catalogue", lambda _: GERMAN)
    monkeypatch.setattr(texts.House, "language", "de")


@pytest.mark.parametrize("room", ["watching", "evening", "journal", "events"])
def test_what_all_pages_are_told_alike_is_said_by_each_in_its_own_language(room: str) -> None:
    rooms = list((SERVER / room).rglob("*.py"))
    assert rooms
    assert [path.name for path in rooms if re.search(r"texts import .*\bsay\b", path.read_text("utf-8"))] == []


def test_a_sentence_of_a_lower_floor_is_said_in_other_words() -> None:
    ann, ben = PlayerId("Ann"), PlayerId("Ben")
    five = (ScoredCard(parse_card("2H")), ScoredCard(parse_card("3C")))
    tally = tally_round(load_pack("kaboo"), {ann: (), ben: five}, ann)
    assert tally.reasons[ben] == "hand: 2 + 3 = 5"
    assert say(tally.reasons[ben]) == "Blatt: 2 + 3 = 5"
    assert say(tally.reasons[ann]).startswith("rief und hat")
    assert say(tally.reasons[ann]).endswith("keine Karten, 0")
    assert say(all_of(["Ann", "Ben", "Cleo"])) == "Ann und Ben und Cleo"


def test_the_sentence_of_an_error_still_knows_its_words() -> None:
    error = InputError(Sentence("The file is damaged ({error}).", error=InputError(Sentence("no cards, 0"))))
    assert str(error) == "The file is damaged (no cards, 0)."
    assert say(str(error)) == "Die Datei ist beschädigt (keine Karten, 0)."


def test_a_sentence_is_its_text_and_goes_from_process_to_process() -> None:
    sent = pickle.loads(pickle.dumps(joined("; ", (Sentence("hand: {sum}", sum=3), "Ann"))))
    assert sent == "hand: 3; Ann"
    assert say(sent) == "Blatt: 3; Ann"


def modules() -> Iterator[tuple[str, ast.Module]]:
    for room in ROOMS:
        for path in sorted((SERVER / room).rglob("*.py")) if (SERVER / room).is_dir() else [SERVER / room]:
            yield str(path.relative_to(SERVER)), ast.parse(path.read_text())


def text_of(node: ast.AST) -> str | None:
    """What a literal says, its gaps left out."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value for part in node.values if isinstance(part, ast.Constant))
    return None


def name_of(call: ast.AST | None) -> str:
    if not isinstance(call, ast.Call):
        return ""
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def parents_of(module: ast.Module) -> dict[ast.AST, ast.AST]:
    return {child: node for node in ast.walk(module) for child in ast.iter_child_nodes(node)}


def test_nothing_is_drawn_that_was_not_said() -> None:
    """A literal, or a part of one, that is handed to what draws it."""
    escaped = []
    for name, module in modules():
        for call in ast.walk(module):
            if name_of(call) in SHOWN and isinstance(call, ast.Call):
                drawn = [text_of(node) for node in call.args]
                escaped += [f"{name}:{call.lineno}: {text!r}" for text in drawn if text and is_text(text)]
    assert escaped == []


def is_text(text: str) -> bool:
    return bool(LETTERS.search(text)) and not TECHNICAL.search(text) and text not in (" ms", " s")


def test_no_literal_of_more_than_a_word_passes_by() -> None:
    """Every literal of words is said where it stands, or marked to be said elsewhere."""
    escaped = []
    for name, module in modules():
        parents = parents_of(module)
        for node in ast.walk(module):
            text = text_of(node)
            if text is None or not WORDS.search(text) or TECHNICAL.search(text) or text in NAMES:
                continue
            if not any(is_excused(one) for one in chain_up(node, parents)):
                escaped.append(f"{name}:{node.lineno}: {text!r}")  # type: ignore[attr-defined]
    assert escaped == []


def chain_up(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> Iterator[ast.AST]:
    while node in parents:
        node = parents[node]
        yield node


def is_excused(node: ast.AST) -> bool:
    """What says a text or marks it, what only a style, the log, or who writes programs is told, and docstrings."""
    if isinstance(node, ast.keyword) and node.arg == "description":
        return True
    if name_of(node) in SAYS | {"classes", "props", "style", "warning", "info", "exception", "run_javascript"}:
        return True
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
