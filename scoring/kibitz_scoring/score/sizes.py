"""How many cards a hand can have at the reveal, by the rules of its game."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import OnTimeout, WrongMatch
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import Hands
from kibitz_scoring.sentences import Sentence


def size_warnings(pack: RulePack, hands: Hands, caller: PlayerId | None, *, by_empty_hand: bool) -> Iterator[str]:
    """Sentences about hands that no play of the game leads to; `by_empty_hand` says that one ended the round."""
    size = pack.table.hand_size
    for player, hand in hands.items():
        count = len(hand)
        if count < size and not can_shrink(pack):
            yield Sentence(
                "{player} has {cards}: in {game} a hand keeps its {size}.",
                player=player,
                cards=_cards(count),
                game=pack.name,
                size=size,
            )
        elif count > size and not can_grow(pack):
            yield Sentence(
                "{player} has {cards}: in {game} no hand comes to more than {size}.",
                player=player,
                cards=_cards(count),
                game=pack.name,
                size=size,
            )
    if by_empty_hand and all(hands.values()) and (caller is None or not can_grow(pack)):
        yield Sentence("The round ended by an empty hand, but nobody's hand is empty.")


def can_shrink(pack: RulePack) -> bool:
    """Whether cards can be laid off without another in their place."""
    return pack.match.enabled or pack.snap.enabled or pack.pairs.enabled


def can_grow(pack: RulePack) -> bool:
    """Whether a penalty can bring a card into a hand."""
    snap, match = pack.snap, pack.match
    snaps = snap.wrong_penalty or snap.late_penalty or snap.wrong_other_takes_card is True
    return bool(
        (snap.enabled and snaps)
        or (match.enabled and match.wrong is WrongMatch.PENALTY and match.wrong_penalty)
        or (pack.pairs.enabled and pack.pairs.wrong_penalty)
        or pack.peek.unlawful_penalty
        or (pack.turn.timer_s is not None and pack.turn.on_timeout is OnTimeout.SKIP_AND_PENALTY)
    )


def _cards(count: int) -> str:
    return {0: Sentence("no cards"), 1: Sentence("1 card")}.get(count, Sentence("{count} cards", count=count))
