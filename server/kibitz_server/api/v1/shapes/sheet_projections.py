"""The shape of the open sheet from the view that the page is drawn from."""

from __future__ import annotations

from kibitz_server.api.v1.shapes.projections import named
from kibitz_server.api.v1.shapes.sheet_shapes import CardOut, HandOut, OpenSheetOut, OtherCardOut
from kibitz_server.views.sheet_view import CardView, HandView, SheetView
from kibitz_vision.detections import Face


def open_sheet_out(sheet: SheetView) -> OpenSheetOut:
    """The open sheet."""
    return OpenSheetOut(
        round=sheet.number,
        corrects=sheet.edits is not None,
        hands=[_hand_out(hand) for hand in sheet.hands],
        leftovers=[_card_out(card) for card in sheet.leftovers],
        spare=sheet.spare,
        doubts=len(sheet.doubtful),
        caller=sheet.caller,
        end=sheet.end,
        scores=named(sheet.tally.scores) if sheet.tally else None,
        reasons=named(sheet.tally.reasons) if sheet.tally else None,
        problem=sheet.problem,
    )


def _hand_out(hand: HandView) -> HandOut:
    cards = [_card_out(card) for card in hand.cards]
    return HandOut(player=hand.player, cards=cards, points=hand.points, odd=hand.odd)


def _card_out(card: CardView) -> CardOut:
    return CardOut(
        id=card.card_id,
        card=None if card.card is None else str(card.card),
        face="up" if card.face is Face.UP else "down",
        player=card.player,
        modifier=card.modifier,
        confidence=card.confidence,
        alternatives=[OtherCardOut(card=str(other), probability=chance) for other, chance in card.alternatives],
        doubt=card.doubt,
        read=None if card.read is None else str(card.read),
        known=card.known,
        by=card.by,
        picture=f"/cards/{card.card_id}.jpg" if card.corners else None,
    )
