from __future__ import annotations

from kibitz_scoring.cards import parse_card
from kibitz_scoring.rules.packs import load_pack
from kibitz_server.evening.game.sheet import Doubt, Sheet, apply, doubts
from kibitz_server.journal.entries import (
    CardAdded,
    CardId,
    CardMoved,
    CardNamed,
    CardRemoved,
    HandsGiven,
    ModifierPut,
    Seq,
)
from kibitz_vision.detections import Face

from ...acts import picture, seen
from ...conftest import ANN, BEN, PACK


def sheet_of(*found: object) -> Sheet:
    return apply(Sheet(), Seq(1), picture(*found))  # type: ignore[arg-type]


def names(sheet: Sheet) -> dict[str, list[str]]:
    return {player: [str(card.card) for card in sheet.hand(player)] for player in (ANN, BEN)}


def test_a_new_picture_takes_the_place_of_all_cards() -> None:
    sheet = apply(sheet_of(seen("9H", ANN)), Seq(2), picture(seen("4D", BEN)))

    assert names(sheet) == {"Ann": [], "Ben": ["4D"]}


def test_cards_can_be_named_moved_added_and_removed() -> None:
    sheet = sheet_of(seen("9H", ANN), seen(None, ANN), seen("4D", None), seen("5C", BEN))
    acts = [
        CardNamed(CardId("1-1"), parse_card("6D")),
        CardMoved(CardId("1-2"), BEN),
        CardRemoved(CardId("1-3")),
        CardAdded(BEN, parse_card("JK")),
        ModifierPut(CardId("1-0"), -1),
        CardMoved(CardId("none such"), ANN),
    ]
    for seq, act in enumerate(acts, start=2):
        sheet = apply(sheet, Seq(seq), act)

    assert names(sheet) == {"Ann": ["9H", "6D"], "Ben": ["4D", "JK"]}
    assert sheet.scored(ANN)[0].modifier == -1


def test_hands_change_owners_as_a_whole() -> None:
    sheet = apply(
        sheet_of(seen("9H", ANN), seen("4D", BEN), seen("5C", None)), Seq(2), HandsGiven(((ANN, BEN), (BEN, ANN)))
    )

    assert names(sheet) == {"Ann": ["4D"], "Ben": ["9H"]}
    assert sheet.cards[2].player is None


def test_every_reason_to_look_at_a_card_is_found() -> None:
    sheet = sheet_of(
        seen("9H", ANN),
        seen(None, ANN, face=Face.DOWN),
        seen(None, ANN),
        seen("4D", BEN, confidence=0.5),
        seen("5C", BEN),
        seen("5C", ANN),
    )

    assert doubts(sheet, PACK) == {
        "1-1": Doubt.FACE_DOWN,
        "1-2": Doubt.UNREAD,
        "1-3": Doubt.UNSURE,
        "1-4": Doubt.TWICE,
        "1-5": Doubt.TWICE,
    }


def test_cards_in_no_hand_are_never_asked_about() -> None:
    sheet = sheet_of(seen(None, None, face=Face.DOWN), seen("4D", None, confidence=0.2), seen("9H", ANN))

    assert doubts(sheet, PACK) == {}


def test_a_deck_with_four_of_a_number_may_show_it_four_times() -> None:
    sheet = sheet_of(*[seen("7", ANN)] * 4)

    assert doubts(sheet, load_pack("dragons_gambit")) == {}


def test_a_card_that_a_person_named_is_not_asked_about_again() -> None:
    sheet = apply(sheet_of(seen("4D", ANN, confidence=0.4)), Seq(2), CardNamed(CardId("1-0"), parse_card("4D")))

    assert doubts(sheet, PACK) == {}


def test_what_a_glimpse_read_on_a_face_down_card_is_not_kept() -> None:
    (card,) = sheet_of(seen("9H", ANN, face=Face.DOWN)).cards

    assert card.card is None
    assert card.alternatives == ()
