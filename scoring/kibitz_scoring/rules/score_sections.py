"""The sections of a rule pack for scores and for the game over several rounds."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kibitz_scoring.rules.choices import (
    CallerSucceeds,
    FivesMore,
    Lowest,
    NextDealer,
    RoundTie,
    ThresholdAt,
    TieBreak,
    WonBy,
)
from kibitz_scoring.rules.sections import AnyWhole, AtLeast0, Dash, PositiveOrNull, Section, Whole, WholeOrNull, YesNo

_KAMIKAZE = r"^([0-9]|1[0-3]|JK|([AJQK]|[2-9]|10)[CDHS]?)$"
_MOST_CARDS = 8
"""Which card of a hand is which of these is tried in every order: nine would take nine times as long."""


class Kamikaze(Section):
    """A hand of exactly these cards takes `holder` points and gives everybody else `others`.

    A card is a number (its printed value), a rank (`Q`) or a rank with its suit (`QS`).
    """

    cards: tuple[AtLeast0 | Annotated[str, Field(pattern=_KAMIKAZE)], ...] = Field(min_length=1, max_length=_MOST_CARDS)
    holder: Whole
    others: Whole


class Score(Section):
    """From cards to the score of a round."""

    caller_succeeds: CallerSucceeds
    lowest: Lowest = Lowest.SUM
    tie: RoundTie = RoundTie.SHARED
    success: str = Field(pattern=r"^(sum|zero|minus_[0-9]{1,4})$", description="sum, zero or minus_n (as in minus_5)")
    fail: str = Field(pattern=r"^(none|double|add_[0-9]{1,4})$", description="none, double or add_n (as in add_10)")
    success_flat: WholeOrNull = None
    fail_flat: WholeOrNull = None
    fives: YesNo
    fives_one: Whole = 25
    fives_two: Whole = -25
    fives_more: FivesMore = FivesMore.ZERO
    modifier_clamp: tuple[AnyWhole, AnyWhole] | Dash | None = Field(description='[lowest, highest], null or "-"')
    kamikaze: Kamikaze | None = Field(
        description="null or {cards, holder, others} of 1 to 8 cards "
        "(as in {'cards': [12, 12, 13, 13], 'holder': 0, 'others': 50})"
    )


class ResetExact(Section):
    """A total of exactly `from` becomes `to`, for each player the first time only if `once`."""

    from_total: Whole = Field(alias="from")
    to_total: Whole = Field(alias="to")
    once: YesNo


class Game(Section):
    """From rounds to the end of a game."""

    rounds: PositiveOrNull
    threshold: PositiveOrNull
    threshold_at: ThresholdAt
    reset_exact: ResetExact | None = Field(
        description="null or {from, to, once} (as in {'from': 100, 'to': 50, 'once': true})"
    )
    more_resets: tuple[ResetExact, ...] = Field(
        default=(), description="a list of {from, to, once} (as in [{'from': 50, 'to': 0, 'once': false}])"
    )
    tie_break: tuple[TieBreak, ...] = Field(
        min_length=1, description="a list of most_successful_calls, play_off and shared, the first to decide first"
    )
    emptied_counts_as_call: YesNo = False
    won_by: WonBy = WonBy.LOWEST_TOTAL
    next_dealer: NextDealer = NextDealer.ROTATE_LEFT
    pot: PositiveOrNull = None
    joins_with: Literal[0, "highest", "average"] = Field(default="highest", description="0, highest or average")

    @property
    def resets(self) -> tuple[ResetExact, ...]:
        """The totals that are set back, the first to be looked for first."""

        return (*((self.reset_exact,) if self.reset_exact else ()), *self.more_resets)
