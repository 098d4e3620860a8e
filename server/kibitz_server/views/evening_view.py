"""The one place through which the evening reaches a page or the API, cut to what the viewer may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import ScoredCard
from kibitz_scoring.score.points import hand_points
from kibitz_scoring.score.tally import RoundEnd, RoundTally, tally_round
from kibitz_scoring.score.totals import GameTally
from kibitz_server.evening.evening import Evening, Game, Hands, Round, find_game
from kibitz_server.evening.play import Play
from kibitz_server.evening.rulings import RuledSnaps
from kibitz_server.evening.sheet import Doubt, Picture, Sheet, SheetCard, doubts
from kibitz_server.journal.entries import CardId, Corners, RoundId, Seq
from kibitz_server.views.play_view import PlayView, project_play
from kibitz_vision.detections import Face


class Role(StrEnum):
    """Who looks on: the table scores and corrects, a spectator sees what has been confirmed."""

    TABLE = "table"
    SPECTATOR = "spectator"


@dataclass(frozen=True, slots=True)
class CardView:
    """One card of a sheet, without its face where that is down; `doubt` says why it has to be looked at.

    `read` is what the picture was read as, `moved` says that a person chose its hand.
    """

    card_id: CardId
    face: Face
    card: Card | None
    player: PlayerId | None
    modifier: int
    confidence: float
    alternatives: tuple[tuple[Card, float], ...]
    corners: Corners | None
    doubt: Doubt | None
    read: Card | None
    moved: bool

    @property
    def corrected(self) -> bool:
        """Whether a person named a card otherwise than it was read."""
        return self.corners is not None and self.card != self.read


@dataclass(frozen=True, slots=True)
class HandView:
    """One hand on the open sheet.

    `points` is None while a card of it is unknown; `odd` is a sentence where the number of cards invites a second look.
    """

    player: PlayerId
    cards: tuple[CardView, ...]
    points: int | None
    odd: str

    @property
    def scored(self) -> tuple[ScoredCard, ...]:
        """The named cards, as a confirmed round holds them."""
        return tuple(ScoredCard(card.card, card.modifier) for card in self.cards if card.card is not None)


@dataclass(frozen=True, slots=True)
class SheetView:
    """The open sheet; `tally` stands when nothing is left to ask, `problem` says in a sentence what cannot be.

    `spare` is a sentence where so many cards lie in no hand that somebody else's hand may be among them.
    """

    edits: RoundId | None
    number: int
    picture: Picture | None
    hands: tuple[HandView, ...]
    leftovers: tuple[CardView, ...]
    caller: PlayerId | None
    end: RoundEnd | None
    tally: RoundTally | None
    problem: str | None
    spare: str

    @property
    def cards(self) -> tuple[CardView, ...]:
        """All cards of the sheet."""
        return (*(card for hand in self.hands for card in hand.cards), *self.leftovers)

    @property
    def doubtful(self) -> tuple[CardView, ...]:
        """The cards that a person has to look at."""
        return tuple(card for card in self.cards if card.doubt)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a round was confirmed from: its picture, if any, its cards as confirmed, and the snaps ruled on."""

    picture: Picture | None
    cards: tuple[CardView, ...]
    snaps: RuledSnaps


@dataclass(frozen=True, slots=True)
class RoundView:
    """A confirmed round; without `number` and `tally` it was undone by the entry `removed_by`.

    Spectators get no `evidence`: its picture may show more than the hands.
    """

    round_id: RoundId
    number: int | None
    hands: Hands
    tally: RoundTally | None
    totals: Mapping[PlayerId, int]
    edited: bool
    removed_by: Seq | None
    end: RoundEnd
    evidence: Evidence | None


@dataclass(frozen=True, slots=True)
class GameView:
    """A game and its score so far; `pictures` counts the pictures kept of it."""

    seq: Seq
    at: datetime
    pictures: int
    pack: RulePack
    players: tuple[PlayerId, ...]
    rounds: tuple[RoundView, ...]
    score: GameTally

    @property
    def totals(self) -> Mapping[PlayerId, int]:
        """Running totals, zero before the first round."""
        return self.score.totals or dict.fromkeys(self.players, 0)


@dataclass(frozen=True, slots=True)
class EarlierGame:
    """A game that is over, as a list of games shows it; `rounds` counts those that count."""

    seq: Seq
    at: datetime
    name: str
    players: tuple[PlayerId, ...]
    rounds: int


@dataclass(frozen=True, slots=True)
class View:
    """All that a viewer may know; `earlier` are the games before the one being played, the newest first.

    `play` is the round being watched, None while there is none.
    """

    game: GameView | None
    earlier: tuple[EarlierGame, ...]
    sheet: SheetView | None
    play: PlayView | None
    can_undo: bool
    can_redo: bool


def project(evening: Evening, role: Role, play: Play | None = None) -> View:
    """The evening and its watched round as this role may see them: never the face of a card that lies face down."""
    game = evening.game
    if game is None:
        return View(None, (), None, None, can_undo=False, can_redo=evening.redo is not None)
    at_table = role is Role.TABLE
    return View(
        game=_game(game, role),
        earlier=tuple(_earlier(one) for one in reversed(evening.games[:-1])),
        sheet=_sheet(game, game.sheet) if at_table and game.sheet else None,
        play=project_play(play, game.snaps) if play else None,
        can_undo=at_table and evening.last is not None,
        can_redo=at_table and evening.redo is not None,
    )


def project_game(evening: Evening, seq: int, role: Role) -> GameView:
    """One game of the evening as this role may see it; `InputError` where no such game was begun."""
    return _game(find_game(evening, seq), role)


def _earlier(game: Game) -> EarlierGame:
    return EarlierGame(game.seq, game.at, game.pack.name, game.players, len(game.counted))


def _game(game: Game, role: Role) -> GameView:
    score = game.tally()
    counted = iter(range(len(score.rounds)))
    rounds = tuple(
        _round(played, score, next(counted) if played.removed_by is None else None, role) for played in game.rounds
    )
    return GameView(game.seq, game.at, len(game.pictures), game.pack, game.players, rounds, score)


def _round(played: Round, score: GameTally, index: int | None, role: Role) -> RoundView:
    cards = tuple(_card(card, None) for card in played.sheet.cards)
    return RoundView(
        round_id=played.round_id,
        number=None if index is None else index + 1,
        hands=played.hands,
        tally=None if index is None else score.rounds[index],
        totals={} if index is None else score.running[index],
        edited=played.edited,
        removed_by=played.removed_by,
        end=played.end,
        evidence=Evidence(played.sheet.picture, cards, played.snaps) if role is Role.TABLE else None,
    )


def _sheet(game: Game, sheet: Sheet) -> SheetView:
    reasons = doubts(sheet, game.pack)
    hands = tuple(_hand(game.pack, sheet, player, reasons) for player in game.players)
    tally, problem = _tally(game, sheet) if not reasons and sheet.end is not None else (None, None)
    ids = [played.round_id for played in game.counted]
    return SheetView(
        edits=sheet.edits,
        number=ids.index(sheet.edits) + 1 if sheet.edits in ids else len(ids) + 1,
        picture=sheet.picture,
        hands=hands,
        leftovers=tuple(_card(card, None) for card in sheet.cards if card.player not in game.players),
        caller=sheet.caller,
        end=sheet.end,
        tally=tally,
        problem=problem,
        spare=_spare(game, sheet),
    )


def _spare(game: Game, sheet: Sheet) -> str:
    """Piles show one or two faces; a hand's worth of faces beside the hands invites a second look."""
    faces = sum(card.face is Face.UP for card in sheet.cards if card.player not in game.players)
    if faces < game.pack.table.hand_size:
        return ""
    return f"{faces} face-up cards lie in no hand: does the picture show more hands than your {len(game.players)}?"


def _hand(pack: RulePack, sheet: Sheet, player: PlayerId, reasons: Mapping[CardId, Doubt]) -> HandView:
    cards = sheet.hand(player)
    views = tuple(_card(card, reasons.get(card.card_id)) for card in cards)
    return HandView(player, views, _points(pack, sheet, player, views), _odd(pack, len(cards)))


def _points(pack: RulePack, sheet: Sheet, player: PlayerId, views: tuple[CardView, ...]) -> int | None:
    if any(view.card is None for view in views):
        return None
    try:
        return hand_points(pack, sheet.scored(player)).points
    except InputError:
        # A card of another deck: the doubt about it says so.
        return None


def _odd(pack: RulePack, count: int) -> str:
    dealt = pack.table.hand_size
    if count == dealt:
        return ""
    cards = {0: "No cards", 1: "1 card"}.get(count, f"{count} cards")
    return f"{cards}, {dealt} were dealt. {'Is one missing?' if count < dealt else 'Is one too many?'}"


def _card(card: SheetCard, doubt: Doubt | None) -> CardView:
    is_up = card.face is Face.UP
    return CardView(
        card_id=card.card_id,
        face=card.face,
        card=card.card if is_up else None,
        player=card.player,
        modifier=card.modifier,
        confidence=card.confidence,
        alternatives=card.alternatives if is_up else (),
        corners=card.corners,
        doubt=doubt,
        read=card.read if is_up else None,
        moved=card.moved,
    )


def _tally(game: Game, sheet: Sheet) -> tuple[RoundTally | None, str | None]:
    hands = {player: sheet.scored(player) for player in game.players}
    try:
        return tally_round(game.pack, hands, sheet.caller, sheet.end), None
    except InputError as error:
        return None, str(error)
