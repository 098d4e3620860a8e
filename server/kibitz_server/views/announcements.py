"""What is said aloud at the table: verdicts, calls, what waits to be decided and the hands, each as soon as it is so.

It is made from what everybody may see, so nothing secret can be spoken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from kibitz_server.views.evening_view import GameView, View
from kibitz_server.views.round.play_view import PlayView
from kibitz_server.views.sheet_view import SheetView
from kibitz_server.views.words.phrases import Aloud, aloud, card_aloud, number_aloud, player_aloud, word_aloud


class Tone(StrEnum):
    """The sound before the words; of `turn` and `card` only the newest is worth a word, and it has no sound."""

    VERDICT = "verdict"
    CALL = "call"
    QUESTION = "question"
    COUNTED = "counted"
    TURN = "turn"
    CARD = "card"


COURSE = frozenset({Tone.TURN, Tone.CARD})
"""The course of the round: more than most tables want to hear."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """A sentence and its sound; what is said later `about` the same replaces it where it was not heard yet."""

    tone: Tone
    about: str
    said: Aloud


Facts = Mapping[tuple[Tone, str], Announcement]
"""What could be said of an evening as it stands, each by what it is about."""


def facts_of(view: View) -> Facts:
    """Everything that is worth a word now."""
    found = [
        *(_of_play(view.play, view.game) if view.play and view.game else ()),
        *(_of_sheet(view.sheet, view.game) if view.sheet and view.game else ()),
    ]
    return {
        (tone, key): Announcement(tone, tone if tone in COURSE else f"{tone} {key}", said) for tone, key, said in found
    }


def news(before: Facts, after: Facts) -> tuple[Announcement, ...]:
    """What is to be said of a change: what is new, and of a correction only what is another now."""
    said = []
    for key, now in after.items():
        if key not in before:
            said.append(now)
        elif now != before[key]:
            said.append(replace(now, said=aloud("correction", what=now.said)))
    return tuple(said)


def gone(before: Facts, after: Facts) -> tuple[str, ...]:
    """What nothing can be said about any more."""
    return tuple({one.about for one in before.values()} - {one.about for one in after.values()})


def _of_play(play: PlayView, game: GameView) -> Iterator[tuple[Tone, str, Aloud]]:
    players = [seat.player for seat in play.seats]
    for race in play.races:
        yield Tone.VERDICT, f"{race.at_ms:.0f}", race.aloud
    for seat in play.seats:
        player = player_aloud(seat.player, players)
        if seat.is_caller:
            word = word_aloud(game.pack.call_word)
            called = aloud("called-word", player=player, word=word) if word else aloud("called", player=player)
            # The same key for everybody: another caller is a correction.
            yield Tone.CALL, "caller", called
        if seat.is_on_turn and play.on_turn:
            yield Tone.TURN, str(play.turns_taken), aloud("on-turn", player=player)
    for item in play.inbox:
        if not (item.minor or item.is_race):
            who = item.disputed_by
            told = aloud("disputes", player=player_aloud(who, players)) if who else aloud("to-decide")
            yield Tone.QUESTION, item.key, told
    card = card_aloud(play.top) if play.top else None
    if card and not play.is_reveal:
        yield Tone.CARD, str(play.pile), aloud("on-pile", card=card)


def _of_sheet(sheet: SheetView, game: GameView) -> Iterator[tuple[Tone, str, Aloud]]:
    if sheet.tally is None:
        return
    yield Tone.COUNTED, "all", aloud("counted")
    for who, points in sheet.tally.points.items():
        player = player_aloud(who, game.seats)
        told = aloud("one-point", player=player) if points == 1 else None
        yield Tone.COUNTED, who, told or aloud("points", player=player, number=number_aloud(points))
