"""Whether what a person does makes sense now: what does not is told in a sentence, and never recorded."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import HandedOver, Joined
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.tally import tally_round
from kibitz_scoring.sentences import Sentence, to_say
from kibitz_server.evening.evening import Evening, find_game
from kibitz_server.evening.game.challenges import check_challenge
from kibitz_server.evening.game.game import Game
from kibitz_server.evening.game.imported_game import imported_game
from kibitz_server.evening.game.sheet import Sheet, doubts
from kibitz_server.evening.kept_texts import check_names, check_texts
from kibitz_server.journal.entries import (
    CallerNamed,
    CardAdded,
    CardMoved,
    CardNamed,
    CardRemoved,
    Entry,
    GameImported,
    GameStarted,
    HandsGiven,
    ModifierPut,
    PictureRead,
    PicturesDeleted,
    RoundConfirmed,
    Seq,
    SheetDropped,
    SheetOpened,
    Undone,
)
from kibitz_server.journal.play_entries import ActDisputed, ActSaid, RoundWatched, RuleKept

_NO_GAME = to_say("There is no game yet: choose a game and enter the players first.")


def check(evening: Evening, entry: Entry, undone: Container[Seq] = ()) -> None:
    """Raise `InputError` where a person's act makes no sense now; such an entry must not be appended.

    `undone` are the entries that do not hold any more.
    """
    check_texts(entry)
    match entry:
        case GameStarted(pack, _, players):
            _check_players(pack, players)
        case RoundConfirmed():
            _check_round(evening, entry)
        case GameImported():
            _check_imported(evening, entry)
        case PicturesDeleted(seq):
            find_game(evening, seq)
        case Undone(seq):
            _check_undone(evening, seq, undone)
        case _ if evening.game is None:
            raise InputError(Sentence(_NO_GAME))
        case _:
            _check_act(evening.game, entry)


def _check_undone(evening: Evening, seq: Seq, undone: Container[Seq]) -> None:
    if not 0 < seq < evening.next_seq:
        raise InputError(
            Sentence("There is no entry {seq} to undo: the journal has {last}.", seq=seq, last=evening.next_seq - 1)
        )
    # Undone twice, it would not come back with one tap on redo.
    if seq in undone:
        raise InputError(Sentence("This was done already, by another tap or on another page: nothing was changed."))


def _check_act(game: Game, entry: Entry) -> None:
    match entry:
        case ActSaid(_, text):
            _check_said(game, text)
        case ActDisputed(player):
            check_challenge(game.pack, game.challenges, player)
        case RuleKept():
            game.seating.agreeing(entry)
        case SheetOpened():
            _check_opened(game, entry)
        case RoundWatched() | PictureRead():
            _check_next_round(game, entry)
        case CardNamed(card_id) | CardMoved(card_id) | CardRemoved(card_id) | ModifierPut(card_id):
            if all(card.card_id != card_id for card in _open_sheet(game).cards):
                raise InputError(Sentence("The card is not on the sheet any more: it was changed on another page."))
        case CardAdded() | HandsGiven() | CallerNamed() | SheetDropped():
            _open_sheet(game)
        case _:
            pass


def _open_sheet(game: Game) -> Sheet:
    if game.sheet is None:
        raise InputError(Sentence("There is no open round: it was confirmed or given up on another page."))
    return game.sheet


def _check_opened(game: Game, entry: SheetOpened) -> None:
    if game.sheet is not None and game.sheet.edits != entry.round:
        raise InputError(Sentence("Another round is being scored already: confirm it or give it up first."))
    if entry.round is None:
        _check_next_round(game, entry)


def _check_imported(evening: Evening, entry: GameImported) -> None:
    game = imported_game(evening.next_seq, entry)
    if any(other.key == game.key for other in evening.all_games):
        raise InputError(
            Sentence(
                "The game of {players} begun at {begun:%Y-%m-%d %H:%M} is here already.",
                players=", ".join(entry.players),
                begun=entry.begun,
            )
        )
    game.tally()


def _check_next_round(game: Game, entry: SheetOpened | RoundWatched | PictureRead) -> None:
    is_correction = isinstance(entry, PictureRead) and game.sheet is not None
    if game.is_over and not is_correction:
        raise InputError(Sentence("The game is over: begin a new one, or play one more round of it."))
    if len(game.players) < game.pack.min_players and not isinstance(entry, PictureRead):
        raise InputError(
            Sentence(
                "{name} needs {min_players} players: let one join.",
                name=game.pack.name,
                min_players=game.pack.min_players,
            )
        )
    if isinstance(entry, RoundWatched) and entry.dealer not in game.players:
        raise InputError(
            Sentence(
                "{dealer} is not at the table: expected {expected}.",
                dealer=entry.dealer,
                expected=", ".join(game.players),
            )
        )


def _check_said(game: Game, text: str) -> None:
    seating = game.seating.after(text)
    event = parse_event(text, game.seating.seats)
    if isinstance(event, HandedOver | Joined):
        check_names((event.successor if isinstance(event, HandedOver) else event.player,))
    if isinstance(event, HandedOver) and event.successor in game.tally().totals:
        raise InputError(Sentence("{successor} has a total already: expected another name.", successor=event.successor))
    if game.sheet is not None and (seating.changes, seating.pack) != (game.seating.changes, game.pack):
        raise InputError(Sentence("A round is being scored: confirm it or give it up first."))


def _check_players(pack: RulePack, players: Sequence[PlayerId]) -> None:
    if not pack.min_players <= len(players) <= pack.max_players:
        raise InputError(
            Sentence(
                "{name} is for {min_players} to {max_players} players, found {number}.",
                name=pack.name,
                min_players=pack.min_players,
                max_players=pack.max_players,
                number=len(players),
            )
        )
    if not all(players):
        raise InputError(Sentence("A player has no name: every player needs one."))
    check_names(tuple(players))
    for player in players:
        if players.count(player) > 1:
            raise InputError(Sentence("Two players are called {player}: every name may stand once.", player=player))


def _check_round(evening: Evening, entry: RoundConfirmed) -> None:
    game = evening.game
    if game is None:
        raise InputError(Sentence(_NO_GAME))
    sheet = _open_sheet(game)
    pack, players = game.at_sheet(replace(sheet, edits=entry.edits))
    open_doubts = len(doubts(sheet, pack))
    if open_doubts:
        raise InputError(
            Sentence(
                "{open_doubts} cards still have to be looked at before the round can be confirmed.",
                open_doubts=open_doubts,
            )
        )
    if [player for player, _ in entry.hands] != list(players):
        raise InputError(
            Sentence("The round has hands of other players: expected {expected}.", expected=", ".join(players))
        )
    tally_round(pack, dict(entry.hands), entry.caller, entry.end)
