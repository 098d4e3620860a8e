"""The reveal of a watched round: how far each hand is settled, and exactly which cards it waits for."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz_scoring.cards import Card
from kibitz_scoring.game.round_state import RoundState, cards_of
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import SlotId
from kibitz_server.views.words.act_words import ActWords


@dataclass(frozen=True, slots=True)
class WaitingView:
    """A card that is not turned up yet: its place, and that in words."""

    slot: SlotId
    name: str


@dataclass(frozen=True, slots=True)
class HandSettled:
    """A player's hand: so many cards of it are settled, and which are not."""

    player: PlayerId
    cards: int
    waiting: tuple[WaitingView, ...]

    @property
    def settled(self) -> int:
        """How many cards lie face up and are read."""
        return self.cards - len(self.waiting)


def settled_hands(state: RoundState, words: ActWords) -> tuple[HandSettled, ...]:
    """Each hand at the table, in the order of the seats."""
    return tuple(_settled(state, seat, words) for seat in range(len(state.players)) if seat not in state.departed)


def _settled(state: RoundState, seat: int, words: ActWords) -> HandSettled:
    lying = list(cards_of(state, seat))
    down = [slot for slot, card in lying if not (card.face_up and isinstance(card.face, Card))]
    waiting = tuple(WaitingView(slot, words.place(slot)) for slot in down)
    return HandSettled(state.players[seat], len(lying), waiting)
