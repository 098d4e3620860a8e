"""The sections of a rule pack and what may stand under each of their keys.

`"-"` says that a key does not apply to the game; null is no limit or no such rule.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from kibitz_scoring.choices import (
    AfterWrong,
    CallerSucceeds,
    CallWhen,
    DeckBase,
    EmptyHand,
    FinalTurns,
    PeekWhich,
    Place,
    Power,
    PowerTrigger,
    SnapGive,
    SnapPerDiscard,
    SnapWhose,
    ThresholdAt,
    TieBreak,
    WhenEmpty,
    WrongMatch,
)

Dash = Literal["-"]
DASH: Dash = "-"

# Bounds keep every sum far from the longest integers that can be written out.
_Any = Annotated[int, Field(ge=-9999, le=9999)]
_AtLeast0 = Annotated[int, Field(ge=0, le=999_999)]
_AtLeast1 = Annotated[int, Field(ge=1, le=999_999)]

YesNo = Annotated[bool, Field(description="true or false")]
YesNoOrDash = Annotated[bool | Dash, Field(description='true, false or "-"')]
Whole = Annotated[_Any, Field(description="a whole number from -9999 to 9999")]
WholeOrDash = Annotated[_Any | Dash, Field(description='a whole number from -9999 to 9999 or "-"')]
Count = Annotated[_AtLeast0, Field(description="a whole number from 0 to 999999")]
CountOrDash = Annotated[_AtLeast0 | Dash, Field(description='a whole number from 0 to 999999 or "-"')]
CountOrNull = Annotated[_AtLeast0 | None, Field(description="a whole number from 0 to 999999 or null")]
Positive = Annotated[_AtLeast1, Field(description="a whole number from 1 to 999999")]
PositiveOrNull = Annotated[_AtLeast1 | None, Field(description="a whole number from 1 to 999999 or null")]
Seconds = Annotated[_AtLeast1 | None, Field(description="seconds, 1 or more, or null")]
Span = tuple[_Any, _Any]


class Section(BaseModel):
    """Keys that belong together; frozen, and nothing is coerced into another type."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, populate_by_name=False)


class ByColour(Section):
    """Points of a rank by the colour of its suit."""

    black: Whole
    red: Whole


class Deck(Section):
    """The cards played with."""

    base: DeckBase
    jokers: int = Field(ge=0, le=4, description="a whole number from 0 to 4")


class Values(Section):
    """Points of the cards that are not worth their number."""

    ace: Whole = Field(alias="A")
    jack: ByColour = Field(alias="J")
    queen: ByColour = Field(alias="Q")
    king: ByColour = Field(alias="K")
    joker: WholeOrDash


class Table(Section):
    """Players and the cards in front of them."""

    players: tuple[_AtLeast1, _AtLeast1] = Field(description="[fewest, most] players, such as [2, 8]")
    hand_size: Positive
    rows: Positive
    penalty_place: Place | Dash


class Peek(Section):
    """The look at own cards before the first turn."""

    count: Count
    which: PeekWhich
    seconds: Seconds


class Piles(Section):
    """Draw pile and discard pile."""

    starter: YesNo
    draw_from_discard: YesNo
    drawn_discard_may_return: YesNoOrDash
    when_empty: WhenEmpty


class Turn(Section):
    """What a turn may be."""

    may_pass: YesNo = Field(alias="pass")
    timer_s: Seconds


_KEEP = r"^(A|[0-9]|1[0-3]|J|Q|K|JK)(\.(black|red))?$"


class Keep(Section):
    """Which drawn cards may be kept."""

    ranks: Literal["any"] | tuple[Annotated[str, Field(pattern=_KEEP)], ...] = Field(
        description='"any" or a list of ranks such as "A" or "K.red"'
    )


class PowerByColour(Section):
    """Power of a rank by the colour of its suit."""

    black: Power
    red: Power


class Powers(Section):
    """Powers by rank; in the numeric deck 11, 12 and 13 are J, Q and K."""

    trigger: PowerTrigger
    seven: Power = Field(alias="7")
    eight: Power = Field(alias="8")
    nine: Power = Field(alias="9")
    ten: Power = Field(alias="10")
    jack: Power = Field(alias="J")
    jack_optional: YesNo = Field(alias="J.optional")
    queen: Power = Field(alias="Q")
    king: PowerByColour = Field(alias="K")
    after_snap_window: YesNoOrDash


class Match(Section):
    """Discarding a matching card as the own turn."""

    enabled: YesNo
    ends_turn: YesNoOrDash
    wrong: WrongMatch | Dash


class Snap(Section):
    """Discarding a matching card out of turn."""

    enabled: YesNo
    whose: SnapWhose
    give: SnapGive | Dash
    wrong_penalty: Count
    wrong_other_takes_card: YesNoOrDash
    late_penalty: Count
    lift_commits: YesNoOrDash
    per_discard: SnapPerDiscard
    on_starter: YesNoOrDash
    during_peek: YesNoOrDash
    window_ms: Annotated[_AtLeast0 | Dash | None, Field(description='milliseconds, 0 or more, null or "-"')]
    closes_on_draw: YesNoOrDash
    final_window_ms: CountOrDash = Field(description='milliseconds, 0 or more, or "-"')
    after_wrong: AfterWrong | Dash
    discarder_may: YesNoOrDash
    caller_may: YesNoOrDash
    caller_protected: YesNo


class Pairs(Section):
    """Discarding two own cards of one rank."""

    enabled: YesNo
    wrong_penalty: CountOrDash


class Call(Section):
    """Ending the round by a call."""

    when: CallWhen
    final_turns: FinalTurns
    earliest_round: Positive
    max_points: CountOrNull


class EmptyHandRule(Section):
    """A player without cards."""

    action: EmptyHand | Dash
    exempt_from_fail: YesNoOrDash


_KAMIKAZE = r"^([0-9]|1[0-3]|JK|([AJQK]|[2-9]|10)[CDHS]?)$"


class Kamikaze(Section):
    """A hand of exactly these cards takes `holder` points and gives everybody else `others`.

    A card is a number (its printed value), a rank (`Q`) or a rank with its suit (`QS`).
    """

    cards: tuple[_AtLeast0 | Annotated[str, Field(pattern=_KAMIKAZE)], ...] = Field(min_length=1)
    holder: Whole
    others: Whole


class Score(Section):
    """From cards to the score of a round."""

    caller_succeeds: CallerSucceeds
    success: str = Field(pattern=r"^(sum|zero|minus_[0-9]{1,4})$", description="sum, zero or minus_n (as in minus_5)")
    fail: str = Field(pattern=r"^(none|double|add_[0-9]{1,4})$", description="none, double or add_n (as in add_10)")
    fives: YesNo
    modifier_clamp: Span | Dash | None = Field(description='[lowest, highest], null or "-"')
    kamikaze: Kamikaze | None = Field(
        description="null or {cards, holder, others} (as in {'cards': [12, 12, 13, 13], 'holder': 0, 'others': 50})"
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
    tie_break: tuple[TieBreak, ...] = Field(
        min_length=1, description="a list of most_successful_calls and shared, the first to decide first"
    )


class Display(Section):
    """What the table shows."""

    open_hands: YesNo
