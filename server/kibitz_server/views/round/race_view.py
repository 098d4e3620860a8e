"""A snap race as a banner: the verdict, how sure the order is and why it is so, and the ways to rule on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kibitz_scoring.certainty import as_told
from kibitz_scoring.game.events import Verdict
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.questions import ActId
from kibitz_scoring.referee.races import Race, decisive, finish_of, race_sentence
from kibitz_server.texts import say
from kibitz_server.views.round.inbox import AnswerView, rulings_of
from kibitz_server.views.words.act_words import ActWords
from kibitz_server.views.words.phrases import Aloud, aloud, number_aloud, player_aloud


@dataclass(frozen=True, slots=True)
class RaceView:
    """A snap race in words; `because` says how sure the order is and why, `answers` are the ways to rule on it.

    `is_open`: nothing is firm, as nobody can say who was first or the table is asked. `acts` are its attempts, by
    `players`; `aloud` is how the verdict is spoken. `is_close`: it shows itself, as one frame more or less decided it.
    """

    number: int
    at_ms: float
    sentence: str
    aloud: Aloud
    because: str
    answers: tuple[AnswerView, ...]
    is_open: bool
    acts: tuple[ActId, ...] = ()
    is_close: bool = False
    players: tuple[PlayerId, ...] = ()


def race_view(number: int, race: Race, words: ActWords) -> RaceView:
    """A race as everybody may see it."""
    return RaceView(
        number=number,
        at_ms=race.at_ms,
        sentence=say(race_sentence(race)),
        aloud=race_aloud(race, words.players),
        because=" ".join(_because(race)),
        answers=tuple(rulings_of(race, words)),
        is_open=race.is_open or race.is_asked,
        acts=race.acts,
        is_close=is_close(race),
        players=tuple(dict.fromkeys(one.player for one in race.attempts)),
    )


FRAME_MS = 1000 / 30
"""Of a camera of 30 frames a second, as webcams have: who was first by less than the stated uncertainty and this would
not have been surely first, had the second card been seen one picture sooner."""


def is_close(race: Race) -> bool:
    """Whether people will want to see it: nobody can say who was first, or that one was by a picture alone."""
    if race.ruled or race.is_open or race.is_asked:
        return not race.ruled
    finish = finish_of(race)
    return finish is not None and finish.ahead.by_ms < finish.ahead.plus_minus_ms + FRAME_MS


_ALONE = {
    Verdict.CORRECT: "counts",
    Verdict.WRONG: "wrong-rank",
    Verdict.LATE: "too-late",
    Verdict.TOO_CLOSE: "nobody-knows",
}


def race_aloud(race: Race, players: Sequence[PlayerId]) -> Aloud:
    """The verdict as it is spoken among these players, shorter than it is written."""
    if race.ruled:
        winner = race.winner
        return aloud("ruled-for", player=player_aloud(winner, players)) if winner else aloud("ruled-against")
    finish = None if race.is_asked else finish_of(race)
    if finish is None:
        only = decisive(race)
        verdict = Verdict.TOO_CLOSE if race.is_asked else only.snapped.verdict
        return aloud(_ALONE[verdict], player=player_aloud(only.player, players))
    first, other = player_aloud(finish.first, players), player_aloud(finish.second, players)
    if race.is_open or not finish.ahead.is_firm:
        return aloud("too-close", player=first, other=other)
    return aloud("first-by", player=first, number=number_aloud(round(finish.ahead.by_ms)))


def _because(race: Race) -> Iterator[str]:
    if race.ruled:
        yield from filter(None, (race.reason,))
        return
    if race.is_asked:
        yield say("It counts once the question about it is answered.")
        return
    finish = finish_of(race)
    if finish is None:
        return
    yield say(
        "{player} was first with a probability of {chance:.0%}.", player=finish.first, chance=as_told(finish.chance)
    )
    if race.is_open:
        yield say("The camera's pictures do not tell who was first: the table decides.")
    else:
        yield say("The first card on the pile counts.")
