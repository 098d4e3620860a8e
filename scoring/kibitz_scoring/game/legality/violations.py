"""Violations: what breaks a rule, as data, and the conditions that several acts share.

`rule` is the key of the pack that decides. What no pack changes has a name under `play`: `play.turn` (whose turn it
is and one act a turn), `play.due` (what is owed comes first), `play.place` (a card has to lie there), `play.card`
(a card stays what all have seen it to be), `play.phase` (the part of the round). No reason names a face that is not
open to everybody.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kibitz_scoring.cards import Card
from kibitz_scoring.game.changes.moves import place_of
from kibitz_scoring.game.changes.powers import is_optional, power_key
from kibitz_scoring.game.changes.turns import deck_is_out, finish_turn
from kibitz_scoring.game.phase_words import PHASE_WORDS
from kibitz_scoring.game.round_state import (
    PLAYED,
    GiveDue,
    PenaltyDue,
    Phase,
    RoundState,
    TableCard,
    TakeDue,
    all_cards,
    card_at,
    held_by,
    in_progress,
    is_public,
)
from kibitz_scoring.rules.choices import SnapGive, WhenEmpty
from kibitz_scoring.score.hands import copies_of
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.table import Face, SlotId


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule that an act breaks: its key, and the reason in one sentence."""

    rule: str
    reason: str


Found = Iterator[Violation]


def broken(rule: str, words: str, **values: object) -> Violation:
    """A broken rule, and the reason by its words and what stands in their gaps."""
    return Violation(rule, Sentence(words, **values))


def name(state: RoundState, seat: int) -> str:
    """Name of the player in a seat."""
    return state.players[seat]


def optional_key(card: Card) -> str:
    """Key that says whether the power of a card may be left unused."""
    return "powers.J.optional" if power_key(card) == "powers.J" else "powers.optional"


def at_turn_start(state: RoundState, seat: int) -> Found:
    """What keeps a player from beginning a turn now."""
    if state.phase not in PLAYED:
        yield broken(
            "play.phase",
            "Nobody has a turn in this part of the round ({phase}).",
            phase=Sentence(PHASE_WORDS[state.phase]),
        )
        return
    if state.pack.piles.starter and state.phase is Phase.INITIAL_PEEK and not state.discard:
        yield broken("piles.starter", "The first card of the discard pile has not been turned.")
    if state.pack.piles.when_empty is WhenEmpty.END_ROUND and deck_is_out(state):
        yield broken("piles.when_empty", "The last card of the deck is drawn: nobody has another turn.")
    yield from unused_power(state, seat)
    yield from nothing_due(state)
    state = _lapsed(state, seat)
    if seat != state.turn:
        yield broken(
            "play.turn",
            "It is {player}'s turn, not {player2}'s.",
            player=name(state, state.turn),
            player2=name(state, seat),
        )
    elif in_progress(state):
        yield broken("play.turn", "{player} has begun the turn already.", player=name(state, seat))


def _lapsed(state: RoundState, seat: int) -> RoundState:
    pending = state.power
    if pending is None or pending.seat == seat:
        return state
    return finish_turn(replace(state, power=None), pending.seat)


def unused_power(state: RoundState, seat: int) -> Found:
    """Another player's power that may not be left unused."""
    pending = state.power
    if pending is None or pending.seat == seat or pending.looked or is_optional(state.pack, pending.card):
        return
    reason = Sentence(
        "{player} has to use the power of {card} first.", player=name(state, pending.seat), card=pending.card
    )
    yield Violation(optional_key(pending.card), reason)


def nothing_due(state: RoundState) -> Found:
    """What has to be done before anything else."""
    for due in state.due:
        if isinstance(due, GiveDue) and state.pack.snap.give is not SnapGive.REQUIRED:
            continue
        what = {PenaltyDue: Sentence("a penalty card"), GiveDue: Sentence("a card to give away")}.get(
            type(due), Sentence("a card to take over")
        )
        yield broken("play.due", "{player} still has {what} due.", player=name(state, due.seat), what=what)
        return


def not_owed(state: RoundState, slot: SlotId) -> Found:
    """Whether somebody is still to take over the card in a slot, which has to stay there until then."""
    for due in state.due:
        if isinstance(due, TakeDue) and due.slot == slot:
            yield broken(
                "snap.wrong_other_takes_card",
                "{player} is to take over the card at {slot}.",
                player=name(state, due.seat),
                slot=slot,
            )


def in_hand(state: RoundState, seat: int) -> Found:
    """Whether a player who places a card has drawn one."""
    if held_by(state, seat) is None:
        yield broken("play.turn", "{player} has no drawn card.", player=name(state, seat))
    elif seat != state.turn:
        yield broken(
            "play.turn",
            "It is {player}'s turn, not {player2}'s.",
            player=name(state, state.turn),
            player2=name(state, seat),
        )


def lies_there(state: RoundState, slot: SlotId) -> Found:
    """Whether there is a card in a slot."""
    place_of(state, slot)
    if card_at(state, slot) is None:
        yield broken("play.place", "No card lies at {slot}.", slot=slot)


def own_card(state: RoundState, seat: int, slot: SlotId) -> Found:
    """Whether there is a card in a slot, and it is the player's own."""
    yield from lies_there(state, slot)
    if owner(state, slot) != seat:
        yield broken("play.place", "The card at {slot} is not {player}'s.", slot=slot, player=name(state, seat))


def owner(state: RoundState, slot: SlotId) -> int:
    """Seat that a slot lies in front of."""
    return place_of(state, slot)[0]


def possible(state: RoundState, face: Face, slot: SlotId | None = None) -> Found:
    """Whether a card turned up out of a slot can be this one, beside all that everybody knows."""
    yield from possible_as(state, face, None if slot is None else card_at(state, slot))


def possible_as(state: RoundState, face: Face, card: TableCard | None) -> Found:
    """Whether a card that is turned up can have this face: in the deck, beside what lies open or all have seen.

    The reason names no other face: remembering is the game.
    """
    if not isinstance(face, Card):
        return
    if not copies_of(state.pack, face):
        yield broken("deck.base", "{face} is not in {game}'s deck.", face=face, game=state.pack.name)
    elif card is not None and is_public(state, card) and card.face != face:
        yield broken("play.card", "{face} cannot be this card, which all have seen to be another.", face=face)
    elif shown_copies(state, face, but=card) >= copies_of(state.pack, face):
        yield broken("deck.base", "{face} lies open on the table already, or all have seen it elsewhere.", face=face)


def shown_copies(state: RoundState, face: Face, but: TableCard | None = None) -> int:
    """How many cards outside the draw pile everybody knows to have this face, beside one of them."""
    return sum(card.face == face and card is not but and is_public(state, card) for card in all_cards(state))
