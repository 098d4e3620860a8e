"""All that is said aloud: sentences as recorded phrases, and the names of players, which nobody has recorded.

A sentence is cut at its gaps. What stands between them is a recorded phrase, and so is what fills them: numbers, cards,
the words that end a round. This is the one list of what `make speech` records.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from string import Formatter

from kibitz_scoring.cards import FRENCH52, JOKER, Card, HouseRank, Rank
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack, pack_ids, variant_ids
from kibitz_scoring.sentences import to_say
from kibitz_server.texts import say
from kibitz_server.views.words.card_words import words

PhraseId = str
"""Names a phrase and its file, the same in every language."""

_SENTENCES: Mapping[str, str] = {
    "first-by": to_say("{player} was first by {number} milliseconds."),
    "too-close": to_say("Too close to call: {player} and {other}."),
    "counts": to_say("{player}: the snap counts."),
    "wrong-rank": to_say("{player}: another rank, the card goes back."),
    "too-late": to_say("{player}: too late."),
    "nobody-knows": to_say("{player}: too close to call."),
    "ruled-for": to_say("The table ruled: {player} has it."),
    "ruled-against": to_say("The table ruled: nobody has it."),
    "called-word": to_say("{player} called {word}."),
    "called": to_say("{player} called the end of the round."),
    "to-decide": to_say("There is something to decide."),
    "disputes": to_say("{player} disputes what happened."),
    "on-turn": to_say("{player} is on turn."),
    "on-pile": to_say("On the pile: {card}."),
    "counted": to_say("All hands are counted."),
    "points": to_say("{player} has {number} points."),
    "one-point": to_say("{player} has one point."),
    "seat": to_say("Seat {number}"),
    "minus": to_say("minus"),
    "correction": to_say("Correction: {what}"),
}
"""Every sentence by its key."""
_THOUSANDS = range(1000, 10_000, 1000)
_HUNDREDS = range(100, 1000, 100)
_WHOLE = range(100)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A phrase that is recorded."""

    phrase: PhraseId


@dataclass(frozen=True, slots=True)
class Named:
    """A player, named by a voice of the listener's device or else by `otherwise`, which may be nothing."""

    name: PlayerId
    otherwise: tuple[PhraseId, ...]


Piece = Recorded | Named


@dataclass(frozen=True, slots=True)
class Aloud:
    """What is said, as a text and as the pieces that are played one after the other."""

    text: str
    pieces: tuple[Piece, ...]


def phrases() -> Mapping[PhraseId, str]:
    """Every phrase to be recorded, in the language of the page."""
    cut = {phrase: text for key in _SENTENCES for phrase, text in _phrases_of(key)}
    cards = {_card_phrase(card): f"{words(card)}." for card in (*FRENCH52, JOKER)}
    numbers = {_number_phrase(number): str(number) for number in (*_WHOLE, *_HUNDREDS, *_THOUSANDS)}
    return {**cut, **cards, **numbers, **{_word_phrase(word): word for word in _call_words()}}


def said_often() -> tuple[PhraseId, ...]:
    """Phrases of the sentences, as against those that fill their gaps."""
    return tuple(phrase for key in _SENTENCES for phrase, _ in _phrases_of(key))


def aloud(key: str, /, **gaps: Aloud) -> Aloud:
    """A sentence of the list with its gaps filled."""
    sentence = say(_SENTENCES[key])
    pieces: list[Piece] = []
    fragments = iter(phrase for phrase, _ in _phrases_of(key))
    for literal, gap in _parts(sentence):
        if _spoken(literal):
            pieces.append(Recorded(next(fragments)))
        pieces.extend(gaps[gap].pieces if gap else ())
    return Aloud(sentence.format(**{name: gap.text for name, gap in gaps.items()}), tuple(pieces))


def player_aloud(player: PlayerId, players: Sequence[PlayerId]) -> Aloud:
    """A player's name, in whose place the number of the seat may be said."""
    seat = aloud("seat", number=number_aloud(players.index(player) + 1)) if player in players else Aloud("", ())
    return Aloud(player, (Named(player, tuple(one.phrase for one in seat.pieces if isinstance(one, Recorded))),))


def number_aloud(number: int) -> Aloud:
    """A number as people say it; one of more than four digits digit by digit."""
    left = abs(number)
    parts = [left] if left < 10_000 else [int(digit) for digit in str(left)]
    said = [_number_phrase(one) for part in parts for one in _spoken_parts(part)]
    minus = aloud("minus").pieces if number < 0 else ()
    return Aloud(str(number), (*minus, *map(Recorded, said)))


def card_aloud(card: Card) -> Aloud | None:
    """A card's name, None for one of a deck of one's own: its name is not recorded."""
    if isinstance(card.rank, HouseRank):
        return None
    if card.suit is None and card.rank is not Rank.JOKER:
        return number_aloud(int(card.rank))
    return Aloud(words(card), (Recorded(_card_phrase(card)),))


def word_aloud(word: str) -> Aloud | None:
    """The word that ends a round, None for one that is not recorded."""
    return Aloud(word, (Recorded(_word_phrase(word)),)) if word in _call_words() else None


@cache
def _call_words() -> tuple[str, ...]:
    """The words that end a round in the games that come with Kibitz."""
    return tuple(sorted({load_pack(pack_id).call_word for pack_id in (*pack_ids(), *variant_ids())}))


def _parts(sentence: str) -> Iterator[tuple[str, str | None]]:
    """What is said before each gap, and the gap, if any."""
    return ((literal, gap) for literal, gap, _, _ in Formatter().parse(sentence))


def _phrases_of(key: str) -> Iterator[tuple[PhraseId, str]]:
    """What is recorded of a sentence, in the language of the page."""
    spoken = (text for literal, _ in _parts(say(_SENTENCES[key])) if (text := _spoken(literal)))
    return ((f"{key}-{number}", text) for number, text in enumerate(spoken, 1))


def _spoken(literal: str) -> str:
    """A part of a sentence as it is spoken; what it ends in stays, as it tells the voice how to end."""
    return re.sub(r"^\W+", "", literal).strip()


def _spoken_parts(number: int) -> Iterator[int]:
    """2345 as 2000, 300 and 45."""
    for unit in (1000, 100):
        if whole := number // unit * unit:
            yield whole
        rest = number % unit
        if whole and not rest:
            return
        number = rest
    yield number


def _number_phrase(number: int) -> PhraseId:
    return f"number-{number}"


def _card_phrase(card: Card) -> PhraseId:
    return f"card-{card}".lower()


def _word_phrase(word: str) -> PhraseId:
    return f"word-{word.lower().replace(' ', '-')}"
