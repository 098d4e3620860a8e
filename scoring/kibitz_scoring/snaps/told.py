"""The table as the judge is told of it: a card on the pile and what goes on when somebody snaps onto it."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz_scoring.cards import Card
from kibitz_scoring.game.events import Drew, Event, Took
from kibitz_scoring.game.legality.check_claims import is_before_a_race
from kibitz_scoring.game.round_state import RoundState, cards_of
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import DeckBase
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import numeric_rank
from kibitz_scoring.snaps.judge import Attempt, Snaps


def snaps_on(
    before: RoundState,
    now: RoundState,
    top: Card,
    attempts: Sequence[Attempt],
    opened_ms: float,
    closed_ms: float | None = None,
) -> Snaps:
    """Attempts at the top card of a table as it was `before` the first of them, judged as it is `now`."""
    return Snaps(
        top=top,
        attempts=tuple(attempts),
        phase=before.phase,
        discarder=_player(before, before.top.seat),
        caller=_player(before, before.caller),
        power_in_progress=now.power is not None and now.power.begun,
        power_pending=now.power is not None,
        card_drawn=bool(now.held),
        owed_card=any(due in before.due and is_before_a_race(due) for due in now.due),
        window_opened_ms=opened_ms,
        window_closed_ms=closed_ms,
        hands={player: sum(1 for _ in cards_of(before, seat)) for seat, player in enumerate(before.players)},
        places={player: len(before.hands[seat]) for seat, player in enumerate(before.players)},
        draw_pile=before.draw_pile,
        discard_pile=len(before.discard),
    )


def closes_window(pack: RulePack, event: Event) -> bool:
    """Whether an event ends the time for snaps: the next player touches a pile, where that does."""
    return pack.snap.closes_on_draw is True and isinstance(event, Drew | Took)


def of_any_suit(pack: RulePack, card: Card) -> Card:
    """The card as one of its rank, its suit left open."""
    return Card(numeric_rank(card) if pack.deck.base is DeckBase.NUMERIC else card.rank)


def _player(state: RoundState, seat: int | None) -> PlayerId | None:
    return None if seat is None else state.players[seat]
