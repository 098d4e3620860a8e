"""The sheet of a round: the cards, their owners and the caller, until the table confirms it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum

from kibitz_scoring.cards import Card
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import ScoredCard, deck_cards
from kibitz_scoring.score.tally import RoundEnd
from kibitz_server.journal.author import Author
from kibitz_server.journal.entries import (
    CallerNamed,
    CardAdded,
    CardId,
    CardMoved,
    CardNamed,
    CardRemoved,
    Corners,
    HandsGiven,
    ModifierPut,
    PictureId,
    PictureRead,
    RoundId,
    SeenCard,
    Seq,
)
from kibitz_server.journal.play_entries import RevealWatched, SnapOutcomes
from kibitz_vision.detections import Face

SURE = 0.90
"""From this confidence on a reading stands without a person's look."""


class Known(StrEnum):
    """How a card came to be known."""

    WATCHED = "watched"
    READ = "read"
    TYPED = "typed"


@dataclass(frozen=True, slots=True)
class SheetCard:
    """One card on the sheet; only one that was read has `corners`, without `player` it lies in no hand.

    `read` is what it was read or watched as, whatever people said later; `moved` says that a person chose its hand.
    `beside`: points of tokens that touch it and lie on no card, until a person has said what it counts. `by`: who last
    named, moved or put it here.
    """

    card_id: CardId
    face: Face
    card: Card | None
    player: PlayerId | None
    confidence: float = 1.0
    alternatives: tuple[tuple[Card, float], ...] = ()
    corners: Corners | None = None
    modifier: int = 0
    looked_at: bool = False
    read: Card | None = None
    moved: bool = False
    known: Known = Known.READ
    beside: int = 0
    by: Author | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that the cards were read in; it is not `kept` once people have deleted it."""

    picture_id: PictureId
    name: str
    width_px: int
    height_px: int
    kept: bool = True


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is known of a round so far; `end` is None until somebody said how the round ended.

    `replaced` are earlier pictures of the sheet, which an undo may bring back; `heard` is the caller before a person
    named another one, None where none did, `corrected_by` that person; `snaps` are those of a watched round.
    """

    edits: RoundId | None = None
    picture: Picture | None = None
    replaced: tuple[PictureId, ...] = ()
    cards: tuple[SheetCard, ...] = ()
    caller: PlayerId | None = None
    end: RoundEnd | None = None
    heard: PlayerId | None = None
    corrected_by: Author | None = None
    snaps: SnapOutcomes = ()

    @property
    def pictures(self) -> tuple[PictureId, ...]:
        """The kept pictures of the sheet, the newest last."""
        newest = (self.picture.picture_id,) if self.picture and self.picture.kept else ()
        return (*self.replaced, *newest)

    def without_pictures(self) -> Sheet:
        """The sheet once its pictures are deleted: what was read in them stays."""
        return replace(self, picture=self.picture and replace(self.picture, kept=False), replaced=())

    def hand(self, player: PlayerId) -> tuple[SheetCard, ...]:
        """The cards in a player's hand, in the order they lie."""
        return tuple(card for card in self.cards if card.player == player)

    def scored(self, player: PlayerId) -> tuple[ScoredCard, ...]:
        """The named cards of a hand, as the tally takes them."""
        return tuple(ScoredCard(card.card, card.modifier) for card in self.hand(player) if card.card is not None)


def sheet_of(seq: Seq, seen: RevealWatched) -> Sheet:
    """The sheet of a round whose hands were watched, or told by hand, until all lay face up."""
    laid = [
        (player, scored, seen.by_hand or (player, place) in seen.chosen)
        for player, hand in seen.hands
        for place, scored in enumerate(hand)
    ]
    cards = tuple(
        SheetCard(
            CardId(f"{seq}-{at}"),
            Face.UP,
            scored.card,
            player,
            modifier=scored.modifier,
            read=None if is_told else scored.card,
            looked_at=is_told,
            known=Known.TYPED if is_told else Known.WATCHED,
        )
        for at, (player, scored, is_told) in enumerate(laid)
    )
    return Sheet(cards=cards, caller=seen.caller, end=seen.end, snaps=seen.snaps)


CardEntry = CardNamed | CardMoved | CardAdded | CardRemoved | ModifierPut | HandsGiven
SheetEntry = PictureRead | CallerNamed | CardEntry


def apply(sheet: Sheet, seq: Seq, entry: SheetEntry, by: Author | None = None) -> Sheet:
    """The sheet after an entry, which `by` put in; what concerns a card that is not there changes nothing."""
    match entry:
        case PictureRead():
            picture = Picture(entry.picture, entry.name, entry.width_px, entry.height_px)
            cards = tuple(_seen(CardId(f"{seq}-{at}"), card) for at, card in enumerate(entry.cards))
            return replace(sheet, picture=picture, replaced=sheet.pictures, cards=cards)
        case CallerNamed(caller, end):
            changes = sheet.end is not None and sheet.heard is None and caller != sheet.caller
            heard = sheet.caller if changes else sheet.heard
            corrected_by = by if caller != sheet.caller else sheet.corrected_by
            return replace(sheet, caller=caller, end=end, heard=heard, corrected_by=corrected_by)
        case _:
            return replace(sheet, cards=_cards_after(sheet.cards, seq, entry, by))


def _cards_after(cards: tuple[SheetCard, ...], seq: Seq, entry: CardEntry, by: Author | None) -> tuple[SheetCard, ...]:
    match entry:
        case CardAdded(player, card):
            added = SheetCard(CardId(str(seq)), Face.UP, card, player, looked_at=True, known=Known.TYPED, by=by)
            return (*cards, added)
        case CardRemoved(card_id):
            return tuple(card for card in cards if card.card_id != card_id)
        case HandsGiven(owners):
            new = dict(owners)
            return tuple(
                replace(card, player=new.get(card.player, card.player) if card.player else None) for card in cards
            )
        case CardNamed(card_id) | CardMoved(card_id) | ModifierPut(card_id):
            return tuple(_card_after(card, entry, by) if card.card_id == card_id else card for card in cards)


def _card_after(card: SheetCard, entry: CardNamed | CardMoved | ModifierPut, by: Author | None) -> SheetCard:
    match entry:
        case CardNamed(_, named):
            return replace(card, card=named, face=Face.UP, looked_at=True, by=by)
        case CardMoved(_, player):
            return replace(card, player=player, moved=True, by=by)
        case ModifierPut(_, modifier):
            return replace(card, modifier=modifier, beside=0)


def _seen(card_id: CardId, seen: SeenCard) -> SheetCard:
    read = seen.card if seen.face is Face.UP else None
    return SheetCard(
        card_id=card_id,
        face=seen.face,
        card=read,
        player=seen.player,
        confidence=seen.confidence,
        alternatives=seen.alternatives if seen.face is Face.UP else (),
        corners=seen.corners,
        modifier=seen.modifier,
        beside=seen.beside,
        read=read,
    )


class Doubt(StrEnum):
    """Why a person has to look at a card."""

    FACE_DOWN = "face_down"
    UNREAD = "unread"
    UNSURE = "unsure"
    TWICE = "twice"
    TOKEN = "token"


def doubts(sheet: Sheet, pack: RulePack) -> dict[CardId, Doubt]:
    """The cards in hands that a person has to look at before the round can be confirmed, each with its reason."""
    copies = Counter(deck_cards(pack))
    found = Counter(card.card for card in sheet.cards if card.player and card.card)
    reasons = ((card.card_id, _doubt(card, found, copies)) for card in sheet.cards if card.player)
    return {card_id: reason for card_id, reason in reasons if reason}


def _doubt(card: SheetCard, found: Counter[Card], copies: Counter[Card]) -> Doubt | None:
    if card.face is Face.DOWN:
        return Doubt.FACE_DOWN
    if card.card is None:
        return Doubt.UNREAD
    if found[card.card] > copies.get(card.card, 1):
        return Doubt.TWICE
    if card.confidence < SURE and not card.looked_at:
        return Doubt.UNSURE
    if card.beside:
        return Doubt.TOKEN
    return None
