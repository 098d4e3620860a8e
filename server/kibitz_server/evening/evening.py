"""The evening: games, rounds and the open sheet, folded from the journal and never stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from kibitz_scoring.errors import InputError
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import ScoredCard
from kibitz_scoring.score.tally import RoundEnd, tally_round
from kibitz_scoring.score.totals import GameTally, PlayedRound, tally_game
from kibitz_server.evening.rulings import RuledSnaps, pictures_of, snaps_after
from kibitz_server.evening.sheet import Sheet, apply, doubts, sheet_of
from kibitz_server.journal.entries import (
    Entry,
    GameStarted,
    PictureId,
    PicturesDeleted,
    RoundConfirmed,
    RoundId,
    Seq,
    SheetDropped,
    SheetOpened,
    Undone,
)
from kibitz_server.journal.journal import Recorded
from kibitz_server.journal.play_entries import (
    MADE_BY_NOBODY,
    ActSaid,
    FilmEnded,
    QuestionAnswered,
    RevealWatched,
    RoundWatched,
    SnapFilmed,
    SnapRuled,
    TableSeen,
    TimePassed,
    WatchDropped,
)

_FIRST = Seq(1)

Hands = dict[PlayerId, tuple[ScoredCard, ...]]


@dataclass(frozen=True, slots=True)
class Round:
    """A confirmed round; `removed_by` is the entry that undid it, None while it counts; `snaps` were ruled on."""

    round_id: RoundId
    hands: Hands
    caller: PlayerId | None
    end: RoundEnd
    sheet: Sheet
    edited: bool = False
    removed_by: Seq | None = None
    snaps: RuledSnaps = ()


@dataclass(frozen=True, slots=True)
class Game:
    """A game and its rounds in the order they were played, undone ones included.

    `evidence` are the kept pictures that a round was confirmed from, be it before a correction, and those of snaps that
    the table ruled on; `snaps` are those of the round that is not confirmed yet.
    """

    seq: Seq
    at: datetime
    pack: RulePack
    players: tuple[PlayerId, ...]
    rounds: tuple[Round, ...] = ()
    sheet: Sheet | None = None
    evidence: frozenset[PictureId] = frozenset()
    snaps: RuledSnaps = ()

    @property
    def counted(self) -> tuple[Round, ...]:
        """The rounds that count."""
        return tuple(played for played in self.rounds if played.removed_by is None)

    @property
    def pictures(self) -> frozenset[PictureId]:
        """The pictures that are kept: those of confirmed rounds, of ruled snaps and of the open sheet."""
        return self.evidence.union(self.sheet.pictures if self.sheet else ())

    def tally(self) -> GameTally:
        """Scores of all rounds that count, and the running totals."""
        return tally_game(self.pack, [PlayedRound(played.hands, played.caller, played.end) for played in self.counted])


@dataclass(frozen=True, slots=True)
class Evening:
    """All games, the last of which is the one being played.

    `last` is the entry that a person would undo next, `redo` the undoing that could be taken back, None where there is
    none; `next_seq` is the number that the next entry will have.
    """

    games: tuple[Game, ...] = ()
    last: Seq | None = None
    redo: Seq | None = None
    next_seq: Seq = _FIRST

    @property
    def game(self) -> Game | None:
        """The game being played."""
        return self.games[-1] if self.games else None


def find_game(evening: Evening, seq: int) -> Game:
    """The game that this entry began; `InputError` where none did."""
    for game in evening.games:
        if game.seq == seq:
            return game
    raise InputError(f"There is no game {seq}: expected the number of the entry that began one.")


def fold(journal: Sequence[Recorded]) -> Evening:
    """The evening that the entries make, whatever they are."""
    undone = undone_by(journal)
    evening = Evening()
    for recorded in journal:
        evening = _advance(evening, recorded, undone.get(recorded.seq))
    if journal and isinstance(journal[-1].entry, Undone):
        target = journal[-1].entry.seq
        takes_back = any(recorded.seq == target and isinstance(recorded.entry, Undone) for recorded in journal)
        return replace(evening, redo=None if takes_back else journal[-1].seq)
    return evening


def advance(evening: Evening, recorded: Recorded) -> Evening:
    """The evening after one more entry that is no `Undone`: the same as folding the whole journal."""
    return replace(_advance(evening, recorded, None), redo=None)


def _advance(evening: Evening, recorded: Recorded, removed_by: Seq | None) -> Evening:
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
        game = Game(recorded.seq, recorded.at, entry.pack, entry.players)
        return replace(evening, games=(*evening.games, game), last=recorded.seq)
    if isinstance(entry, PicturesDeleted):
        # No undo brings a picture back, so this is never the entry to undo next.
        games = tuple(_without_pictures(game) if game.seq == entry.game else game for game in evening.games)
        return replace(evening, games=games)
    if evening.game is None:
        return evening
    changed = _play(evening.game, recorded.seq, entry, removed_by)
    last = evening.last if removed_by or isinstance(entry, MADE_BY_NOBODY) else recorded.seq
    return replace(evening, games=(*evening.games[:-1], changed), last=last)


def _without_pictures(game: Game) -> Game:
    rounds = tuple(replace(played, sheet=played.sheet.without_pictures(), snaps=()) for played in game.rounds)
    sheet = game.sheet.without_pictures() if game.sheet else None
    return replace(game, rounds=rounds, sheet=sheet, evidence=frozenset(), snaps=())


def _play(game: Game, seq: Seq, entry: Entry, removed_by: Seq | None) -> Game:
    if isinstance(entry, RoundConfirmed):
        return _confirm(game, seq, entry, removed_by)
    evidence = game.evidence.union(pictures_of(entry.moments)) if isinstance(entry, SnapFilmed) else game.evidence
    snaps = snaps_after(game.snaps, seq, entry)
    return replace(game, sheet=_sheet_after(game, seq, entry), snaps=snaps, evidence=evidence)


def _sheet_after(game: Game, seq: Seq, entry: Entry) -> Sheet | None:
    match entry:
        case SheetOpened():
            return _opened(game, entry)
        case SheetDropped() | RoundWatched():
            return None
        case RevealWatched():
            return sheet_of(seq, entry)
        case GameStarted() | PicturesDeleted() | RoundConfirmed() | Undone() | WatchDropped():
            return game.sheet
        case TableSeen() | TimePassed() | FilmEnded() | ActSaid() | QuestionAnswered() | SnapRuled() | SnapFilmed():
            # The round that is watched is folded apart, in `watched`.
            return game.sheet
        case _:
            return apply(game.sheet or Sheet(), seq, entry)


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
        snaps=game.snaps if entry.edits is None else (),
    )
    sheet = game.sheet if removed_by else None
    game = replace(game, evidence=game.evidence.union(confirmed_from.pictures))
    if entry.edits is None:
        snaps = game.snaps if removed_by else ()
        return replace(game, rounds=(*game.rounds, confirmed), sheet=sheet, snaps=snaps)
    rounds = tuple(
        replace(confirmed, removed_by=played.removed_by, snaps=played.snaps)
        if played.round_id == entry.edits
        else played
        for played in game.rounds
    )
    return replace(game, rounds=rounds, sheet=sheet)


def check(evening: Evening, entry: Entry) -> None:
    """Raise `InputError` where a person's act makes no sense now; such an entry must not be appended."""
    match entry:
        case GameStarted(pack, _, players):
            _check_players(pack, players)
        case RoundConfirmed():
            _check_round(evening, entry)
        case PicturesDeleted(seq):
            find_game(evening, seq)
        case Undone(seq):
            if not 0 < seq < evening.next_seq:
                raise InputError(f"There is no entry {seq} to undo: the journal has {evening.next_seq - 1}.")
        case _ if evening.game is None:
            raise InputError("There is no game yet: choose a game and enter the players first.")
        case ActSaid(_, text):
            parse_event(text, evening.game.players)
        case RoundWatched(dealer) if dealer not in evening.game.players:
            raise InputError(f"{dealer} is not at the table: expected {', '.join(evening.game.players)}.")
        case _:
            pass


def _check_players(pack: RulePack, players: Sequence[PlayerId]) -> None:
    if not pack.min_players <= len(players) <= pack.max_players:
        raise InputError(f"{pack.name} is for {pack.min_players} to {pack.max_players} players, found {len(players)}.")
    if not all(players):
        raise InputError("A player has no name: every player needs one.")
    for player in players:
        if players.count(player) > 1:
            raise InputError(f"Two players are called {player}: every name may stand once.")


def _check_round(evening: Evening, entry: RoundConfirmed) -> None:
    game = evening.game
    if game is None or game.sheet is None:
        raise InputError("There is no open round to confirm: it was confirmed or given up on another page.")
    open_doubts = len(doubts(game.sheet, game.pack))
    if open_doubts:
        raise InputError(f"{open_doubts} cards still have to be looked at before the round can be confirmed.")
    if [player for player, _ in entry.hands] != list(game.players):
        raise InputError(f"The round has hands of other players: expected {', '.join(game.players)}.")
    tally_round(game.pack, dict(entry.hands), entry.caller, entry.end)
