"""Acts of people at the table, for tests."""

from __future__ import annotations

from hypothesis import strategies as st

from kibitz_scoring.cards import FRENCH52, Card, parse_card
from kibitz_scoring.players import PlayerId
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.table import CardLifted, Heap, Interval, Seen
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import (
    CallerNamed,
    CardAdded,
    CardId,
    CardMoved,
    CardNamed,
    CardRemoved,
    Entry,
    GameStarted,
    HandsGiven,
    ModifierPut,
    PictureId,
    PictureRead,
    PicturesDeleted,
    RoundConfirmed,
    RoundId,
    SeenCard,
    Seq,
    SheetDropped,
    SheetOpened,
    Undone,
)
from kibitz_server.journal.play_entries import FilmEnded, TableSeen, TimePassed
from kibitz_vision.detections import Face

from .conftest import ANN, BEN, PACK

CORNERS = ((10.0, 10.0), (73.0, 10.0), (73.0, 98.0), (10.0, 98.0))

cards = st.sampled_from(FRENCH52)
players = st.sampled_from([ANN, BEN])
seqs = st.integers(1, 40)
card_ids = st.one_of(seqs.map(str), st.tuples(seqs, st.integers(0, 3)).map(lambda pair: f"{pair[0]}-{pair[1]}")).map(
    CardId
)


def seen(text: str | None, player: PlayerId | None, *, confidence: float = 0.99, face: Face = Face.UP) -> SeenCard:
    card = parse_card(text) if text else None
    return SeenCard(CORNERS, face, card, confidence, ((Card(FRENCH52[0].rank, FRENCH52[0].suit), 0.01),), player)


def picture(*found: SeenCard) -> PictureRead:
    return PictureRead(PictureId("0" * 24), "table.jpg", 640, 480, found)


def confirmed(ann: str, ben: str, caller: PlayerId | None = ANN, edits: RoundId | None = None) -> RoundConfirmed:
    end = RoundEnd.CALL if caller else RoundEnd.DECK
    return RoundConfirmed(((ANN, parse_hand(ann)), (BEN, parse_hand(ben))), caller, end, edits)


def score(live: Live) -> None:
    """Read a picture of a round's hands, and confirm it."""
    live.record(picture(seen("9H", ANN), seen("4D", BEN)))
    live.record(confirmed("9H", "4D"))


seen_cards = st.builds(
    SeenCard,
    corners=st.just(CORNERS),
    face=st.sampled_from(Face),
    card=st.none() | cards,
    confidence=st.floats(0, 1),
    alternatives=st.lists(st.tuples(cards, st.floats(0, 1)), max_size=2).map(tuple),
    player=st.none() | players,
)
times_ms = st.floats(0, 1e10)
sights = st.builds(lambda start_ms, end_ms: CardLifted(Seen(Interval(start_ms, end_ms)), Heap.DRAW), times_ms, times_ms)
entries: st.SearchStrategy[Entry] = st.one_of(
    st.just(GameStarted(PACK, PACK.content_hash, (ANN, BEN))),
    st.builds(SheetOpened, st.none() | seqs.map(RoundId)),
    st.lists(seen_cards, max_size=4).map(lambda found: picture(*found)),
    st.builds(CardNamed, card_ids, cards),
    st.builds(CardMoved, card_ids, st.none() | players),
    st.builds(CardAdded, players, cards),
    st.builds(CardRemoved, card_ids),
    st.builds(ModifierPut, card_ids, st.integers(-3, 3)),
    st.just(HandsGiven(((ANN, BEN), (BEN, ANN)))),
    st.builds(CallerNamed, players, st.just(RoundEnd.CALL)),
    st.just(SheetDropped()),
    st.builds(PicturesDeleted, seqs.map(Seq)),
    st.just(confirmed("2H 3C", "KS")),
    st.builds(lambda edits: confirmed("5H", "QS", BEN, RoundId(edits)), seqs),
    st.builds(Undone, seqs.map(Seq)),
    st.builds(TableSeen, st.lists(sights, max_size=2).map(tuple), st.none() | times_ms),
    st.builds(TimePassed, times_ms),
    st.just(FilmEnded()),
)
