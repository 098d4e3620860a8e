"""What happened between two looks at an evening, as everybody at the table may know it.

Faces of cards are in no happening: who reads it later would see what may lie face down again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Any

from kibitz_scoring.game.events import Event
from kibitz_server.evening.round.moments import keys_of
from kibitz_server.evening.round.play import Play
from kibitz_server.views.evening_view import GameView, RoundView, View
from kibitz_server.views.round.play_view import PlayView
from kibitz_server.views.words.act_words import ActWords


class Kind(StrEnum):
    """What something that happened is about."""

    GAME = "game"
    PLAYERS = "players"
    ROUND = "round"
    ACT = "act"
    CALL = "call"
    VERDICT = "verdict"
    QUESTION = "question"
    SCORE = "score"
    GAME_OVER = "game_over"


class Change(StrEnum):
    """What became of it: `gone` is a round that is played no more, a question that is decided, what was taken back."""

    NEW = "new"
    CHANGED = "changed"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened; `key` is the same for all that becomes of it, `content` is JSON."""

    kind: Kind
    key: str
    change: Change
    content: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Fact:
    """What is so: `told` makes its content, once somebody wants it."""

    what: object
    told: Callable[[], Mapping[str, Any]] = field(compare=False)


Facts = Mapping[tuple[Kind, str], _Fact]
"""All that is so of the game being played."""
_OF_A_ROUND = frozenset({Kind.ACT, Kind.CALL, Kind.VERDICT, Kind.QUESTION})
"""Over with their round, without a word about each."""


def facts_of(view: View, play: Play | None) -> Facts:
    """What is so of an evening, by the view of whoever looks on."""
    if view.game is None:
        return {}
    facts = dict(_of_game(view.game))
    if play is not None and view.play is not None:
        facts |= _of_play(view.game, view.play, play)
    return facts


def happenings(before: Facts, after: Facts) -> Iterator[Happening]:
    """What is to be told of a change, in the order in which it is told of an evening."""
    game_before, game_after = _key_of(before, Kind.GAME), _key_of(after, Kind.GAME)
    if game_before and int(game_after or 0) < int(game_before):
        # The game itself was taken back: what is so now was told long ago.
        yield _happened(Kind.GAME, game_before, Change.GONE, before[Kind.GAME, game_before])
        return
    same_round = _key_of(before, Kind.ROUND) == _key_of(after, Kind.ROUND)
    for (kind, key), fact in before.items():
        stays = (kind, key) in after or game_before != game_after
        if not stays and (kind not in _OF_A_ROUND or same_round):
            yield _happened(kind, key, Change.GONE, fact)
    for (kind, key), fact in after.items():
        was = before.get((kind, key))
        if was != fact:
            yield _happened(kind, key, Change.NEW if was is None else Change.CHANGED, fact)


def _happened(kind: Kind, key: str, change: Change, fact: _Fact) -> Happening:
    return Happening(kind, key, change, fact.told())


def _key_of(facts: Facts, wanted: Kind) -> str:
    return next((key for kind, key in facts if kind is wanted), "")


def _plain(content: Mapping[str, Any]) -> _Fact:
    return _Fact(content, lambda: content)


def _of_game(game: GameView) -> Iterator[tuple[tuple[Kind, str], _Fact]]:
    named = {"game": game.seq}
    yield (Kind.GAME, str(game.seq)), _plain(named | {"pack": game.pack.id, "name": game.pack.name})
    yield (Kind.PLAYERS, str(game.seq)), _plain(named | {"players": list(game.players)})
    for played in game.rounds:
        if played.tally is not None:
            yield (Kind.SCORE, str(played.round_id)), _score(game, played)
    if game.is_over:
        over = {"winners": list(game.score.winners), "totals": dict(game.totals)}
        yield (Kind.GAME_OVER, str(game.seq)), _plain(named | over)


def _score(game: GameView, played: RoundView) -> _Fact:
    tally = played.tally
    assert tally is not None
    scored = {"caller": tally.caller, "end": played.end, "scores": dict(tally.scores), "totals": dict(played.totals)}
    return _plain({"game": game.seq, "round": played.number} | scored)


def _of_play(game: GameView, shown: PlayView, play: Play) -> Iterator[tuple[tuple[Kind, str], _Fact]]:
    number = len(game.score.rounds) + 1
    named = {"game": game.seq, "round": number}
    yield (Kind.ROUND, f"{game.seq}-{number}"), _plain(named | {"by_hand": shown.by_hand})
    words = ActWords(play.state.pack, play.state.players)
    for timed, key in zip(play.happened, keys_of(play.happened), strict=True):
        yield (Kind.ACT, key), _Fact(timed, partial(_act, named, words, timed.event))
    for seat in shown.seats:
        if seat.is_caller:
            yield (Kind.CALL, f"{game.seq}-{number}"), _plain(named | {"player": seat.player})
    for race in shown.races:
        told = {"sentence": race.sentence, "because": race.because, "open": race.is_open}
        yield (Kind.VERDICT, f"{race.at_ms:.0f}"), _plain(named | told)
    count: Counter[str] = Counter()
    for item in shown.inbox:
        # Its own key tells faces that may lie covered again.
        at = f"{item.window_ms.end_ms:.0f}"
        count[at] += 1
        asked = {"title": item.title, "minor": item.minor}
        yield (Kind.QUESTION, f"{at} {count[at]}"), _plain(named | asked)


def _act(named: Mapping[str, Any], words: ActWords, event: Event) -> Mapping[str, Any]:
    return {**named, "text": words.told([event])}
