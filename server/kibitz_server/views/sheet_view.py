"""The open sheet of a round, cut to what lies face up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import ScoredCard
from kibitz_scoring.score.points import hand_points
from kibitz_scoring.score.tally import RoundEnd, RoundTally, tally_round
from kibitz_server.evening.game.game import Game
from kibitz_server.evening.game.sheet import Doubt, Known, Picture, Sheet, SheetCard, doubts
from kibitz_server.journal.entries import CardId, Corners, RoundConfirmed, RoundId
from kibitz_server.texts import say
from kibitz_server.views.words.author_words import author_words
from kibitz_vision.detections import Face


@dataclass(frozen=True, slots=True)
class CardView:
    """One card of a sheet, without its face where that is down; `doubt` says why it has to be looked at.

    `read` is what the picture was read as, `moved` says that a person chose its hand. `beside`: points of tokens that
    touch it and lie on no card. `by` is who last named, moved or put it here, in words, empty where nobody did.
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
    known: Known
    beside: int = 0
    by: str = ""

    @property
    def corrected(self) -> bool:
        """Whether a person named a card otherwise than it was read or watched."""
        return self.known is not Known.TYPED and self.card != self.read


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
    def confirmed(self) -> RoundConfirmed | None:
        """The entry that confirms what stands here, None as long as nobody said how the round ended."""
        hands = tuple((hand.player, hand.scored) for hand in self.hands)
        return None if self.end is None else RoundConfirmed(hands, self.caller, self.end, self.edits)

    @property
    def doubtful(self) -> tuple[CardView, ...]:
        """The cards that a person has to look at."""
        return tuple(card for card in self.cards if card.doubt)


def project_sheet(game: Game, sheet: Sheet) -> SheetView:
    """The open sheet by the rules and for the players of its round."""
    pack, players = game.at_sheet(sheet)
    reasons = doubts(sheet, pack)
    hands = tuple(_hand(pack, sheet, player, reasons) for player in players)
    tally, problem = _tally(pack, players, sheet) if not reasons and sheet.end is not None else (None, None)
    ids = [played.round_id for played in game.counted]
    return SheetView(
        edits=sheet.edits,
        number=ids.index(sheet.edits) + 1 if sheet.edits in ids else len(ids) + 1,
        picture=sheet.picture,
        hands=hands,
        leftovers=tuple(card_view(card, None) for card in sheet.cards if card.player not in players),
        caller=sheet.caller,
        end=sheet.end,
        tally=tally,
        problem=problem,
        spare=_spare(pack, players, sheet),
    )


def _spare(pack: RulePack, players: tuple[PlayerId, ...], sheet: Sheet) -> str:
    """Piles show one or two faces; a hand's worth of faces beside the hands invites a second look."""
    faces = sum(card.face is Face.UP for card in sheet.cards if card.player not in players)
    if faces < pack.table.hand_size:
        return ""
    return say(
        "{faces} face-up cards lie in no hand: does the picture show more hands than your {players}?",
        faces=faces,
        players=len(players),
    )


def _hand(pack: RulePack, sheet: Sheet, player: PlayerId, reasons: Mapping[CardId, Doubt]) -> HandView:
    cards = sheet.hand(player)
    views = tuple(card_view(card, reasons.get(card.card_id)) for card in cards)
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
    cards = {0: say("No cards"), 1: say("1 card")}.get(count, say("{count} cards", count=count))
    question = say("Is one missing?") if count < dealt else say("Is one too many?")
    return say("{cards}, {dealt} were dealt. {question}", cards=cards, dealt=dealt, question=question)


def card_view(card: SheetCard, doubt: Doubt | None) -> CardView:
    """A card of a sheet without its face where that is down."""
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
        known=card.known,
        beside=card.beside,
        by=author_words(card.by),
    )


def _tally(pack: RulePack, players: tuple[PlayerId, ...], sheet: Sheet) -> tuple[RoundTally | None, str | None]:
    hands = {player: sheet.scored(player) for player in players}
    try:
        return tally_round(pack, hands, sheet.caller, sheet.end), None
    except InputError as error:
        return None, say(str(error))
