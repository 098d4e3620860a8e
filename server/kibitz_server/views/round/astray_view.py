"""The line about a table that does not match the referee: which place it is, and what to move or tap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kibitz_scoring.cards import Card
from kibitz_scoring.game.events import Corrected, Event, Moved
from kibitz_scoring.game.round_state import RoundState, top_face
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.table import Heap, Place
from kibitz_server.evening.astray import Astray
from kibitz_server.texts import say
from kibitz_server.views.round.play_view import ActView
from kibitz_server.views.words.act_words import ActWords
from kibitz_server.views.words.card_words import glyphs


@dataclass(frozen=True, slots=True)
class AstrayView:
    """The line: a sentence, what to move on the table, the places to light up, and what may be tapped instead."""

    sentence: str
    advice: str
    places: tuple[Place, ...]
    acts: tuple[ActView, ...]


def astray_view(state: RoundState, astray: Sequence[Astray]) -> AstrayView | None:
    """The line about the first place that does not match, and about a card that may have come from there."""
    if not astray:
        return None
    words, first = ActWords(state.pack, state.players), astray[0]
    place = words.place(first.place)
    named = place[:1].upper() + place[1:]
    known = top_face(state)
    if first.lies is not None and isinstance(known, Card):
        sentence = say("The {card} lies on top of the discard pile.", card=glyphs(first.lies))
        advice = say("Lay the {known} on top, or tap what is so.", known=glyphs(known))
    elif first.is_missing:
        sentence = say("{place} is not there.", place=named)
        advice = say("Lay it back, or tap what became of it.")
    else:
        sentence = say("A card lies at the place of {place}, where none should.", place=place)
        advice = say("Take it away, or tap where it belongs.")
    others = len(astray) - 1
    more = say(" {number} more places do not match.", number=others) if others > 1 else ""
    places = tuple(one.place for one in astray)
    acts = tuple(ActView(label, format_event(event, state.players)) for label, event in _acts(words, first, astray[1:]))
    return AstrayView(sentence + more, advice, places, acts)


def _acts(words: ActWords, first: Astray, others: Sequence[Astray]) -> Iterator[tuple[str, Event]]:
    if first.lies is not None:
        yield say("The {card} is right", card=glyphs(first.lies)), Corrected(first.place, first.lies)
        return
    other = next((one for one in others if one.lies is None and one.is_missing is not first.is_missing), None)
    if other is not None:
        gone, come = (first, other) if first.is_missing else (other, first)
        label = say("{card} went to {place}", card=words.place(gone.place), place=words.place(come.place))
        yield label, Moved(gone.place, come.place)
    if first.is_missing:
        yield say("No card lies there any more"), Moved(first.place, Heap.ASIDE)
    else:
        yield say("It belongs there"), Moved(Heap.DRAW, first.place)
