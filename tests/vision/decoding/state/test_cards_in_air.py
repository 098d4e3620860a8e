"""Cards in the air, and what is told as they are taken up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.vision.decoding.decoder_changes import change, gone, observation

from kibitz_scoring.cards import FRENCH52
from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import CardLifted, Heap, SlotId, TableEvent
from kibitz_vision.decoding.attribution.owners import Owners
from kibitz_vision.decoding.event_decoder import EventDecoder
from kibitz_vision.decoding.state.cards_in_air import CardsInAir
from kibitz_vision.tracking.changes import Change, Kind

A1, B2, D1 = SlotId("p1.a1"), SlotId("p2.b2"), SlotId("p4.a1")
ANN, BEN, DAN = PlayerId("Ann"), PlayerId("Ben"), PlayerId("Dan")


def told(decoder: EventDecoder, *changes: Change) -> list[TableEvent]:
    return [event for one in changes for event in decoder.take(one)]


def in_air(*changes: Change) -> CardsInAir:
    """The cards in the air after these changes."""
    decoder = EventDecoder(FRENCH52, owners=Owners({ANN: (A1,), BEN: (B2,), DAN: (D1,)}))
    told(decoder, *changes)
    return decoder.air


def test_a_card_may_come_into_an_own_slot_from_the_draw_pile_and_into_any_from_another_slot() -> None:
    landed = change(Kind.LANDED, A1, 2000, ANN)
    assert in_air(change(Kind.TAKEN, Heap.DRAW, 1000, ANN, is_sure=True)).awaits(landed)
    assert not in_air(change(Kind.TAKEN, Heap.DRAW, 1000, BEN, is_sure=True)).awaits(landed)
    exchanged = in_air(gone(D1, 1000, BEN))
    assert exchanged.awaits(change(Kind.LANDED, A1, 2000, BEN))
    assert not exchanged.holds_for(D1)


def test_nothing_but_the_card_looked_at_may_come_where_that_lay() -> None:
    landed = change(Kind.LANDED, A1, 2000, ANN)
    assert not in_air().awaits(landed)
    assert not in_air(gone(A1, 1000, ANN)).awaits(landed)


def test_a_card_that_left_its_slot_under_two_hands_was_taken_by_the_one_that_carries_none() -> None:
    decoder = EventDecoder(FRENCH52)
    both = HandPosterior(((PlayerId("Ben"), 0.6), (PlayerId("Ann"), 0.4)))
    emptied = (
        change(Kind.EMPTIED, B2, 1800, "Ben"),
        replace(change(Kind.EMPTIED, A1, 2000, "Ben"), by=HandPosterior(both)),
    )
    *_, lifted = (event for event in told(decoder, *emptied) if isinstance(event, CardLifted))
    assert lifted.place == A1
    assert [player for player, _ in lifted.seen.by] == ["Ann"]


@pytest.mark.parametrize("takes_anybodys", [True, False])
def test_a_hand_may_have_brought_a_card_in_the_air_that_nobody_was_seen_to_take_only_where_anybodys_are_taken(
    *, takes_anybodys: bool
) -> None:
    decoder = EventDecoder(FRENCH52, owners=Owners({BEN: (B2,), DAN: (D1,)}, takes_anybodys))
    told(decoder, replace(gone(D1, 1000), by=UNSEEN_HAND))
    card, before = observation("7D"), observation("7H")
    came = change(Kind.CAME, Heap.DISCARD, 1250, "Ann", lying=card, before=before)
    assert decoder.air.has_all(BEN, came, lambda _: False) is not takes_anybodys


@pytest.mark.parametrize("takes_anybodys", [True, False])
def test_a_hand_that_has_a_card_took_no_other_where_anybodys_are_taken(*, takes_anybodys: bool) -> None:
    decoder = EventDecoder(FRENCH52, owners=Owners({}, takes_anybodys))
    both = change(Kind.EMPTIED, B2, 1800, "Ben"), change(Kind.EMPTIED, A1, 2000, "Ben")
    *_, lifted = (event for event in told(decoder, *both) if isinstance(event, CardLifted))
    assert lifted.place == A1
    assert [player for player, _ in lifted.seen.by] == ([] if takes_anybodys else ["Ben"])
