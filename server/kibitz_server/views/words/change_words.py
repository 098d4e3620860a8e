"""What undo takes back, in words: `Ben's snap ruled`."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz_scoring.errors import InputError
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.sentences import to_say
from kibitz_server.evening.evening import Step
from kibitz_server.evening.game.game import Game
from kibitz_server.evening.round.play import Play
from kibitz_server.evening.round.said_acts import event_said
from kibitz_server.journal.entries import (
    CallerNamed,
    CardAdded,
    CardMoved,
    CardNamed,
    CardRemoved,
    Entry,
    GameEnded,
    GameExtended,
    GameImported,
    GameStarted,
    HandsGiven,
    ModifierPut,
    PictureRead,
    RoundConfirmed,
    Seq,
    SheetDropped,
    SheetOpened,
)
from kibitz_server.journal.play_entries import (
    ActDisputed,
    ActSaid,
    QuestionAnswered,
    RevealWatched,
    RoundWatched,
    RuleKept,
    SnapRuled,
    WatchDropped,
)
from kibitz_server.texts import say
from kibitz_server.views.words.act_words import ActWords

_WORDS: dict[type, str] = {
    GameStarted: to_say("the game begun"),
    GameEnded: to_say("the evening ended"),
    GameExtended: to_say("one more round"),
    GameImported: to_say("a game imported"),
    SheetOpened: to_say("the sheet opened"),
    SheetDropped: to_say("the sheet given up"),
    PictureRead: to_say("the picture read"),
    CardNamed: to_say("a card named"),
    CardMoved: to_say("a card moved"),
    CardAdded: to_say("a card added"),
    CardRemoved: to_say("a card taken off"),
    ModifierPut: to_say("a token counted"),
    HandsGiven: to_say("hands given to others"),
    CallerNamed: to_say("how the round ended"),
    RoundWatched: to_say("watching begun"),
    WatchDropped: to_say("watching ended"),
    RevealWatched: to_say("the hands counted"),
    RuleKept: to_say("a ruling kept as a house rule"),
}


@dataclass(frozen=True, slots=True)
class Change:
    """An entry to undo, and in words what that takes back or brings back."""

    seq: Seq
    words: str


def change_of(step: Step | None, game: Game | None, play: Play | None) -> Change | None:
    """What a step of the evening is called, None where there is none."""
    return None if step is None else Change(step.seq, _words(step.act, game, play))


def _words(act: Entry, game: Game | None, play: Play | None) -> str:
    match act:
        case ActSaid(_, said) if game is not None:
            return _said(said, game)
        case QuestionAnswered() if game is not None:
            return _answered(act, game)
        case SnapRuled():
            return _ruled(act, play)
        case _:
            return _simply(act)


def _simply(act: Entry) -> str:
    match act:
        case ActDisputed(player):
            return say("{player}'s dispute", player=player)
        case RoundWatched(by_hand=True):
            return say("a round begun by hand")
        case RoundConfirmed(edits=edits):
            return say("a round confirmed") if edits is None else say("a round corrected")
        case _:
            return say(_WORDS.get(type(act), to_say("the last act")))


def _answered(answered: QuestionAnswered, game: Game) -> str:
    seats = game.seating.seats
    words, before = ActWords(game.pack, seats), event_said(answered.act, seats)
    try:
        events = [parse_event(text, seats) for text in answered.events]
    except InputError:
        return say("a question answered")
    if events:
        told = words.told(events)
        return say("answered: {what}", what=told) if before is None else say("corrected: {what}", what=told)
    return say("taken out: {what}", what=words.told([before])) if before else say("an act that did not happen")


def _said(said: str, game: Game) -> str:
    try:
        event = parse_event(said, game.seating.seats)
    except InputError:
        return say("what was said")
    return ActWords(game.pack, game.seating.seats).told([event])


def _ruled(act: SnapRuled, play: Play | None) -> str:
    races = play.races if play else ()
    attempts = races[act.race].attempts if act.race < len(races) else ()
    if act.attempt is None or act.attempt >= len(attempts):
        return say("a snap ruled")
    return say("{player}'s snap ruled", player=attempts[act.attempt].player)
