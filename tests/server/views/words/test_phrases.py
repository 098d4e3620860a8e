"""Every phrase that may be said is recorded in every language, and can be heard."""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files
from pathlib import Path

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from kibitz_scoring.cards import FRENCH52, JOKER, NUMERIC, parse_card
from kibitz_scoring.players import PlayerId
from kibitz_server import texts
from kibitz_server.views.words.phrases import (
    Aloud,
    Named,
    Recorded,
    aloud,
    card_aloud,
    number_aloud,
    phrases,
    player_aloud,
    said_often,
    word_aloud,
)

RECORDED = Path(str(files("kibitz_server") / "pages" / "assets" / "speech"))
ORIGIN = json.loads((RECORDED / "origin.json").read_text(encoding="utf-8"))
MOST_BYTES = 3_000_000
SHORTEST_S, LONGEST_S = 0.2, 4.0
LOUD_DB, OFF_DB, QUIET_DB = -20.0, 3.0, -40.0
ANN, BEN = PlayerId("Ann"), PlayerId("Ben")


@pytest.fixture(params=texts.LANGUAGES)
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(texts.House, "language", request.param)
    return str(request.param)


def samples(path: Path) -> tuple[NDArray[np.float64], int]:
    """A file as a browser decodes it, of full scale, and its rate."""
    with av.open(path) as container:
        frames = [frame.to_ndarray().mean(axis=0) for frame in container.decode(audio=0)]
        return np.concatenate(frames).astype(np.float64), container.streams.audio[0].rate


def decibels(sound: NDArray[np.float64]) -> float:
    return float(10 * np.log10(np.mean(sound**2) + 1e-12))


def ids(said: Aloud | None) -> list[str]:
    assert said is not None
    return [piece.phrase for piece in said.pieces if isinstance(piece, Recorded)]


def test_each_phrase_of_the_list_is_recorded_as_it_is_worded_now(language: str) -> None:
    wanted = phrases()
    noted = ORIGIN[language]["phrases"]
    assert {phrase: one["text"] for phrase, one in noted.items()} == dict(wanted), "make speech"
    assert {path.stem for path in (RECORDED / language).iterdir()} == set(wanted)
    for phrase, one in noted.items():
        found = hashlib.sha256((RECORDED / language / f"{phrase}.mp3").read_bytes()).hexdigest()
        assert found == one["sha256"], phrase


def test_every_recording_can_be_heard_and_is_as_loud_as_the_others(language: str) -> None:
    wrong = {}
    for path in (RECORDED / language).iterdir():
        sound, rate_hz = samples(path)
        loud_db, ends_db = decibels(sound), max(decibels(sound[: rate_hz // 100]), decibels(sound[-rate_hz // 100 :]))
        if not (SHORTEST_S <= len(sound) / rate_hz <= LONGEST_S and abs(loud_db - LOUD_DB) <= OFF_DB):
            wrong[path.stem] = (len(sound) / rate_hz, loud_db)
        if ends_db > QUIET_DB:
            wrong[path.stem] = ("ends in a crack", ends_db)
    assert wrong == {}


def test_all_languages_together_take_no_more_than_three_megabytes() -> None:
    assert sum(path.stat().st_size for path in RECORDED.rglob("*") if path.is_file()) <= MOST_BYTES


def test_the_licence_of_the_voices_is_noted_beside_the_files() -> None:
    assert ORIGIN["licence"] == "Apache-2.0"
    assert ORIGIN["engine"].startswith("py-nanotts==")


@pytest.mark.parametrize(
    ("number", "parts"),
    [
        (0, ["number-0"]),
        (67, ["number-67"]),
        (100, ["number-100"]),
        (345, ["number-300", "number-45"]),
        (2000, ["number-2000"]),
        (2045, ["number-2000", "number-45"]),
        (-7, ["minus-1", "number-7"]),
        (12_345, ["number-1", "number-2", "number-3", "number-4", "number-5"]),
    ],
)
def test_any_number_is_said_of_recorded_parts(number: int, parts: list[str]) -> None:
    assert ids(number_aloud(number)) == parts
    assert set(parts) <= set(phrases())


def test_every_printed_card_is_recorded_and_one_of_an_own_deck_is_not() -> None:
    assert {phrase for card in (*FRENCH52, JOKER, *NUMERIC) for phrase in ids(card_aloud(card))} <= set(phrases())
    assert card_aloud(parse_card("#DRAGON")) is None
    assert ids(word_aloud("Kaboo")) == ["word-kaboo"]
    assert word_aloud("Enough!") is None


def test_a_sentence_is_said_in_the_order_of_its_language(language: str) -> None:
    said = aloud("first-by", player=player_aloud(BEN, [ANN, BEN]), number=number_aloud(67))
    in_words = {
        "en": "Ben was first by 67 milliseconds.",
        "de": "Ben war zuerst mit 67 Millisekunden Vorsprung.",
    }
    assert said.text == in_words[language]
    assert said.pieces[0] == Named(BEN, ("seat-1", "number-2"))
    assert ids(said) == ["first-by-1", "number-67", "first-by-2"]
    assert set(said_often()) <= set(phrases())


def test_a_player_without_a_seat_is_named_or_left_out() -> None:
    assert player_aloud(BEN, [ANN]).pieces == (Named(BEN, ()),)
