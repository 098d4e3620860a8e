"""The one place through which the evening reaches a page or the API, cut to what the viewer may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.seats import SeatChange
from kibitz_scoring.score.tally import RoundEnd, RoundTally
from kibitz_scoring.score.totals import GameTally, PlayedRound
from kibitz_server.access.viewer import Right, Role
from kibitz_server.evening.evening import Evening, find_game
from kibitz_server.evening.game.dealing import next_dealer
from kibitz_server.evening.game.filmed import FilmedMoments
from kibitz_server.evening.game.game import Game, Hands, Round
from kibitz_server.evening.game.seating import Seating
from kibitz_server.evening.game.sheet import Picture
from kibitz_server.evening.round.play import Play
from kibitz_server.journal.entries import RoundId, Seq
from kibitz_server.journal.play_entries import SnapOutcomes
from kibitz_server.texts import say
from kibitz_server.views.round.play_view import PlayView, project_play
from kibitz_server.views.sheet_view import CardView, SheetView, card_view, project_sheet
from kibitz_server.views.words.author_words import author_words
from kibitz_server.views.words.change_words import Change, change_of


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a round was confirmed from: its picture, if any, its cards as confirmed, and what there are clips of.

    `heard` is the caller before the table named another one, `corrected_by` who did, in words.
    """

    picture: Picture | None
    cards: tuple[CardView, ...]
    filmed: FilmedMoments
    heard: PlayerId | None
    corrected_by: str


@dataclass(frozen=True, slots=True)
class RoundView:
    """A confirmed round; without `number` and `tally` it was undone by the entry `removed_by`.

    `snaps` are those that were watched.

    Who may not see it gets no `evidence`: its picture may show more than the hands.
    """

    round_id: RoundId
    number: int | None
    hands: Hands
    tally: RoundTally | None
    totals: Mapping[PlayerId, int]
    edited: bool
    removed_by: Seq | None
    end: RoundEnd
    pack: RulePack
    changes: tuple[SeatChange, ...]
    snaps: SnapOutcomes
    evidence: Evidence | None


@dataclass(frozen=True, slots=True)
class GameView:
    """A game and its score so far; `pictures` counts the pictures kept of it.

    `players` are at the table; `seats` are its seats, in which those who left stand until the next round. `start` is
    the table as the game began, `changes` are those of the seats since the last round. `key` is the game's own for
    good, on every computer; `is_imported` says that it came from an export, `is_over` that no round is to follow,
    `by_hand` that people told the last round that was begun, without a camera. `coming` are the rules of the next
    round. `played_for` is how long it took up to its last round, zero where that is not known. `is_counting` says that
    hands are on a sheet that nobody has confirmed, `is_correcting` that this is about an earlier round. `next_dealer`
    deals the round that comes, or is being played.
    """

    seq: Seq
    key: str
    at: datetime
    played_for: timedelta
    is_imported: bool
    pictures: int
    pack: RulePack
    players: tuple[PlayerId, ...]
    rounds: tuple[RoundView, ...]
    score: GameTally
    seats: tuple[PlayerId, ...]
    start: Seating
    changes: tuple[SeatChange, ...]
    is_over: bool
    by_hand: bool
    coming: RulePack
    is_counting: bool
    is_correcting: bool
    next_dealer: PlayerId

    @property
    def last_round(self) -> RoundView | None:
        """The newest round that counts."""
        return next((played for played in reversed(self.rounds) if played.tally is not None), None)

    @property
    def totals(self) -> Mapping[PlayerId, int]:
        """Running totals, zero before the first round; of those who left, too."""
        return self.score.totals


@dataclass(frozen=True, slots=True)
class View:
    """All that a viewer may know; the games before the one being played are in `views.history`.

    `play` is the round being watched, None while there is none; `undo` and `redo` are what the table may take back.
    """

    game: GameView | None
    sheet: SheetView | None
    play: PlayView | None
    undo: Change | None
    redo: Change | None

    @property
    def takes_photo(self) -> bool:
        """Whether hands may be counted from a picture now: not while cards are played, or a round is corrected."""
        if self.game is None or self.game.is_over or self.game.is_correcting:
            return False
        return self.play is None or self.play.is_reveal


def project(evening: Evening, role: Role, play: Play | None = None) -> View:
    """The evening and its watched round as this role may see them: never the face of a card that lies face down."""
    game = evening.game
    if game is None:
        return View(None, None, None, undo=None, redo=change_of(evening.redo, None, None))
    may_judge = role.may(Right.JUDGE)
    return View(
        game=_game(game, role),
        sheet=project_sheet(game, game.sheet) if may_judge and game.sheet else None,
        play=project_play(play, game) if play else None,
        undo=change_of(evening.last, game, play) if may_judge else None,
        redo=change_of(evening.redo, game, play) if may_judge else None,
    )


def project_game(evening: Evening, seq: int, role: Role) -> GameView:
    """One game of the evening as this role may see it; `InputError` where no such game was begun.

    Old games are for those alone who may use the dashboard.
    """
    game = find_game(evening, seq)
    if game is not evening.game and not role.may(Right.JUDGE):
        raise InputError(say("Game {seq} is not the one being played.", seq=seq))
    return _game(game, role)


def _game(game: Game, role: Role) -> GameView:
    score = game.tally()
    played_rounds, changes = game.played()
    rounds = game.kept.of(
        ("rounds", role.may(Right.JUDGE)), (game.rounds, score), lambda: _rounds(game, score, role, played_rounds)
    )
    return GameView(
        seq=game.seq,
        key=game.key,
        at=game.at,
        played_for=max((played.played_for for played in game.counted), default=timedelta()),
        is_imported=game.is_imported,
        pictures=len(game.pictures),
        pack=game.pack,
        players=game.players,
        rounds=rounds,
        score=score,
        seats=game.seating.seats,
        start=game.start,
        changes=changes,
        is_over=game.is_over,
        by_hand=game.by_hand,
        coming=game.seating.coming,
        is_counting=game.sheet is not None,
        is_correcting=game.sheet is not None and game.sheet.edits is not None,
        next_dealer=next_dealer(game),
    )


def _rounds(game: Game, score: GameTally, role: Role, played_rounds: Sequence[PlayedRound]) -> tuple[RoundView, ...]:
    counted = iter(range(len(score.rounds)))
    return tuple(
        _round(played, score, next(counted) if played.removed_by is None else None, role, played_rounds)
        for played in game.rounds
    )


def _evidence(played: Round) -> Evidence:
    sheet = played.sheet
    cards = tuple(card_view(card, None) for card in sheet.cards)
    return Evidence(sheet.picture, cards, played.filmed, sheet.heard, author_words(sheet.corrected_by))


def _round(played: Round, score: GameTally, index: int | None, role: Role, rounds: Sequence[PlayedRound]) -> RoundView:
    return RoundView(
        round_id=played.round_id,
        number=None if index is None else index + 1,
        hands=played.hands,
        tally=None if index is None else score.rounds[index],
        totals={} if index is None else score.running[index],
        edited=played.edited,
        removed_by=played.removed_by,
        end=played.end,
        pack=played.pack,
        changes=() if index is None else rounds[index].changes,
        snaps=played.sheet.snaps,
        evidence=_evidence(played) if role.may(Right.JUDGE) else None,
    )
