"""The snap judge: from attempts with lift and contact times to verdicts, each with its cost, rule and reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kibitz_scoring.cards import FRENCH_RANKS, Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.changes.powers import power_of
from kibitz_scoring.game.events import Verdict
from kibitz_scoring.game.round_state import Phase
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import DeckBase, Place, Power, SnapGive, SnapPerDiscard, SnapWhose
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import deck_cards, numeric_rank
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.slots import locate
from kibitz_scoring.snaps.pauses import Pauses
from kibitz_scoring.table import FACE_DOWN, Face, SlotId


@dataclass(frozen=True, slots=True)
class Attempt:
    """A card lifted to be snapped, and placed unless `placed_ms` is None.

    A time is that of the frame on which the contact is first seen. `card` is None where no such card exists, and
    `FACE_DOWN` where a card that was not placed was not seen. `slot` is a place such as `p1.a2` or its index from 0.
    `unseen_ms` is how long before its time the contact may have been, None for the time between two frames.
    """

    player: PlayerId
    owner: PlayerId
    slot: SlotId | int | None
    card: Face | None
    lifted_ms: float | None
    placed_ms: float | None
    unseen_ms: float | None = None

    @property
    def time_ms(self) -> float:
        """When it can cost something: at the contact with the pile, or else at the lift."""
        return self.placed_ms if self.placed_ms is not None else self.lifted_ms or 0.0


@dataclass(frozen=True, slots=True)
class Snaps:
    """All attempts at one card on the pile, and how the table stood when it came to rest.

    `power_pending` says that the power of the card on top may still be used, `card_drawn` that somebody holds a drawn
    card. `window_closed_ms` is the next legal contact with a pile that ends the window, None while there was none.
    In the `pauses` no window runs out.
    `hands` counts cards; who is not in it has a full hand. `places` counts places, gaps too, where they are known.
    """

    top: Card
    attempts: tuple[Attempt, ...]
    phase: Phase = Phase.TURNS
    discarder: PlayerId | None = None
    caller: PlayerId | None = None
    power_in_progress: bool = False
    power_pending: bool = False
    card_drawn: bool = False
    owed_card: bool = False
    already_snapped: bool = False
    window_opened_ms: float = 0.0
    window_closed_ms: float | None = None
    pauses: Pauses = ()
    frame_interval_ms: float = 33.3
    hands: Mapping[PlayerId, int] = field(default_factory=dict)
    places: Mapping[PlayerId, int] = field(default_factory=dict)
    draw_pile: int = 20
    discard_pile: int = 5


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict without its cost: the key that decided it and why, in one sentence."""

    verdict: Verdict
    rule: str
    reason: str


@dataclass(frozen=True, slots=True)
class SnapVerdict:
    """A verdict on one attempt with what it costs and what the player may or must give away."""

    player: PlayerId
    verdict: Verdict
    penalty_cards: int
    penalty_slots: tuple[Place, ...]
    takes_card: bool
    give: SnapGive
    rule: str
    reason: str


def cards_of(pack: RulePack, snaps: Snaps, player: PlayerId) -> int:
    """Cards in front of a player before the attempts."""
    return snaps.hands.get(player, pack.table.hand_size)


def rule_alone(pack: RulePack, snaps: Snaps, attempt: Attempt) -> Ruling | None:
    """Ruling on an attempt for which the others do not matter; None where time has to decide."""
    return (
        _invalid(pack, snaps, attempt)
        or _not_allowed(pack, snaps, attempt)
        or _blocked(pack, snaps)
        or _returned(attempt)
        or _wrong(pack, snaps, attempt)
    )


def _invalid(pack: RulePack, snaps: Snaps, attempt: Attempt) -> Ruling | None:
    if not (attempt.card is FACE_DOWN or (isinstance(attempt.card, Card) and is_in_deck(pack, attempt.card))):
        return Ruling(Verdict.INVALID, "deck.base", Sentence("{game}'s deck has no such card.", game=pack.name))
    count = cards_of(pack, snaps, attempt.owner)
    if not count:
        return Ruling(Verdict.INVALID, "table.hand_size", Sentence("{owner} has no cards.", owner=attempt.owner))
    # Gaps stay gaps: all cards of a hand may have come to lie beside the grid.
    places = max(pack.table.hand_size + count, snaps.places.get(attempt.owner, 0))
    if attempt.slot is not None and not _has_place(place_index(pack, attempt.slot), places):
        return Ruling(
            Verdict.INVALID,
            "table.hand_size",
            Sentence("{owner} has no place {slot}.", owner=attempt.owner, slot=attempt.slot),
        )
    return None


def is_in_deck(pack: RulePack, card: Card) -> bool:
    """Whether the pack's deck has this card, or a French one that stands for a number.

    In a French deck a rank without its suit stands for any of that rank.
    """
    numeric = pack.deck.base is DeckBase.NUMERIC
    return card in deck_cards(pack) or (card.rank in FRENCH_RANKS and numeric is (card.suit is not None))


def place_index(pack: RulePack, slot: SlotId | int) -> int | None:
    """Index from 0 of a place, named `p1.a2`, `a2` or by the index itself; None where there is none such."""
    if isinstance(slot, int):
        return slot
    try:
        return locate(pack, slot if "." in slot else SlotId(f"p1.{slot}"))[1]
    except InputError:
        return None


def _has_place(index: int | None, places: int) -> bool:
    return index is not None and 0 <= index < places


def _not_allowed(pack: RulePack, snaps: Snaps, attempt: Attempt) -> Ruling | None:
    snap, other = pack.snap, attempt.player != attempt.owner
    peeking = snaps.phase is Phase.INITIAL_PEEK
    once = takes_one(pack)
    # A wrong card laid costs the same whether it is told together with the snap before it or after it.
    is_other = attempt.placed_ms is not None and not _is_match(pack, snaps, attempt.card)
    early = attempt.placed_ms is not None and attempt.placed_ms < snaps.window_opened_ms
    bars = (
        (not snap.enabled, "snap.enabled", Sentence("{game} has no snapping.", game=pack.name)),
        (other and snap.whose is SnapWhose.OWN, "snap.whose", Sentence("Only own cards may be snapped.")),
        (
            other and snap.caller_protected and attempt.owner == snaps.caller,
            "snap.caller_protected",
            Sentence("The caller's cards may not be snapped."),
        ),
        (
            snap.caller_may is False and attempt.player == snaps.caller,
            "snap.caller_may",
            Sentence("Whoever has called may not snap."),
        ),
        (
            snap.discarder_may is False and attempt.player == snaps.discarder,
            "snap.discarder_may",
            Sentence("Whoever discarded the card may not snap onto it."),
        ),
        (peeking and snap.during_peek is False, "snap.during_peek", Sentence("Nobody snaps during the first look.")),
        (
            peeking and snap.on_starter is False,
            "snap.on_starter",
            Sentence("The card turned at the start is not snapped onto."),
        ),
        (
            not snap.on_power_cards and power_of(pack, snaps.top) is not Power.NONE,
            "snap.on_power_cards",
            Sentence("A card with a power is not snapped onto."),
        ),
        (
            snaps.already_snapped and once and not is_other,
            "snap.per_discard",
            Sentence("This card has been snapped onto already."),
        ),
        (early, "snap.window_ms", Sentence("The card on the pile did not lie still yet.")),
    )
    return next((Ruling(Verdict.NOT_ALLOWED, rule, reason) for bar, rule, reason in bars if bar), None)


def _blocked(pack: RulePack, snaps: Snaps) -> Ruling | None:
    if snaps.power_in_progress and not pack.snap.during_power:
        return Ruling(Verdict.BLOCKED, "snap.during_power", Sentence("A card is being looked at or moved for a power."))
    if snaps.power_pending and pack.powers.after_snap_window is False:
        return Ruling(
            Verdict.BLOCKED, "powers.after_snap_window", Sentence("The power of the card on the pile is used first.")
        )
    if snaps.card_drawn and not pack.snap.with_card_drawn:
        return Ruling(
            Verdict.BLOCKED, "snap.with_card_drawn", Sentence("Nobody snaps while somebody holds a drawn card.")
        )
    if snaps.owed_card:
        return Ruling(Verdict.BLOCKED, "snap.give", Sentence("A card that is due has to be given first."))
    return None


def _returned(attempt: Attempt) -> Ruling | None:
    if attempt.placed_ms is None:
        return Ruling(Verdict.RETURNED, "snap.lift_commits", Sentence("The card was lifted and not placed."))
    return None


def _wrong(pack: RulePack, snaps: Snaps, attempt: Attempt) -> Ruling | None:
    if _is_match(pack, snaps, attempt.card):
        return None
    return Ruling(
        Verdict.WRONG,
        "snap.wrong_penalty",
        Sentence("{card} is not of the rank of {top}.", card=attempt.card, top=snaps.top),
    )


def _is_match(pack: RulePack, snaps: Snaps, card: Face | None) -> bool:
    assert isinstance(card, Card)
    return _printed(pack, card) == _printed(pack, snaps.top)


def _printed(pack: RulePack, card: Card) -> str:
    """Rank that has to match; French cards in a numeric deck are the numbers they stand for."""
    return numeric_rank(card) if pack.deck.base is DeckBase.NUMERIC else card.rank


def takes_one(pack: RulePack) -> bool:
    """Whether one valid snap closes a card on the pile to all others."""
    return pack.snap.per_discard is SnapPerDiscard.ONE and not pack.snap.chain
