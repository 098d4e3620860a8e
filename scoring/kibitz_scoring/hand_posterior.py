"""The hand posterior: whose hand something was, as far as it was seen."""

from __future__ import annotations

from collections.abc import Collection

from kibitz_scoring.players import PlayerId

SAME_HAND = 0.3
"""So much two posteriors share where it was one hand."""
_SURELY = 0.9
"""Odds from which on a hand is not doubted."""


class HandPosterior(tuple[tuple[PlayerId, float], ...]):
    """Each player whose hand it may have been with the probability (0 to 1), mostly the likeliest first.

    Empty where no hand was seen: then it may be anybody's.
    """

    __slots__ = ()

    @classmethod
    def sole(cls, player: PlayerId, odds: float = 1.0) -> HandPosterior:
        """That of one player, and perhaps of none that is known."""
        return cls(((player, odds),))

    def of(self, player: PlayerId) -> float:
        """How probable it is that it was this player's, 0 where that is not thought of."""
        return next((odds for named, odds in self if named == player), 0.0)

    @property
    def likeliest(self) -> tuple[PlayerId | None, float]:
        """The likeliest player with the probability; None and 0 where no hand was seen."""
        return max(self, key=lambda named: named[1], default=(None, 0.0))

    @property
    def players(self) -> set[PlayerId]:
        """Whose hand it may well have been."""
        return {player for player, odds in self if odds >= SAME_HAND}

    @property
    def surely(self) -> set[PlayerId]:
        """Whose hand it surely was, if that is known."""
        return {player for player, odds in self if odds >= _SURELY}

    def together(self, other: HandPosterior) -> float:
        """How probable it is (0 to 1) that two hands are of one player; a hand nobody saw may be anybody's."""
        if not self or not other:
            return SAME_HAND
        return sum(odds * other.of(player) for player, odds in self)

    def may_be_one_with(self, other: HandPosterior) -> bool:
        """Whether two hands may well be one; where nobody saw one of them, they may."""
        return self.together(other) >= SAME_HAND

    def is_one_with(self, other: HandPosterior) -> bool:
        """Whether two hands were both seen and are most likely one."""
        return self.together(other) > SAME_HAND

    def joint(self, other: HandPosterior) -> HandPosterior:
        """Whose hand it was if two are one, as far as either was seen; this one if they can hardly be one."""
        if not self or not other or not self.may_be_one_with(other):
            return self or other
        likely = self.together(other)
        both = ((player, odds * other.of(player) / likely) for player, odds in self)
        return HandPosterior(sorted(((player, odds) for player, odds in both if odds), key=lambda named: -named[1]))

    def without(self, players: Collection[PlayerId]) -> HandPosterior:
        """Whose hand it was if that of none of these."""
        others = [(player, odds) for player, odds in self if player not in players]
        likely = sum(odds for _, odds in others)
        return HandPosterior((player, odds / likely) for player, odds in others)


UNSEEN_HAND = HandPosterior()
"""No hand was seen."""
