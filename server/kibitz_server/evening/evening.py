"""The evening: games, rounds and the open sheet, folded from the journal and never stored."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass, replace

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_server.evening.game.challenges import challenges_after, handed_over
from kibitz_server.evening.game.filmed import filmed_after, pictures_of, with_clip
from kibitz_server.evening.game.game import Game, Round
from kibitz_server.evening.game.imported_game import imported_game
from kibitz_server.evening.game.seating import seating_of
from kibitz_server.evening.game.sheet import Sheet, apply, sheet_of
from kibitz_server.journal.entries import (
    EntriesLost,
    Entry,
    GameEnded,
    GameExtended,
    GameImported,
    GameStarted,
    PicturesDeleted,
    RoundConfirmed,
    RoundId,
    Seq,
    SheetDropped,
    SheetOpened,
    Undone,
)
from kibitz_server.journal.play_entries import (
    MADE_BY_NOBODY,
    ActDisputed,
    ActSaid,
    FilmEnded,
    MomentFilmed,
    QuestionAnswered,
    RevealWatched,
    RoundWatched,
    RuleKept,
    SnapFilmed,
    SnapRuled,
    TableSeen,
    TimePassed,
    WatchDropped,
)
from kibitz_server.journal.recorded import Recorded

_FIRST = Seq(1)


@dataclass(frozen=True, slots=True)
class Step:
    """An entry that may be undone, by its number, and what a person did that this takes back or brings back."""

    seq: Seq
    act: Entry


@dataclass(frozen=True, slots=True)
class Evening:
    """All games, the last of which is the one being played, and beside them those that were imported.

    `last` is what a person would undo next, `redo` the undoing that could be taken back, None where there is none;
    `next_seq` is the number that the next entry will have.
    """

    games: tuple[Game, ...] = ()
    imported: tuple[Game, ...] = ()
    last: Step | None = None
    redo: Step | None = None
    next_seq: Seq = _FIRST

    @property
    def game(self) -> Game | None:
        """The game being played."""
        return self.games[-1] if self.games else None

    @property
    def round_played(self) -> tuple[Seq, Seq | None] | None:
        """The entries that began the game and the round that is being played, None while none is."""
        game = self.game
        return None if game is None or game.watched_from is None else (game.seq, game.watched)

    @property
    def all_games(self) -> tuple[Game, ...]:
        """The games of this journal and those that were imported, in the order in which they were begun."""
        return tuple(sorted((*self.games, *self.imported), key=lambda game: (game.at, game.seq)))


def find_game(evening: Evening, seq: int) -> Game:
    """The game that this entry began or brought; `InputError` where none did."""
    for game in evening.all_games:
        if game.seq == seq:
            return game
    raise InputError(Sentence("There is no game {seq}: expected the number of the entry that began one.", seq=seq))


def step(evening: Evening, recorded: Recorded, removed_by: Seq | None) -> Evening:
    """The evening after one more entry, which `removed_by` has undone if that is not None."""
    is_round = isinstance(recorded.entry, RoundConfirmed) and recorded.entry.edits is None
    if removed_by is None or is_round:
        evening = _step(evening, recorded, removed_by=removed_by)
    return replace(evening, next_seq=Seq(recorded.seq + 1))


def undone_by(journal: Iterable[Recorded]) -> dict[Seq, Seq]:
    """For each entry that no longer holds the entry that undid it."""
    undone: dict[Seq, Seq] = {}
    for recorded in reversed(list(journal)):
        entry = recorded.entry
        if isinstance(entry, Undone) and recorded.seq not in undone and entry.seq < recorded.seq:
            undone.setdefault(entry.seq, recorded.seq)
    return undone


def _step(evening: Evening, recorded: Recorded, *, removed_by: Seq | None) -> Evening:
    entry = recorded.entry
    if isinstance(entry, Undone):
        return evening
    if isinstance(entry, GameStarted):
        table = seating_of(entry.pack, entry.players)
        game = Game(recorded.seq, recorded.at, entry.pack, entry.players, table, table, is_demo=entry.is_demo)
        return replace(evening, games=(*evening.games, game), last=Step(recorded.seq, entry))
    if isinstance(entry, GameImported):
        # It changes nothing of the game being played, so it is not what a person would undo next.
        return replace(evening, imported=(*evening.imported, imported_game(recorded.seq, entry)))
    if isinstance(entry, PicturesDeleted | MomentFilmed):
        # No undo brings a picture back or a film away, so this is never the entry to undo next.
        return replace(evening, games=tuple(_with_films(game, entry) for game in evening.games))
    if evening.game is None:
        return evening
    changed = _play(evening.game.going_on(recorded.at), recorded, removed_by)
    by_nobody = isinstance(entry, (*MADE_BY_NOBODY, EntriesLost))
    last = evening.last if removed_by or by_nobody else Step(recorded.seq, entry)
    return replace(evening, games=(*evening.games[:-1], changed), last=last)


def _with_films(game: Game, entry: PicturesDeleted | MomentFilmed) -> Game:
    if isinstance(entry, MomentFilmed):
        return _with_clip(game, entry)
    return _without_pictures(game) if game.seq == entry.game else game


def _without_pictures(game: Game) -> Game:
    rounds = tuple(replace(played, sheet=played.sheet.without_pictures(), filmed=()) for played in game.rounds)
    sheet = game.sheet.without_pictures() if game.sheet else None
    return replace(game, rounds=rounds, sheet=sheet, evidence=frozenset(), filmed=())


def _with_clip(game: Game, told: MomentFilmed) -> Game:
    """The game with a clip at the round that it is of, confirmed or not; of another game it is the same."""
    rounds = tuple(
        replace(played, filmed=with_clip(played.filmed, told)) if played.watched == told.watched else played
        for played in game.rounds
    )
    filmed = with_clip(game.filmed, told) if game.watched == told.watched else game.filmed
    is_same = filmed is game.filmed and all(map(operator.is_, rounds, game.rounds))
    return game if is_same else replace(game, rounds=rounds, filmed=filmed)


def _play(game: Game, recorded: Recorded, removed_by: Seq | None) -> Game:
    seq, entry = recorded.seq, recorded.entry
    match entry:
        case RoundConfirmed():
            return _confirm(game, seq, entry, removed_by)
        case GameEnded():
            return replace(game, stopped=True)
        case GameExtended():
            return replace(game, extended_to=len(game.counted) + 1)
        case _:
            pass
    evidence = game.evidence.union(pictures_of(entry.moments)) if isinstance(entry, SnapFilmed) else game.evidence
    filmed = filmed_after(game.filmed, seq, entry)
    watched = None if isinstance(entry, WatchDropped) else seq if isinstance(entry, RoundWatched) else game.watched
    challenges = challenges_after(game.pack, game.challenges, entry)
    game = _seated(replace(game, watched=watched, challenges=challenges), entry)
    return replace(game, sheet=_sheet_after(game, recorded), filmed=filmed, evidence=evidence)


def _seated(game: Game, entry: Entry) -> Game:
    """The game after what was said of its seats and rules; what cannot be, as others were undone, changes nothing."""
    match entry:
        case ActSaid(_, said):
            try:
                seating = game.seating.after(said)
            except InputError:
                return game
            came = seating.changes[len(game.seating.changes) :]
            game = replace(game, challenges=handed_over(game.challenges, came))
        case RuleKept():
            try:
                seating = game.seating.agreeing(entry)
            except InputError:
                return game
        case RoundWatched():
            seating = game.seating.for_a_round()
            game = replace(game, watched_from=seating, by_hand=entry.by_hand, dealer=entry.dealer)
        case WatchDropped() | RevealWatched() | SheetOpened() | EntriesLost():
            return replace(game, watched_from=None)
        case _:
            return game
    return replace(game, seating=seating, pack=seating.pack, players=seating.players)


def _sheet_after(game: Game, recorded: Recorded) -> Sheet | None:
    seq, entry = recorded.seq, recorded.entry
    match entry:
        case SheetOpened():
            return _opened(game, entry)
        case SheetDropped() | RoundWatched() | EntriesLost():
            # Of a round part of which is lost nothing is scored.
            return None
        case RevealWatched():
            return sheet_of(seq, entry)
        case (
            TableSeen()
            | TimePassed()
            | FilmEnded()
            | ActSaid()
            | QuestionAnswered()
            | ActDisputed()
            | SnapRuled()
            | MomentFilmed()
            | SnapFilmed()
            | RuleKept()
            | WatchDropped()
            | GameStarted()
            | GameImported()
            | GameEnded()
            | GameExtended()
            | PicturesDeleted()
            | RoundConfirmed()
            | Undone()
        ):
            # The round that is watched is folded apart, in `watched`.
            return game.sheet
        case _:
            return apply(game.sheet or Sheet(), seq, entry, recorded.by)


def _opened(game: Game, entry: SheetOpened) -> Sheet | None:
    if entry.round is None:
        return Sheet()
    sheets = [replace(played.sheet, edits=entry.round) for played in game.counted if played.round_id == entry.round]
    return sheets[0] if sheets else None


def _confirm(game: Game, seq: Seq, entry: RoundConfirmed, removed_by: Seq | None) -> Game:
    confirmed_from = replace(game.sheet or Sheet(), replaced=())
    confirmed = Round(
        round_id=entry.edits or RoundId(seq),
        hands=dict(entry.hands),
        caller=entry.caller,
        end=entry.end,
        sheet=confirmed_from,
        edited=entry.edits is not None,
        removed_by=removed_by,
        watched=game.watched,
        filmed=game.filmed,
        pack=game.pack,
        changes=game.seating.changes,
        dealer=game.dealer,
        played_for=game.played_for,
    )
    sheet = game.sheet if removed_by else None
    game = replace(game, evidence=game.evidence.union(confirmed_from.pictures))
    if entry.edits is None:
        filmed = game.filmed if removed_by else ()
        watched, dealer = (game.watched, game.dealer) if removed_by else (None, None)
        players = game.players if removed_by else tuple(player for player, _ in entry.hands)
        game = replace(game, seating=game.seating.after_a_round(players), players=players)
        return replace(
            game, rounds=(*game.rounds, confirmed), sheet=sheet, watched=watched, filmed=filmed, dealer=dealer
        )
    rounds = tuple(
        replace(
            confirmed,
            removed_by=played.removed_by,
            watched=played.watched,
            filmed=played.filmed,
            pack=played.pack,
            changes=played.changes,
            dealer=played.dealer,
            played_for=played.played_for,
        )
        if played.round_id == entry.edits
        else played
        for played in game.rounds
    )
    return replace(game, rounds=rounds, sheet=sheet)
